/** How evenly a network serves its terminals. */

export interface Fairness {
  /** Jain's index of the shares, 1 / n … 1: 1 where all are served alike, 1 / n where one takes all. */
  readonly jain: number;
  /** Smallest and largest share. */
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Fairness over the terminals that send. The share x of a terminal is the part of the packets it created in the window
 * that has been consumed, 0 … 1; Jain's index is (Σx)² / (n Σx²) over the n terminals that created any. (Jain, Chiu,
 * Hawe, DEC-TR-301, 1984.) Null when no terminal created a packet; 1 when none of them got one through.
 */
export function fairnessOf({
  created,
  arrivedFrom,
}: {
  readonly created: Float64Array;
  readonly arrivedFrom: Float64Array;
}): Fairness | null {
  let [n, sum, squares, lowest, highest] = [0, 0, 0, Infinity, 0];
  for (let t = 0; t < created.length; t++) {
    if (created[t] === 0) continue;
    const share = arrivedFrom[t] / created[t];
    n++;
    sum += share;
    squares += share * share;
    lowest = Math.min(lowest, share);
    highest = Math.max(highest, share);
  }
  return n === 0 ? null : { jain: squares === 0 ? 1 : (sum * sum) / (n * squares), lowest, highest };
}
