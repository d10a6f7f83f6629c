/** What every flow control gives back when it is started on a plan. */
import type { Frame, FrameLayout, Status } from "./frame.ts";

export interface Simulation {
  readonly layout: FrameLayout;
  readonly status: Status;
  /** True where sums may have fractions; absent where all of them are whole numbers. */
  readonly hasFractions?: true;
  /** Cycles simulated so far. */
  readonly now: number;
  /**
   * Goes on until cycle `until`, the end of the run, or about `work` units of work (a grant, or an idle cycle),
   * whichever comes first. Cutting a run into slices never changes it.
   */
  advance(until: number, work: number): void;
  /** Writes the present state into a frame of this simulation's layout. */
  sample(into: Frame): void;
  /** From now on takes note of whose phits cross this channel, and no other. Absent where {@link holder} tells of every packet. */
  follow?(channel: number): void;
  /** Whose phits have crossed the channel that is followed, since then: none twice, in any order. */
  followed?(): readonly Crossing[];
  /** The packet that a channel carried in the last cycle simulated, or null; where messages flow, the one with the largest share of it. */
  holder(channel: number): Holder | null;
  /**
   * The packets that asked for a channel, or for one of several of which it is one, in the last cycle simulated, and got
   * none; where messages flow, those that flow no faster because of it.
   */
  waitingFor(channel: number): readonly Waiter[];
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
