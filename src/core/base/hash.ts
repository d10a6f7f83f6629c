/** Hashes of texts: they name what is computed, and find what was changed on its way. */
import { mix } from "./random.ts";

/** Hash of a text to 64 bits, as 16 hexadecimal digits. */
export function hashOfText(text: string): string {
  return [1, 2].map((seed) => hashText(text, seed).toString(16).padStart(8, "0")).join("");
}

/** Hash of a text to 32 bits, 0 … 2³² − 1. Not a secret's: it finds accidents, not forgers. */
export function hashText(text: string, seed: number): number {
  let hash = mix(seed, text.length, 0);
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i), i);
  return hash;
}
