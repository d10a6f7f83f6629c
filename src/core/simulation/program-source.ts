// hot: no allocation, no for-of, no destructuring inside `arrive` and what it calls.
/**
 * The interpreter of rank programs. Each rank has its own clock. It runs ahead of the network while the rank computes, and stops at an
 * operation that has to wait; so a rank needs attention only when a message for it has arrived. Its sends queue at its terminal, in program
 * order.
 */
import { growth, growInt32Array, growFloat64Array } from "../base/arrays.ts";
import { isSendingCostly } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import {
  isOverheardCopy,
  isMessageSend,
  jobOfRanks,
  jobsOfProgram,
  mailboxAt,
  op,
  operandAt,
  type Program,
  type ProgramJob,
  noMessage,
} from "../programs/program.ts";
import { nominalReceiver } from "../programs/trees.ts";
import { type Frame, cycleTolerance, scalar, statuses } from "./frame.ts";
import { firstTimedOperations, isTimed, phaseEntryCount, timedOperations, trackedMessages } from "./program-record.ts";
import { LinkedQueues } from "./linked-queues.ts";
import type { MessageSource } from "./source.ts";
import { RoundRobinQueues } from "./round-robin-queues.ts";

/**
 * What a rank is blocked on, besides a mailbox: nothing; its outstanding sends; the barrier; at the end of its program, its outstanding
 * sends by rendezvous.
 */
export const [notBlocked, blockedOnSends, blockedAtBarrier, blockedAtEnd] = [-1, -2, -3, -4];

/** Protocol stage of a message: eager, request to send, reply (clear to send), data after the reply. */
export const [stageEager, stageRequest, stageReply, stageData] = [0, 1, 2, 3];
/** Messages for tree t have the mailbox firstTreeMailbox − t, from which no rank receives. */
const firstTreeMailbox = -2;
/** The request and the reply of message m cross the network with the number firstControlMessage − m. */
export const firstControlMessage = -2;

export class ProgramSource implements MessageSource {
  readonly createdAt: Float64Array;
  readonly destination: Int32Array;
  readonly packets: Float64Array;
  readonly messageNumber: Int32Array;
  /** Requests and replies, which have priority over other messages of their terminals; null if the program has none. */
  readonly controlSource: MessageSource | null;
  /** Terminals whose next message has changed since the last arrival; see {@link arrive}. */
  readonly wokenTerminals: Int32Array;

  protected readonly program: Program;
  protected readonly hasSendOverhead: boolean;
  /** True if {@link mayExecute} is called before each operation. */
  protected readonly isStepwise: boolean = false;
  /** [T] Time from which the terminal may begin its next message, after the gap g. */
  private readonly gapUntil: Float64Array;
  /** Background traffic, and [T] 1 for its terminals; null if there is none. */
  private readonly background: MessageSource | null;
  private readonly isBackground: Uint8Array;
  protected readonly trackedCount: number;
  // State by rank.
  /** The current operation of each rank. */
  protected readonly cursor: Cursor;
  /** [R] Time of the rank's clock, cycles; may be ahead of the network. */
  protected readonly clock: Float64Array;
  /** [R] The mailbox that the rank waits for, or another reason why it is blocked. */
  protected readonly blockedOn: Int32Array;
  /** [R] Number of messages sent; of sent messages that have not arrived; and of messages by rendezvous that have not arrived. */
  protected readonly sent: Int32Array;
  protected readonly outstanding: Int32Array;
  protected readonly outstandingRendezvous: Int32Array;
  /** [R] The message whose request the rank has answered and whose data it waits for; −1 for none. */
  private readonly repliedTo: Int32Array;
  /** [R] Cycles in which the rank waited or handled messages, and in which it computed. */
  protected readonly waitedCycles: Float64Array;
  protected readonly busyCycles: Float64Array;
  /** [R] First and last of the rank's intervals that may lie ahead of the network; −1 for none. */
  private readonly firstInterval: Int32Array;
  private readonly lastInterval: Int32Array;
  /** [R] Cycle in which the rank's program ended; −1 before. */
  protected readonly endCycle: Float64Array;
  /** [R] Current phase, −1 before the first; and the cycle in which it began. */
  private readonly currentPhase: Int32Array;
  private readonly phaseSince: Float64Array;
  /** [R × phases] */
  private readonly phaseCycles: Float64Array;
  // Timed operations; the arrays are empty if operations are not recorded.
  /** [R] Index of the rank's next timed operation. */
  protected readonly nextTimed: Int32Array;
  protected readonly operationStart: Float64Array;
  protected readonly operationEnd: Float64Array;
  /** The jobs; the job of each rank [R]; and the number of ranks of each job at a barrier. */
  protected readonly jobs: readonly ProgramJob[];
  protected readonly jobOf: Uint8Array;
  protected readonly atBarrierOf: Int32Array;
  protected ranksRunning: number;
  /** Latest end of a rank so far, cycles. */
  private lastEndCycle = 0;
  /**
   * [mailboxes] Last message or request in the mailbox, + 1, in a circular list whose next entry is the first; 0 if the mailbox is empty.
   */
  private readonly lastInMailbox: Int32Array;
  // State by message number. Numbers are reused unless messages are recorded.
  private readonly capacity = growth.initial(1024);
  /** Next message in the mailbox, or next free number. */
  protected nextMessage = new Int32Array(this.capacity);
  protected receiverOf = new Int32Array(this.capacity);
  protected senderOf = new Int32Array(this.capacity);
  protected sizeOf = new Int32Array(this.capacity);
  protected packetsLeft = new Float64Array(this.capacity);
  protected mailboxOf = new Int32Array(this.capacity);
  /** The send operation of a message that other ranks on a shared medium overhear; −1 for other messages. */
  protected overheardSend = new Int32Array(this.capacity);
  protected createdOf = new Float64Array(this.capacity);
  protected stageOf = new Int32Array(this.capacity);
  protected freeMessage = -1;
  private allocatedCount: number;
  /** For each tree, the index of each contributing rank among its contributors. */
  private readonly treePositions: readonly ReadonlyMap<number, number>[];
  // Intervals in which a rank computes, or does not, within one phase. Numbers are reused.
  private readonly intervalCapacity = growth.initial(1024);
  private nextInterval = new Int32Array(this.intervalCapacity);
  private intervalPhase = new Int32Array(this.intervalCapacity);
  private intervalIsBusy = new Int32Array(this.intervalCapacity);
  private intervalCycles = new Float64Array(this.intervalCapacity);
  private intervalEnd = new Float64Array(this.intervalCapacity);
  private freeInterval = -1;
  private intervalCount = 0;
  /** Cycle of the last arrival: frames of earlier cycles are no longer sampled. */
  protected reachedTime = 0;
  /** Queues at the terminals: one of messages, unused if messages take turns; and one of requests and replies. */
  private readonly sendQueues: LinkedQueues;
  private readonly controlQueues: LinkedQueues;
  /** Queues of messages that take turns packet by packet (round robin); null if messages are sent whole. */
  private readonly roundRobinQueues: RoundRobinQueues | null;
  /** [messages] Packets still to send, if messages take turns. */
  private packetsToSend = new Int32Array(0);
  protected wokenCount = 0;
  protected readonly isWoken: Uint8Array;
  /** [tracked] The original of a recorded overheard copy; −1 for other messages. */
  protected readonly overheardOriginal: Int32Array;
  protected readonly messageCreated: Float64Array;
  protected readonly messageDelivered: Float64Array;

