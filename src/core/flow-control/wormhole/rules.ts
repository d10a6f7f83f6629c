/** The rules of wormhole flow control, by name. */
import { type CutThroughRules, selections } from "../cut-through/rules.ts";

/** The rules of a wormhole network. */
export interface WormholeRules extends Pick<CutThroughRules, "ties" | "arbitration" | "priority" | "injectionSlots"> {
  readonly selection: keyof typeof wormSelections;
  /** Flits per buffer. */
  readonly buffer: number;
  /** When a virtual channel is free again: its packet's tail has crossed the channel, or has left the buffer behind, too. */
  readonly handover: "behind-tail" | "when-empty";
}

/**
 * How a selection works, as of packets that cut through. `drawn` is how many channels a header draws when it comes, each of all
 * that it may take, to wait for the one with the fewest flits behind it: only its virtual channels count from then on.
 */
export const wormSelections = {
  ...selections,
  "one-drawn": { freeOnly: true, keeps: false, by: "queue", drawn: 1 },
  "two-drawn": { freeOnly: true, keeps: false, by: "queue", drawn: 2 },
} as const;

/** Most packets of `phits` flits that a buffer has to do with at a time: one on its way out, whole ones, one on its way in. */
export function mostPackets(buffer: number, phits: number): number {
  return Math.floor((buffer - 1) / phits) + 2;
}
