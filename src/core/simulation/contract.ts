/** What every flow control gives back when it is started on a plan. */
import type { Window } from "../plan/plan.ts";
import type { Frame, FrameLayout, Status } from "./frame.ts";

export interface Simulation {
  readonly layout: FrameLayout;
  readonly status: Status;
  /** Cycles simulated so far. */
  readonly now: number;
  /** When measures are taken, as it is known by now. */
  readonly window: Window;
  /** The next cycle at which the window may get other ends; Infinity where it does not. */
  readonly nextTurn: number;
  /**
   * Goes on until cycle `until`, the end of the run, or about `work` units of work (a grant, or an idle cycle),
   * whichever comes first. Cutting a run into slices never changes it.
   */
  advance(until: number, work: number): void;
  /** Writes the present state into a frame of this simulation's layout. */
  sample(into: Frame): void;
  /**
   * From now on records whose phits cross this channel only, and who waits behind it: what
   * {@link followed} and {@link waited} return. Absent where {@link holder} and {@link standing} cover every packet.
   */
  follow?(channel: number): void;
  /**
   * Whose phits have crossed the channel that is followed, since then: none twice, in any order. Where several packets are
   * under way over it side by side, each counts with all its phits from its grant on.
   */
  followed?(): readonly Crossing[];
  /** The packet that a channel carried in the last cycle simulated, or null; where messages flow, the one with the largest share of it. */
  holder(channel: number): Holder | null;
  /**
   * The packets that asked for a channel, or for one of several of which it is one, in the last cycle simulated, and got
   * none; where messages flow, those that flow no faster because of it.
   */
  waitingFor(channel: number): readonly Waiter[];
  /**
   * The packets that came by a channel, might have asked for the next one in the last cycle simulated, and were not granted
   * it: each in as many cycles as the frame's `waiting` counts for it, once it is granted one. Also those that stand behind
   * another packet. Asked after every single cycle; nothing is to be kept for it while a run goes on. A flow control has
   * this, or {@link follow} with {@link waited}; without either, who waited is not known.
   */
  standing?(channel: number): readonly Standing[];
  /**
   * Who has waited behind the channel that is followed, and for whom, since then and as it stands now. Their cycles are
   * together what the frame's `waiting` has grown by at that channel; no two of the same flow for the same one.
   */
  waited?(): readonly WaitFor[];
  /**
   * The packets that hold a channel as it stands now, or stand behind it, whether or not any of them moves; of each virtual
   * channel first the one that has to go on before another one can be given it. Absent where a packet holds a channel only
   * while it crosses it.
   */
  worms?(channel: number): readonly Worm[];
  /** The circle of waits, once the status is `deadlocked`: each packet holds a queue and waits for the next one's. */
  readonly circle: readonly Wait[];
}

/** One packet of a deadlock. */
export interface Wait {
  /** Channel and class whose queue the packet stands at the head of. */
  readonly channel: number;
  readonly class: number;
  /** Channel and class it waits for: the next entry's, and the first entry's for the last. */
  readonly waitsFor: number;
  readonly waitsForClass: number;
  readonly source: number;
  readonly destination: number;
  /** True where the next entry is of the same packet, which stands in both queues. */
  readonly goesOn?: true;
}

/** What crosses a channel from one terminal to another. */
export interface Crossing {
  readonly source: number;
  readonly destination: number;
  readonly phits: number;
}

/** The packet that a channel carries. */
export interface Holder {
  readonly source: number;
  readonly destination: number;
  /** Cycle in which it was granted the channel. */
  readonly since: number;
}

/** A packet that waits for a channel. */
export interface Waiter {
  readonly source: number;
  readonly destination: number;
  /** Channel by which it came; −1 where it waits at its source. */
  readonly channel: number;
  /** Cycle from which it stands there and may ask; at its source, of its creation. */
  readonly since: number;
}

/** The two ends of a flow, terminals. */
export interface Ends {
  readonly source: number;
  readonly destination: number;
}

/** A packet that holds several channels of its way at the same time. */
export interface Worm extends Ends {
  /** The channels that it holds, or behind which phits of it stand, from that nearest its tail to that nearest its header. */
  readonly channels: readonly number[];
  /**
   * The channels of which it asked for one in the last cycle simulated and got none, or which hold up the packet that stands
   * before its header in the same queue; empty where its header goes on.
   */
  readonly waitsFor: readonly number[];
}

/** A packet that waits behind a channel. */
export interface Standing extends Ends {
  /** Cycle from which it might ask: no two packets that came by one channel have the same. */
  readonly since: number;
  /**
   * Whose packet was before it, or, where it is not the first of its queue, before the first: the one that held what that
   * wanted, stood first in the queue that had no room for it, or was on its way out of its own queue. One for each channel
   * where it may take any of several; none where it was nobody's, such as a capacity that channels share.
   */
  readonly behind: readonly Ends[];
}

/** What the packets of a flow have waited for those of another. */
export interface WaitFor extends Ends {
  /** null where it was for nobody in particular. */
  readonly behind: Ends | null;
  readonly cycles: number;
}
