/** Times are multiples of 1 / partsPerCycle cycles, so sums of times are exact and equal times compare as equal. */
const grain = 2 ** 24;

/** Rounds a time, in cycles, to the resolution of circuit times. */
export function snap(cycles: number): number {
  return Math.round(cycles * grain) / grain;
}
