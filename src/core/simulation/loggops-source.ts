// hot: no allocation, no for-of, no destructuring inside `step` and what it calls.
/**
 * Rank programs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine, HPDC 2010). Events are
 * processed in the order of time; those of one time in the order in which they were created.
 *
 * - A rank sends when its processor and its adapter (NIC) are free. A message of s bytes occupies the processor for o + (s − 1)·O and the
 * adapter for g + (s − 1)·G; its first byte arrives o + L after the begin of the send.
 * - A message is received when processor and adapter of the receiver are free, whether or not the rank has reached its receive. It occupies
 * the processor for o + (s − 1)·max(O, G) and the adapter for g + (s − 1)·G. The receive operation itself takes no time.
 * - A send of more than S bytes (rendezvous) ends when its message is received by a waiting receive, or when a receive finds it. The sender
 * knows this at the same instant, as in the simulator, without a message back.
 *
 * The same list as a graph gives the same events (`as-graph.ts`). But the graph unrolls loops: a ring of 512 ranks takes 1.5 times as long
 * and 260 MB instead of 20, and memory grows with the square of the ranks. Therefore lists have their own source.
 */
import { growth, growFloat64Array } from "../base/arrays.ts";
import { TimeHeap } from "../base/time-heap.ts";
import { isOverheardCopy, mailboxAt, op, operandAt, type Program } from "../programs/program.ts";
import type { Frame } from "./frame.ts";
import { blockedAtEnd, stageData, stageEager, ProgramSource, blockedOnSends } from "./program-source.ts";

/** Value of `blockedOn`: the rank waits for the event of its next operation. */
const blockedOnEvent = -5;
/** Value of `overheardSend` for overheard copies. */
export const overheardCopy = -2;

/**
 * Receives the messages of an ideal network: source and destination terminals, packets, and the cycle in which each message was created.
 */
export interface MessageListener {
  sent(source: number, destination: number, message: number, packets: number, created: number): void;
  /** The whole message has arrived at its destination in cycle `time`. */
  arrived(source: number, destination: number, message: number, packets: number, created: number, time: number): void;
}

/** Event queue in the order of time; events of one time are in the order in which they were added. */
export class EventQueue extends TimeHeap {
  /** [events] Number of events added before this one. */
  private sequence = new Float64Array(growth.initial(16));
  private eventCount = 0;

  add(event: number, time: number): void {
    if (event >= this.sequence.length)
      this.sequence = growFloat64Array(this.sequence, Math.max(event + 1, growth.next(this.sequence.length)));
    this.sequence[event] = this.eventCount++;
    this.set(event, time);
  }

  protected override isFirstOnTie(a: number, b: number): boolean {
    return this.sequence[a] < this.sequence[b];
  }
}

/**
 * Hides in a frame what happens after `now`: the times of a message are recorded in advance, before it leaves and before it has arrived.
 */
export function hideFuture(into: Frame, trackedCount: number, now: number): void {
  for (let message = 0; message < trackedCount; message++) {
    if (into.messageInjected[message] > now) into.messageInjected[message] = -1;
    if (into.messageDelivered[message] > now) into.messageDelivered[message] = -1;
  }
}

export class LogGOPSSource extends ProgramSource {
  protected override readonly isStepwise = true;
  /** [R] Time from which the rank's processor, and its adapter for sending and receiving, are free. */
  private readonly processorFree: Float64Array;
  private readonly adapterOutFree: Float64Array;
  private readonly adapterInFree: Float64Array;
  /** [R] Code of the rank's next operation. */
  private readonly nextCode: Uint8Array;
  /** The rank whose operation executes in the current event; −1 for none. */
  private dueRank = -1;
  /** Events below R: the next operation of a rank. Events from R on: the receive of message (event − R). */
  private readonly events = new EventQueue();

  constructor(
    program: Program,
    terminals: number,
    private readonly latency: number,
    private readonly listener: MessageListener,
  ) {
    super(program, terminals, false, null);
    this.processorFree = new Float64Array(program.ranks);
    this.nextCode = new Uint8Array(program.ranks);
    this.adapterOutFree = new Float64Array(program.ranks);
    this.adapterInFree = new Float64Array(program.ranks);
  }

