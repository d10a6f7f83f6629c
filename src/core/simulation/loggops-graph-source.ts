// hot: no allocation, no for-of, no destructuring inside `step` and what it calls.
/**
 * Dependency graphs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine, HPDC 2010;
 * github.com/spcl/LogGOPSim). See `loggops-source.ts` for the rules of operation lists; a graph adds two:
 *
 * - Operations that become ready at the same time are queued by rank, and within a rank sends first, then receives, then computations, each
 * in program order. The queue is first in, first out.
 * - A message is received on the processor and the adapter (NIC) with the same indices as at its sender.
 *
 * One rule differs from the simulator: an operation that depends on the end of an operation on another processor waits for that end.
 * LogGOPSim reports an end already at the begin of an operation, so that the dependent operation only waits for its own processor. On one
 * processor both rules are the same.
 */
import {
  codeAt,
  cyclesAt,
  isOverheardCopy,
  isRendezvous,
  mailboxAt,
  op,
  operandAt,
  type Program,
  sizeAt,
  dependencyKind,
  dependencyKinds,
} from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { GraphSource } from "./graph-source.ts";
import { overheardCopy, EventQueue, type MessageListener, hideFuture } from "./loggops-source.ts";
import { stageData, stageEager } from "./program-source.ts";

export class LogGOPSGraphSource extends GraphSource {
  override readonly hasCalendar = false;
  private readonly events = new EventQueue();
  /** Time from which each processor [R × cpus], and each adapter [R × nics] for sending and for receiving, is free. */
  private readonly processorFree: Float64Array;
  private readonly adapterOutFree: Float64Array;
  private readonly adapterInFree: Float64Array;
  private readonly nics: number;
  private readonly operationCount: number;
  /** [R] Time up to which some processor computes. */
  private readonly computesUntil: Float64Array;
  /** Operations that have become ready in the current event. */
  private newlyReady: number[] = [];

  constructor(
    program: Program,
    terminals: number,
    private readonly latency: number,
    private readonly listener: MessageListener,
  ) {
    super(program, terminals, false, null);
    const { cpus, nics } = program.graph!;
    this.nics = nics;
    this.operationCount = program.first[program.ranks];
    this.processorFree = new Float64Array(program.ranks * cpus);
    this.adapterOutFree = new Float64Array(program.ranks * nics);
    this.adapterInFree = new Float64Array(program.ranks * nics);
    this.computesUntil = new Float64Array(program.ranks);
  }

  override start(): this {
    for (let rank = 0; rank < this.program.ranks; rank++) if (this.openOperations[rank] === 0) this.endRankWhenIdle(rank);
    this.enqueueRoots();
    this.scheduleReady();
    return this;
  }

  override get next(): number {
    return this.events.nextTime;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    for (let rank = 0; rank < this.program.ranks; rank++) {
      const busy = this.busyCycles[rank] - Math.max(0, this.computesUntil[rank] - now);
      const end = this.endCycle[rank] >= 0 ? Math.min(now, this.endCycle[rank]) : now;
      into.rankBusy[rank] = busy;
      into.rankWaited[rank] = Math.max(0, end - this.jobs[this.jobOf[rank]].begin - busy);
    }
    hideFuture(into, this.trackedCount, now);
  }

  /** Processes the next event; if its processor or adapter is still busy, the event is postponed. */
  step(): void {
    const { events, operationCount } = this;
    const time = events.nextTime;
    const event = events.firstId;
    const ready = event < operationCount ? this.readyTime(event, time) : this.receivableAt(event - operationCount);
    if (ready > time) {
      events.set(event, ready);
      return;
    }
    events.remove(event);
    this.reachedTime = time;
    if (event < operationCount) this.executeOperation(event, time);
    else this.receiveAtHost(event - operationCount, time);
    this.scheduleReady();
  }

  /** Creates events for the operations that have become ready, rank by rank. */
  private scheduleReady(): void {
    while (this.newlyReady.length > 0) {
      const readyOperations = this.newlyReady;
      this.newlyReady = [];
      readyOperations.sort(
        (a, b) => this.rankOfOp[a] - this.rankOfOp[b] || codeAt(this.program.ops, a) - codeAt(this.program.ops, b) || a - b,
      );
      for (let i = 0; i < readyOperations.length; i++) this.scheduleOperation(readyOperations[i]);
    }
  }

  /** Creates the event of an operation that has become ready. Operations that take no time are completed immediately. */
  private scheduleOperation(operation: number): void {
    const { ops } = this.program;
    const code = codeAt(ops, operation);
    const rank = this.rankOfOp[operation];
    const time = this.readyAt[operation];
    const isInstant = code === op.wait || code === op.phase || code === op.task || isOverheardCopy(ops, operation);
    if (!isInstant) {
      this.events.add(operation, Math.max(time, this.resourcesFreeAt(operation)));
      return;
    }
    this.recordBegin(operation, time);
    if (code === op.phase) {
      this.clock[rank] = time;
      this.enterPhase(rank, operandAt(ops, operation));
    }
    this.completeOperation(rank, operation, time);
  }

