// hot: no allocation, no for-of, no destructuring inside `catchUp` and what it calls.
/**
 * The interpreter of programs whose operations form a dependency graph. An operation that becomes ready when a message arrives competes for
 * its processor with operations that were ready before, so clocks cannot run ahead of the network here. Timers hold the next events, and
 * the engine calls {@link GraphSource.catchUp} as its time advances.
 *
 * Order at one time: operations that end, then messages that have arrived, by sender and in sending order. Then each rank repeatedly
 * starts, among the ready operations whose processor is free, the one that has been ready longest; ties go to the first in the program.
 * Posting a receive, waiting, labels and barriers need no processor. When no rank can start anything, barriers open.
 */
import { growth, growInt32Array } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";
import {
  codeAt,
  cyclesAt,
  type Dependencies,
  isOverheardCopy,
  isRendezvous,
  isMessageSend,
  mailboxAt,
  op,
  operandAt,
  type Program,
  sizeAt,
  dependencyKind,
  dependencyKinds,
} from "../programs/program.ts";
import { type Dependents, dependentsOf } from "../programs/dependents.ts";
import type { Frame } from "./frame.ts";
import { MessageMatcher } from "../programs/matching.ts";
import { OperationHeap } from "./operation-heap.ts";
import { firstTimedOperations, isTimed } from "./program-record.ts";
import { stageReply, stageData, stageEager, ProgramSource, stageRequest } from "./program-source.ts";
import type { MessageSource } from "./source.ts";

/**
 * States of a receive, besides 0 (not posted): posted and waiting for a message; matched and waiting for its processor to take the message.
 */
export const [receivePosted, receiveTaking] = [1, 2];

export class GraphSource extends ProgramSource {
  override readonly hasCalendar: boolean = true;
  protected readonly graph: Dependencies;
  protected readonly cpus: number;
  protected readonly dependents: Dependents;
  protected readonly matching: MessageMatcher;
  /** [operations] Time from which the operation could begin; for a receive, from which its message could be taken. */
  protected readonly readyAt: Float64Array;
  protected readonly rankOfOp: Int32Array;
  /** [operations] State of a receive, and the message that it takes. */
  protected readonly receiveState: Uint8Array;
  private readonly takenMessage: Int32Array;
  /**
   * [R × (cpus + 1)] Ready operations by processor of a rank; the last queue of a rank holds those that need no processor. Null until first
   * used.
   */
  private readonly readyQueues: (OperationHeap | null)[];
  /** [R × cpus] Operation that each processor executes; −1 for none. */
  private readonly runningOp: Int32Array;
  /**
   * [R] Number of operations that have not ended; number of processors that compute; time since which at least one computes; latest end of
   * an operation.
   */
  protected readonly openOperations: Int32Array;
  private readonly computingProcessors: Int32Array;
  private readonly computingSince: Float64Array;
  protected readonly lastEnd: Float64Array;
  /** [R] Barrier operation that the rank has reached. */
  protected readonly barrierReached: Int32Array;
  /** Next events: the end of the operation on each processor, [R × cpus]; then the start of each rank; then the arrival of messages. */
  private readonly timers = new TimeHeap();
  private readonly firstRankTimer: number;
  private readonly arrivalTimer: number;
  /** Messages, requests and replies that have arrived and are not processed yet. */
  private arrivals = new Int32Array(growth.initial(64));
  private arrivalCount = 0;
  /** Ranks that may have something to start. */
  private readonly dirtyRanks: Int32Array;
  private dirtyCount = 0;
  private readonly isDirty: Uint8Array;
  // Arrays by message number.
  private readonly graphCapacity = growth.initial(1024);
  /** For each message: its send operation, and the receive operation that has replied to its request. */
  protected sendOperation = new Int32Array(this.graphCapacity);
  private boundReceive = new Int32Array(this.graphCapacity);
  /** Number of messages that the same rank sent before this one. */
  private sendOrder = new Int32Array(this.graphCapacity);
  /**
   * [operations] Index of the operation's message among the messages of its rank; index of the operation among the timed operations, + 1.
   * Empty if messages or operations are not recorded.
   */
  protected readonly messageIndex: Int32Array;
  protected readonly timedIndex: Int32Array;

