/** Times are multiples of 1 / partsPerCycle cycles, so sums of times are exact and equal times compare as equal. */
const partsPerCycle = 2 ** 24;

/** Rounds a time, in cycles, to the resolution of circuit times. */
export function quantizeTime(cycles: number): number {
  return Math.round(cycles * partsPerCycle) / partsPerCycle;
}
