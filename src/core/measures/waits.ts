/** Who waited behind a channel, and for whom: what a number of the congestion matrix is made of. */
import { array, count, type DataOf, type FieldsOf, timeInCycles, object } from "../base/schema.ts";
import type { Ends } from "../simulation/contract.ts";

const ends = { source: count, destination: count } satisfies FieldsOf<Ends>;

export interface Waits extends DataOf<typeof waitsSchema> {}
export const waitsSchema = object({
  channel: count,
  /** Counted are packets that were granted their next channel from this cycle on, and before that one; all that they waited. */
  from: timeInCycles,
  to: timeInCycles,
  /** All together. */
  cycles: timeInCycles,
  /** The packets of each source for each destination, as far as they waited: those that waited longest first. */
  flows: array(
    object({
      ...ends,
      cycles: timeInCycles,
      /** For whom, those it waited for longest first; what was for no packet in particular is left out. */
      behind: array(object({ ...ends, cycles: timeInCycles })),
    }),
  ),
});
