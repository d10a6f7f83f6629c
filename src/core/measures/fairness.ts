/** How evenly a network serves its terminals. */
import { type DataOf, fraction, object, oneOf, optional } from "../base/schema.ts";

export interface Fairness extends DataOf<typeof fairnessSchema> {}
export const fairnessSchema = object({
  /** Jain's index of the shares, 1 / n … 1: 1 where all are served alike, 1 / n where one takes all. */
  jain: fraction,
  /** Smallest and largest share. */
  lowest: fraction,
  highest: fraction,
  /** What the shares are of. Absent in results of earlier versions, whose shares are of the packets that had arrived when the run ended. */
  of: optional(oneOf("service")),
});

/**
 * Fairness over the terminals that send. The share x of a terminal is what the network served of what it offered, 0 … 1; Jain's index is
 * (Σx)² / (n Σx²) over the n terminals that offered anything. (Jain, Chiu, Hawe, DEC-TR-301, 1984.)
 *
 * Served within the window is what left the source queue in it, whenever it was created: a full network serves at its rate for as long as one
 * measures, while few packets of the window arrive before the run ends. A backlog from before the window counts no more than what was offered.
 * @param offered packets that each terminal created in the window
 * @param served packets of each that entered the network in the window; of a finite workload, those that have been consumed
 * @returns null where no terminal offered a packet, or none was served
 */
export function fairnessOf(offered: Float64Array, served: Float64Array): Fairness | null {
  let [n, sum, squares, lowest, highest] = [0, 0, 0, Infinity, 0];
  for (let t = 0; t < offered.length; t++) {
    if (offered[t] === 0) continue;
    const share = Math.min(1, served[t] / offered[t]);
    n++;
    sum += share;
    squares += share * share;
    lowest = Math.min(lowest, share);
    highest = Math.max(highest, share);
  }
  return squares === 0 ? null : { jain: (sum * sum) / (n * squares), lowest, highest, of: "service" };
}

/** The fairness of service in results; null where it is unknown, or was rated by another rule. A finite workload is served whole by either. */
export function serviceIn({
  fairness,
  makespan,
}: {
  readonly fairness: Fairness | null;
  readonly makespan: number | null;
}): Fairness | null {
  return fairness === null || (fairness.of === undefined && makespan === null) ? null : fairness;
}