  /**
   * Prepares the interpretation of a rank program: state by rank [R], by terminal [T], by message and by timed operation, and the queues of
   * messages at the terminals.
   * @param isPacketwise Whether the engine can alternate between messages packet by packet, if the program does so: see {@link
   * advancePacket}.
   * @param background Source of the background traffic.
   */
  constructor(program: Program, terminals: number, isPacketwise: boolean, background: MessageSource | null) {
    const { ranks, owner, partnerMailboxes } = program;
    this.program = program;
    this.hasSendOverhead = isSendingCostly(program.host);
    this.gapUntil = new Float64Array(terminals);
    this.trackedCount = trackedMessages(program);
    // Results of trees have numbers after those of recorded messages.
    this.allocatedCount = this.trackedCount;
    this.treePositions = (program.trees ?? []).map(({ from }) => new Map(Array.from(from, (rank, index) => [rank, index])));
    // The next message of each terminal.
    this.createdAt = new Float64Array(terminals).fill(Infinity);
    this.destination = new Int32Array(terminals);
    this.packets = new Float64Array(terminals);
    this.messageNumber = new Int32Array(terminals).fill(-1);
    this.wokenTerminals = new Int32Array(ranks);
    this.isWoken = new Uint8Array(terminals);
    this.cursor = new Cursor(program);
    this.jobs = jobsOfProgram(program);
    this.jobOf = jobOfRanks(program);
    this.atBarrierOf = new Int32Array(this.jobs.length);
    // State by rank.
    this.clock = Float64Array.from(this.jobOf, (job) => this.jobs[job].begin);
    this.blockedOn = new Int32Array(ranks).fill(notBlocked);
    this.sent = new Int32Array(ranks);
    this.outstanding = new Int32Array(ranks);
    this.outstandingRendezvous = new Int32Array(ranks);
    this.repliedTo = new Int32Array(ranks).fill(-1);
    this.waitedCycles = new Float64Array(ranks);
    this.busyCycles = new Float64Array(ranks);
    this.firstInterval = new Int32Array(ranks).fill(-1);
    this.lastInterval = new Int32Array(ranks).fill(-1);
    this.endCycle = new Float64Array(ranks).fill(-1);
    this.currentPhase = new Int32Array(ranks).fill(-1);
    this.phaseSince = new Float64Array(ranks);
    this.phaseCycles = new Float64Array(phaseEntryCount(program));
    // Recorded operations.
    this.operationStart = new Float64Array(timedOperations(program)).fill(-1);
    this.nextTimed = this.operationStart.length > 0 ? firstTimedOperations(program) : new Int32Array(0);
    this.operationEnd = new Float64Array(this.operationStart.length).fill(-1);
    this.ranksRunning = ranks;
    this.lastInMailbox = new Int32Array(owner.length + ranks * partnerMailboxes);
    // Queues at the terminals.
    const isBefore = (a: number, b: number) => this.isQueuedBefore(a, b);
    this.sendQueues = new LinkedQueues(terminals, isBefore);
    this.controlQueues = new LinkedQueues(terminals, isBefore);
    this.controlSource = program.rendezvous > 0 ? this.makeControlSource(terminals) : null;
    this.roundRobinQueues =
      !isPacketwise || program.isRoundRobin !== true
        ? null
        : new RoundRobinQueues(terminals, {
            creationOf: (messageId) => this.createdOf[messageId],
            // A job without round robin has one queue at each of its terminals.
            receiverOf: (messageId) => (this.jobs[this.jobOf[this.senderOf[messageId]]].isRoundRobin ? this.receiverOf[messageId] : -1),
            isBefore,
          });
    // Recorded messages.
    this.overheardOriginal = new Int32Array(this.trackedCount).fill(-1);
    this.messageCreated = new Float64Array(this.trackedCount).fill(-1);
    this.messageDelivered = new Float64Array(this.trackedCount).fill(-1);
    if (this.roundRobinQueues !== null) this.packetsToSend = new Int32Array(this.nextMessage.length);
    while (this.nextMessage.length < this.trackedCount) this.growMessages();
    // Background traffic.
    this.background = background;
    this.isBackground = program.backgroundTraffic?.isSending ?? new Uint8Array(terminals);
    for (let terminal = 0; terminal < terminals; terminal++) if (this.isBackground[terminal] === 1) this.offerBackground(terminal);
  }