  /**
   * Prepares the interpretation of a program whose operations form a dependency graph: state by operation (number of the operation in the
   * whole program), by rank and by processor. Where messages or operations are recorded, gives each its index.
   * @param isPacketwise Whether a terminal may alternate between messages after each packet.
   * @param background Source of the background traffic, null for none.
   */
  constructor(program: Program, terminals: number, isPacketwise: boolean, background: MessageSource | null) {
    super(program, terminals, isPacketwise, background);
    const { ranks, first, ops, owner } = program;
    const graph = program.graph!;
    const count = first[ranks];
    this.graph = graph;
    this.cpus = graph.cpus;
    // State by operation.
    this.dependents = dependentsOf(graph);
    this.matching = new MessageMatcher(owner.length, count, graph.firstTaker, graph.takers);
    this.readyAt = new Float64Array(count);
    this.rankOfOp = new Int32Array(count);
    this.receiveState = new Uint8Array(count);
    this.takenMessage = new Int32Array(count);
    // State by rank and processor.
    this.readyQueues = Array.from({ length: ranks * (graph.cpus + 1) }, () => null);
    this.runningOp = new Int32Array(ranks * graph.cpus).fill(-1);
    this.openOperations = new Int32Array(ranks);
    this.computingProcessors = new Int32Array(ranks);
    this.computingSince = new Float64Array(ranks);
    this.lastEnd = this.clock.slice();
    this.barrierReached = new Int32Array(ranks);
    this.firstRankTimer = ranks * graph.cpus;
    this.arrivalTimer = this.firstRankTimer + ranks;
    this.dirtyRanks = new Int32Array(ranks);
    this.isDirty = new Uint8Array(ranks);
    this.messageIndex = new Int32Array(this.trackedCount > 0 ? count : 0);
    this.timedIndex = new Int32Array(this.operationStart.length > 0 ? count : 0);
    // Indexes of recorded messages and operations.
    const timed = this.operationStart.length > 0 ? firstTimedOperations(program) : null;
    while (this.sendOperation.length < this.nextMessage.length) this.growGraphArrays();
    for (let rank = 0; rank < ranks; rank++) {
      let sendCount = 0;
      let timedSoFar = timed === null ? 0 : timed[rank];
      this.openOperations[rank] = first[rank + 1] - first[rank];
      for (let operation = first[rank]; operation < first[rank + 1]; operation++) {
        this.rankOfOp[operation] = rank;
        const code = codeAt(ops, operation);
        if (code === op.send && this.messageIndex.length > 0) this.messageIndex[operation] = sendCount++;
        if (timed !== null && isTimed(code, sizeAt(ops, operation), this.hasSendOverhead)) this.timedIndex[operation] = ++timedSoFar;
      }
    }
  }

  override start(): this {
    this.enqueueRoots();
    this.dirtyCount = 0;
    this.isDirty.fill(0);
    for (let rank = 0; rank < this.program.ranks; rank++) this.timers.set(this.firstRankTimer + rank, this.jobs[this.jobOf[rank]].begin);
    this.runUpTo(0);
    return this;
  }

  /** Operations without dependencies are ready when their rank begins. */
  protected enqueueRoots(): void {
    const { unsatisfied } = this.dependents;
    for (let operation = 0; operation < unsatisfied.length; operation++)
      if (unsatisfied[operation] === 0) this.enqueue(operation, this.jobs[this.jobOf[this.rankOfOp[operation]]].begin);
  }

  override get next(): number {
    return this.timers.nextTime;
  }

  override catchUp(time: number): number {
    this.clearWoken();
    this.runUpTo(time);
    return this.wokenCount;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    for (let rank = 0; rank < this.program.ranks; rank++) {
      const busy = this.busyCycles[rank] + (this.computingProcessors[rank] > 0 ? Math.max(0, now - this.computingSince[rank]) : 0);
      const end = this.endCycle[rank] >= 0 ? this.endCycle[rank] : now;
      into.rankBusy[rank] = busy;
      into.rankWaited[rank] = Math.max(0, end - this.jobs[this.jobOf[rank]].begin - busy);
    }
  }

