/** The ranks that are blocked forever in a deadlocked run, and why: from the state of the run, not by analysis of the program. */
import { mailboxesOf } from "../../analysis/programs/mailboxes.ts";
import type { BlockedRank } from "../../analysis/programs/blocked-ranks.ts";
import { codeAt, mailboxAt, op, operandAt, type Program } from "../../programs/program.ts";
import type { Frame } from "../../simulation/frame.ts";
import type { WaitingRanks } from "../results.ts";

/** Largest number of ranks that are listed. */
const maxNamedRanks = 20;

/**
 * The blocked ranks at the end of a deadlocked run: their number and, for the first of them, the operation and the reason as a sentence.
 * Causes come first: ranks that wait for a sender that is not blocked itself, and so will never send.
 * @param rankOperation [R] Index of the operation that blocks each rank, from 0; −1 if the rank is not blocked.
 */
export function waitingRanksOf(program: Program, { rankOperation }: Pick<Frame, "rankOperation">): WaitingRanks {
  const { ranks, first, ops, graph } = program;
  const mailboxes = graph === undefined ? mailboxesOf(program) : null;
  const waiting: (BlockedRank & { readonly isCause: boolean })[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    const operation = rankOperation[rank];
    if (operation >= 0) waiting.push({ rank, operation, ...reasonOf(rank, first[rank] + operation) });
  }
  return {
    count: waiting.length,
    of: ranks,
    first: waiting
      .sort((a, b) => Number(b.isCause) - Number(a.isCause) || a.rank - b.rank)
      .slice(0, maxNamedRanks)
      .map(({ rank, operation, why }) => ({ rank, operation, why })),
  };

  /**
   * Why a rank is blocked at an operation, as a sentence. A cause is a receive whose sender is not blocked itself.
   * @param operationIndex Index of the operation among those of all ranks.
   */
  function reasonOf(rank: number, operationIndex: number): { readonly why: string; readonly isCause: boolean } {
    const [code, mailbox] = [codeAt(ops, operationIndex), mailboxAt(ops, operationIndex)];
    const isAtEnd = operationIndex >= first[rank + 1];
    if (!isAtEnd && code === op.barrier) return { why: `Rank ${rank} waits at a barrier that not all ranks reach.`, isCause: false };
    if (!isAtEnd && code === op.send)
      return {
        why: `Rank ${rank} waits for rank ${operandAt(ops, operationIndex)} to receive its message${tagOf(mailbox)}, which never happens.`,
        isCause: false,
      };
    if (isAtEnd || (code !== op.receive && code !== op.receiveFromPartner))
      return { why: `Rank ${rank} waits for its messages to be received, which never happens.`, isCause: false };
    const why = `Rank ${rank} waits for a message that never arrives`;
    if (code === op.receiveFromPartner) return { why: `${why}.`, isCause: false };
    const sender = graph === undefined ? mailboxes!.senderOf[mailbox] : graph.senderOf[mailbox];
    const anySenderText = graph === undefined ? "" : ", from any rank";
    const senderText = sender >= 0 ? `, from rank ${sender}` : anySenderText;
    return { why: `${why}${senderText}${tagOf(mailbox)}.`, isCause: sender >= 0 && rankOperation[sender] < 0 };
  }

  function tagOf(mailbox: number): string {
    const tag = graph?.tagOf[mailbox] ?? -1;
    return tag < 0 ? "" : ` with tag ${tag}`;
  }
}
