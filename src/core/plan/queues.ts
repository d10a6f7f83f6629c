/** The queues behind the channels of a plan, as drawings need them. */
import type { Plan } from "./plan.ts";

export interface QueueDescription {
  /** Queues behind each channel: one for each virtual channel. */
  readonly vcs: number;
  /** Capacity of a queue, and of one of its slots, which holds a packet or a flit; phits. */
  readonly capacityPhits: number;
  readonly slotPhits: number;
  /** Whether packets use the first half of the virtual channels up to the dateline of a ring, and otherwise the second half. */
  readonly hasDatelines?: true;
}

/** The queues of a plan; undefined if packets do not wait in switches, or in separate queues for each output. */
export function queuesOf({ bufferPackets = 0, bufferPhits, packetPhits, switches, routing }: Plan): QueueDescription | undefined {
  if (bufferPackets === 0 || switches?.queues === "virtual-output") return undefined;
  const { vcClasses, hasDatelines } = routing;
  return {
    vcs: vcClasses,
    capacityPhits: bufferPhits ?? bufferPackets * packetPhits,
    slotPhits: bufferPhits === undefined ? packetPhits : 1,
    ...(hasDatelines && { hasDatelines }),
  };
}
