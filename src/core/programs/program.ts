/**
 * Rank programs, compiled: what each rank does, one operation after the other. Ranks stand on terminals; a message
 * goes to a mailbox, which belongs to the rank that receives from it, and messages of one mailbox are as good as each
 * other. So a send finds its receive by source and tag without anything being compared while the simulation runs.
 */

import type { Collective } from "./collective.ts";
import type { OpenLoop } from "../traffic/open-loop.ts";
import type { HostRules } from "./hosts.ts";
import type { ProgramTree } from "./trees.ts";

/**
 * Operations of a rank. Each takes {@link opWords} words of {@link Program.ops}: its code, an operand, a size and a mailbox, 0 where it has no
 * such; see {@link codeAt} and what follows it. The codes of sends and receives in turn come behind all others, and those of loops last.
 */
export const op = {
  /**
   * Hands a message to the terminal, which injects in this order, and goes on; the operand is the rank that it goes to. One of size
   * {@link unsent} is not sent: it is the message of the send before, as another rank on the same medium hears it.
   */
  send: 0,
  /** Goes on in the cycle after a message for this mailbox has been consumed whole. */
  receive: 1,
  /** Is busy for {@link cyclesAt}: the operand is cycles modulo 2³¹, and in place of a size is how many times 2³¹ of them there are besides. */
  compute: 2,
  /** Goes on in the cycle after the last of all it has sent so far has been consumed at its destination. */
  wait: 3,
  /** Goes on when all ranks of the job have come to their barrier; takes no time and no messages. */
  barrier: 4,
  /** Names what follows; the operand is its place in {@link Program.phases}. */
  phase: 5,
  /** Names the piece of work that follows; the operand is its place in {@link Program.tasks}. */
  task: 6,
  /** Hands a message over to a tree, as a send, and goes on; the operand is the place in {@link Program.trees}. */
  sendToTree: 7,
  /** In a loop that is not nested: a send to the partner of the turn. The operand is one of {@link partners}, the mailbox that of the first turn. */
  sendInTurn: 8,
  /** In such a loop: a receive from the partner of the turn; the mailbox is that of the first turn. */
  receiveInTurn: 9,
  /** Does what follows up to its `end` as often as the operand says, at least once. Loops may be nested, {@link mostNested} deep. */
  repeat: 10,
  /** The end of a loop: the operand as of its `repeat`, then the number of loops around it, and how many operations before it that is. */
  end: 11,
} as const;

/**
 * The sizes of a program's messages, S of them. An operation names a size by its place here: so a message may have more
 * packets than an operation's 32 bits count.
 */
export interface MessageSizes {
  /** [S] Bytes, 0 or more. */
  readonly bytes: Float64Array;
  /** [S] Packets that they fill, at least 1; none for {@link unsent}. */
  readonly packets: Float64Array;
  /** [S] 1 where a message of that size goes by rendezvous, unless all hear it. */
  readonly asks: Uint8Array;
}

/** The place of what is no message of its own among all sizes. */
export const unsent = 0;

/** A piece of work, such as a block of a matrix; or a sort of work, which is done again and again, such as the forward passes of a training step. */
export interface Task {
  /** `C(1, 4)`, `forward` */
  readonly name: string;
  /** The step of the algorithm that a piece belongs to, from 0: the wave of a block; −1 for a sort of work. */
  readonly step: number;
}

/** One of several programs that run at once: ranks `first` … `first` + `ranks` − 1, which begin in cycle `begin`. */
export interface ProgramJob {
  readonly first: number;
  readonly ranks: number;
  readonly begin: number;
  /** See {@link Program.takesTurns}. */
  readonly takesTurns: boolean;
}

/**
 * Who a rank's partner is in turn t = 0, 1, … of a loop, among the R ranks of its job, with k = 1 + t modulo R − 1: never the rank
 * itself, and in R − 1 turns every other rank once.
 * - `shift`: it sends to rank + k and receives from rank − k, modulo R
 * - `xor`: it sends to rank XOR k and receives from it; R is a power of two
 */