  /**
   * For each rank the blocked operation: the first posted receive without a message; otherwise a send that no receive has matched;
   * otherwise the barrier.
   */
  protected override writeBlockedOperations(into: Int32Array): void {
    const { first, ranks } = this.program;
    const isWaiting = new Uint8Array(first[ranks]);
    this.matching.markUnmatched(isWaiting);
    for (let message = 0; message < this.sendOperation.length; message++) {
      const operation = this.sendOperation[message];
      if (operation >= 0 && this.matching.isWaiting(message) && this.stageOf[message] !== stageEager && into[this.rankOfOp[operation]] < 0)
        into[this.rankOfOp[operation]] = operation - first[this.rankOfOp[operation]];
    }
    for (let rank = 0; rank < ranks; rank++) {
      if (this.openOperations[rank] === 0) continue;
      const receive = isWaiting.subarray(first[rank], first[rank + 1]).indexOf(1);
      if (receive >= 0) into[rank] = receive;
      else if (into[rank] < 0 && this.atBarrierOf[this.jobOf[rank]] > 0) into[rank] = this.barrierReached[rank] - first[rank];
    }
  }

  /** A request or a reply has arrived; it takes effect in the following cycle. */
  protected override deliverControl(message: number, time: number): void {
    this.scheduleArrival(message, time + 1);
  }

  /** The last packet of a message has arrived. */
  protected override deliverMessage(message: number, time: number): void {
    if (this.trackedCount > 0) this.messageDelivered[message] = time;
    this.scheduleArrival(message, time + 1);
  }

  private scheduleArrival(message: number, time: number): void {
    while (this.timers.nextTime < time) this.runEventsAt(this.timers.nextTime);
    if (this.arrivalCount === this.arrivals.length) this.arrivals = growInt32Array(this.arrivals, growth.next(this.arrivalCount));
    // Insert by sender and sending order.
    let index = this.arrivalCount++;
    for (; index > 0 && this.isSentBefore(message, this.arrivals[index - 1]); index--) this.arrivals[index] = this.arrivals[index - 1];
    this.arrivals[index] = message;
    this.timers.set(this.arrivalTimer, time);
  }

  private isSentBefore(a: number, b: number): boolean {
    return this.senderOf[a] < this.senderOf[b] || (this.senderOf[a] === this.senderOf[b] && this.sendOrder[a] < this.sendOrder[b]);
  }

  private runUpTo(time: number): void {
    while (this.timers.nextTime <= time) this.runEventsAt(this.timers.nextTime);
  }

  /**
   * Processes all events at one time, in cycles: operations that end, then messages that have arrived. Then each rank that may have
   * something to start (a dirty rank) starts what it can, and barriers open, until nothing changes any more.
   */
  private runEventsAt(time: number): void {
    const { timers } = this;
    this.reachedTime = time;
    while (timers.nextTime === time) {
      const timer = timers.firstId;
      timers.remove(timer);
      if (timer < this.firstRankTimer) this.finishOperation(timer, time);
      else if (timer < this.arrivalTimer) this.markDirty(timer - this.firstRankTimer);
      else this.processArrivals(time);
    }
    do {
      for (let i = 0; i < this.dirtyCount; i++) {
        this.startReady(this.dirtyRanks[i], time);
        this.isDirty[this.dirtyRanks[i]] = 0;
      }
      this.dirtyCount = 0;
      this.openGraphBarriers(time);
    } while (this.dirtyCount > 0);
  }

  private markDirty(rank: number): void {
    if (this.isDirty[rank] === 1) return;
    this.isDirty[rank] = 1;
    this.dirtyRanks[this.dirtyCount++] = rank;
  }

