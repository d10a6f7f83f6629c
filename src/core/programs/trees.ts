/** Reduction trees of a program, with switches that reduce and replicate messages between ranks. */
import type { ReductionTree } from "../network/reduction-tree.ts";

/**
 * A tree with ranks that contribute and ranks that receive the result. The k-th messages of all contributors are reduced to one, packet by
 * packet, on their way to the root, and every receiver gets the result. Each channel of the tree therefore carries a message once per
 * round, whatever the number of contributors. A contribution is reported as a message to one of the receivers, see {@link nominalReceiver}:
 * it arrives there together with the result.
 */
export interface ProgramTree extends Omit<ReductionTree, "upPaths" | "downPaths"> {
  /** Ranks that contribute, at least one; ranks that receive, at least one; and [to] the mailbox of each receiver. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly mailbox: Int32Array;
  /** Packets of each contribution, the same for all contributors. */
  readonly packets: number;
  /** [from] Channels from each contributor up to the root, and down to its nominal receiver. */
  readonly paths: readonly Int32Array[];
}

/**
 * Index of the receiver that is the nominal destination of contributor number `index`: the next one, so that every rank is a destination
 * once if all contribute and receive.
 */
export function nominalReceiver({ to }: { readonly to: ArrayLike<number> }, index: number): number {
  return (index + 1) % to.length;
}
