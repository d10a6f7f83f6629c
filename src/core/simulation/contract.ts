/** What every flow control gives back when it is started on a plan. */
import type { Frame, FrameLayout, Status } from "./frame.ts";

export interface Simulation {
  readonly layout: FrameLayout;
  readonly status: Status;
  /** Cycles simulated so far. */
  readonly now: number;
  /**
   * Goes on until cycle `until`, the end of the run, or about `work` units of work (a grant, or an idle cycle),
   * whichever comes first. Cutting a run into slices never changes it.
   */
  advance(until: number, work: number): void;
  /** Writes the present state into a frame of this simulation's layout. */
  sample(into: Frame): void;
  /** The packet that a channel carried in the last cycle simulated, or null. */
  holder(channel: number): Holder | null;
  /** The packets that asked for a channel, or for one of several of which it is one, in the last cycle simulated, and got none. */
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
