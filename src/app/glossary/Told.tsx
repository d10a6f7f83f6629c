/** A text whose terms explain themselves: plain until the glossary is here, then each term opens its card. */
import { createElement, type ReactNode } from "react";
import type { Kind } from "../../core/base/registry.ts";
import { lazyCode, useLazy } from "../ui/lazy.ts";

// The first answer is more urgent: the glossary comes with the first sign of a hand. A pointer that rests is none: browsers
// tell it of what comes to lie under it.
const words = lazyCode(async () => {
  await new Promise((come) => {
    for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, come, { once: true, capture: true });
  });
  return import("./Words.tsx");
});

/** @param text plain text; each term in it is reachable once */
export function Told({ text }: { readonly text: string }) {
  const code = useLazy(words, true);
  return code === null ? text : createElement(code.Words, { text });
}

/** What a word means that the document says. */
export interface Meaning {
  readonly title: string;
  readonly says: string;
  /** The kind that it names, and what it is a kind of; absent for other words. */
  readonly kind?: Kind | undefined;
  readonly noun?: string | undefined;
}

/** A word that opens its meaning as a card. */
export function Defined(props: { readonly meaning: Meaning; readonly children: ReactNode }) {
  const code = useLazy(words, true);
  return code === null ? props.children : createElement(code.DefinedWord, props);
}
