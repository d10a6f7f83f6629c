/** Writes rank programs. Workloads use it before a run. */
import { growth, longer } from "../base/arrays.ts";
import { type HostRules, idealHost } from "./hosts.ts";
import { Mailboxes } from "./mailboxes.ts";
import { packetsFor, Sizes } from "./sizes.ts";
import type { ReductionTree } from "../network/reduction-tree.ts";
import { mostNested, op, opWords, type Pairs, partners, type Partners, type Program, type Task, unsent } from "./program.ts";
import { heardAt, type ProgramTree } from "./trees.ts";

/** Writes the operations of one rank after another, beginning with rank 0. */
export class ProgramWriter {
  /** Operations, {@link opWords} numbers each; longer than what is used. */
  private ops = new Int32Array(growth.initial(256) * opWords);
  private written = 0;
  private readonly first = [0];
  private readonly firstMessage = [0];
  private readonly boxes = new Mailboxes();
  private readonly phases: string[] = [];
  private packets = 0;
  private messages = 0;
  private rendezvous = 0;
  private readonly sizes: Sizes;
  /** Product of the iterations of the loops around the current position, and the number of those loops. */
  private times = 1;
  private depth = 0;
  /** First mailbox and number of iterations of the n-th `sendToPartner`, the same for all ranks. */
  private readonly inTurn: { readonly place: number; readonly times: number }[] = [];
  private turning = 0;
  private sendsInTurn = 0;
  private receivesInTurn = 0;
  private readonly tasks: Task[] = [];
  private readonly carried: number[] = [];
  private readonly steps: number[] = [];
  private readonly pairs: (readonly [from: number, to: number, via: number, phase: number, packets: number])[] = [];
  private readonly trees: (ProgramTree & { packets: number })[] = [];
  private takesTurns = false;
  /** Whether the rank has sent anything by rendezvous since its last wait. */
  private hasAsked = false;

  /**
   * @param packetBytes payload of a packet, bytes
   * @param host what the hosts do for each message
   */
  constructor(
    private readonly packetBytes: number,
    private readonly host: HostRules = idealHost,
  ) {
    this.sizes = new Sizes(packetBytes, host);
  }

  /** The rank whose operations are being written. */
  get rank(): number {
    return this.first.length - 1;
  }

  /** Sends a message to rank `to`. If it carries a block of a matrix, outside of loops, its tag is the step. */
  send(to: number, bytes: number, tag = 0, block = -1): void {
    const size = this.sizes.placeOf(bytes);
    this.put(to, size, tag);
    if (block >= 0) {
      this.carried.push(block);
      this.steps.push(tag);
    }
    this.ask(size);
  }

  /** Sends a message of 1 byte or more by rendezvous, however short it is: MPI_Ssend. */
  sendSynchronously(to: number, bytes: number, tag = 0): void {
    const size = this.sizes.placeOf(bytes, true);
    this.put(to, size, tag);
    this.ask(size);
  }

  /** Sends one transmission to all other ranks, on a medium where all of them hear it. */
  sendToAll(ranks: number, bytes: number, tag = 0): void {
    const size = this.sizes.placeOf(bytes);
    for (let k = 1; k < ranks; k++) this.put((this.rank + k) % ranks, k === 1 ? size : unsent, tag);
    if (ranks === 2) this.ask(size);
  }

  /** Waits for a message from rank `from`. */
  receive(from: number, tag = 0): void {
    this.write(op.receive, 0, unsent, this.boxes.of(this.rank, from, tag));
  }

  /** In a loop that is not nested: sends a message to the partner of the iteration. */
  sendInTurn(bytes: number, way: Partners): void {
    const size = this.sizes.placeOf(bytes);
    this.write(op.sendInTurn, partners[way], size, this.placeInTurn(this.sendsInTurn++));
    this.count(size);
    this.ask(size);
  }

  /**
   * In such a loop: waits for the message from the partner of the iteration. The n-th such receive of a rank matches the n-th
   * `sendToPartner` of its partners.
   */
  receiveInTurn(): void {
    this.write(op.receiveInTurn, 0, unsent, this.placeInTurn(this.receivesInTurn++));
  }

  /** Adds a tree to which the ranks `from` contribute and whose result the ranks `to` receive; returns its number. */
  tree({ rising, falling, ...tree }: ReductionTree, from: readonly number[], to: readonly number[]): number {
    // The tree acts as a sender, with a negative number of its own.
    const mailbox = Int32Array.from(to, (rank) => this.boxes.of(rank, -2 - this.trees.length, 0));
    const ways = rising.map((way, place) => Int32Array.from([...way, ...falling[heardAt({ to }, place)]]));
    return this.trees.push({ ...tree, from: Int32Array.from(from), to: Int32Array.from(to), mailbox, packets: 0, ways }) - 1;
  }

  /** Contributes a message to a tree. All contributors must give the same bytes in a round. It is always eager. */
  sendToTree(tree: number, bytes: number): void {
    const size = this.sizes.placeOf(bytes);
    this.write(op.sendToTree, tree, size);
    this.count(size);
    if (this.rank === this.trees[tree].from[0]) this.trees[tree].packets += this.sizes.packetsAt(size) * this.times;
  }

  /** Waits for the result of a tree. */
  receiveFromTree(tree: number): void {
    const { to, mailbox } = this.trees[tree];
    this.write(op.receive, 0, unsent, mailbox[to.indexOf(this.rank)]);
  }

