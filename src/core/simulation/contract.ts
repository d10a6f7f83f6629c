/** The interface that every flow control returns when it is started on a plan, and the packets that it reports. */
import type { MeasurementWindow } from "../plan/plan.ts";
import type { Frame, FrameLayout, Status } from "./frame.ts";

export interface Simulation {
  readonly layout: FrameLayout;
  readonly status: Status;
  /** Cycles simulated so far. */
  readonly now: number;
  /** The measurement window as known so far: its ends may still move in a run with a requested precision. */
  readonly window: MeasurementWindow;
  /** Next cycle at which the window may change; Infinity if it does not change. */
  readonly nextWindowChange: number;
  /**
   * Simulates until cycle `until`, until the end of the run, or for about `work` units of work (a grant or an idle cycle), whichever comes
   * first. The result does not depend on how a run is cut into slices.
   */
  advance(until: number, work: number): void;
  /** Writes the current state into a frame of this simulation's layout. */
  sample(into: Frame): void;
  /**
   * Starts to record the packets that cross this channel, and the packets that wait behind it, for {@link trackedCrossings} and {@link
   * trackedWaits}. Only one channel is tracked at a time. Absent if {@link holderOf} and {@link blockedPackets} cover every packet.
   */
  trackChannel?(channel: number): void;
  /**
   * Phits that crossed the tracked channel since tracking began, each counted once, in any order. If several packets share the channel,
   * each packet counts with all of its phits from its grant on.
   */
  trackedCrossings?(): readonly ChannelCrossing[];
  /**
   * The packet that a channel carried in the last simulated cycle, or null. In a fluid model, the message with the largest share of the
   * channel.
   */
  holderOf(channel: number): ChannelHolder | null;
  /**
   * The packets that requested a channel, alone or as one of several candidates, in the last simulated cycle and got no grant. In a fluid
   * model, the messages whose rate this channel limits.
   */
  waitersFor(channel: number): readonly WaitingPacket[];
  /**
   * The packets that arrived by a channel, could have requested the next one in the last simulated cycle, and got no grant, including those
   * behind another packet in the queue. A packet is listed in as many cycles as the frame's `waiting` counts for it when it is granted.
   * Call it after each single cycle; a run does no bookkeeping for it. A flow control has either this method or {@link trackChannel} with
   * {@link trackedWaits}; without both, waits cannot be explained.
   */
  blockedPackets?(channel: number): readonly BlockedPacket[];
  /**
   * Packets that waited behind the tracked channel, and the packets that they waited for, since tracking began and up to now. The cycles
   * add up to the growth of the frame's `waiting` at that channel. Each pair of flows occurs once.
   */
  trackedWaits?(): readonly FlowWait[];
  /**
   * The packets that hold a channel or queue behind it, whether or not they move; for each virtual channel first the packet that must leave
   * before the virtual channel can be allocated again. Absent if a packet holds a channel only while it crosses it.
   */
  worms?(channel: number): readonly Worm[];
  /** The cycle of waits, once the status is `deadlocked`: each packet holds a queue and waits for the next packet's queue. */
  readonly deadlockCycle: readonly DeadlockWait[];
}

/** One packet of a deadlock. */
export interface DeadlockWait {
  /** Channel and virtual-channel class of the queue whose head the packet is. */
  readonly channel: number;
  readonly class: number;
  /** Channel and class that the packet waits for: the channel and class of the next entry; the last entry waits for the first. */
  readonly waitsFor: number;
  readonly waitsForClass: number;
  readonly source: number;
  readonly destination: number;
  /** True if the next entry is the same packet, which occupies both queues. */
  readonly isSamePacket?: true;
}

/** Phits that crossed a channel from one terminal to another. */
export interface ChannelCrossing {
  readonly source: number;
  readonly destination: number;
  readonly phits: number;
}

/** The packet that a channel carries. */
export interface ChannelHolder {
  readonly source: number;
  readonly destination: number;
  /** Cycle in which the packet was granted the channel. */
  readonly since: number;
}

/** A packet that waits for a channel. */
export interface WaitingPacket {
  readonly source: number;
  readonly destination: number;
  /** Channel by which the packet arrived; −1 if it waits at its source. */
  readonly channel: number;
  /** Cycle from which the packet can request the channel; at the source, its cycle of creation. */
  readonly since: number;
}

/** Source and destination terminal of a flow. */
export interface FlowEnds {
  readonly source: number;
  readonly destination: number;
}

/** A packet that holds several channels of its path at the same time. */
export interface Worm extends FlowEnds {
  /** The channels that the packet holds, or behind which some of its phits are buffered, from its tail to its header. */
  readonly channels: readonly number[];
  /**
   * The channels that the packet requested in the last simulated cycle without a grant, or that block the packet ahead of its header in the
   * same queue; empty if the header advances.
   */
  readonly waitsFor: readonly number[];
}

/** A packet that waits behind a channel. */
export interface BlockedPacket extends FlowEnds {
  /** Cycle from which the packet could request its next channel; unique among the packets that arrived by one channel. */
  readonly since: number;
  /**
   * Flows of the packets that block this packet, or, if it is not the head of its queue, block the head: the packet that held the requested
   * channel, the head of the queue that had no credit, or the packet that was leaving the same queue. One entry for each candidate channel;
   * no entry where the cause is not a packet, such as a capacity that channels share.
   */
  readonly behind: readonly FlowEnds[];
}

/** Cycles that the packets of a flow waited for the packets of another flow. */
export interface FlowWait extends FlowEnds {
  /** The blocking flow; null if no single flow was the cause. */
  readonly behind: FlowEnds | null;
  readonly cycles: number;
}
