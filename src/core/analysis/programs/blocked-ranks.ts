/** Ranks that are blocked forever, and why: a receive without a send, a cycle of receives, a barrier that some ranks do not reach. */
import { codeAt, op, type Program } from "../../programs/program.ts";
import type { ProgramWalk } from "../program-walk.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** A rank that never ends. */
export interface BlockedRank {
  readonly rank: number;
  /** Index of the operation that blocks the rank. */
  readonly operation: number;
  /** The reason, as a sentence. */
  readonly why: string;
}

/** Largest number of ranks that are listed. */
const maxNamedRanks = 20;

/**
 * The ranks that have not ended when no rank can continue, each with its operation and the reason as a sentence. Ranks whose message is
 * never sent come first, because they may be the reason why the others wait. At most `maxNamedRanks` are returned.
 * @param cursor The current operation of each rank.
 * @param waitsFor [R] The mailbox that each rank waits for.
 */
export function blockedRanksOf(
  { ranks, first, ops }: Program,
  mailboxes: Mailboxes,
  { cursor, waitsFor }: Pick<ProgramWalk, "cursor" | "waitsFor">,
): readonly BlockedRank[] {
  const hasEnded = (rank: number) => cursor.indexOf(rank) >= first[rank + 1];
  const blocked: (BlockedRank & { readonly isCause: boolean })[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    if (hasEnded(rank)) continue;
    blocked.push({ rank, operation: cursor.indexOf(rank) - first[rank], ...reasonOf(codeAt(ops, cursor.indexOf(rank)), waitsFor[rank]) });
  }
  return blocked
    .sort((a, b) => Number(b.isCause) - Number(a.isCause) || a.rank - b.rank)
    .slice(0, maxNamedRanks)
    .map(({ rank, operation, why }) => ({ rank, operation, why: `Rank ${rank} ${why}` }));

  function reasonOf(code: number, mailbox: number): { readonly why: string; readonly isCause: boolean } {
    if (code === op.barrier) return { why: "waits at a barrier that not all ranks reach.", isCause: false };
    const sender = mailboxes.senderOf[mailbox];
    if (sender < 0) return { why: "waits for a message that no rank sends.", isCause: true };
    if (hasEnded(sender)) return { why: `waits for more messages than rank ${sender} sends to it.`, isCause: true };
    return { why: `waits for a message from rank ${sender}, which is itself waiting.`, isCause: false };
  }
}
