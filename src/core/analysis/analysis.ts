/** Facts of a scenario that need no simulation. */

export interface Analysis {
  /** Mean number of channels a packet crosses under this traffic, terminal channels counted. */
  readonly meanHops: number;
  /** Mean latency in an empty network, cycles: hops + phits of a packet. */
  readonly zeroLoadLatency: number;
  /** Channel load at offered load 1, γ, phits per cycle, when a choice of ways is split evenly. */
  readonly channelLoad: Float64Array;
  /** Highest offered load at which no channel is asked for more than it carries, 1 / max γ, at most 1; phits per cycle. */
  readonly bound: number;
  /** The channel that sets the bound, and its name. */
  readonly bottleneck: number;
  readonly bottleneckName: string;
}