  /** Time of the next event; Infinity if there is none. */
  override get next(): number {
    return this.events.nextTime;
  }

  override sample(into: Frame, now: number): void {
    super.sample(into, now);
    hideFuture(into, this.trackedCount, now);
  }

  /**
   * Processes the next event. Event r below the number of ranks is the next operation of rank r; event ranks + m is the receipt of message
   * m at its host. If the processor or adapter that it needs is still busy, the event is postponed until it is free.
   */
  step(): void {
    const { events } = this;
    const { ranks } = this.program;
    const time = events.nextTime;
    const event = events.firstId;
    const ready = event < ranks ? this.readyTime(event, time) : this.receivableAt(event - ranks);
    if (ready > time) {
      events.set(event, ready);
      return;
    }
    events.remove(event);
    this.reachedTime = time;
    if (event < ranks) {
      this.waitUntil(event, time);
      this.dueRank = event;
      this.cursor.repeatCurrent(event);
      this.runRank(event);
    } else this.receiveAtHost(event - ranks, time);
    this.openBarriers();
  }

  protected override mayExecute(rank: number, code: number): boolean {
    if (code === op.phase || code === op.task) return true;
    if (this.dueRank === rank) {
      this.dueRank = -1;
      return true;
    }
    if (this.clock[rank] > this.processorFree[rank]) this.processorFree[rank] = this.clock[rank];
    this.blockedOn[rank] = blockedOnEvent;
    this.nextCode[rank] = code;
    this.events.add(rank, code === op.send ? Math.max(this.processorFree[rank], this.adapterOutFree[rank]) : this.processorFree[rank]);
    return false;
  }

  /** Time from which a rank can execute its next operation. */
  private readyTime(rank: number, time: number): number {
    const code = this.nextCode[rank];
    if (code === op.send) return Math.max(this.processorFree[rank], this.adapterOutFree[rank]);
    return code === op.compute ? this.processorFree[rank] : time;
  }

  /** Sends a message: occupies processor and adapter by o, O, g and G, and launches it with its overheard copies. */
  protected override postMessage(rank: number, receiver: number, size: number, mailbox: number, overheardSend: number): void {
    const { overhead, overheadPerByte, gap, gapPerByte } = this.program.host;
    const bytes = this.program.sizes.bytes[size];
    const time = this.clock[rank];
    const isRendezvousSend = overheardSend < 0 && this.program.sizes.isRendezvous[size] === 1;
    const message = this.nextMessageNumber(rank);
    this.adapterOutFree[rank] = time + gap + (bytes - 1) * gapPerByte;
    this.post(message, rank, receiver, size, mailbox, isRendezvousSend ? stageData : stageEager, overheardSend, time);
    this.sent[rank]++;
    this.outstanding[rank]++;
    if (isRendezvousSend) this.outstandingRendezvous[rank]++;
    this.listener.sent(this.program.terminalOf[rank], this.program.terminalOf[receiver], message, this.packetsOf(message), time + overhead);
    if (overheardSend >= 0) this.postOverheardCopies(message, rank, size, overheardSend, time);
    this.spendIdle(rank, overhead + (bytes - 1) * overheadPerByte);
  }

  /**
   * Writes the record of a message and schedules its arrival, o + L cycles after `time`, when its send begins.
   * @param stage Protocol stage: eager, or the data of a rendezvous.
   * @param overheardSend The send operation if further ranks receive the same message (a broadcast on a shared medium); negative otherwise.
   */
  private post(
    message: number,
    rank: number,
    receiver: number,
    size: number,
    mailbox: number,
    stage: number,
    overheardSend: number,
    time: number,
  ): void {
    const created = time + this.program.host.overhead;
    this.receiverOf[message] = receiver;
    this.senderOf[message] = rank;
    this.sizeOf[message] = size;
    this.mailboxOf[message] = mailbox;
    this.stageOf[message] = stage;
    this.overheardSend[message] = overheardSend;
    this.createdOf[message] = created;
    if (this.trackedCount > 0) this.messageCreated[message] = created;
    this.events.add(this.program.ranks + message, created + this.latency);
  }

