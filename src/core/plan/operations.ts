/** Rank programs as they are done: operation by operation, message by message. */
import { needsRendezvous } from "./hosts.ts";
import { heardFrom, isHeard, jobsOf, mailboxInTurn, op, opWords, partnerTo, type Program } from "./program.ts";

/** A message of a program. */
export interface ProgramMessage {
  readonly from: number;
  /** The rank that gets it; of what is given to a tree, one of those that hear it: see {@link heardFrom}. */
  readonly to: number;
  /** None where it is the message before, as another rank hears it. */
  readonly packets: number;
  readonly mailbox: number;
  /** Whether it waits for its receiver: see `HostRules`. */
  readonly asks: boolean;
}

/** An operation as it is done: loops are gone through, partners in turn named. */
export type Operation =
  | { readonly is: "send"; readonly message: ProgramMessage }
  | { readonly is: "receive"; readonly mailbox: number }
  | { readonly is: "compute" | "wait" | "barrier" }
  | { readonly is: "task" | "phase"; readonly place: number };

/** Goes through all that a rank does, in its order. */
export function* operationsOf(program: Program, rank: number): Generator<Operation> {
  const { first, ops, sizes, host } = program;
  const job = jobsOf(program).find((each) => rank < each.first + each.ranks)!;
  let [loop, turn, turns] = [0, 0, 1];
  for (let i = first[rank]; i < first[rank + 1]; i++) {
    const [code, a, b, c] = ops.subarray(i * opWords, (i + 1) * opWords);
    if (code === op.repeat) [loop, turn, turns] = [i, 0, a];
    else if (code === op.end) i = ++turn < turns ? loop : i;
    else if (code === op.send) {
      const asks = needsRendezvous(host, sizes.bytes[b]) && !isHeard(ops, (i + 1) * opWords);
      yield { is: "send", message: { from: rank, to: a, packets: sizes.packets[b], mailbox: c, asks } };
    } else if (code === op.sendInTurn) {
      const to = partnerTo(c, rank, turn, job);
      const mailbox = mailboxInTurn(program, to, b + turn);
      yield { is: "send", message: { from: rank, to, packets: sizes.packets[a], mailbox, asks: needsRendezvous(host, sizes.bytes[a]) } };
    } else if (code === op.sendToTree) {
      const { to, mailbox } = heardFrom(program, a, rank);
      yield { is: "send", message: { from: rank, to, packets: sizes.packets[b], mailbox, asks: false } };
    } else if (code === op.receive) yield { is: "receive", mailbox: a };
    else if (code === op.receiveInTurn) yield { is: "receive", mailbox: mailboxInTurn(program, rank, a + turn) };
    else if (code === op.task || code === op.phase) yield { is: code === op.task ? "task" : "phase", place: a };
    else yield { is: code === op.compute ? "compute" : code === op.wait ? "wait" : "barrier" };
  }
}

/** All messages of a program, rank by rank in the order in which they are sent: message {@link Program.firstMessage}[r] + k is the k-th of rank r. */
export function messagesOf(program: Program): readonly ProgramMessage[] {
  return Array.from({ length: program.ranks }, (_, rank) => rank).flatMap((rank) =>
    [...operationsOf(program, rank)].flatMap((each) => (each.is === "send" ? each.message : [])),
  );
}
