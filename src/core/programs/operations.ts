/** Rank programs as they are done: operation by operation, message by message. */
import { isHeard, jobsOf, mailboxInTurn, mostNested, op, opWords, partnerTo, type Program, unsent } from "./program.ts";
import { heardAt } from "./trees.ts";

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

/** A step of a rank: the place of an operation in the program, and its code and operands with partners in turn named. */
interface Step {
  readonly place: number;
  readonly words: readonly [code: number, a: number, b: number, c: number];
}

/** Goes through all operations that a rank does, in its order: loops are gone through, partners in turn named. */
export function* stepsOf(program: Program, rank: number): Generator<Step> {
  const { first, ops } = program;
  const job = jobsOf(program).find((each) => rank < each.first + each.ranks)!;
  const turns = new Int32Array(mostNested);
  for (let i = first[rank]; i < first[rank + 1]; i++) {
    const [code, a, b, c] = ops.subarray(i * opWords, (i + 1) * opWords);
    const turn = turns[0];
    if (code === op.end) {
      if (++turns[b] < a) i -= c;
      else turns[b] = 0;
    } else if (code === op.sendInTurn) {
      const to = partnerTo(a, rank, turn, job);
      yield { place: i, words: [op.send, to, b, mailboxInTurn(program, to, c + turn)] };
    } else if (code === op.receiveInTurn) yield { place: i, words: [op.receive, 0, unsent, mailboxInTurn(program, rank, c + turn)] };
    else if (code !== op.repeat) yield { place: i, words: [code, a, b, c] };
  }
}

/** The same by what they are. */
export function* operationsOf(program: Program, rank: number): Generator<Operation> {
  const { ops, sizes } = program;
  for (const { place, words } of stepsOf(program, rank)) {
    const [code, a, b, mailbox] = words;
    if (code === op.send) {
      const asks = sizes.asks[b] === 1 && !isHeard(ops, place + 1);
      yield { is: "send", message: { from: rank, to: a, packets: sizes.packets[b], mailbox, asks } };
    } else if (code === op.sendToTree) {
      const { to, mailbox } = heardFrom(program, a, rank);
      yield { is: "send", message: { from: rank, to, packets: sizes.packets[b], mailbox, asks: false } };
    } else if (code === op.receive) yield { is: "receive", mailbox };
    else if (code === op.task || code === op.phase) yield { is: code === op.task ? "task" : "phase", place: a };
    else yield { is: code === op.compute ? "compute" : code === op.wait ? "wait" : "barrier" };
  }
}

/** The rank that what another one contributes to a tree is told as a message to, and the mailbox there. */
function heardFrom({ trees }: Program, tree: number, from: number): { readonly to: number; readonly mailbox: number } {
  const { from: all, to, mailbox } = trees![tree];
  const place = heardAt(trees![tree], all.indexOf(from));
  return { to: to[place], mailbox: mailbox[place] };
}

/** All messages of a program, rank by rank in the order in which they are sent: message {@link Program.firstMessage}[r] + k is the k-th of rank r. */
export function messagesOf(program: Program): readonly ProgramMessage[] {
  return Array.from({ length: program.ranks }, (_, rank) => rank).flatMap((rank) =>
    [...operationsOf(program, rank)].flatMap((each) => (each.is === "send" ? each.message : [])),
  );
}