  /** Starts all ranks. */
  start(): this {
    for (let rank = 0; rank < this.program.ranks; rank++) this.runRank(rank);
    this.openBarriers();
    return this;
  }

  /** True if clocks do not run ahead: then the engine must call {@link catchUp}. */
  readonly hasCalendar: boolean = false;

  /** Time of the next event of a rank that the network has to wait for; Infinity if there is none: see {@link catchUp}. */
  get next(): number {
    return Infinity;
  }

  /**
   * Executes all events of ranks up to `time`, if clocks do not run ahead.
   * @returns Number of entries of {@link wokenTerminals}: terminals whose next message has changed
   */
  catchUp(_time: number): number {
    return 0;
  }

  /** First cycle in which no rank is active; Infinity until all ranks have ended. */
  get busyUntil(): number {
    return this.ranksRunning > 0 ? Infinity : this.lastEndCycle;
  }

  advance(terminal: number): void {
    if (this.isBackground[terminal] === 1) return this.advanceBackground(terminal);
    this.gapUntil[terminal] = this.createdAt[terminal] + this.program.host.gap;
    this.sendQueues.leave(terminal);
    this.offerNext(terminal);
  }

  /**
   * A message source of the requests and replies of rendezvous, one packet each, which the engine serves before all other messages of a
   * terminal. It reads the queues of control messages by terminal.
   */
  private makeControlSource(terminals: number): MessageSource {
    const { first } = this.controlQueues;
    return {
      createdAt: new Float64Array(terminals).fill(Infinity),
      destination: new Int32Array(terminals),
      packets: new Float64Array(terminals).fill(1),
      messageNumber: new Int32Array(terminals).fill(-1),
      advance: (terminal) => {
        this.controlQueues.leave(terminal);
        this.offerControl(terminal);
      },
      countCreated: (terminal, from, to) => {
        let count = 0;
        for (let messageId = first[terminal]; messageId >= 0; messageId = this.controlQueues.after(messageId))
          if (this.createdOf[messageId] >= from && this.createdOf[messageId] < to) count++;
        return count;
      },
    };
  }

  /**
   * Whether messages take turns packet by packet: then {@link advancePacket} is called after each packet, instead of {@link advance} after
   * each message.
   */
  get isRoundRobin(): boolean {
    return this.roundRobinQueues !== null;
  }

  /** A packet of the terminal's current message was sent in cycle `time`: continues with the next message in the rotation. */
  advancePacket(terminal: number, time: number): void {
    if (this.isBackground[terminal] === 1) return this.advanceBackground(terminal);
    const turns = this.roundRobinQueues!;
    turns.turn(terminal, --this.packetsToSend[turns.queueHead(terminal)] === 0, time);
    this.offerNext(terminal);
  }

  /** Creation of the oldest message at the terminal that is not sent completely; Infinity for none. */
  oldestCreation(terminal: number): number {
    return this.roundRobinQueues === null || this.isBackground[terminal] === 1
      ? this.createdAt[terminal]
      : this.roundRobinQueues.oldestCreation(terminal);
  }

  countCreated(terminal: number, from: number, to: number): number {
    if (this.isBackground[terminal] === 1) return this.background!.countCreated(terminal, from, to);
    const packets = (messageId: number) =>
      this.createdOf[messageId] < from || this.createdOf[messageId] >= to
        ? 0
        : this.roundRobinQueues === null
          ? this.packetsOf(messageId)
          : this.packetsToSend[messageId];
    let sum = this.controlSource === null ? 0 : this.controlSource.countCreated(terminal, from, to);
    if (this.roundRobinQueues !== null) return sum + this.roundRobinQueues.sumOver(terminal, packets);
    for (let messageId = this.queueHead(terminal); messageId >= 0; messageId = this.sendQueues.after(messageId)) sum += packets(messageId);
    return sum;
  }

  /**
   * `packets` packets of a message are consumed in cycle `time`. With its last packet the message has arrived, and ranks may continue.
   * Background messages have the number −1 and wake no rank. Requests and replies have smaller numbers.
   * @returns Number of entries of {@link wokenTerminals}: terminals whose next message has changed
   */
  arrive(message: number, time: number, packets = 1): number {
    if (message === -1 || (message >= 0 && (this.packetsLeft[message] -= packets) > 0)) return 0;
    this.clearWoken();
    this.reachedTime = time;
    if (message < 0) this.deliverControl(firstControlMessage - message, time);
    else this.deliverMessage(message, time);
    return this.wokenCount;
  }

