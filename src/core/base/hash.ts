/** Hashes of texts. They give computed results their names and detect damaged data. */
import { mix } from "./random.ts";

/** Hash of a text with 64 bits, as 16 hexadecimal digits. */
export function hexHashOf(text: string): string {
  return [1, 2].map((seed) => hashText(text, seed).toString(16).padStart(8, "0")).join("");
}

/** Hash of a text with 32 bits, 0 … 2³² − 1. It is not cryptographic: it detects accidental changes, not forgery. */
export function hashText(text: string, seed: number): number {
  let hash = mix(seed, text.length, 0);
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i), i);
  return hash;
}
