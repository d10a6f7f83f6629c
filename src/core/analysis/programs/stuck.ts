/** Ranks that are blocked forever, and why: a receive without a send, a cycle of receives, a barrier that some ranks do not reach. */
import { codeAt, op, type Program } from "../../programs/program.ts";
import type { Walk } from "../walk.ts";
import type { Mailboxes } from "./mailboxes.ts";

/** A rank that never ends. */
export interface Stuck {
  readonly rank: number;
  /** Index of the operation that blocks it. */
  readonly operation: number;
  /** The reason, as a sentence. */
  readonly why: string;
}

/** Largest number of ranks that are listed. */
const mostNamed = 20;

/** The ranks that have not ended. Ranks whose message is never sent come first, because they may be the reason why the others wait. */
export function stuckOf(
  { ranks, first, ops }: Program,
  boxes: Mailboxes,
  { cursor, waitsFor }: Pick<Walk, "cursor" | "waitsFor">,
): readonly Stuck[] {
  const isDone = (rank: number) => cursor.placeOf(rank) >= first[rank + 1];
  const found: (Stuck & { readonly isCause: boolean })[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    if (isDone(rank)) continue;
    found.push({ rank, operation: cursor.placeOf(rank) - first[rank], ...reason(codeAt(ops, cursor.placeOf(rank)), waitsFor[rank]) });
  }
  return found
    .sort((a, b) => Number(b.isCause) - Number(a.isCause) || a.rank - b.rank)
    .slice(0, mostNamed)
    .map(({ rank, operation, why }) => ({ rank, operation, why: `Rank ${rank} ${why}` }));

  function reason(code: number, box: number): { readonly why: string; readonly isCause: boolean } {
    if (code === op.barrier) return { why: "waits at a barrier that not all ranks come to.", isCause: false };
    const from = boxes.from[box];
    if (from < 0) return { why: "waits for a message that nobody sends.", isCause: true };
    if (isDone(from)) return { why: `waits for more messages than rank ${from} sends it.`, isCause: true };
    return { why: `waits for a message of rank ${from}, which waits itself.`, isCause: false };
  }
}