  protected clearWoken(): void {
    for (let i = 0; i < this.wokenCount; i++) this.isWoken[this.wokenTerminals[i]] = 0;
    this.wokenCount = 0;
  }

  /** Whether other ranks overhear a message in flight. */
  isOverheard(message: number): boolean {
    return message >= 0 && this.overheardSend[message] >= 0;
  }

  /** The tree that a message in flight contributes to; −1 for none. */
  treeOf(message: number): number {
    return message >= 0 && this.mailboxOf[message] <= firstTreeMailbox ? firstTreeMailbox - this.mailboxOf[message] : -1;
  }

  /** Index of the message's sender among the contributors to its tree. */
  positionInTree(message: number): number {
    return this.treePositions[this.treeOf(message)].get(this.senderOf[message])!;
  }

  /** Index of the message's size in {@link Program.sizes}. */
  sizeIndex(message: number): number {
    return this.sizeOf[message];
  }

  /**
   * The result of a tree has arrived in cycle `time` at one of the tree's receivers, which is given by its index. `size` is the size index
   * of the messages.
   * @returns Number of entries of {@link wokenTerminals}: terminals whose next message has changed
   */
  deliverFromTree(tree: number, index: number, size: number, time: number): number {
    this.clearWoken();
    this.reachedTime = time;
    const { to, mailbox } = this.program.trees![tree];
    const messageId = this.allocateNumber();
    this.receiverOf[messageId] = to[index];
    this.mailboxOf[messageId] = mailbox[index];
    this.sizeOf[messageId] = size;
    this.stageOf[messageId] = stageEager;
    this.deliver(messageId, time + 1);
    this.openBarriers();
    return this.wokenCount;
  }

  /** A request or a reply has arrived. */
  protected deliverControl(messageId: number, time: number): void {
    const isRequest = this.stageOf[messageId] === stageRequest;
    const rank = isRequest ? this.receiverOf[messageId] : this.senderOf[messageId];
    if (!isRequest) {
      this.stageOf[messageId] = stageData;
      this.enqueueAtTerminal(rank, messageId, time + 1);
    } else if (this.blockedOn[rank] === this.mailboxOf[messageId] && this.repliedTo[rank] < 0)
      this.replyTo(rank, messageId, Math.max(this.clock[rank], time + 1));
    else this.putInMailbox(this.mailboxOf[messageId], messageId);
  }

  /** A rank that has reached the receive in cycle `time` replies to the request. */
  private replyTo(rank: number, messageId: number, time: number): void {
    this.repliedTo[rank] = messageId;
    this.stageOf[messageId] = stageReply;
    this.enqueueAtTerminal(rank, messageId, time);
  }

  /** The last packet of a message has arrived: ends its send, delivers it to its rank, and delivers overheard copies. */
  protected deliverMessage(messageId: number, time: number): void {
    const from = this.senderOf[messageId];
    const overheardSend = this.overheardSend[messageId];
    if (this.trackedCount > 0) this.messageDelivered[messageId] = time;
    if (--this.outstanding[from] === 0 && this.blockedOn[from] === blockedOnSends) this.resume(from, time + 1);
    if (this.stageOf[messageId] === stageData && --this.outstandingRendezvous[from] === 0 && this.blockedOn[from] === blockedAtEnd) {
      this.waitUntil(from, time + 1);
      this.endRank(from);
    }
    const size = this.sizeOf[messageId];
    if (this.mailboxOf[messageId] <= firstTreeMailbox) this.releaseMessage(messageId);
    else this.deliver(messageId, time + 1);
    if (overheardSend >= 0) this.deliverOverheardCopies(messageId, overheardSend, size, time);
    this.openBarriers();
  }

  /** A message is available to its receiver from cycle `availableAt` on. */
  protected deliver(messageId: number, availableAt: number): void {
    const rank = this.receiverOf[messageId];
    const mailbox = this.mailboxOf[messageId];
    if (this.blockedOn[rank] !== mailbox || (this.repliedTo[rank] >= 0 && this.repliedTo[rank] !== messageId))
      return this.putInMailbox(mailbox, messageId);
    this.repliedTo[rank] = -1;
    this.waitUntil(rank, availableAt);
    this.takeMessage(rank, messageId);
    this.completeAndContinue(rank);
  }

  /** All other ranks that overhear a message get it at the same time. */
  protected deliverOverheardCopies(message: number, overheardSend: number, size: number, time: number): void {
    const { ops } = this.program;
    for (let operation = overheardSend + 1, next = message + 1; isOverheardCopy(ops, operation); operation++, next++) {
      const messageId = this.trackedCount > 0 ? next : this.allocateNumber();
      if (this.trackedCount > 0) this.messageDelivered[messageId] = time;
      this.receiverOf[messageId] = operandAt(ops, operation);
      this.mailboxOf[messageId] = mailboxAt(ops, operation);
      this.sizeOf[messageId] = size;
      this.stageOf[messageId] = stageEager;
      this.deliver(messageId, time + 1);
    }
  }

