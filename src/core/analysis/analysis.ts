/** Results of the analysis of a scenario without simulation. */
import {
  array,
  boolean,
  countSchema,
  type DataOf,
  type FieldsOf,
  fractionSchema,
  timeInCycles,
  loadSchema,
  nullable,
  object,
  oneOf,
  opaque,
  optional,
  string,
} from "../base/schema.ts";
import type { MatrixBlocks, PermutationPairs } from "../programs/program.ts";
import type { Congestion } from "./programs/congestion.ts";
import type { Exchanges } from "../programs/exchanges.ts";
import type { BlockedRank } from "./programs/blocked-ranks.ts";
import type { RoundTrip } from "./round-trips.ts";
import type { ListedMessages } from "./program-walk.ts";

/** Analysis of a rank program: its dependencies, its messages, and the channels that they use. */
export interface Causality extends DataOf<typeof causalitySchema> {}
const causalitySchema = object({
  ranks: countSchema,
  /** [R] Terminal of each rank. */
  terminalOf: opaque<Int32Array>(),
  /** Names of the program's phases. */
  phases: array(string),
  messages: countSchema,
  packets: countSchema,
  /** [steps] Messages of each logical step; null for a program whose messages are only counted. */
  perStep: nullable(array(countSchema)),
  /** Messages of one of the longest dependency chains, in order, one per step. */
  chain: array(countSchema),
  /**
   * Lower bound of the time on this network: every message takes a shortest path without contention, but the messages of a sending terminal
   * leave one after the other, and those of a receiving terminal arrive one after the other. Null if unknown.
   */
  leastCycles: nullable(timeInCycles),
  /** Time if all ranks run in lockstep, see `core/scenario/lockstep.ts`; absent if unknown. */
  inStep: optional(timeInCycles),
  /** Largest number of channels of a terminal; absent without a network. */
  lanes: optional(countSchema),
  /** Ranks that are blocked forever, only the first of them if there are many; empty if the program ends. */
  stuck: opaque<readonly BlockedRank[]>(),
  /** Messages that no rank receives. */
  untaken: countSchema,
  /** Communication pattern: which ranks exchange messages in which phase, and on which paths; null if it is too large to list. */
  meetings: opaque<Exchanges | null>(),
  /** Whether messages can contend for channels; null if unknown. */
  congestion: opaque<Congestion | null>(),
  /** Every message; null if there are too many to list. */
  listed: opaque<ListedMessages | null>(),
  /** The matrix blocks that the messages carry; absent if they carry none, or are not listed. */
  blocks: optional(opaque<MatrixBlocks>()),
  /** Sources, relays and destinations of relayed messages; absent if the program does not route permutations through relays. */
  pairs: optional(opaque<PermutationPairs>()),
});

export interface Analysis extends DataOf<typeof analysisSchema> {}
export const analysisSchema = object({
  /** Mean number of channels that a packet crosses under this traffic, including terminal channels. */
  meanHops: countSchema,
  /** Mean latency in an empty network: hops + phits of a packet with cut-through, hops × phits + 1 with store-and-forward. */
  zeroLoadLatency: timeInCycles,
  /**
   * [C] Channel load at offered load 1, γ, relative to the channel's rate, if traffic splits evenly over alternative paths; in phits per
   * cycle if all channels have rate 1.
   */
  channelLoad: opaque<Float64Array>(),
  /** [C] Rate of each channel, phits per cycle; absent if all are 1. */
  rates: optional(opaque<Float64Array>()),
  /**
   * Ideal throughput: the highest offered load at which no channel, and no group of channels with a common capacity, is overloaded, 1 / max
   * γ, at most 1 or the rate of a terminal's fastest channel (Dally, Towles, 2004, §3.3). It is an upper bound of the delivered load only
   * if `exact`; otherwise an estimate.
   */
  bound: loadSchema,
  /** The channel that limits the ideal throughput, in a limiting group its most loaded channel; and its name. */
  bottleneck: countSchema,
  bottleneckName: string,
  /** The group whose common capacity is the limit; null if the rate of a channel is the limit. */
  bottleneckGroup: nullable(countSchema),
  /** True if no choice of paths exceeds the ideal throughput; false if it assumes an even split over alternative paths. */
  exact: boolean,
  /** True if the routing decides by queue lengths: the analysis then assumes minimal paths. */
  direct: boolean,
  /** Largest number of candidates that the routing offers at one node for this traffic; 1 if paths are deterministic. */
  widest: countSchema,
  /**
   * Sample of packets that the numbers are estimated from: its size, and an upper limit of the relative standard error of the ideal
   * throughput. Null if the numbers are exact.
   */
  sampled: nullable(object({ packets: countSchema, spread: fractionSchema })),
  /**
   * Round trips by link class: the capacity of the buffers behind a link, in flits or packets, and the largest load of its channels; absent
   * if all links and switches have default parameters.
   */
  roundTrips: optional(
    array(
      object({
        linkClass: string,
        room: countSchema,
        of: oneOf("flits", "packets"),
        cycles: timeInCycles,
        part: fractionSchema,
        virtualChannels: countSchema,
        asked: fractionSchema,
      } satisfies FieldsOf<RoundTrip & { readonly asked: number }>),
    ),
  ),
  /** Analysis of the dependencies of a program; absent for open-loop traffic and lists of messages. */
  program: optional(causalitySchema),
});
