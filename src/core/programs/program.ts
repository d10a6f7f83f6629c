/**
 * Compiled rank programs: what each rank does, one operation after another. Ranks run on terminals. A message goes to a mailbox, which
 * belongs to the rank that receives from it, and messages of one mailbox are interchangeable. A send and its receive are therefore matched
 * by source and tag without any comparison during the simulation.
 */

import type { Collective } from "./collective.ts";
import type { OpenLoop } from "../traffic/open-loop.ts";
import type { HostRules } from "./hosts.ts";
import type { ProgramTree } from "./trees.ts";

/**
 * Operation codes of a rank. Each operation takes {@link opWords} words of {@link Program.ops}: its code, an operand, a size and a mailbox,
 * or 0 where one does not apply; see {@link codeAt} and the functions after it. The order matters: operations with rotating partners come
 * after all others, loops last.
 */
export const op = {
  /**
   * Passes a message to the terminal, which injects messages in this order, and continues; the operand is the destination rank. A send of
   * size {@link noMessage} sends nothing: it is a copy of the send before it, as another rank on the same medium hears it.
   */
  send: 0,
  /** Continues in the cycle after a message for this mailbox has been received completely. */
  receive: 1,
  /** Is busy for {@link cyclesAt}: the operand is the cycles modulo 2³¹, and the size word counts the multiples of 2³¹. */
  compute: 2,
  /** Continues in the cycle after the last message that the rank has sent so far has arrived. */
  wait: 3,
  /** Continues when all ranks of the job have reached their barrier; it takes no time and no messages. */
  barrier: 4,
  /** Begins a phase; the operand is its index in {@link Program.phases}. */
  phase: 5,
  /** Begins a task; the operand is its index in {@link Program.tasks}. */
  task: 6,
  /** Contributes a message to a reduction tree and continues, as a send does; the operand is the index in {@link Program.trees}. */
  sendToTree: 7,
  /**
   * In a loop that is not nested: sends to the partner of the iteration. The operand is one of {@link partnerOrders}, the mailbox is the
   * mailbox of the first iteration.
   */
  sendToPartner: 8,
  /** In a loop that is not nested: receives from the partner of the iteration; the mailbox is that of the first iteration. */
  receiveFromPartner: 9,
  /**
   * Repeats what follows up to its `end`; the operand is the number of iterations, at least 1. Loops may be nested {@link maxLoopDepth}
   * deep.
   */
  repeat: 10,
  /** End of a loop: the operand of its `repeat`, the number of loops around it, and the distance back to its `repeat` in operations. */
  end: 11,
} as const;

/**
 * The distinct sizes of a program's messages, S of them. An operation refers to a size by index, because a message may have more packets
 * than 32 bits can count.
 */
export interface MessageSizes {
  /** [S] Bytes, 0 or more. */
  readonly bytes: Float64Array;
  /** [S] Packets of a message, at least 1; 0 for {@link noMessage}. */
  readonly packets: Float64Array;
  /** [S] 1 if messages of that size go by rendezvous. Broadcasts on a shared medium never do. */
  readonly isRendezvous: Uint8Array;
}

/** The size index of operations that send no message. */
export const noMessage = 0;

/**
 * A task, such as computing a block of a matrix; or a kind of work that occurs many times, such as the forward passes of a training step.
 */
export interface ProgramTask {
  /** `C(1, 4)`, `forward` */
  readonly name: string;
  /** The step of the algorithm that the task belongs to, from 0, such as the wave of a block; −1 for a kind of work. */
  readonly step: number;
}

/** One of several programs that run at the same time: ranks `first` … `first` + `ranks` − 1, which begin in cycle `begin`. */
export interface ProgramJob {
  readonly first: number;
  readonly ranks: number;
  readonly begin: number;
  /** See {@link Program.isRoundRobin}. */
  readonly isRoundRobin: boolean;
}

/**
 * The partner of a rank in iteration t = 0, 1, … of a loop, among the R ranks of its job, with k = 1 + t modulo R − 1. It is never the rank
 * itself, and every other rank once in R − 1 iterations.
 * - `shift`: sends to rank + k and receives from rank − k, modulo R
 * - `xor`: sends to rank XOR k and receives from it; R is a power of two
 */
