/** Writes rank programs. Workloads use it before a run. */
import { growth, growInt32Array } from "../base/arrays.ts";
import { type HostRules, idealHost } from "./hosts.ts";
import { MailboxTable } from "./mailboxes.ts";
import { packetsFor, SizeTable } from "./sizes.ts";
import type { ReductionTree } from "../network/reduction-tree.ts";
import {
  maxLoopDepth,
  op,
  opWords,
  type PermutationPairs,
  partnerOrders,
  type PartnerOrder,
  type Program,
  type ProgramTask,
  noMessage,
} from "./program.ts";
import { nominalReceiver, type ProgramTree } from "./trees.ts";

/** Writes the operations of one rank after another, beginning with rank 0. */
export class ProgramWriter {
  /** Operations, {@link opWords} numbers each; longer than what is used. */
  private ops = new Int32Array(growth.initial(256) * opWords);
  private operationCount = 0;
  private readonly first = [0];
  private readonly firstMessage = [0];
  private readonly mailboxes = new MailboxTable();
  private readonly phases: string[] = [];
  private packets = 0;
  private messages = 0;
  private rendezvous = 0;
  private readonly sizes: SizeTable;
  /** Product of the iterations of the loops around the current position, and the number of those loops. */
  private executions = 1;
  private depth = 0;
  /** First mailbox and number of iterations of the n-th `sendToPartner`, the same for all ranks. */
  private readonly partnerLoops: { readonly firstMailbox: number; readonly times: number }[] = [];
  private partnerMailboxes = 0;
  private partnerSends = 0;
  private partnerReceives = 0;
  private readonly tasks: ProgramTask[] = [];
  private readonly blockOfMessage: number[] = [];
  private readonly stepOfMessage: number[] = [];
  private readonly pairs: (readonly [from: number, to: number, via: number, phase: number, packets: number])[] = [];
  private readonly trees: (ProgramTree & { packets: number })[] = [];
  private isRoundRobin = false;
  /** Whether the rank has sent anything by rendezvous since its last wait. */
  private hasOpenRendezvous = false;

  /**
   * @param packetBytes payload of a packet, bytes
   * @param host what the hosts do for each message
   */
  constructor(
    private readonly packetBytes: number,
    private readonly host: HostRules = idealHost,
  ) {
    this.sizes = new SizeTable(packetBytes, host);
  }

  /** The rank whose operations are being written. */
  get rank(): number {
    return this.first.length - 1;
  }

  /** Sends a message to rank `to`. If it carries a block of a matrix, outside of loops, its tag is the step. */
  send(to: number, bytes: number, tag = 0, block = -1): void {
    const size = this.sizes.indexOf(bytes);
    this.writeSend(to, size, tag);
    if (block >= 0) {
      this.blockOfMessage.push(block);
      this.stepOfMessage.push(tag);
    }
    this.countRendezvous(size);
  }

  /** Sends a message of 1 byte or more by rendezvous, however short it is: MPI_Ssend. */
  sendSynchronously(to: number, bytes: number, tag = 0): void {
    const size = this.sizes.indexOf(bytes, true);
    this.writeSend(to, size, tag);
    this.countRendezvous(size);
  }

  /** Sends one transmission to all other ranks, on a medium where all of them hear it. */
  sendToAll(ranks: number, bytes: number, tag = 0): void {
    const size = this.sizes.indexOf(bytes);
    for (let k = 1; k < ranks; k++) this.writeSend((this.rank + k) % ranks, k === 1 ? size : noMessage, tag);
    if (ranks === 2) this.countRendezvous(size);
  }

  /** Waits for a message from rank `from`. */
  receive(from: number, tag = 0): void {
    this.write(op.receive, 0, noMessage, this.mailboxes.getOrCreate(this.rank, from, tag));
  }

  /** In a loop that is not nested: sends a message to the partner of the iteration. */
  sendToPartner(bytes: number, way: PartnerOrder): void {
    const size = this.sizes.indexOf(bytes);
    this.write(op.sendToPartner, partnerOrders[way], size, this.partnerMailbox(this.partnerSends++));
    this.countMessages(size);
    this.countRendezvous(size);
  }

