/** Parts of a cycle that times are whole numbers of: so sums of times are exact, and equal times equal. */
const grain = 2 ** 24;

/** A time, cycles, as circuits keep it. */
export function snap(cycles: number): number {
  return Math.round(cycles * grain) / grain;
}
