/** A routing compiled for one network: what flow controls and analyses see of it. */

/**
 * Which virtual channels may a packet at node `at`, in state `state`, take towards terminal `to`? Writes ids,
 * channel × classes + class, into `out` in the routing's order of preference, and returns how many; 0 when there is no
 * way. Must not allocate.
 */
export type RouteFunction = (at: number, to: number, state: number, out: Int32Array) => number;

/**
 * A routing on one network whose outputs fall into rows: whatever a packet may take is one whole row, in its order. No way
 * is longer than 255 channels, and packets wait for each other in no circle.
 */
export interface RoutingRows {
  /** The first channel of the row that a packet at node `at` takes towards terminal `to`. */
  of(at: number, to: number): number;
  /** Channels on any path from one terminal to another. */
  hops(from: number, to: number): number;
  /** [C] Channels of the row that begins with a channel; of no meaning for the others. */
  readonly size: Uint16Array;
}

/** Whether a packet at a switch, so many channels from its terminal, comes to `adapt` before it asks, where there is one. */
export function decides({ undecided = 0 }: CompiledRouting, hops: number, state: number): boolean {
  return hops === 1 || (hops > 1 && (state & undecided) !== 0);
}

/** A routing on one network. The state of a packet is one 32-bit whole number; a routing that needs none leaves it 0. */
export interface CompiledRouting {
  /** Virtual channel classes the routing needs on every channel, at least 1. */
  readonly classes: number;
  /** Most candidates it ever writes. */
  readonly maxCandidates: number;
  readonly route: RouteFunction;
  /** The same where outputs fall into rows of interchangeable channels. Absent: they do not, or nobody has looked. */
  readonly rows?: RoutingRows;
  /** State of a packet that joins its source queue; `draw` is a fresh 32-bit random number. Absent: 0. */
  readonly begin?: (from: number, to: number, draw: number) => number;
  /**
   * Every one of so many draws, spread evenly over all, is as likely, and together they begin in all states. Absent where
   * {@link begin} is, or nobody has looked.
   */
  readonly draws?: number;
  /** State of a packet at node `at` once it has been given `id`. Absent: unchanged. */
  readonly next?: (at: number, to: number, state: number, id: number) => number;
  /**
   * State of a packet whose header has come to the front of the queue behind its terminal's channel, at switch `at`,
   * before it asks for the first time; `phits` tells how many phits stand in all queues behind a channel at the
   * beginning of the cycle. This is where an adaptive routing decides for a way round. Absent: unchanged.
   */
  readonly adapt?: (at: number, to: number, state: number, phits: (channel: number) => number) => number;
  /**
   * Bits of a state: a packet that has one of them decides again at the next switch; without them its state is that of the way
   * round that it has in mind. Absent: it decides once.
   */
  readonly undecided?: number;
  /**
   * What this routing draws from, where each packet draws one of several outputs at every hop, each as likely: the routing
   * that allows them all, whose states are states of this one, too. Spread evenly over its ways, traffic loads every channel as
   * it does here on average. Absent: packets draw no output.
   */
  readonly drawnFrom?: CompiledRouting;
  /**
   * [C × classes] The ring that a virtual channel is part of, or −1. A packet that enters a ring, from anywhere but the
   * same ring, needs room for two packets: so one place always stays free and the ring keeps turning (bubble flow
   * control; Carrión, Beivide, Gregorio, Vallejo, HiPC 1997). Absent: no rings.
   */
  readonly rings?: Int32Array;
  /**
   * [C × classes] 1 for each virtual channel of the escape ways. Wherever a packet stands, it is offered one of them or
   * its destination, and among themselves they wait in no circle; then the other virtual channels may (Duato, IEEE
   * Trans. Parallel Distrib. Syst. 7, 1996). Absent: all are escapes.
   */
  readonly escape?: Uint8Array;
  /** Whether terminal `to` can be reached from terminal `from`. Absent: always. */
  readonly reaches?: (from: number, to: number) => boolean;
}
