/** The ranks that wait for ever in a run that has deadlocked, and for what: read from the run, not from its program. */
import { mailboxesOf } from "../../analysis/programs/mailboxes.ts";
import type { Stuck } from "../../analysis/programs/stuck.ts";
import { codeAt, mailboxAt, op, operandAt, type Program } from "../../programs/program.ts";
import type { Frame } from "../../simulation/frame.ts";
import type { WaitingRanks } from "../results.ts";

/** Most ranks that are named one by one. */
const mostNamed = 20;

/**
 * The ranks that wait at an operation in the last frame of a deadlocked run. The first is one whose message the sender does not send, where
 * there is such a rank: the others may wait because it does.
 */
export function waitingRanksOf(program: Program, { rankOperation }: Pick<Frame, "rankOperation">): WaitingRanks {
  const { ranks, first, ops, graph } = program;
  const boxes = graph === undefined ? mailboxesOf(program) : null;
  const waiting: (Stuck & { readonly isCause: boolean })[] = [];
  for (let rank = 0; rank < ranks; rank++) {
    const operation = rankOperation[rank];
    if (operation >= 0) waiting.push({ rank, operation, ...reasonOf(rank, first[rank] + operation) });
  }
  return {
    count: waiting.length,
    of: ranks,
    first: waiting
      .sort((a, b) => Number(b.isCause) - Number(a.isCause) || a.rank - b.rank)
      .slice(0, mostNamed)
      .map(({ rank, operation, why }) => ({ rank, operation, why })),
  };

  function reasonOf(rank: number, place: number): { readonly why: string; readonly isCause: boolean } {
    const [code, mailbox] = [codeAt(ops, place), mailboxAt(ops, place)];
    const isAtEnd = place >= first[rank + 1];
    if (!isAtEnd && code === op.barrier) return { why: `Rank ${rank} waits at a barrier that not all ranks reach.`, isCause: false };
    if (!isAtEnd && code === op.send)
      return {
        why: `Rank ${rank} waits for rank ${operandAt(ops, place)} to receive its message${tagOf(mailbox)}, which never happens.`,
        isCause: false,
      };
    if (isAtEnd || (code !== op.receive && code !== op.receiveInTurn))
      return { why: `Rank ${rank} waits for its messages to be received, which never happens.`, isCause: false };
    const why = `Rank ${rank} waits for a message that never comes`;
    if (code === op.receiveInTurn) return { why: `${why}.`, isCause: false };
    const sender = graph === undefined ? boxes!.from[mailbox] : graph.senderOf[mailbox];
    const from = sender >= 0 ? `, from rank ${sender}` : graph === undefined ? "" : ", from any rank";
    return { why: `${why}${from}${tagOf(mailbox)}.`, isCause: sender >= 0 && rankOperation[sender] < 0 };
  }

  function tagOf(mailbox: number): string {
    const tag = graph?.tagOf[mailbox] ?? -1;
    return tag < 0 ? "" : ` with tag ${tag}`;
  }
}
