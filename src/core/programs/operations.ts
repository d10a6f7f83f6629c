/** Rank programs as they are executed: operation by operation, message by message. */
import { Cursor } from "./cursor.ts";
import { isRendezvous, op, type Program } from "./program.ts";
import { nominalReceiver } from "./trees.ts";

/** A message of a program. */
export interface ProgramMessage {
  readonly from: number;
  /** The destination rank. For a message to a tree, one of the ranks that receive its result: see {@link treeDestination}. */
  readonly to: number;
  /** 0 for a copy of the previous message that another rank overhears. */
  readonly packets: number;
  readonly mailbox: number;
  /** Whether the message goes by rendezvous: see `HostRules`. */
  readonly isRendezvous: boolean;
}

/** An operation as it is executed: loops are unrolled, rotating partners resolved. */
export type Operation =
  | { readonly is: "send"; readonly message: ProgramMessage }
  | { readonly is: "receive"; readonly mailbox: number }
  | { readonly is: "compute" | "wait" | "barrier" }
  | { readonly is: "task" | "phase"; readonly index: number };

/** All operations of a rank, in the order of execution. */
export function* operationsOf(program: Program, rank: number, cursor = new Cursor(program)): Generator<Operation> {
  while (cursor.next(rank)) {
    const { code, operand: index, mailbox } = cursor;
    if (code === op.send || code === op.sendToTree) yield { is: "send", message: messageAt(program, rank, cursor) };
    else if (code === op.receive) yield { is: "receive", mailbox };
    else if (code === op.task || code === op.phase) yield { is: code === op.task ? "task" : "phase", index };
    else yield { is: code === op.compute ? "compute" : code === op.wait ? "wait" : "barrier" };
  }
}

/** The message of the send at which the cursor is. */
function messageAt(program: Program, from: number, { code, index: at, operand, size, mailbox }: Cursor): ProgramMessage {
  const packets = program.sizes.packets[size];
  if (code === op.sendToTree) return { from, ...treeDestination(program, operand, from), packets, isRendezvous: false };
  return { from, to: operand, packets, mailbox, isRendezvous: isRendezvous(program, at) };
}

/** The rank, and its mailbox, that is the nominal destination of a rank's contribution to a tree. */
function treeDestination({ trees }: Program, tree: number, from: number): { readonly to: number; readonly mailbox: number } {
  const { from: contributors, to, mailbox } = trees![tree];
  const destination = nominalReceiver(trees![tree], contributors.indexOf(from));
  return { to: to[destination], mailbox: mailbox[destination] };
}

/**
 * All messages of a program, by rank and in the order of sending: message {@link Program.firstMessage}[r] + k is the k-th message of rank
 * r.
 */
export function messagesOfProgram(program: Program): readonly ProgramMessage[] {
  const cursor = new Cursor(program);
  const messages: ProgramMessage[] = [];
  for (let rank = 0; rank < program.ranks; rank++)
    while (cursor.next(rank)) if (cursor.code === op.send || cursor.code === op.sendToTree) messages.push(messageAt(program, rank, cursor));
  return messages;
}