  /** Processes the messages, requests and replies that have arrived. */
  private processArrivals(time: number): void {
    for (let i = 0; i < this.arrivalCount; i++) {
      const message = this.arrivals[i];
      const stage = this.stageOf[message];
      if (stage === stageReply) {
        this.stageOf[message] = stageData;
        this.enqueueAtTerminal(this.senderOf[message], message, time);
      } else if (stage === stageRequest) this.matchMessage(message, time);
      else this.messageArrived(message, time);
    }
    this.arrivalCount = 0;
  }

  /**
   * Handles a message that has arrived completely at time `time`. Operations that depend on its arrival become ready. The data of a
   * rendezvous are taken by the receive that the request has found; any other message is matched with a receive of its mailbox (sender,
   * receiver and tag). On a shared medium, all other ranks that overhear the message get a copy at the same time.
   */
  private messageArrived(message: number, time: number): void {
    const sendOperation = this.sendOperation[message];
    const overheardSend = this.overheardSend[message];
    const size = this.sizeOf[message];
    const isData = this.stageOf[message] === stageData;
    this.releaseDependents(sendOperation, dependencyKind.arrived, time);
    if (isData) {
      this.endOperation(this.senderOf[message], sendOperation, time);
      this.readyToTake(this.boundReceive[message], message, time);
    } else this.matchMessage(message, time);
    if (overheardSend < 0) return;
    // Copies for the ranks that overhear the message. If messages are recorded, copies have the numbers that follow the message's; −1 means
    // any free number.
    const { ops } = this.program;
    for (let operation = overheardSend + 1, next = message + 1; isOverheardCopy(ops, operation); operation++, next++) {
      const copy = this.allocateMessage(this.trackedCount > 0 ? next : -1);
      if (this.trackedCount > 0) this.messageDelivered[copy] = this.messageDelivered[message];
      this.receiverOf[copy] = operandAt(ops, operation);
      this.mailboxOf[copy] = mailboxAt(ops, operation);
      this.sizeOf[copy] = size;
      this.stageOf[copy] = stageEager;
      this.matchMessage(copy, time);
    }
  }

  /** Matches an arrived message or request with a posted receive, or keeps it as unexpected. */
  private matchMessage(message: number, time: number): void {
    const receive = this.matching.arrive(message, this.mailboxOf[message]);
    if (receive >= 0) this.pairReceive(receive, message, time);
  }

  /** A receive has matched a message, which it takes, or a request, which it replies to. */
  private pairReceive(operation: number, message: number, time: number): void {
    if (this.stageOf[message] !== stageRequest) return this.readyToTake(operation, message, time);
    this.boundReceive[message] = operation;
    this.stageOf[message] = stageReply;
    this.enqueueAtTerminal(this.receiverOf[message], message, time);
  }

  private readyToTake(operation: number, message: number, time: number): void {
    this.receiveState[operation] = receiveTaking;
    this.takenMessage[operation] = message;
    this.enqueue(operation, time);
  }

  /** Puts an operation into the queue of its processor. It could begin at `time`. */
  protected enqueue(operation: number, time: number): void {
    const rank = this.rankOfOp[operation];
    const slot = rank * (this.cpus + 1) + (this.needsProcessor(operation) ? this.graph.cpu[operation] : this.cpus);
    this.readyAt[operation] = time;
    (this.readyQueues[slot] ??= new OperationHeap(this.readyAt)).add(operation);
    this.markDirty(rank);
  }

  private needsProcessor(operation: number): boolean {
    const { ops } = this.program;
    const code = codeAt(ops, operation);
    return code === op.compute || isMessageSend(ops, operation) || (code === op.receive && this.receiveState[operation] === receiveTaking);
  }