export const partnerOrders = { shift: 0, xor: 1 } as const;
/** Names of the orders in which partners rotate. */
export type PartnerOrder = keyof typeof partnerOrders;

/** Words of one operation. */
export const opWords = 4;

/** Maximum depth of nested loops. */
export const maxLoopDepth = 4;

/** The name of the phase in which a rank waits for all others. */
export const waitingPhase = "waiting";

/**
 * The event of another operation that an operation waits for: it has ended, it has begun, it has left its processor, or all its messages
 * have arrived.
 */
export const dependencyKind = { ended: 0, begun: 1, left: 2, arrived: 3 } as const;

/** Number of {@link dependencyKind}s. */
export const dependencyKinds = 4;

/**
 * Dependencies between the O operations of {@link Program.ops}, for ranks that do not execute them one after another. There are no loops.
 * An operation begins when all its dependencies are satisfied. Operations on one processor exclude each other: first come, first served,
 * ties in the order of the text. A receive is posted immediately, and takes its processor when its message has arrived. (GOAL: Hoefler,
 * Siebert, Lumsdaine, ICPP 2009; LogGOPSim: Hoefler, Schneider, Lumsdaine, HPDC 2010.)
 */
export interface Dependencies {
  /** [O + 1] Index of each operation's first entry in {@link dependencies}. */
  readonly firstDependency: Int32Array;
  /** {@link dependencyKinds} × the operation that is waited for + a {@link dependencyKind}. */
  readonly dependencies: Int32Array;
  /** [O] The processor and the adapter that each operation uses; and how many processors and adapters a rank has. */
  readonly cpu: Uint8Array;
  readonly nic: Uint8Array;
  readonly cpus: number;
  readonly nics: number;
  /** [mailboxes] The sender and the tag of each mailbox's messages: −1 for any, or if unknown. */
  readonly senderOf: Int32Array;
  readonly tagOf: Int32Array;
  /** [mailboxes + 1] Index of each mailbox's first entry in {@link takers}. */
  readonly firstTaker: Int32Array;
  /** The mailboxes whose receives may take a message of a mailbox: its own, and those of receives from any rank or with any tag. */
  readonly takers: Int32Array;
}

/** The programs of R ranks. */
export interface Program {
  readonly form: "program";
  readonly ranks: number;
  /** [R] Terminal of each rank, all distinct. */
  readonly terminalOf: Int32Array;
  /** [R + 1] Index of each rank's first operation. */
  readonly first: Int32Array;
  /** [{@link opWords} × operations] The words of all operations, rank by rank. */
  readonly ops: Int32Array;
  /** Dependencies of the operations; absent if each rank executes them one after another. */
  readonly graph?: Dependencies;
  readonly sizes: MessageSizes;
  /** [mailboxes] The rank that receives from each mailbox. */
  readonly owner: Int32Array;
  /**
   * Number of additional mailboxes of every rank, one for each iteration of each loop with rotating partners: the n-th `sendToPartner` of a
   * rank matches the n-th `receiveFromPartner` of its partner. At most one message arrives in each. Mailboxes of {@link owner} come first,
   * then the additional mailboxes of each rank, by loop and iteration.
   */
  readonly partnerMailboxes: number;
  /** Reduction trees; absent if there are none. */
  readonly trees?: readonly ProgramTree[];
  /** [R + 1] Number of each rank's first message: the k-th message that rank r sends is message firstMessage[r] + k. */
  readonly firstMessage: Int32Array;
  /** Packets of all messages, without requests and replies. */
  readonly packets: number;
  readonly phases: readonly string[];
  /** Tasks that the operations name. */
  readonly tasks: readonly ProgramTask[];
  /** What the hosts do for each message. */
  readonly host: HostRules;
  /** Number of messages that go by rendezvous: see {@link HostRules}. */
  readonly rendezvous: number;
  /** The pairs of a program that carries out permutations; absent otherwise. */
  readonly pairs?: PermutationPairs;
  /**
   * True if a terminal with messages to several ranks sends a packet of each, round-robin. It needs a flow control that sends packets;
   * otherwise it sends message after message.
   */
  readonly isRoundRobin?: true;
  /**
   * The jobs in the order of their ranks; absent if all ranks belong to one program that begins in cycle 0. Barriers and rotating partners
   * stay within a job.
   */
  readonly jobs?: readonly ProgramJob[];
  /** Open-loop traffic of terminals without a rank, which continues until the program has ended; absent if there is none. */
  readonly backgroundTraffic?: OpenLoop;
  /** Closed form of the collective operation that the program is; absent if it is none, or several. */
  readonly collective?: Collective;
  /** The matrix blocks that messages carry; absent otherwise. */
  readonly blocks?: MatrixBlocks;
}

