/** What a rank program takes at least. */
import type { Units } from "./units.ts";

/** The bound of `Causality.leastCycles`, as a clause. */
export function sayLeast(units: Units, leastCycles: number): string {
  return `in an empty network the program takes at least ${units.sayTime(leastCycles)}`;
}
