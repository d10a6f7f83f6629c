/** Rules of wormhole flow control, by name. */
import { type CutThroughRules, selections } from "../cut-through/rules.ts";

/** Rules of wormhole flow control. */
export interface WormholeRules extends Pick<CutThroughRules, "ties" | "arbitration" | "priority" | "injectionSlots"> {
  readonly selection: keyof typeof wormSelections;
  /** Flits per buffer. */
  readonly buffer: number;
  /** When a virtual channel is free again: after its packet's tail has crossed the channel, or after the tail has also left the buffer. */
  readonly handover: "behind-tail" | "when-empty";
}

/**
 * Properties of the selections, as in virtual cut-through. `drawn`: number of channels that a header draws on arrival from its candidates.
 * The header waits for the drawn channel with the fewest flits in its buffers; from then on only the virtual channels of that channel are
 * candidates.
 */
export const wormSelections = {
  ...selections,
  "one-drawn": { freeOnly: true, keeps: false, by: "queue", drawn: 1 },
  "two-drawn": { freeOnly: true, keeps: false, by: "queue", drawn: 2 },
} as const;

/** Maximum number of packets of `phits` flits in a buffer: one packet that leaves, complete packets, and one packet that arrives. */
export function maxPacketsInBuffer(buffer: number, phits: number): number {
  return Math.floor((buffer - 1) / phits) + 2;
}