  /** Appends a message or a request to a mailbox. */
  protected putInMailbox(mailbox: number, messageId: number): void {
    const lastMessage = this.lastInMailbox[mailbox] - 1;
    this.nextMessage[messageId] = lastMessage < 0 ? messageId : this.nextMessage[lastMessage];
    if (lastMessage >= 0) this.nextMessage[lastMessage] = messageId;
    this.lastInMailbox[mailbox] = messageId + 1;
  }

  /** Removes the first entry of a mailbox that is not empty. */
  private takeFromMailbox(mailbox: number): number {
    const lastMessage = this.lastInMailbox[mailbox] - 1;
    const messageId = this.nextMessage[lastMessage];
    if (messageId === lastMessage) this.lastInMailbox[mailbox] = 0;
    else this.nextMessage[lastMessage] = this.nextMessage[messageId];
    return messageId;
  }

  /**
   * Writes the state of all ranks and recorded messages after `now` cycles into a frame (all counters at one cycle). The clock of a rank
   * may be ahead of the network, so what it did after `now` is subtracted: computing (`cyclesAfter` with 1), waiting (with 0), later
   * phases, and ends of operations. Times that are not reached yet are −1.
   */
  sample(into: Frame, now: number): void {
    const { ranks, phases } = this.program;
    into.rankPhase.set(this.currentPhase);
    into.rankOperation.fill(-1);
    if (statuses[into.scalars[scalar.status]] === "deadlocked") this.writeBlockedOperations(into.rankOperation);
    into.phaseCycles.set(this.phaseCycles);
    for (let rank = 0; rank < ranks; rank++) {
      const clock = this.clock[rank];
      const isBlocked = this.blockedOn[rank] !== notBlocked;
      if (now < this.jobs[this.jobOf[rank]].begin) into.rankPhase[rank] = -1;
      into.rankBusy[rank] = this.busyCycles[rank] - this.cyclesAfter(rank, now, 1);
      into.rankWaited[rank] = this.waitedCycles[rank] - this.cyclesAfter(rank, now, 0) + (isBlocked ? Math.max(0, now - clock) : 0);
      into.rankDone[rank] = this.endCycle[rank] <= now + cycleTolerance ? this.endCycle[rank] : -1;
      if (this.phaseCycles.length === 0) continue;
      if (this.phaseSince[rank] > now) this.subtractFuturePhases(into, rank, now);
      else if (this.currentPhase[rank] >= 0 && this.endCycle[rank] < 0)
        into.phaseCycles[rank * phases.length + this.currentPhase[rank]] += now - this.phaseSince[rank];
    }
    into.messageDelivered.set(this.messageDelivered);
    // A message that takes no time is delivered in the cycle of its creation.
    for (let messageId = 0; messageId < this.trackedCount; messageId++)
      into.messageCreated[messageId] =
        this.messageCreated[messageId] < now || this.messageDelivered[messageId] >= 0 ? this.messageCreated[messageId] : -1;
    for (let messageId = 0; messageId < this.trackedCount; messageId++)
      if (this.overheardOriginal[messageId] >= 0) into.messageInjected[messageId] = into.messageInjected[this.overheardOriginal[messageId]];
    for (let i = 0; i < this.operationStart.length; i++) {
      into.operationFrom[i] = this.operationStart[i] <= now + cycleTolerance ? this.operationStart[i] : -1;
      into.operationTo[i] = this.operationEnd[i] <= now + cycleTolerance ? this.operationEnd[i] : -1;
    }
  }

  /**
   * After a deadlock: writes the operation that blocks each rank, counted from its first; one past the last if the rank waits for its own
   * sends at its end.
   */
  protected writeBlockedOperations(into: Int32Array): void {
    for (let rank = 0; rank < this.program.ranks; rank++)
      if (this.blockedOn[rank] !== notBlocked) into[rank] = this.cursor.indexOf(rank) - this.program.first[rank];
  }

  /** Cycles after `now`, up to the rank's clock, in which it computes (isBusy 1) or does not (0). */
  private cyclesAfter(rank: number, now: number, isBusy: number): number {
    let cycles = 0;
    for (let interval = this.firstInterval[rank]; interval >= 0; interval = this.nextInterval[interval]) {
      if (this.intervalIsBusy[interval] === isBusy)
        cycles += Math.max(0, Math.min(this.intervalCycles[interval], this.intervalEnd[interval] - now));
    }
    return cycles;
  }

  /**
   * The rank's clock is beyond the phase of cycle `now`: writes that phase, and subtracts the cycles after `now` from the time by phase.
   */
  private subtractFuturePhases(into: Frame, rank: number, now: number): void {
    const count = this.program.phases.length;
    let isFirst = true;
    for (let interval = this.firstInterval[rank]; interval >= 0; interval = this.nextInterval[interval]) {
      const end = this.intervalEnd[interval];
      const after = Math.min(end, this.phaseSince[rank]) - Math.max(end - this.intervalCycles[interval], now);
      if (after <= 0) continue;
      const phase = this.intervalPhase[interval];
      if (isFirst) into.rankPhase[rank] = phase;
      isFirst = false;
      if (phase >= 0) into.phaseCycles[rank * count + phase] -= after;
    }
  }

  /** A blocked rank continues at cycle `time`. */
  protected resume(rank: number, time: number): void {
    this.waitUntil(rank, time);
    this.completeAndContinue(rank);
  }