  /** Sends the overheard copies of a message to the other ranks on the shared medium. */
  private postOverheardCopies(message: number, rank: number, size: number, overheardSend: number, time: number): void {
    const ops = this.program.ops;
    for (let operation = overheardSend + 1, k = 1; isOverheardCopy(ops, operation); operation++, k++)
      this.post(
        this.trackedCount > 0 ? message + k : this.allocateNumber(),
        rank,
        operandAt(ops, operation),
        size,
        mailboxAt(ops, operation),
        stageEager,
        overheardCopy,
        time,
      );
  }

  /** Time from which the receiver's processor and adapter are free for a message. */
  private receivableAt(message: number): number {
    const rank = this.receiverOf[message];
    return Math.max(this.processorFree[rank], this.adapterInFree[rank]);
  }

  /**
   * Receives a message on its LogGOPS host at time `time`: occupies the processor for o + (s − 1)·max(O, G) and the adapter for g + (s −
   * 1)·G, for a message of s bytes, and reports the arrival. A rank that waits for this mailbox (sender, receiver and tag) continues;
   * otherwise the message stays in the mailbox.
   */
  private receiveAtHost(message: number, time: number): void {
    const { overhead, overheadPerByte, gap, gapPerByte } = this.program.host;
    const rank = this.receiverOf[message];
    const sender = this.senderOf[message];
    const bytesAfterFirst = this.bytesOf(message) - 1;
    const arrivedAt = time + bytesAfterFirst * gapPerByte;
    const terminalOf = this.program.terminalOf;
    this.processorFree[rank] = time + overhead + bytesAfterFirst * Math.max(overheadPerByte, gapPerByte);
    this.adapterInFree[rank] = time + gap + bytesAfterFirst * gapPerByte;
    if (this.trackedCount > 0) this.messageDelivered[message] = Math.max(0, arrivedAt - 1);
    if (this.overheardSend[message] !== overheardCopy) {
      this.listener.arrived(terminalOf[sender], terminalOf[rank], message, this.packetsOf(message), this.createdOf[message], arrivedAt);
      if (this.stageOf[message] === stageEager) this.messageArrived(sender, arrivedAt);
    }
    if (this.blockedOn[rank] !== this.mailboxOf[message]) return this.putInMailbox(this.mailboxOf[message], message);
    this.waitUntil(rank, this.processorFree[rank]);
    this.matchMessage(message, time);
    this.completeAndContinue(rank);
  }

  /** A rank ends when its processor has handled everything that has arrived. */
  protected override endRank(rank: number): void {
    this.waitUntil(rank, this.processorFree[rank]);
    super.endRank(rank);
  }

  protected override takeMessage(rank: number, message: number): void {
    this.matchMessage(message, this.clock[rank]);
  }

  /** A message has matched its receive in cycle `time`. This ends a send by rendezvous. */
  private matchMessage(message: number, time: number): void {
    const sender = this.senderOf[message];
    const isRendezvousSend = this.stageOf[message] === stageData;
    this.releaseMessage(message);
    if (!isRendezvousSend) return;
    if (this.processorFree[sender] < time) this.processorFree[sender] = time;
    if (this.adapterOutFree[sender] < time) this.adapterOutFree[sender] = time;
    this.outstandingRendezvous[sender]--;
    this.messageArrived(sender, time);
    if (this.outstandingRendezvous[sender] > 0 || this.blockedOn[sender] !== blockedAtEnd) return;
    this.waitUntil(sender, time);
    this.endRank(sender);
  }

  private messageArrived(sender: number, time: number): void {
    if (--this.outstanding[sender] === 0 && this.blockedOn[sender] === blockedOnSends) this.resume(sender, time);
  }
}
