/** A routing compiled for one network, as flow controls and analyses use it. */

/**
 * Writes the candidates of a packet at `node`, in state `state`, with destination terminal `to`: virtual channel ids, channel ×
 * vcClasses + class, in the routing's order of preference. Returns their number; 0 if there is no path. Must not allocate.
 */
export type RouteFunction = (node: number, to: number, state: number, out: Int32Array) => number;

/**
 * A routing whose candidates always are one whole group of parallel outputs, in order. No path is longer than 255 channels, and the channel
 * dependency graph is acyclic.
 */
export interface ParallelOutputs {
  /** First channel of the group that a packet at `node` takes toward terminal `to`. */
  firstChannel(node: number, to: number): number;
  /** Channels on any path from one terminal to another. */
  hops(from: number, to: number): number;
  /** [C] Number of channels of the group that begins with this channel; undefined for other channels. */
  readonly width: Uint16Array;
}

/** Whether a packet that is `hops` channels away from its source makes an injection decision before its request. */
export function isDecisionDue({ undecidedMask = 0 }: CompiledRouting, hops: number, state: number): boolean {
  return hops === 1 || (hops > 1 && (state & undecidedMask) !== 0);
}

/** A routing on one network. The state of a packet is one 32-bit integer; 0 if the routing needs none. */
export interface CompiledRouting {
  /** Classes of virtual channels that the routing needs on every channel, at least 1. */
  readonly vcClasses: number;
  /** Largest number of candidates that `route` writes. */
  readonly maxCandidates: number;
  readonly route: RouteFunction;
  /** Groups of parallel outputs, if all candidates are such groups. Absent if they are not, or if that is not known. */
  readonly parallelOutputs?: ParallelOutputs;
  /** State of a packet when it enters its source queue; `draw` is a 32-bit random number. Absent: 0. */
  readonly initialState?: (from: number, to: number, draw: number) => number;
  /**
   * Number of equally likely draws, spread evenly over 32 bits, that give all initial states with their probabilities. Absent if {@link
   * initialState} is absent, or if it is not known.
   */
  readonly equalDraws?: number;
  /** State of a packet at `node` after it was granted virtual channel `id`. Absent: unchanged. */
  readonly nextState?: (node: number, to: number, state: number, id: number) => number;
  /**
   * State of a packet at the head of the queue behind its terminal's channel, at switch `node`, before its first request; `phits` returns the
   * phits in all queues behind a channel at the beginning of the cycle. An adaptive routing decides here between the minimal and a
   * non-minimal path. Absent: unchanged.
   */
  readonly injectionDecision?: (node: number, to: number, state: number, phits: (channel: number) => number) => number;
  /**
   * Bit mask of states: a packet with any of these bits decides again at the next switch. Without these bits, its state is that of the
   * non-minimal path that it considers. Absent: packets decide once.
   */
  readonly undecidedMask?: number;
  /**
   * For a routing that draws one of several equally likely outputs at every hop: the routing that allows all these outputs. It accepts the
   * same states, and traffic spread evenly over its paths loads the channels as this routing does on average. Absent: outputs are not
   * drawn.
   */
  readonly undrawnRouting?: CompiledRouting;
  /**
   * [C × vcClasses] Ring of each virtual channel; −1 for none. A packet that enters a ring from outside needs two credits, so one buffer
   * always stays free and the ring keeps moving (bubble flow control; Carrión, Beivide, Gregorio, Vallejo, HiPC 1997). Absent: no rings.
   */
  readonly rings?: Int32Array;
  /**
   * [C × vcClasses] 1 for each virtual channel of the escape subnetwork. A packet always has an escape channel or its destination among its
   * candidates, and the dependencies between escape channels are acyclic; then the other virtual channels may have cycles (Duato, IEEE
   * Trans. Parallel Distrib. Syst. 7, 1996). Absent: all are escape channels.
   */
  readonly isEscape?: Uint8Array;
  /**
   * Whether packets that still have to cross the dateline of a ring, up to and including its channel, use the first half of the virtual
   * channels, and all other packets the second half. Absent: no.
   */
  readonly hasDatelines?: true;
  /** Whether terminal `from` has a path to terminal `to`. Absent: always. */
  readonly canReach?: (from: number, to: number) => boolean;
}
