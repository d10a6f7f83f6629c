/** Text whose terms open glossary cards. It is plain text until the glossary has been loaded. */
import { createElement, type ReactNode } from "react";
import type { Kind } from "../../core/base/registry.ts";
import { lazyCode, useLazy } from "../ui/lazy.ts";

// The answer of the page has priority, so the glossary loads with the first pointer or key event. A resting pointer does not count, which
// is why `pointerover` is not in the list: browsers send it for elements that move under the pointer.
const words = lazyCode(async () => {
  await new Promise((come) => {
    for (const sign of ["pointermove", "pointerdown", "keydown"]) addEventListener(sign, come, { once: true, capture: true });
  });
  return import("./Words.tsx");
});

/** @param text plain text; the first occurrence of each term becomes a button */
export function Told({ text }: { readonly text: string }) {
  const code = useLazy(words, true);
  return code === null ? text : createElement(code.Words, { text });
}

/** The explanation of a word in the document. */
export interface Meaning {
  readonly title: string;
  readonly says: string;
  /** The kind that the word names, and the noun for kinds of its registry; absent for other words. */
  readonly kind?: Kind | undefined;
  readonly noun?: string | undefined;
}

/** A word that opens its explanation as a card. */
export function Defined(props: { readonly meaning: Meaning; readonly children: ReactNode }) {
  const code = useLazy(words, true);
  return code === null ? props.children : createElement(code.DefinedWord, props);
}
