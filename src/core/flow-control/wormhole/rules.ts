/** The rules of wormhole flow control, by name. */
import type { CutThroughRules } from "../cut-through/rules.ts";

/** The rules of a wormhole network. */
export interface WormholeRules extends Pick<CutThroughRules, "selection" | "ties" | "arbitration" | "priority" | "injectionSlots"> {
  /** Flits per buffer. */
  readonly buffer: number;
  /** When a virtual channel is free again: its packet's tail has crossed the channel, or has left the buffer behind, too. */
  readonly handover: "behind-tail" | "when-empty";
}

/** Most packets of `phits` flits that a buffer has to do with at a time: one on its way out, whole ones, one on its way in. */
export function mostPackets(buffer: number, phits: number): number {
  return Math.floor((buffer - 1) / phits) + 2;
}