  /** Advances the rank's clock to cycle `time`, unless it is later already. */
  protected waitUntil(rank: number, time: number): void {
    this.blockedOn[rank] = notBlocked;
    if (this.clock[rank] < time) this.spendIdle(rank, time - this.clock[rank]);
  }

  /** Advances the rank's clock by cycles without computation. */
  protected spendIdle(rank: number, cycles: number): void {
    this.waitedCycles[rank] += cycles;
    this.advanceClock(rank, cycles, 0);
  }

  /** Receives an available message: advances the rank's clock by the host overhead. */
  protected takeMessage(rank: number, messageId: number): void {
    const { overhead, overheadPerByte } = this.program.host;
    if (overhead > 0) this.spendIdle(rank, overhead);
    if (overheadPerByte > 0) this.spendIdle(rank, (this.bytesOf(messageId) - 1) * overheadPerByte);
    this.releaseMessage(messageId);
  }

  /** Releases the number of a message, unless messages are recorded. */
  protected releaseMessage(messageId: number): void {
    if (messageId < this.trackedCount) return;
    this.nextMessage[messageId] = this.freeMessage;
    this.freeMessage = messageId;
  }

  /**
   * The rank has reached a receive. Returns true if a message was available; otherwise the rank is blocked, and a waiting request gets its
   * reply.
   */
  private tryReceive(rank: number, mailbox: number): boolean {
    const messageId = this.lastInMailbox[mailbox] > 0 ? this.takeFromMailbox(mailbox) : -1;
    if (messageId >= 0 && this.stageOf[messageId] !== stageRequest) {
      this.takeMessage(rank, messageId);
      return true;
    }
    this.blockedOn[rank] = mailbox;
    if (messageId >= 0) this.replyTo(rank, messageId, this.clock[rank]);
    return false;
  }

  /** Completes the operation that blocked the rank, and continues the rank. */
  protected completeAndContinue(rank: number): void {
    if (this.operationStart.length > 0) this.recordEnd(rank);
    this.runRank(rank);
  }

  /** Records the begin of a timed operation; {@link recordEnd} records its end. */
  private recordStart(rank: number): void {
    this.operationStart[this.nextTimed[rank]] = this.clock[rank];
  }

  private recordEnd(rank: number): void {
    this.operationEnd[this.nextTimed[rank]++] = this.clock[rank];
  }

  /** Whether a rank may execute its current operation now; called only if {@link isStepwise}. */
  protected mayExecute(_rank: number, _code: number): boolean {
    return true;
  }

  /**
   * Executes the operations of a rank, at the rank's own clock, until it blocks (on a receive, on its sends or at a barrier) or its program
   * ends. Operations that take time are recorded with start and end where the program asks for it. A derived source that executes step by
   * step may stop the rank before any operation (`mayExecute`).
   */
  protected runRank(rank: number): void {
    const { cursor } = this;
    const isTiming = this.operationStart.length > 0;
    while (cursor.next(rank)) {
      const code = cursor.code;
      if (this.isStepwise && !this.mayExecute(rank, code)) return;
      const isTimedHere = isTiming && isTimed(code, cursor.size, this.hasSendOverhead);
      if (isTimedHere) this.recordStart(rank);
      if (code === op.send) this.executeSend(rank);
      else if (code === op.receive) {
        if (!this.tryReceive(rank, cursor.mailbox)) return;
      } else if (code === op.sendToTree) this.contributeToTree(rank, cursor.operand, cursor.size);
      else if (code === op.compute) {
        const cycles = cursor.cycles;
        this.busyCycles[rank] += cycles;
        this.advanceClock(rank, cycles, 1);
      } else if (code === op.wait) {
        if (this.outstanding[rank] > 0) {
          this.blockedOn[rank] = blockedOnSends;
          return;
        }
      } else if (code === op.barrier) {
        this.atBarrierOf[this.jobOf[rank]]++;
        this.blockedOn[rank] = blockedAtBarrier;
        return;
      } else if (code === op.phase) this.enterPhase(rank, cursor.operand);
      if (isTimedHere) this.recordEnd(rank);
    }
    if (this.outstandingRendezvous[rank] > 0) this.blockedOn[rank] = blockedAtEnd;
    else this.endRank(rank);
  }

  /** The rank's program is over, and its sends by rendezvous have arrived. */
  protected endRank(rank: number): void {
    this.enterPhase(rank, -1);
    this.endCycle[rank] = this.clock[rank];
    this.ranksRunning--;
    if (this.clock[rank] > this.lastEndCycle) this.lastEndCycle = this.clock[rank];
  }

  /** Advances the rank's clock by cycles in which it computes (isBusy 1) or does not (0). */
  private advanceClock(rank: number, cycles: number, isBusy: number): void {
    this.clock[rank] += cycles;
    let interval = this.lastInterval[rank];
    if (interval < 0 || this.intervalIsBusy[interval] !== isBusy || this.intervalPhase[interval] !== this.currentPhase[rank])
      interval = this.beginInterval(rank, isBusy);
    this.intervalCycles[interval] += cycles;
    this.intervalEnd[interval] = this.clock[rank];
  }

