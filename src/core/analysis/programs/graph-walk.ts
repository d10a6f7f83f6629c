/**
 * Executes a dependency graph with messages that arrive instantly: which message each receive takes, and the longest dependency chain of
 * messages.
 */
import { dependentsOf, type Dependents } from "../../programs/dependents.ts";
import { MessageMatcher } from "../../programs/matching.ts";
import { codeAt, mailboxAt, op, operandAt, type Program, sizeAt, dependencyKind, dependencyKinds } from "../../programs/program.ts";
import type { ListedMessages } from "../program-walk.ts";
import type { BlockedRank } from "./blocked-ranks.ts";

/** Largest number of ranks that are listed. */
const maxNamedRanks = 20;

/** Executes a graph without barriers. A receive that may take any of several messages takes the first in the order of execution. */
export class GraphWalk {
  readonly listed: ListedMessages;
  totalTaken = 0;
  totalSent = 0;
  private readonly dependents: Dependents;
  private readonly matching: MessageMatcher;
  /** [operations] Number of messages in the longest chain before each operation, and the last of these messages. */
  private readonly chainLength: Int32Array;
  private readonly chainEnd: Int32Array;
  private readonly rankOfOperation: Int32Array;
  private readonly hasEnded: Uint8Array;
  /** [operations] Message number of a send; index of a receive among the receives of its rank. */
  private readonly indexOf: Int32Array;
  /** [M] Send operation of each message. */
  private readonly sendOperation: Int32Array;
  private readonly ready: number[] = [];

  /** Lists the messages of a dependency graph by rank and operation. A rank's operations are `first[rank]` to `first[rank + 1] − 1`. */
  constructor(private readonly program: Program) {
    const { ranks, first, ops, firstMessage, owner, graph } = program;
    const [count, total] = [first[ranks], firstMessage[ranks]];
    const perMessage = () => new Int32Array(total);
    this.dependents = dependentsOf(graph!);
    this.matching = new MessageMatcher(owner.length, count, graph!.firstTaker, graph!.takers);
    [this.chainLength, this.chainEnd, this.rankOfOperation, this.indexOf] = [0, -1, 0, 0].map((start) => new Int32Array(count).fill(start));
    this.hasEnded = new Uint8Array(count);
    this.sendOperation = perMessage();
    const [from, to, mailbox, turn, step] = [perMessage(), perMessage(), perMessage(), perMessage(), perMessage()];
    const packets = new Float64Array(total);
    this.listed = { from, to, packets, mailbox, turn, step, after: perMessage().fill(-1), takenBy: perMessage().fill(-1) };
    for (let rank = 0, message = 0; rank < ranks; rank++) {
      let receives = 0;
      for (let operation = first[rank]; operation < first[rank + 1]; operation++) {
        const code = codeAt(ops, operation);
        this.rankOfOperation[operation] = rank;
        this.indexOf[operation] = code === op.send ? message : receives;
        if (code === op.receive) receives++;
        if (code !== op.send) continue;
        [from[message], to[message], packets[message], mailbox[message]] = [
          rank,
          operandAt(ops, operation),
          program.sizes.packets[sizeAt(ops, operation)],
          mailboxAt(ops, operation),
        ];
        this.sendOperation[message++] = operation;
      }
    }
  }

  run(): this {
    const { unsatisfied } = this.dependents;
    for (let operation = 0; operation < unsatisfied.length; operation++) if (unsatisfied[operation] === 0) this.ready.push(operation);
    for (let i = 0; i < this.ready.length; i++) this.execute(this.ready[i]);
    return this;
  }

  /** Ranks that are blocked forever. */
  blockedRanks(): readonly BlockedRank[] {
    const { ranks, first, ops } = this.program;
    const blocked: BlockedRank[] = [];
    for (let rank = 0; rank < ranks && blocked.length < maxNamedRanks; rank++) {
      const operationStates = this.hasEnded.subarray(first[rank], first[rank + 1]);
      const blockedReceive = operationStates.findIndex((hasEnded, i) => hasEnded === 0 && codeAt(ops, first[rank] + i) === op.receive);
      const operation = blockedReceive >= 0 ? blockedReceive : operationStates.indexOf(0);
      if (operation >= 0) blocked.push({ rank, operation, why: `Rank ${rank} waits for a message that never arrives.` });
    }
    return blocked;
  }

  /**
   * Executes an operation of a dependency graph whose dependencies are satisfied: computes, posts a receive, or sends a message, which
   * arrives instantly. Releases the operations that wait for this one to begin, to leave its processor or to end, or for its message to
   * arrive. `step` of a message is its place in the longest chain of messages that leads to it, `after` the message before it.
   */
  private execute(operation: number): void {
    const { ops, sizes } = this.program;
    const code = codeAt(ops, operation);
    this.releaseDependents(operation, dependencyKind.begun);
    if (code === op.receive) {
      const message = this.matching.post(operation, mailboxAt(ops, operation));
      if (message >= 0) this.takeMessage(operation, message);
      return;
    }
    this.releaseDependents(operation, dependencyKind.left);
    if (code !== op.send) return this.endOperation(operation);
    const message = this.indexOf[operation];
    this.totalSent++;
    this.listed.step[message] = this.chainLength[operation] + 1;
    this.listed.after[message] = this.chainEnd[operation];
    // An eager send ends before its message counts in the chain; a rendezvous send ends when its message is received.
    if (sizes.isRendezvous[sizeAt(ops, operation)] === 0) this.endOperation(operation);
    [this.chainLength[operation], this.chainEnd[operation]] = [this.listed.step[message], message];
    this.releaseDependents(operation, dependencyKind.arrived);
    const receive = this.matching.arrive(message, mailboxAt(ops, operation));
    if (receive >= 0) this.takeMessage(receive, message);
  }

  /** A receive takes a message: the chains before both end here, and a send by rendezvous ends. */
  private takeMessage(operation: number, message: number): void {
    this.totalTaken++;
    this.listed.takenBy[message] = this.indexOf[operation];
    this.extendChain(operation, this.listed.step[message], message);
    this.releaseDependents(operation, dependencyKind.left);
    this.endOperation(operation);
    if (this.hasEnded[this.sendOperation[message]] === 0) this.endOperation(this.sendOperation[message]);
  }

  private endOperation(operation: number): void {
    this.hasEnded[operation] = 1;
    this.releaseDependents(operation, dependencyKind.ended);
  }

  private extendChain(operation: number, length: number, last: number): void {
    if (length > this.chainLength[operation]) [this.chainLength[operation], this.chainEnd[operation]] = [length, last];
  }

  private releaseDependents(operation: number, trigger: number): void {
    const { firstWaiting, waiting, unsatisfied } = this.dependents;
    const slot = operation * dependencyKinds + trigger;
    for (let i = firstWaiting[slot]; i < firstWaiting[slot + 1]; i++) {
      this.extendChain(waiting[i], this.chainLength[operation], this.chainEnd[operation]);
      if (--unsatisfied[waiting[i]] === 0) this.ready.push(waiting[i]);
    }
  }
}
