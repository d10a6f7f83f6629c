/** Trees of a program: over the network, between ranks, with switches that reduce and replicate. */
import type { ReductionTree } from "../network/reduction-tree.ts";

/**
 * A tree that ranks contribute to and hear from. The k-th messages of all that contribute are reduced to one, packet by packet, on
 * their way to the root, and each rank that hears gets that one: so a channel of the tree carries it once, whoever contributes.
 * A contribution is told as a message to one of those that hear, see {@link heardAt}: there it arrives, with what it is part of.
 */
export interface ProgramTree extends Omit<ReductionTree, "rising" | "falling"> {
  /** Ranks that contribute, at least one; those that hear, at least one; and [to] the mailbox of each of these. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly mailbox: Int32Array;
  /** Packets that each rank that contributes gives: all give as many. */
  readonly packets: number;
  /** [from] Channels of the way of each contribution: up, and down to where it is told to go. */
  readonly ways: readonly Int32Array[];
}

/**
 * Which of those that hear a tree, by its place among them, the contribution of rank number `place` of those that contribute is told as a message to:
 * the next one, so that where all contribute and hear each gets one.
 */
export function heardAt({ to }: { readonly to: ArrayLike<number> }, place: number): number {
  return (place + 1) % to.length;
}