  /**
   * In a loop that is not nested: waits for the message from the partner of the iteration. The n-th such receive of a rank matches the n-th
   * `sendToPartner` of its partners.
   */
  receiveFromPartner(): void {
    this.write(op.receiveFromPartner, 0, noMessage, this.partnerMailbox(this.partnerReceives++));
  }

  /** Adds a tree to which the ranks `from` contribute and whose result the ranks `to` receive; returns its number. */
  addTree(
    { upPaths: risingPaths, downPaths: fallingPaths, ...tree }: ReductionTree,
    from: readonly number[],
    to: readonly number[],
  ): number {
    // The tree acts as a sender, with a negative number.
    const mailbox = Int32Array.from(to, (rank) => this.mailboxes.getOrCreate(rank, -2 - this.trees.length, 0));
    const paths = risingPaths.map((way, position) => Int32Array.from([...way, ...fallingPaths[nominalReceiver({ to }, position)]]));
    return this.trees.push({ ...tree, from: Int32Array.from(from), to: Int32Array.from(to), mailbox, packets: 0, paths }) - 1;
  }

  /** Contributes a message to a tree. All contributors must give the same bytes in a round. It is always eager. */
  sendToTree(tree: number, bytes: number): void {
    const size = this.sizes.indexOf(bytes);
    this.write(op.sendToTree, tree, size);
    this.countMessages(size);
    if (this.rank === this.trees[tree].from[0]) this.trees[tree].packets += this.sizes.packetsAt(size) * this.executions;
  }

  /** Waits for the result of a tree. */
  receiveFromTree(tree: number): void {
    const { to, mailbox } = this.trees[tree];
    this.write(op.receive, 0, noMessage, mailbox[to.indexOf(this.rank)]);
  }

  /** Keeps the rank busy for a whole number of cycles below 2⁵³. Writes nothing for 0. */
  compute(cycles: number): void {
    if (cycles > 0) this.write(op.compute, cycles % 2 ** 31, Math.floor(cycles / 2 ** 31));
  }

  wait(): void {
    this.write(op.wait);
    this.hasOpenRendezvous = false;
  }

  /** Waits until the rank's rendezvous messages have arrived, as MPI_Sendrecv does; writes nothing if all have been eager. */
  waitForRendezvous(): void {
    if (this.hasOpenRendezvous) this.wait();
  }

  barrier(): void {
    this.write(op.barrier);
  }

  /** Marks the operations that follow as a task of a step. */
  task(name: string, step: number): void {
    this.write(op.task, this.tasks.push({ name, step }) - 1);
  }

  /** Marks the operations that follow as work of one kind, which may occur many times. */
  workKind(name: string): void {
    const knownTask = this.tasks.findIndex((task) => task.step < 0 && task.name === name);
    this.write(op.task, knownTask >= 0 ? knownTask : this.tasks.push({ name, step: -1 }) - 1);
  }

  phase(name: string): void {
    this.declarePhases([name]);
    this.write(op.phase, this.phases.indexOf(name));
  }

  /** Fixes the order of the phases, for programs whose first rank does not go through all of them. */
  declarePhases(phaseNames: readonly string[]): void {
    for (const name of phaseNames) if (!this.phases.includes(name)) this.phases.push(name);
  }

  /** Writes a loop around what `body` writes, with at least one iteration. Loops may be nested. */
  repeat(times: number, body: () => void): void {
    if (this.depth === maxLoopDepth) throw new Error(`Loops are nested at most ${maxLoopDepth} deep.`);
    const beginIndex = this.operationCount;
    this.write(op.repeat, times);
    this.executions *= times;
    this.depth++;
    body();
    this.depth--;
    this.executions /= times;
    this.write(op.end, times, this.depth, this.operationCount - beginIndex);
  }

  /** From now on a terminal interleaves packets of messages to different ranks, round-robin. */
  setRoundRobin(): void {
    this.isRoundRobin = true;
  }