  /** Time at which the processor, and the adapter of a send, are free for an operation. */
  private resourcesFreeAt(operation: number): number {
    const rank = this.rankOfOp[operation];
    const processorFree = this.processorFree[rank * this.cpus + this.graph.cpu[operation]];
    return codeAt(this.program.ops, operation) === op.send
      ? Math.max(processorFree, this.adapterOutFree[rank * this.nics + this.graph.nic[operation]])
      : processorFree;
  }

  private readyTime(operation: number, time: number): number {
    const code = codeAt(this.program.ops, operation);
    return code === op.send || code === op.compute ? this.resourcesFreeAt(operation) : time;
  }

  /**
   * Executes an operation whose processor and adapter (NIC) are free at time `time`: starts a send, posts a receive or takes its message,
   * computes, or waits at a barrier until all ranks of the job are there.
   */
  private executeOperation(operation: number, time: number): void {
    const { ops } = this.program;
    const rank = this.rankOfOp[operation];
    const code = codeAt(ops, operation);
    this.recordBegin(operation, time);
    if (code === op.send) this.sendFrom(rank, operation, time);
    else if (code === op.receive) {
      const message = this.matching.post(operation, mailboxAt(ops, operation));
      // Without a message, the receive stays posted.
      if (message < 0) return;
      this.completeMatch(message, time);
      this.completeOperation(rank, operation, time);
    } else if (code === op.compute) {
      const end = time + cyclesAt(ops, operation);
      this.processorFree[rank * this.cpus + this.graph.cpu[operation]] = end;
      this.busyCycles[rank] += Math.max(0, end - Math.max(time, this.computesUntil[rank]));
      this.computesUntil[rank] = Math.max(this.computesUntil[rank], end);
      this.completeOperation(rank, operation, end);
    } else {
      this.barrierReached[rank] = operation;
      if (++this.atBarrierOf[this.jobOf[rank]] === this.jobs[this.jobOf[rank]].ranks) this.openJobBarrier(this.jobOf[rank], time);
    }
  }

  private openJobBarrier(job: number, time: number): void {
    this.atBarrierOf[job] = 0;
    const first = this.jobs[job].first;
    for (let rank = first; rank < first + this.jobs[job].ranks; rank++) this.completeOperation(rank, this.barrierReached[rank], time);
  }

  /**
   * Sends a message on a LogGOPS host: occupies the processor for o + (s − 1)·O and the adapter for g + (s − 1)·G, for a message of s
   * bytes, and launches the message and the copies that other ranks overhear. The send ends when the processor is free; by rendezvous, when
   * the message is received.
   */
  private sendFrom(rank: number, operation: number, time: number): void {
    const { ops, sizes, host, terminalOf, firstMessage } = this.program;
    const size = sizeAt(ops, operation);
    const bytesAfterFirst = Math.max(0, sizes.bytes[size] - 1);
    const isRendezvousSend = isRendezvous(this.program, operation);
    // The send occupies processor and adapter.
    const sendEnd = time + host.overhead + bytesAfterFirst * host.overheadPerByte;
    this.processorFree[rank * this.cpus + this.graph.cpu[operation]] = sendEnd;
    this.adapterOutFree[rank * this.nics + this.graph.nic[operation]] = time + host.gap + bytesAfterFirst * host.gapPerByte;
    // The message and its overheard copies. Recorded messages have fixed numbers; −1 means any free number.
    const message = this.allocateMessage(this.trackedCount > 0 ? firstMessage[rank] + this.messageIndex[operation] : -1);
    this.launch(
      message,
      rank,
      operation,
      operation,
      size,
      isRendezvousSend ? stageData : stageEager,
      isOverheardCopy(ops, operation + 1) ? operation : -1,
      time,
    );
    this.listener.sent(terminalOf[rank], terminalOf[operandAt(ops, operation)], message, this.packetsOf(message), time + host.overhead);
    for (let other = operation + 1, k = 1; isOverheardCopy(ops, other); other++, k++)
      this.launch(
        this.allocateMessage(this.trackedCount > 0 ? message + k : -1),
        rank,
        operation,
        other,
        size,
        stageEager,
        overheardCopy,
        time,
      );
    this.releaseDependents(operation, dependencyKind.left, sendEnd);
    if (!isRendezvousSend) this.endOperation(rank, operation, sendEnd);
  }

  /**
   * Writes the record of a message and schedules its arrival, o + L cycles after `time`, when its send begins.
   * @param receiverOperation The operation that names the receiver and its mailbox: it differs from `operation`, the send, for overheard
   * copies.
   * @param stage Protocol stage: eager, or the data of a rendezvous.
   * @param overheardSend The send if other ranks overhear the message; a negative number otherwise.
   */
  private launch(
    message: number,
    rank: number,
    operation: number,
    receiverOperation: number,
    size: number,
    stage: number,
    overheardSend: number,
    time: number,
  ): void {
    const created = time + this.program.host.overhead;
    this.receiverOf[message] = operandAt(this.program.ops, receiverOperation);
    this.senderOf[message] = rank;
    this.sizeOf[message] = size;
    this.mailboxOf[message] = mailboxAt(this.program.ops, receiverOperation);
    this.stageOf[message] = stage;
    this.overheardSend[message] = overheardSend;
    this.sendOperation[message] = operation;
    this.createdOf[message] = created;
    if (this.trackedCount > 0) this.messageCreated[message] = created;
    this.events.add(this.operationCount + message, created + this.latency);
  }