  /**
   * Starts a new interval of a rank, a stretch of its clock within one phase in which it either computes (`isBusy` 1) or does not (0), and
   * returns its number. Intervals are kept in a linked list because the clock may be ahead of the network; those that end before the last
   * arrival are released.
   */
  private beginInterval(rank: number, isBusy: number): number {
    // Release intervals that are over.
    let first = this.firstInterval[rank];
    while (first >= 0 && this.intervalEnd[first] <= this.reachedTime) {
      const next = this.nextInterval[first];
      this.nextInterval[first] = this.freeInterval;
      this.freeInterval = first;
      first = next;
    }
    // Take a free number, or a new one.
    let interval = this.freeInterval;
    if (interval >= 0) this.freeInterval = this.nextInterval[interval];
    else {
      if (this.intervalCount === this.nextInterval.length) this.growIntervals();
      interval = this.intervalCount++;
    }
    this.nextInterval[interval] = -1;
    this.intervalIsBusy[interval] = isBusy;
    this.intervalPhase[interval] = this.currentPhase[rank];
    this.intervalCycles[interval] = 0;
    // Append the interval to the list of the rank.
    if (first < 0) first = interval;
    else this.nextInterval[this.lastInterval[rank]] = interval;
    this.firstInterval[rank] = first;
    this.lastInterval[rank] = interval;
    return interval;
  }

  /**
   * Opens the barriers that all ranks of a job have reached. The ranks continue from the latest arrival, possibly up to the next barrier.
   */
  protected openBarriers(): void {
    for (let j = 0; j < this.jobs.length; j++) {
      const { jobs, atBarrierOf } = this;
      const first = jobs[j].first;
      const end = first + jobs[j].ranks;
      while (atBarrierOf[j] === end - first) {
        let time = 0;
        for (let rank = first; rank < end; rank++) if (this.clock[rank] > time) time = this.clock[rank];
        atBarrierOf[j] = 0;
        for (let rank = first; rank < end; rank++) this.resume(rank, time);
      }
    }
  }

  protected enterPhase(rank: number, phase: number): void {
    const before = this.currentPhase[rank];
    if (before >= 0 && this.phaseCycles.length > 0)
      this.phaseCycles[rank * this.program.phases.length + before] += this.clock[rank] - this.phaseSince[rank];
    if (phase >= 0) this.currentPhase[rank] = phase;
    this.phaseSince[rank] = this.clock[rank];
  }

  /** Sends the rank's next message to a tree. */
  private contributeToTree(rank: number, tree: number, size: number): void {
    const treeSpec = this.program.trees![tree];
    this.postMessage(rank, treeSpec.to[nominalReceiver(treeSpec, this.treePositions[tree].get(rank)!)], size, firstTreeMailbox - tree, -1);
  }

  private executeSend(rank: number): void {
    const { operand: to, size, mailbox, index } = this.cursor;
    const { ops } = this.program;
    if (size !== noMessage) return this.postMessage(rank, to, size, mailbox, isOverheardCopy(ops, index + 1) ? index : -1);
    if (this.trackedCount > 0) {
      const messageId = this.nextMessageNumber(rank);
      this.overheardOriginal[messageId] = isMessageSend(ops, index - 1) ? messageId - 1 : this.overheardOriginal[messageId - 1];
      // A copy is created with its original. The rank's clock is already at the end of that send, which may be later than the arrival of
      // the copy.
      this.messageCreated[messageId] = this.messageCreated[this.overheardOriginal[messageId]];
    }
    this.sent[rank]++;
  }

  /**
   * Creates the message of a send at the rank's clock, advances the clock by the host's overhead, and queues the message at the rank's
   * terminal. A message above the rendezvous threshold begins with a request.
   * @param receiver The receiving rank.
   * @param size Index of the message's size.
   * @param mailbox Mailbox (sender, receiver and tag) at the receiver.
   * @param overheardSend The send operation if other ranks overhear it; otherwise −1.
   */
  protected postMessage(rank: number, receiver: number, size: number, mailbox: number, overheardSend: number): void {
    const { host, sizes } = this.program;
    const messageId = this.nextMessageNumber(rank);
    // Mailboxes up to firstTreeMailbox, which is negative, are reduction trees.
    const isRendezvousSend = overheardSend < 0 && mailbox > firstTreeMailbox && sizes.isRendezvous[size] === 1;
    this.stageOf[messageId] = isRendezvousSend ? stageRequest : stageEager;
    this.receiverOf[messageId] = receiver;
    this.senderOf[messageId] = rank;
    this.sizeOf[messageId] = size;
    this.packetsLeft[messageId] = sizes.packets[size];
    this.mailboxOf[messageId] = mailbox;
    this.overheardSend[messageId] = overheardSend;
    this.sent[rank]++;
    this.outstanding[rank]++;
    if (isRendezvousSend) this.outstandingRendezvous[rank]++;
    if (host.overhead > 0) this.spendIdle(rank, host.overhead);
    const created = this.clock[rank];
    if (host.overheadPerByte > 0) this.spendIdle(rank, (this.bytesOf(messageId) - 1) * host.overheadPerByte);
    if (this.trackedCount > 0) this.messageCreated[messageId] = created;
    this.enqueueAtTerminal(rank, messageId, created);
  }

  /** Whether a message is currently a request or a reply. */
  private isControl(messageId: number): boolean {
    return this.stageOf[messageId] === stageRequest || this.stageOf[messageId] === stageReply;
  }

  protected bytesOf(messageId: number): number {
    return this.program.sizes.bytes[this.sizeOf[messageId]];
  }

  protected packetsOf(messageId: number): number {
    return this.program.sizes.packets[this.sizeOf[messageId]];
  }

