/** The lower bound on the time of a rank program. */
import type { Units } from "./units.ts";

/** The bound `Causality.leastCycles` as a clause. */
export function sayLeastTime(units: Units, leastCycles: number): string {
  return `in an empty network, the program takes at least ${units.sayTime(leastCycles)}`;
}
