/** Why a channel is busy: the result of `explain.ts`. */
import { array, countSchema, type DataOf, type FieldsOf, fractionSchema, timeInCycles, nullable, object } from "../base/schema.ts";
import type { WaitingPacket, Worm } from "../simulation/contract.ts";

const channelNumbers = array(countSchema);

export interface Explanation extends DataOf<typeof explanationSchema> {}
export const explanationSchema = object({
  channel: countSchema,
  /** The counted packets were granted the channel in cycles from … to − 1. */
  from: timeInCycles,
  to: timeInCycles,
  packets: countSchema,
  /** Packets that crossed the channel, by source and destination; most packets first. */
  flows: array(object({ source: countSchema, destination: countSchema, packets: countSchema })),
  /** Packets that requested the channel, alone or as one of several candidates, in the last counted cycle; the longest wait first. */
  waiting: array(
    object({ source: countSchema, destination: countSchema, channel: countSchema, since: timeInCycles } satisfies FieldsOf<WaitingPacket>),
  ),
  /**
   * The chain of blocking in the last counted cycle: the packet that holds the channel (the longest, if there are several), the packet that
   * holds the channel which that packet waits for, and so on, up to a packet that moves or is in the chain already. Empty if no packet
   * holds the channel, or if packets hold a channel only while they cross it.
   */
  chain: array(
    object({ source: countSchema, destination: countSchema, channels: channelNumbers, waitsFor: channelNumbers } satisfies FieldsOf<Worm>),
  ),
  /**
   * Part of the time in which packets requested the channel but it carried none because the buffers downstream were full, 0 to 1. Null for
   * flow controls whose channels are not sampled: circuits and fluid models.
   */
  heldUp: nullable(fractionSchema),
  /** The outgoing channels that packets behind the channel waited for while it carried no packet, most frequent first. */
  ahead: channelNumbers,
});
