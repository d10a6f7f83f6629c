/** Text whose terms open glossary cards. It is plain text until the glossary has been loaded. */
import { createElement, type ReactNode } from "react";
import type { Kind } from "../../core/base/kind-registry.ts";
import { lazyCode, useLazy } from "../ui/lazy.ts";

// The answer of the page has priority, so the glossary loads with the first pointer or key event. A resting pointer does not count, which
// is why `pointerover` is not in the list: browsers send it for elements that move under the pointer.
const glossaryCode = lazyCode(async () => {
  await new Promise((resolve) => {
    for (const event of ["pointermove", "pointerdown", "keydown"]) addEventListener(event, resolve, { once: true, capture: true });
  });
  return import("./TextWithTerms.tsx");
});

/** @param text plain text; the first occurrence of each term becomes a button */
export function GlossaryText({ text }: { readonly text: string }) {
  const loaded = useLazy(glossaryCode, true);
  return loaded === null ? text : createElement(loaded.TextWithTerms, { text });
}

/** The explanation of a word in the document. */
export interface WordMeaning {
  readonly title: string;
  readonly says: string;
  /** The kind that the word names, and the noun for kinds of its registry; absent for other words. */
  readonly kind?: Kind | undefined;
  readonly noun?: string | undefined;
}

/** A word that opens its explanation as a card. */
export function DefinedTerm(props: { readonly meaning: WordMeaning; readonly children: ReactNode }) {
  const loaded = useLazy(glossaryCode, true);
  return loaded === null ? props.children : createElement(loaded.DefinedWord, props);
}