export const partners = { shift: 0, xor: 1 } as const;
/** Names of the ways in which partners change. */
export type Partners = keyof typeof partners;

/** Words of one operation. */
export const opWords = 4;

/** Most loops within each other. */
export const mostNested = 4;

/** The name of the phase in which a rank waits for all others. */
export const waitingPhase = "waiting";

/** What an operation waits for of another one: that it has ended, begun, left its processor, or that all it sent has arrived. */
export const when = { ended: 0, begun: 1, left: 2, arrived: 3 } as const;

/** Ways in which an operation waits for another one. */
export const whens = 4;

/**
 * What operations wait for, where a rank does not do one after the other: O operations, as they stand in {@link Program.ops}, without
 * loops. One begins when all that it waits for has come to pass. Those of one processor exclude each other: the one that could begin
 * first does, of several the first in the text. A receive is posted at once, and takes its processor when its message is there.
 * (GOAL: Hoefler, Siebert, Lumsdaine, ICPP 2009; LogGOPSim: Hoefler, Schneider, Lumsdaine, HPDC 2010.)
 */
export interface Dependencies {
  /** [O + 1] Place of each operation's first entry in {@link after}. */
  readonly firstAfter: Int32Array;
  /** What it waits for: {@link whens} × the operation + {@link when}. */
  readonly after: Int32Array;
  /** [O] The processor and the adapter that it takes, and how many of them a rank has. */
  readonly cpu: Uint8Array;
  readonly nic: Uint8Array;
  readonly cpus: number;
  readonly nics: number;
  /** [mailboxes] The rank whose messages each one takes, and their tag: −1 for any, or where that is not known. */
  readonly senderOf: Int32Array;
  readonly tagOf: Int32Array;
  /** [mailboxes + 1] Place of each one's first entry in {@link takers}. */
  readonly firstTaker: Int32Array;
  /** The mailboxes of the receives that take a message of a mailbox: its own, and those of receives from every rank or with every tag. */
  readonly takers: Int32Array;
}

/** The programs of R ranks. */
export interface Program {
  readonly form: "program";
  readonly ranks: number;
  /** [R] Terminal of each rank, no two alike. */
  readonly terminalOf: Int32Array;
  /** [R + 1] Place of each rank's first operation, in operations. */
  readonly first: Int32Array;
  /** [{@link opWords} × operations] */
  readonly ops: Int32Array;
  /** What operations wait for; absent where each rank does one after the other. */
  readonly graph?: Dependencies;
  readonly sizes: MessageSizes;
  /** [mailboxes] The rank that receives from it. */
  readonly owner: Int32Array;
  /**
   * Mailboxes that every rank has besides, one for each turn of each loop with partners in turn: the n-th send in turn of
   * a rank meets the n-th receive in turn of its partner. At most one message comes to each. Those of {@link owner} come first, then those of
   * each rank, loop by loop and turn by turn.
   */
  readonly turning: number;
  /** Trees with switches that reduce and replicate; absent where there are none. */
  readonly trees?: readonly ProgramTree[];
  /** [R + 1] Number of each rank's first message: the k-th that rank r sends is message firstMessage[r] + k. */
  readonly firstMessage: Int32Array;
  /** Packets of all messages together, those of requests and answers not counted. */
  readonly packets: number;
  readonly phases: readonly string[];
  /** Pieces of work that the programs name. */
  readonly tasks: readonly Task[];
  /** What its hosts do for each message. */
  readonly host: HostRules;
  /** How many messages go by rendezvous: see {@link HostRules}. */
  readonly rendezvous: number;
  /** Who sends to whom where the program goes through permutations; absent elsewhere. */
  readonly pairs?: Pairs;
  /** True where a terminal with messages to several ranks sends a packet to each in turn, where packets are sent one by one; else message after message. */
  readonly takesTurns?: true;
  /**
   * The programs, job by job in order of their ranks, where they are such; absent where all ranks are of one program that
   * begins in cycle 0. Ranks change partners and meet at barriers within their job.
   */
  readonly jobs?: readonly ProgramJob[];
  /** Traffic of terminals that have no rank, which goes on until the program has ended; absent where there is none. */
  readonly beside?: OpenLoop;
  /** The collective operation that it is, in closed form; absent where it is none, or several at once. */
  readonly collective?: Collective;
  /** What messages carry, where that is blocks of a matrix; absent elsewhere. */
  readonly blocks?: Blocks;
}

