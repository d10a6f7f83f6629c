/** Fairness: how evenly a network serves its terminals. */
import { type DataOf, fractionSchema, object, oneOf, optional } from "../base/schema.ts";

export interface Fairness extends DataOf<typeof fairnessSchema> {}
export const fairnessSchema = object({
  /** Jain's index of the shares, 1 / n to 1: 1 if all terminals get the same share, 1 / n if one gets everything. */
  jain: fractionSchema,
  /** Smallest and largest share. */
  lowest: fractionSchema,
  highest: fractionSchema,
  /**
   * Definition of the shares. Absent in results of earlier versions, whose shares are of the packets that had arrived at the end of the
   * run.
   */
  of: optional(oneOf("service")),
});

/**
 * Fairness over the sending terminals. The share x of a terminal is the served part of its offered packets, 0 to 1; Jain's index is (Σx)² /
 * (n Σx²) over the n terminals that offered anything. (Jain, Chiu, Hawe, DEC-TR-301, 1984.)
 *
 * A packet is served in the window if it leaves its source queue in it, whenever it was created. A saturated network serves at a constant
 * rate, however long the measurement is, while few packets of the window arrive before the run ends. A backlog from before the window
 * counts at most as much as the offered packets.
 * @param offered Packets that each terminal created in the window.
 * @param served Packets of each terminal that entered the network in the window; in a finite workload, its consumed packets.
 * @returns null if no terminal offered a packet, or none was served
 */
export function fairnessOf(offered: Float64Array, served: Float64Array): Fairness | null {
  let [senders, sum, squares, lowest, highest] = [0, 0, 0, Infinity, 0];
  for (let terminal = 0; terminal < offered.length; terminal++) {
    if (offered[terminal] === 0) continue;
    const share = Math.min(1, served[terminal] / offered[terminal]);
    senders++;
    sum += share;
    squares += share * share;
    lowest = Math.min(lowest, share);
    highest = Math.max(highest, share);
  }
  return squares === 0 ? null : { jain: (sum * sum) / (senders * squares), lowest, highest, of: "service" };
}

/** Fairness of service in results; null if it is unknown or has the earlier definition. For finite workloads both definitions agree. */
export function serviceFairnessOf({
  fairness,
  makespan,
}: {
  readonly fairness: Fairness | null;
  readonly makespan: number | null;
}): Fairness | null {
  return fairness === null || (fairness.of === undefined && makespan === null) ? null : fairness;
}
