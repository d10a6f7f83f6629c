/** Facts of a scenario that need no simulation. */
import {
  array,
  boolean,
  count,
  type DataOf,
  type FieldsOf,
  fraction,
  timeInCycles,
  load,
  nullable,
  object,
  oneOf,
  opaque,
  optional,
  string,
} from "../base/schema.ts";
import type { Blocks, Pairs } from "../programs/program.ts";
import type { Congestion } from "./programs/congestion.ts";
import type { Meetings } from "../programs/meetings.ts";
import type { Stuck } from "./programs/stuck.ts";
import type { RoundTrip } from "./round-trips.ts";
import type { ListedMessages } from "./walk.ts";

/** What follows from a program alone, and from the channels it runs over. */
export interface Causality extends DataOf<typeof causalitySchema> {}
const causalitySchema = object({
  ranks: count,
  /** [R] Terminal of each rank. */
  terminalOf: opaque<Int32Array>(),
  /** What the parts of its programs are called. */
  phases: array(string),
  messages: count,
  packets: count,
  /** [steps] Messages of each logical step, the first step first; null for a program that is only counted. */
  perStep: nullable(array(count)),
  /** Messages of one of the longest chains, the first one first; as many as there are steps. */
  chain: array(count),
  /**
   * A time that no run on this network can beat: every message takes its shortest way as if no other were on it,
   * but what one terminal sends leaves one after the other, and what one terminal gets comes in one after the other.
   * Null where it is not known.
   */
  leastCycles: nullable(timeInCycles),
  /** The time that it takes where all ranks go in step, see `core/scenario/lockstep.ts`; absent where that is not known. */
  inStep: optional(timeInCycles),
  /** Channels of the terminal that has most of them; absent where no network was looked at. */
  lanes: optional(count),
  /** Ranks that wait for ever, at most some of them; none in a program that ends. */
  stuck: opaque<readonly Stuck[]>(),
  /** Messages that no rank waits for. */
  untaken: count,
  /** Who exchanges messages with whom in which phase, and by which way; null where that is too much to be listed. */
  meetings: opaque<Meetings | null>(),
  /** Whether messages can come into each other's way; null where that is not known. */
  congestion: opaque<Congestion | null>(),
  /** Every message; null where they are too many to be listed. */
  listed: opaque<ListedMessages | null>(),
  /** The blocks of a matrix that the messages carry; absent where they carry none, or are not listed. */
  blocks: optional(opaque<Blocks>()),
  /** Who sends to whom by whom; absent where the program does not go through permutations. */
  pairs: optional(opaque<Pairs>()),
});

export interface Analysis extends DataOf<typeof analysisSchema> {}
export const analysisSchema = object({
  /** Mean number of channels a packet crosses under this traffic, terminal channels counted. */
  meanHops: count,
  /** Mean latency in an empty network: hops + phits of a packet when packets cut through, hops × phits + 1 when they are stored. */
  zeroLoadLatency: timeInCycles,
  /**
   * [C] Channel load at offered load 1, γ, as a part of what each channel carries, when a choice of ways is split evenly; in phits
   * per cycle where all channels are alike.
   */
  channelLoad: opaque<Float64Array>(),
  /** [C] What each channel carries, phits per cycle of the run; absent where that is 1 everywhere. */
  rates: optional(opaque<Float64Array>()),
  /**
   * Highest offered load at which no channel, and no group of channels with a common capacity, is asked for more than it
   * carries, 1 / max γ, at most 1, or what the fastest channel of a terminal carries. This is the ideal throughput (Dally,
   * Towles, 2004, §3.3). A bound on the load that is delivered to all only where it is `exact`; else an estimate.
   */
  bound: load,
  /** The channel that sets the ideal throughput, the busiest of its group where a common capacity does; and its name. */
  bottleneck: count,
  bottleneckName: string,
  /** The group whose common capacity sets the bound, or null where a channel does. */
  bottleneckGroup: nullable(count),
  /** True when no choice of ways delivers more than the ideal throughput to all; false when it supposes that choices are split evenly. */
  exact: boolean,
  /** True when the routing decides by what queues hold: then all this supposes that every packet goes directly. */
  direct: boolean,
  /** Most channels that the routing let a packet of this traffic choose among at one place; 1 where it names every way. */
  widest: count,
  /** The sample of packets that the numbers are estimated from: those followed, and the relative standard error of the ideal throughput, at most. Null when they are computed. */
  sampled: nullable(object({ packets: count, spread: fraction })),
  /** What finds room behind each class of links in a round trip, and the largest load of its channels, as above; absent where links and switches are plain. */
  roundTrips: optional(
    array(
      object({
        linkClass: string,
        room: count,
        of: oneOf("flits", "packets"),
        cycles: timeInCycles,
        part: fraction,
        virtualChannels: count,
        asked: fraction,
      } satisfies FieldsOf<RoundTrip & { readonly asked: number }>),
    ),
  ),
  /** What must come before what; absent where no rank waits for another, as with open-loop traffic and lists of messages. */
  program: optional(causalitySchema),
});
