/** A text whose terms explain themselves: plain until the glossary is here, then each term opens its card. */
import { createElement } from "react";
import { lazyCode, useLazy } from "../shell/lazy.ts";

// The first answer is more urgent: the glossary comes with the first sign of a hand.
const words = lazyCode(async () => {
  await new Promise((come) => {
    for (const sign of ["pointerover", "keydown"]) addEventListener(sign, come, { once: true, capture: true });
  });
  return import("./Words.tsx");
});

/** @param text plain text; each term in it is reachable once */
export function Told({ text }: { readonly text: string }) {
  const code = useLazy(words, true);
  return code === null ? text : createElement(code.Words, { text });
}
