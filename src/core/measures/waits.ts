/** Which flows waited behind a channel, and for which other flows: the details of a cell of the congestion matrix. */
import { array, countSchema, type DataOf, type FieldsOf, timeInCycles, object } from "../base/schema.ts";
import type { FlowEnds } from "../simulation/contract.ts";

const flowEnds = { source: countSchema, destination: countSchema } satisfies FieldsOf<FlowEnds>;

export interface Waits extends DataOf<typeof waitsSchema> {}
export const waitsSchema = object({
  channel: countSchema,
  /** The counted packets were granted their next channel in cycles from … to − 1; all of their wait counts. */
  from: timeInCycles,
  to: timeInCycles,
  /** Total. */
  cycles: timeInCycles,
  /** Waits by source and destination of the waiting packets; the longest first. */
  flows: array(
    object({
      ...flowEnds,
      cycles: timeInCycles,
      /** The flows that the packets waited for, the longest wait first, without waits that no packet caused. */
      behind: array(object({ ...flowEnds, cycles: timeInCycles })),
    }),
  ),
});