/** The K pairs of a program that carries out permutations: source, destination, relay and phase. */
export interface PermutationPairs {
  /** [K] Source and destination ranks. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** [K] The rank that relays the message; −1 if it goes directly. */
  readonly via: Int32Array;
  /** [K] Phase, from 0. */
  readonly phase: Int32Array;
  /** [K] Packets of the message. */
  readonly packets: Float64Array;
}

/** A square matrix of B × B blocks that a program distributes: block i·B + j, in row i and column j, starts on rank i·B + j. */
export interface MatrixBlocks {
  /** B: blocks in a row. */
  readonly side: number;
  /** [M] The block that each message carries all or part of, by its number in the initial matrix. */
  readonly block: Int32Array;
  /** [M] The step of the algorithm that each message belongs to, from 1. */
  readonly step: Int32Array;
}

/** The jobs of a program, at least one. */
export function jobsOfProgram({ jobs, ranks, isRoundRobin }: Program): readonly ProgramJob[] {
  return jobs ?? [{ first: 0, ranks, begin: 0, isRoundRobin: isRoundRobin === true }];
}

/** [R] The job of each rank, as an index in {@link jobsOfProgram}. */
export function jobOfRanks(program: Program): Uint8Array {
  const jobOf = new Uint8Array(program.ranks);
  jobsOfProgram(program).forEach(({ first, ranks }, j) => jobOf.fill(j, first, first + ranks));
  return jobOf;
}

// Words of an operation, by its index among all operations.

export function codeAt(ops: Int32Array, operation: number): number {
  return ops[operation * opWords];
}

export function operandAt(ops: Int32Array, operation: number): number {
  return ops[operation * opWords + 1];
}

/** Index in {@link MessageSizes}. */
export function sizeAt(ops: Int32Array, operation: number): number {
  return ops[operation * opWords + 2];
}

export function mailboxAt(ops: Int32Array, operation: number): number {
  return ops[operation * opWords + 3];
}

/** Cycles of a compute. */
export function cyclesAt(ops: Int32Array, operation: number): number {
  return sizeAt(ops, operation) * 2 ** 31 + operandAt(ops, operation);
}

/** Whether an operation sends a message to a rank; false for copies of a send that other ranks overhear, and for trees. */
export function isMessageSend(ops: Int32Array, operation: number): boolean {
  const code = codeAt(ops, operation);
  return (code === op.send || code === op.sendToPartner) && sizeAt(ops, operation) !== noMessage;
}

/** Whether an operation is a copy of the send before it, as another rank overhears it. */
export function isOverheardCopy(ops: Int32Array, operation: number): boolean {
  return operation * opWords < ops.length && codeAt(ops, operation) === op.send && sizeAt(ops, operation) === noMessage;
}

/** Whether an operation sends by rendezvous. Broadcasts on a shared medium are eager. */
export function isRendezvous({ ops, sizes }: Pick<Program, "ops" | "sizes">, operation: number): boolean {
  return isMessageSend(ops, operation) && sizes.isRendezvous[sizeAt(ops, operation)] === 1 && !isOverheardCopy(ops, operation + 1);
}

/** Whether any operation of a program satisfies the predicate. */
export function hasOperation({ ops }: Pick<Program, "ops">, predicate: (operation: number, code: number) => boolean): boolean {
  for (let operation = 0; operation < ops.length / opWords; operation++) if (predicate(operation, codeAt(ops, operation))) return true;
  return false;
}