  /**
   * Order in a terminal's queue: by cycle of creation; within a cycle replies first, then rendezvous data by the rank of the receiver, then
   * new sends.
   */
  private isQueuedBefore(a: number, b: number): boolean {
    if (this.createdOf[a] !== this.createdOf[b]) return this.createdOf[a] < this.createdOf[b];
    return this.priorityOf(a) < this.priorityOf(b);
  }

  private priorityOf(messageId: number): number {
    const stage = this.stageOf[messageId];
    return stage === stageReply ? -1 : stage === stageData ? this.receiverOf[messageId] : Infinity;
  }

  /**
   * Queues a message, or a request or reply of a rendezvous, at the rank's terminal at time `time`. If it becomes the head of its queue, it
   * is offered to the engine as the terminal's next message, and the terminal is listed as woken, so that the engine looks at it again.
   */
  protected enqueueAtTerminal(rank: number, messageId: number, time: number): void {
    const terminal = this.program.terminalOf[rank];
    this.createdOf[messageId] = time;
    if (this.isControl(messageId)) {
      this.controlQueues.join(terminal, messageId);
      if (this.controlQueues.first[terminal] !== messageId) return;
      this.offerControl(terminal);
    } else {
      if (this.roundRobinQueues === null) this.sendQueues.join(terminal, messageId);
      else {
        this.packetsToSend[messageId] = this.packetsOf(messageId);
        this.roundRobinQueues.enqueue(terminal, messageId);
      }
      if (this.queueHead(terminal) !== messageId) return;
      this.offerNext(terminal);
    }
    if (this.isWoken[terminal] === 1) return;
    this.isWoken[terminal] = 1;
    this.wokenTerminals[this.wokenCount++] = terminal;
  }

  /** The terminal's next message; −1 for none. */
  private queueHead(terminal: number): number {
    return this.roundRobinQueues === null ? this.sendQueues.first[terminal] : this.roundRobinQueues.queueHead(terminal);
  }

  /** Number for the rank's next message. */
  protected nextMessageNumber(rank: number): number {
    return this.trackedCount > 0 ? this.program.firstMessage[rank] + this.sent[rank] : this.allocateNumber();
  }

  /** An unused message number. */
  protected allocateNumber(): number {
    const messageId = this.freeMessage;
    if (messageId >= 0) {
      this.freeMessage = this.nextMessage[messageId];
      return messageId;
    }
    if (this.allocatedCount === this.nextMessage.length) this.growMessages();
    return this.allocatedCount++;
  }

  private advanceBackground(terminal: number): void {
    this.background!.advance(terminal);
    this.offerBackground(terminal);
  }

  /** Publishes the next message of the background traffic as the next message of its terminal. */
  private offerBackground(terminal: number): void {
    const { createdAt, destination, packets } = this.background!;
    this.createdAt[terminal] = createdAt[terminal];
    this.destination[terminal] = destination[terminal];
    this.packets[terminal] = packets[terminal];
  }

  /** Publishes the head of the terminal's queue as its next message. */
  private offerNext(terminal: number): void {
    const messageId = this.queueHead(terminal);
    this.messageNumber[terminal] = messageId;
    if (messageId < 0) {
      this.createdAt[terminal] = Infinity;
      return;
    }
    this.createdAt[terminal] = Math.max(this.createdOf[messageId], this.gapUntil[terminal]);
    this.destination[terminal] = this.program.terminalOf[this.receiverOf[messageId]];
    this.packets[terminal] = this.roundRobinQueues === null ? this.packetsOf(messageId) : 1;
  }

  /** Publishes the first request or reply at the terminal as the next message of {@link controlSource}. */
  private offerControl(terminal: number): void {
    const { createdAt, destination, messageNumber } = this.controlSource!;
    const messageId = this.controlQueues.first[terminal];
    createdAt[terminal] = messageId < 0 ? Infinity : this.createdOf[messageId];
    messageNumber[terminal] = firstControlMessage - messageId;
    if (messageId >= 0)
      destination[terminal] =
        this.program.terminalOf[this.stageOf[messageId] === stageReply ? this.senderOf[messageId] : this.receiverOf[messageId]];
  }

  private growIntervals(): void {
    const length = growth.next(this.nextInterval.length);
    this.nextInterval = growInt32Array(this.nextInterval, length);
    this.intervalIsBusy = growInt32Array(this.intervalIsBusy, length);
    this.intervalPhase = growInt32Array(this.intervalPhase, length);
    this.intervalCycles = growFloat64Array(this.intervalCycles, length);
    this.intervalEnd = growFloat64Array(this.intervalEnd, length);
  }

  protected growMessages(): void {
    const length = growth.next(this.nextMessage.length);
    this.nextMessage = growInt32Array(this.nextMessage, length);
    this.receiverOf = growInt32Array(this.receiverOf, length);
    this.senderOf = growInt32Array(this.senderOf, length);
    this.sizeOf = growInt32Array(this.sizeOf, length);
    this.packetsLeft = growFloat64Array(this.packetsLeft, length);
    this.mailboxOf = growInt32Array(this.mailboxOf, length);
    this.overheardSend = growInt32Array(this.overheardSend, length);
    this.createdOf = growFloat64Array(this.createdOf, length);
    this.stageOf = growInt32Array(this.stageOf, length);
    if (this.roundRobinQueues !== null) this.packetsToSend = growInt32Array(this.packetsToSend, length);
  }
}