/** The pairs of a program that goes through permutations, [K] each: who sends to whom, by whom, in which phase. */
export interface Pairs {
  /** [K] ranks */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** [K] The rank that passes it on; −1 where it goes directly. */
  readonly via: Int32Array;
  /** [K] from 0 */
  readonly phase: Int32Array;
  /** [K] */
  readonly packets: Float64Array;
}

/** A square matrix of B × B blocks that goes through a program: block i·B + j, in row i and column j, is on that rank at first. */
export interface Blocks {
  /** B */
  readonly side: number;
  /** [M] The block that each message carries, or carries a part of, by its number in the matrix as it was at first. */
  readonly block: Int32Array;
  /** [M] The step of the algorithm that the message belongs to, from 1. */
  readonly step: Int32Array;
}

/** The jobs of a program, at least one. */
export function jobsOf({ jobs, ranks, takesTurns }: Program): readonly ProgramJob[] {
  return jobs ?? [{ first: 0, ranks, begin: 0, takesTurns: takesTurns === true }];
}

/** [R] The job of each rank, its place in {@link jobsOf}. */
export function jobOfRanks(program: Program): Uint8Array {
  const jobOf = new Uint8Array(program.ranks);
  jobsOf(program).forEach(({ first, ranks }, j) => jobOf.fill(j, first, first + ranks));
  return jobOf;
}

// Words of an operation, by its place among all.

export function codeAt(ops: Int32Array, o: number): number {
  return ops[o * opWords];
}

export function operandAt(ops: Int32Array, o: number): number {
  return ops[o * opWords + 1];
}

/** Place in {@link MessageSizes}. */
export function sizeAt(ops: Int32Array, o: number): number {
  return ops[o * opWords + 2];
}

export function mailboxAt(ops: Int32Array, o: number): number {
  return ops[o * opWords + 3];
}

/** Cycles of a compute. */
export function cyclesAt(ops: Int32Array, o: number): number {
  return sizeAt(ops, o) * 2 ** 31 + operandAt(ops, o);
}

/** Whether an operation hands over a message to a rank; false for the message before as another rank hears it. */
export function isSent(ops: Int32Array, o: number): boolean {
  const code = codeAt(ops, o);
  return (code === op.send || code === op.sendInTurn) && sizeAt(ops, o) !== unsent;
}

/** Whether an operation is the send before it as another rank hears it. */
export function isHeard(ops: Int32Array, o: number): boolean {
  return o * opWords < ops.length && codeAt(ops, o) === op.send && sizeAt(ops, o) === unsent;
}

/** Whether an operation sends by rendezvous. What all hear is sent without asking. */
export function isRendezvous({ ops, sizes }: Pick<Program, "ops" | "sizes">, o: number): boolean {
  return isSent(ops, o) && sizes.asks[sizeAt(ops, o)] === 1 && !isHeard(ops, o + 1);
}

/** Whether there is such an operation in a program. */
export function hasOperation({ ops }: Pick<Program, "ops">, is: (o: number, code: number) => boolean): boolean {
  for (let o = 0; o < ops.length / opWords; o++) if (is(o, codeAt(ops, o))) return true;
  return false;
}
