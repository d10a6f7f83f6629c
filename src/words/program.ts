/** What a rank program takes at least, in the words of its finding and of its drawing. */
import { sayTime } from "./numbers.ts";

/** The bound of `Causality.leastCycles`, as the beginning of a sentence's part. */
export function sayLeast(leastCycles: number): string {
  return `sent and received one after another at each terminal of an otherwise empty network, the whole program takes ${sayTime(leastCycles)} at least`;
}
