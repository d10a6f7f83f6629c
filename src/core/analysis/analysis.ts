/** Facts of a scenario that need no simulation. */
import type { Causality } from "./programs/causality.ts";
import type { RoundTrip } from "./round-trips.ts";

export interface Analysis {
  /** Mean number of channels a packet crosses under this traffic, terminal channels counted. */
  readonly meanHops: number;
  /** Mean latency in an empty network, cycles: hops + phits of a packet when packets cut through, hops × phits + 1 when they are stored. */
  readonly zeroLoadLatency: number;
  /**
   * [C] Channel load at offered load 1, γ, as a part of what each channel carries, when a choice of ways is split evenly; in phits
   * per cycle where all channels are alike.
   */
  readonly channelLoad: Float64Array;
  /** [C] What each channel carries, phits per cycle of the run; absent where that is 1 everywhere. */
  readonly rates?: Float64Array;
  /**
   * Highest offered load at which no channel, and no group of channels with a common capacity, is asked for more than it
   * carries, 1 / max γ, at most 1, or what the fastest channel of a terminal carries; phits per cycle. This is the ideal throughput (Dally,
   * Towles, 2004, §3.3). A bound on the load that is delivered to all only where it is `exact`; else an estimate.
   */
  readonly bound: number;
  /** The channel that sets the ideal throughput, the busiest of its group where a common capacity does; and its name. */
  readonly bottleneck: number;
  readonly bottleneckName: string;
  /** The group whose common capacity sets the bound, or null where a channel does. */
  readonly bottleneckGroup: number | null;
  /** True when no choice of ways delivers more than the ideal throughput to all; false when it supposes that choices are split evenly. */
  readonly exact: boolean;
  /** True when the routing decides by what queues hold: then all this supposes that every packet goes directly. */
  readonly direct: boolean;
  /** Most channels that the routing let a packet of this traffic choose among at one place; 1 where it names every way. */
  readonly widest: number;
  /** The sample of packets that the numbers are estimated from, or null when they are computed. */
  readonly sampled: Sample | null;
  /** What finds room behind each class of links in a round trip, and the largest load of its channels, as above; absent where links and switches are plain. */
  readonly roundTrips?: readonly (RoundTrip & { readonly asked: number })[];
  /** What must come before what; absent where no rank waits for another, as with open-loop traffic and lists of messages. */
  readonly program?: Causality;
}

export interface Sample {
  /** Packets that were followed. */
  readonly packets: number;
  /** Relative standard error of the ideal throughput, at most. */
  readonly spread: number;
}
