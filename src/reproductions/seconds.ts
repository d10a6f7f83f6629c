/** Times of runs in seconds. */
import type { Results } from "../core/measures/results.ts";

/**
 * Seconds from the start to the end of the last node, to the millisecond: what is less, such as the length of a way, must not
 * set an order. NaN where the run never ended, or the length of a cycle is not known.
 */
export function secondsOf({ makespan, cycleSeconds }: Results): number {
  return makespan === null || cycleSeconds === undefined ? NaN : Math.round(makespan * cycleSeconds * 1e3) / 1e3;
}