  /** Records that in a permutation the rank sends bytes to rank `to`, relayed by rank `via`, or directly if it is −1. */
  recordPair(to: number, via: number, phase: number, bytes: number): void {
    this.pairs.push([this.rank, to, via, phase, packetsFor(bytes, this.packetBytes)]);
  }

  /** Ends the rank and begins the next one. */
  nextRank(): void {
    this.first.push(this.operationCount);
    this.partnerSends = this.partnerReceives = 0;
    this.hasOpenRendezvous = false;
    this.firstMessage.push(this.messages);
  }

  /**
   * The finished program: all operations written so far, with the tables of message sizes, mailboxes (each the queue of messages from one
   * sender with one tag to one receiver) and reduction trees that they refer to.
   * @param terminalOf [ranks] terminal of each rank
   */
  finish(terminalOf: Int32Array): Program {
    return {
      form: "program",
      ranks: this.rank,
      terminalOf,
      first: Int32Array.from(this.first),
      ops: this.ops.slice(0, this.operationCount * opWords),
      sizes: this.sizes.all(),
      owner: this.mailboxes.owners(),
      partnerMailboxes: this.partnerMailboxes,
      firstMessage: Int32Array.from(this.firstMessage),
      packets: this.packets,
      phases: this.phases,
      tasks: this.tasks,
      host: this.host,
      rendezvous: this.rendezvous,
      ...(this.pairs.length > 0 ? { pairs: this.writtenPairs() } : {}),
      ...(this.trees.length > 0 ? { trees: this.trees } : {}),
      ...(this.isRoundRobin ? { isRoundRobin: true as const } : {}),
      ...this.writtenBlocks(),
    };
  }

  private writtenPairs(): PermutationPairs {
    const column = (k: number) => Int32Array.from(this.pairs, (pair) => pair[k]);
    return {
      from: column(0),
      to: column(1),
      via: column(2),
      phase: column(3),
      packets: Float64Array.from(this.pairs, ([, , , , packets]) => packets),
    };
  }

  private writtenBlocks(): Pick<Program, "blocks"> {
    const side = Math.round(Math.sqrt(this.rank));
    if (this.blockOfMessage.length === 0 || this.blockOfMessage.length !== this.messages || side * side !== this.rank) return {};
    return { blocks: { side, block: Int32Array.from(this.blockOfMessage), step: Int32Array.from(this.stepOfMessage) } };
  }

  private writeSend(to: number, size: number, tag: number): void {
    this.write(op.send, to, size, this.mailboxes.getOrCreate(to, this.rank, tag));
    this.countMessages(size);
  }

  private countMessages(size: number): void {
    this.messages += this.executions;
    this.packets += this.sizes.packetsAt(size) * this.executions;
  }

  /** Counts a message if it goes by rendezvous. */
  private countRendezvous(size: number): void {
    if (!this.sizes.isRendezvousAt(size)) return;
    this.rendezvous += this.executions;
    this.hasOpenRendezvous = true;
  }

  private partnerMailbox(loopIndex: number): number {
    if (this.depth !== 1) throw new Error("Partners change in a loop that is not nested.");
    if (loopIndex === this.partnerLoops.length) {
      this.partnerLoops.push({ firstMailbox: this.partnerMailboxes, times: this.executions });
      this.partnerMailboxes += this.executions;
    }
    if (this.partnerLoops[loopIndex].times !== this.executions)
      throw new Error("Loops with changing partners have the same number of iterations for all ranks.");
    return this.partnerLoops[loopIndex].firstMailbox;
  }

  private write(code: number, operand = 0, size = 0, mailbox = 0): void {
    const position = this.operationCount++ * opWords;
    if (position === this.ops.length) this.ops = growInt32Array(this.ops, growth.next(position / opWords) * opWords);
    this.ops[position] = code;
    this.ops[position + 1] = operand;
    this.ops[position + 2] = size;
    this.ops[position + 3] = mailbox;
  }
}