  /** Starts everything that the rank can start now, and ends the rank if all operations have ended. */
  private startReady(rank: number, time: number): void {
    const first = rank * (this.cpus + 1);
    for (;;) {
      let best: OperationHeap | null = null;
      for (let processor = 0; processor <= this.cpus; processor++) {
        const queue = this.readyQueues[first + processor];
        if (queue === null || queue.size === 0 || (processor < this.cpus && this.runningOp[rank * this.cpus + processor] >= 0)) continue;
        if (best === null || queue.isHeadBefore(best)) best = queue;
      }
      if (best === null) break;
      this.startOperation(rank, best.takeFirst(), time);
    }
    if (this.openOperations[rank] > 0 || this.endCycle[rank] >= 0) return;
    this.clock[rank] = this.lastEnd[rank];
    this.endRank(rank);
  }

  /**
   * Starts an operation of a rank at time `time`: it occupies its processor until it ends, or is executed without taking time if it needs
   * none, as a posted receive, a label or a barrier does. A receive is started twice: when it is posted, and when its processor takes the
   * matched message.
   */
  private startOperation(rank: number, operation: number, time: number): void {
    const { ops } = this.program;
    const code = codeAt(ops, operation);
    const isTaking = code === op.receive && this.receiveState[operation] === receiveTaking;
    if (!isTaking) this.recordBegin(operation, time);
    if (isTaking) this.occupyProcessor(rank, operation, time, this.hostCycles(this.takenMessage[operation]));
    else if (code === op.receive) this.post(operation, mailboxAt(ops, operation), time);
    else if (code === op.compute) this.startComputing(rank, operation, time, cyclesAt(ops, operation));
    else if (isMessageSend(ops, operation)) this.startSend(rank, operation, time);
    else if (code === op.send) this.recordOverheardCopy(rank, operation, time);
    else if (code === op.barrier) {
      this.atBarrierOf[this.jobOf[rank]]++;
      this.barrierReached[rank] = operation;
    } else {
      if (code === op.phase) {
        this.clock[rank] = time;
        this.enterPhase(rank, operandAt(ops, operation));
      }
      this.releaseProcessor(rank, operation, time);
    }
  }

  /** Records the begin of an operation. */
  protected recordBegin(operation: number, time: number): void {
    this.releaseDependents(operation, dependencyKind.begun, time);
    if (this.timedIndex.length > 0 && this.timedIndex[operation] > 0) this.operationStart[this.timedIndex[operation] - 1] = time;
  }

  private post(operation: number, mailbox: number, time: number): void {
    this.receiveState[operation] = receivePosted;
    const message = this.matching.post(operation, mailbox);
    if (message >= 0) this.pairReceive(operation, message, time);
  }

  private startComputing(rank: number, operation: number, time: number, cycles: number): void {
    if (cycles > 0 && this.computingProcessors[rank]++ === 0) this.computingSince[rank] = time;
    this.occupyProcessor(rank, operation, time, cycles);
  }

  /** Cycles for which a message occupies a processor: o + (bytes − 1) · O. */
  private hostCycles(message: number): number {
    const { overhead, overheadPerByte } = this.program.host;
    return overheadPerByte === 0 ? overhead : overhead + Math.max(0, this.bytesOf(message) - 1) * overheadPerByte;
  }

  /**
   * Starts a send at time `time`: creates its message, queues it at the rank's terminal after the overhead of the host, and occupies the
   * processor. A message above the rendezvous threshold first sends a request.
   */
  private startSend(rank: number, operation: number, time: number): void {
    const { ops, sizes, host } = this.program;
    const size = sizeAt(ops, operation);
    const message = this.allocateMessage(this.trackedCount > 0 ? this.program.firstMessage[rank] + this.messageIndex[operation] : -1);
    this.stageOf[message] = isRendezvous(this.program, operation) ? stageRequest : stageEager;
    this.receiverOf[message] = operandAt(ops, operation);
    this.senderOf[message] = rank;
    this.sizeOf[message] = size;
    this.packetsLeft[message] = sizes.packets[size];
    this.mailboxOf[message] = mailboxAt(ops, operation);
    this.overheardSend[message] = isOverheardCopy(ops, operation + 1) ? operation : -1;
    this.sendOperation[message] = operation;
    this.sendOrder[message] = this.sent[rank]++;
    const created = time + host.overhead;
    if (this.trackedCount > 0) this.messageCreated[message] = created;
    this.enqueueAtTerminal(rank, message, created);
    this.occupyProcessor(rank, operation, time, this.hostCycles(message));
  }

