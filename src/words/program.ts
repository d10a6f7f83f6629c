import type { Units } from "./units.ts";
/** What a rank program takes at least, in the words of its finding and of its drawing. */

/** The bound of `Causality.leastCycles`, as the beginning of a sentence's part. */
export function sayLeast(units: Units, leastCycles: number): string {
  return `sent and received one after another at each terminal of an otherwise empty network, the whole program takes ${units.sayTime(leastCycles)} at least`;
}
