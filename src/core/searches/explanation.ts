/** Why a channel is busy, as `explain.ts` finds it. */
import { array, count, type DataOf, type FieldsOf, fraction, timeInCycles, nullable, object } from "../base/schema.ts";
import type { Waiter, Worm } from "../simulation/contract.ts";

const places = array(count);

export interface Explanation extends DataOf<typeof explanationSchema> {}
export const explanationSchema = object({
  channel: count,
  /** The packets counted were granted the channel from this cycle on, and before that one. */
  from: timeInCycles,
  to: timeInCycles,
  packets: count,
  /** The packets of each source for each destination that crossed the channel: those with most packets first. */
  flows: array(object({ source: count, destination: count, packets: count })),
  /** Who asked for the channel, or for one of several of which it is one, in the last of these cycles; the longest wait first. */
  waiting: array(object({ source: count, destination: count, channel: count, since: timeInCycles } satisfies FieldsOf<Waiter>)),
  /**
   * Who blocks whom at the end of these cycles: the packet that holds the channel, the longest of several, the one that holds
   * what that one waits for, and so on to one that moves, or to one that is there already. Empty where no packet holds it, and
   * where packets hold a channel only while they cross it.
   */
  chain: array(object({ source: count, destination: count, channels: places, waitsFor: places } satisfies FieldsOf<Worm>)),
  /**
   * How much of the time packets wanted the channel and it carried none of them, as what lies ahead had no room: 0 to 1.
   * Null under flow controls whose packets are not looked at: circuits and fluid flow.
   */
  heldUp: nullable(fraction),
  /** What the packets at its end waited for meanwhile: the channels that most of the looks found first. */
  ahead: places,
});