  /** Time from which the receiver's processor and adapter are free for a message. */
  private receivableAt(message: number): number {
    const rank = this.receiverOf[message];
    const operation = this.sendOperation[message];
    return Math.max(
      this.processorFree[rank * this.cpus + this.graph.cpu[operation]],
      this.adapterInFree[rank * this.nics + this.graph.nic[operation]],
    );
  }

  /**
   * Receives a message on its LogGOPS host at time `time`: occupies the processor for o + (s − 1)·max(O, G) and the adapter for g + (s −
   * 1)·G, for a message of s bytes, reports the arrival, and matches the message with a receive that has been posted, which then ends.
   */
  private receiveAtHost(message: number, time: number): void {
    const { host, terminalOf } = this.program;
    const rank = this.receiverOf[message];
    const operation = this.sendOperation[message];
    const sender = this.senderOf[message];
    const bytesAfterFirst = Math.max(0, this.bytesOf(message) - 1);
    const arrivedAt = time + bytesAfterFirst * host.gapPerByte;
    const takenAt = time + host.overhead + bytesAfterFirst * Math.max(host.overheadPerByte, host.gapPerByte);
    this.processorFree[rank * this.cpus + this.graph.cpu[operation]] = takenAt;
    this.adapterInFree[rank * this.nics + this.graph.nic[operation]] = time + host.gap + bytesAfterFirst * host.gapPerByte;
    if (this.trackedCount > 0) this.messageDelivered[message] = Math.max(0, arrivedAt - 1);
    if (this.overheardSend[message] !== overheardCopy) {
      this.listener.arrived(terminalOf[sender], terminalOf[rank], message, this.packetsOf(message), this.createdOf[message], arrivedAt);
      if (this.stageOf[message] === stageEager) this.releaseDependents(operation, dependencyKind.arrived, arrivedAt);
    }
    const receive = this.matching.arrive(message, this.mailboxOf[message]);
    if (receive < 0) return;
    this.completeMatch(message, time);
    this.completeOperation(rank, receive, takenAt);
  }

  /** A message has matched its receive. This ends a send by rendezvous. */
  private completeMatch(message: number, time: number): void {
    const operation = this.sendOperation[message];
    const sender = this.senderOf[message];
    const isRendezvousSend = this.stageOf[message] === stageData;
    this.releaseMessage(message);
    if (!isRendezvousSend) return;
    const processor = sender * this.cpus + this.graph.cpu[operation];
    const adapter = sender * this.nics + this.graph.nic[operation];
    if (this.processorFree[processor] < time) this.processorFree[processor] = time;
    if (this.adapterOutFree[adapter] < time) this.adapterOutFree[adapter] = time;
    this.releaseDependents(operation, dependencyKind.arrived, time);
    this.endOperation(sender, operation, time);
  }

  private completeOperation(rank: number, operation: number, time: number): void {
    this.releaseDependents(operation, dependencyKind.left, time);
    this.endOperation(rank, operation, time);
  }

  protected override endOperation(rank: number, operation: number, time: number): void {
    this.releaseDependents(operation, dependencyKind.ended, time);
    if (this.timedIndex.length > 0 && this.timedIndex[operation] > 0) this.operationEnd[this.timedIndex[operation] - 1] = time;
    this.lastEnd[rank] = Math.max(this.lastEnd[rank], time);
    if (--this.openOperations[rank] === 0) this.endRankWhenIdle(rank);
  }

  /** Ends a rank when its processors have handled everything that has arrived. */
  private endRankWhenIdle(rank: number): void {
    let end = this.lastEnd[rank];
    for (let k = 0; k < this.cpus; k++) end = Math.max(end, this.processorFree[rank * this.cpus + k]);
    this.clock[rank] = end;
    this.endRank(rank);
  }

  /** Decrements the dependency counts of the operations that wait for an event of an operation; they cannot begin before `time`. */
  protected override releaseDependents(operation: number, trigger: number, time: number): void {
    const { firstWaiting, waiting, unsatisfied } = this.dependents;
    const slot = operation * dependencyKinds + trigger;
    for (let i = firstWaiting[slot]; i < firstWaiting[slot + 1]; i++) {
      const other = waiting[i];
      if (this.readyAt[other] < time) this.readyAt[other] = time;
      if (--unsatisfied[other] === 0) this.newlyReady.push(other);
    }
  }

  protected override enqueue(operation: number, time: number): void {
    this.readyAt[operation] = time;
    this.newlyReady.push(operation);
  }
}