  /** Keeps the rank busy for a whole number of cycles below 2⁵³. Writes nothing for 0. */
  compute(cycles: number): void {
    if (cycles > 0) this.write(op.compute, cycles % 2 ** 31, Math.floor(cycles / 2 ** 31));
  }

  wait(): void {
    this.write(op.wait);
    this.hasAsked = false;
  }

  /** Waits for its rendezvous messages, as MPI_Sendrecv does; writes nothing if all have been eager. */
  complete(): void {
    if (this.hasAsked) this.wait();
  }

  barrier(): void {
    this.write(op.barrier);
  }

  /** Marks the operations that follow as a task of a step. */
  task(name: string, step: number): void {
    this.write(op.task, this.tasks.push({ name, step }) - 1);
  }

  /** Marks the operations that follow as work of one kind, which may occur many times. */
  sort(name: string): void {
    const known = this.tasks.findIndex((each) => each.step < 0 && each.name === name);
    this.write(op.task, known >= 0 ? known : this.tasks.push({ name, step: -1 }) - 1);
  }

  phase(name: string): void {
    this.inOrder([name]);
    this.write(op.phase, this.phases.indexOf(name));
  }

  /** Fixes the order of the phases, for programs whose first rank does not go through all of them. */
  inOrder(names: readonly string[]): void {
    for (const name of names) if (!this.phases.includes(name)) this.phases.push(name);
  }

  /** Writes a loop around what `body` writes, with at least one iteration. Loops may be nested. */
  repeat(times: number, body: () => void): void {
    if (this.depth === mostNested) throw new Error(`Loops are nested at most ${mostNested} deep.`);
    const begin = this.written;
    this.write(op.repeat, times);
    this.times *= times;
    this.depth++;
    body();
    this.depth--;
    this.times /= times;
    this.write(op.end, times, this.depth, this.written - begin);
  }

  /** From now on a terminal interleaves packets of messages to different ranks, round-robin. */
  inTurns(): void {
    this.takesTurns = true;
  }

  /** Records that in a permutation the rank sends bytes to rank `to`, relayed by rank `via`, or directly if it is −1. */
  pair(to: number, via: number, phase: number, bytes: number): void {
    this.pairs.push([this.rank, to, via, phase, packetsFor(bytes, this.packetBytes)]);
  }

  /** Ends the rank and begins the next one. */
  next(): void {
    this.first.push(this.written);
    this.sendsInTurn = this.receivesInTurn = 0;
    this.hasAsked = false;
    this.firstMessage.push(this.messages);
  }

  /** The finished program, with its ranks on the given terminals. */
  finish(terminalOf: Int32Array): Program {
    return {
      form: "program",
      ranks: this.rank,
      terminalOf,
      first: Int32Array.from(this.first),
      ops: this.ops.slice(0, this.written * opWords),
      sizes: this.sizes.all(),
      owner: this.boxes.owners(),
      turning: this.turning,
      firstMessage: Int32Array.from(this.firstMessage),
      packets: this.packets,
      phases: this.phases,
      tasks: this.tasks,
      host: this.host,
      rendezvous: this.rendezvous,
      ...(this.pairs.length > 0 ? { pairs: this.pairsWritten() } : {}),
      ...(this.trees.length > 0 ? { trees: this.trees } : {}),
      ...(this.takesTurns ? { takesTurns: true as const } : {}),
      ...this.blocks(),
    };
  }

  private pairsWritten(): Pairs {
    const column = (k: number) => Int32Array.from(this.pairs, (pair) => pair[k]);
    return {
      from: column(0),
      to: column(1),
      via: column(2),
      phase: column(3),
      packets: Float64Array.from(this.pairs, ([, , , , packets]) => packets),
    };
  }

  private blocks(): Pick<Program, "blocks"> {
    const side = Math.round(Math.sqrt(this.rank));
    if (this.carried.length === 0 || this.carried.length !== this.messages || side * side !== this.rank) return {};
    return { blocks: { side, block: Int32Array.from(this.carried), step: Int32Array.from(this.steps) } };
  }

  private put(to: number, size: number, tag: number): void {
    this.write(op.send, to, size, this.boxes.of(to, this.rank, tag));
    this.count(size);
  }

  private count(size: number): void {
    this.messages += this.times;
    this.packets += this.sizes.packetsAt(size) * this.times;
  }

  /** Counts a message if it goes by rendezvous. */
  private ask(size: number): void {
    if (!this.sizes.asksAt(size)) return;
    this.rendezvous += this.times;
    this.hasAsked = true;
  }

  private placeInTurn(n: number): number {
    if (this.depth !== 1) throw new Error("Partners change in a loop that is not nested.");
    if (n === this.inTurn.length) {
      this.inTurn.push({ place: this.turning, times: this.times });
      this.turning += this.times;
    }
    if (this.inTurn[n].times !== this.times) throw new Error("Loops with partners in turn have the same number of turns for all ranks.");
    return this.inTurn[n].place;
  }

  private write(code: number, operand = 0, size = 0, mailbox = 0): void {
    const place = this.written++ * opWords;
    if (place === this.ops.length) this.ops = longer(this.ops, growth.next(place / opWords) * opWords);
    this.ops[place] = code;
    this.ops[place + 1] = operand;
    this.ops[place + 2] = size;
    this.ops[place + 3] = mailbox;
  }
}