  /** Records an overheard copy: only which message it copies, that of the send before it in the program. */
  protected recordOverheardCopy(rank: number, operation: number, time: number): void {
    if (this.trackedCount > 0) {
      const message = this.program.firstMessage[rank] + this.messageIndex[operation];
      this.overheardOriginal[message] = isMessageSend(this.program.ops, operation - 1) ? message - 1 : this.overheardOriginal[message - 1];
      this.messageCreated[message] = this.messageCreated[this.overheardOriginal[message]];
    }
    this.releaseProcessor(rank, operation, time);
  }

  /** Allocates a message with the given number, or with a free number if −1 is given. */
  protected allocateMessage(number: number): number {
    const message = number >= 0 ? number : this.allocateNumber();
    while (message >= this.sendOperation.length) this.growGraphArrays();
    this.overheardSend[message] = -1;
    this.sendOperation[message] = -1;
    return message;
  }

  /** The operation occupies its processor for a number of cycles. */
  private occupyProcessor(rank: number, operation: number, time: number, cycles: number): void {
    const slot = rank * this.cpus + this.graph.cpu[operation];
    if (cycles === 0) return this.releaseProcessor(rank, operation, time);
    this.runningOp[slot] = operation;
    this.timers.set(slot, time + cycles);
  }

  /** The processor `slot` has completed its operation. */
  private finishOperation(slot: number, time: number): void {
    const operation = this.runningOp[slot];
    const rank = this.rankOfOp[operation];
    this.runningOp[slot] = -1;
    if (codeAt(this.program.ops, operation) === op.compute && --this.computingProcessors[rank] === 0)
      this.busyCycles[rank] += time - this.computingSince[rank];
    this.releaseProcessor(rank, operation, time);
    this.markDirty(rank);
  }

  /** The operation releases its processor. Unless it is a send by rendezvous, the operation ends as well. */
  private releaseProcessor(rank: number, operation: number, time: number): void {
    this.releaseDependents(operation, dependencyKind.left, time);
    if (this.receiveState[operation] === receiveTaking) this.releaseMessage(this.takenMessage[operation]);
    if (!isRendezvous(this.program, operation)) this.endOperation(rank, operation, time);
  }

  protected endOperation(rank: number, operation: number, time: number): void {
    this.releaseDependents(operation, dependencyKind.ended, time);
    if (this.timedIndex.length > 0 && this.timedIndex[operation] > 0) this.operationEnd[this.timedIndex[operation] - 1] = time;
    this.openOperations[rank]--;
    this.lastEnd[rank] = time;
    this.markDirty(rank);
  }

  /**
   * Decrements the dependency counts of the operations that wait for an event (begun, left, arrived, ended) of an operation; queues those
   * that become ready.
   */
  protected releaseDependents(operation: number, event: number, time: number): void {
    if (operation < 0) return;
    const { firstWaiting, waiting, unsatisfied } = this.dependents;
    const slot = operation * dependencyKinds + event;
    for (let i = firstWaiting[slot]; i < firstWaiting[slot + 1]; i++) if (--unsatisfied[waiting[i]] === 0) this.enqueue(waiting[i], time);
  }

  private openGraphBarriers(time: number): void {
    for (let j = 0; j < this.jobs.length; j++) {
      const first = this.jobs[j].first;
      const end = first + this.jobs[j].ranks;
      if (this.atBarrierOf[j] < end - first) continue;
      this.atBarrierOf[j] = 0;
      for (let rank = first; rank < end; rank++) this.releaseProcessor(rank, this.barrierReached[rank], time);
    }
  }

  protected growGraphArrays(): void {
    const length = growth.next(this.sendOperation.length);
    this.sendOperation = growInt32Array(this.sendOperation, length);
    this.boundReceive = growInt32Array(this.boundReceive, length);
    this.sendOrder = growInt32Array(this.sendOrder, length);
  }
}
