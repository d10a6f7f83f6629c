// hot: no allocation, no for-of, no destructuring inside `arrive` and what it calls.
/**
 * The interpreter of rank programs. Each rank has its own clock. It runs ahead of the network while the rank computes, and stops at an
 * operation that has to wait; so a rank needs attention only when a message for it has arrived. Its sends queue at its terminal, in program
 * order.
 */
import { growth, longer, longerReal } from "../base/arrays.ts";
import { takesTimeToSend } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import {
  isHeard,
  isSent,
  jobOfRanks,
  jobsOf,
  mailboxAt,
  op,
  operandAt,
  type Program,
  type ProgramJob,
  unsent,
} from "../programs/program.ts";
import { heardAt } from "../programs/trees.ts";
import { type Frame, pastCycle, scalar, statuses } from "./frame.ts";
import { firstTimed, isTimed, phaseNumbers, timedOperations, trackedMessages } from "./program-record.ts";
import { Lines } from "./lines.ts";
import type { Source } from "./source.ts";
import { Turns } from "./turns.ts";

/**
 * What a rank is blocked on, besides a mailbox: nothing; its outstanding sends; the barrier; at the end of its program, its outstanding
 * sends by rendezvous.
 */
export const [running, waiting, atBarrier, atEnd] = [-1, -2, -3, -4];

/** Protocol stage of a message: eager, request to send, reply (clear to send), data after the reply. */
export const [eager, request, answer, data] = [0, 1, 2, 3];
/** Messages for tree t have the mailbox firstTreeMailbox − t, from which no rank receives. */
const firstTree = -2;
/** The request and the reply of message m cross the network with the number firstControlMessage − m. */
export const firstControl = -2;

export class ProgramSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  /** Requests and replies, which have priority over other messages of their terminals; null if the program has none. */
  readonly controls: Source | null;
  /** Terminals whose next message has changed since the last arrival; see {@link arrive}. */
  readonly woken: Int32Array;

  protected readonly program: Program;
  protected readonly takesTimeToSend: boolean;
  /** True if {@link mayExecute} is called before each operation. */
  protected readonly isStepwise: boolean = false;
  /** [T] Time from which the terminal may begin its next message, after the gap g. */
  private readonly gapUntil: Float64Array;
  /** Background traffic, and [T] 1 for its terminals; null if there is none. */
  private readonly beside: Source | null;
  private readonly isBeside: Uint8Array;
  protected readonly tracked: number;
  // State by rank.
  /** The current operation of each rank. */
  protected readonly cursor: Cursor;
  /** [R] Time of the rank's clock, cycles; may be ahead of the network. */
  protected readonly clock: Float64Array;
  /** [R] The mailbox that the rank waits for, or another reason why it is blocked. */
  protected readonly standsAt: Int32Array;
  /** [R] Messages sent; those that have not arrived; and those of them that use rendezvous. */
  protected readonly sent: Int32Array;
  protected readonly outstanding: Int32Array;
  protected readonly rendezvous: Int32Array;
  /** [R] The message whose request the rank has answered and whose data it waits for; −1 for none. */
  private readonly answered: Int32Array;
  /** [R] Cycles in which the rank waited or handled messages, and in which it computed. */
  protected readonly waited: Float64Array;
  protected readonly busy: Float64Array;
  /** [R] First and last of the intervals by which its clock advanced and that may lie ahead of the network; −1 for none. */
  private readonly firstStretch: Int32Array;
  private readonly lastStretch: Int32Array;
  /** [R] Cycle in which the rank's program ended; −1 before. */
  protected readonly done: Float64Array;
  /** [R] Current phase, −1 before the first; and the cycle in which it began. */
  private readonly phase: Int32Array;
  private readonly phaseSince: Float64Array;
  /** [R × phases] */
  private readonly phaseCycles: Float64Array;
  // Timed operations; the arrays are empty if operations are not recorded.
  /** [R] Index of the rank's next timed operation. */
  protected readonly timed: Int32Array;
  protected readonly from: Float64Array;
  protected readonly until: Float64Array;
  /** The jobs; the job of each rank [R]; and the number of ranks of each job at a barrier. */
  protected readonly jobs: readonly ProgramJob[];
  protected readonly jobOf: Uint8Array;
  protected readonly atBarrierOf: Int32Array;
  protected ranksRunning: number;
  /** Latest end of a rank so far, cycles. */
  private lastDone = 0;
  /**
   * [mailboxes] Last message or request in the mailbox, + 1, in a circular list whose next entry is the first; 0 if the mailbox is empty.
   */
  private readonly lastIn: Int32Array;
  // State by message number. Numbers are reused unless messages are recorded.
  /** Next message in the mailbox, or next free number. */
  private readonly capacity = growth.initial(1024);
  protected nextOf = new Int32Array(this.capacity);
  protected rankOf = new Int32Array(this.capacity);
  protected fromOf = new Int32Array(this.capacity);
  protected sizeOf = new Int32Array(this.capacity);
  protected leftOf = new Float64Array(this.capacity);
  protected boxOf = new Int32Array(this.capacity);
  /** The send operation of a message that other ranks on a shared medium overhear; −1 for other messages. */
  protected heardFrom = new Int32Array(this.capacity);
  protected createdOf = new Float64Array(this.capacity);
  protected stageOf = new Int32Array(this.capacity);
  protected unused = -1;
  private used: number;
  /** [trees] Index of each contributing rank among the contributors. */
  private readonly placesIn: readonly ReadonlyMap<number, number>[];
  // Intervals in which a rank computes, or does not, within one phase. Numbers are reused.
  private readonly stretchCapacity = growth.initial(1024);
  private nextStretch = new Int32Array(this.stretchCapacity);
  private phaseOfStretch = new Int32Array(this.stretchCapacity);
  private isBusyIn = new Int32Array(this.stretchCapacity);
  private cyclesIn = new Float64Array(this.stretchCapacity);
  private endOfStretch = new Float64Array(this.stretchCapacity);
  private unusedStretch = -1;
  private usedStretches = 0;
  /** Cycle of the last arrival: frames of earlier cycles are no longer sampled. */
  protected reached = 0;
  /** Queues at the terminals: messages, unless they take turns; and requests and replies. */
  private readonly waitingAt: Lines;
  private readonly controlsAt: Lines;
  /** Queues of messages that take turns packet by packet (round robin); null if messages are sent whole. */
  private readonly inTurn: Turns | null;
  /** [messages] Packets still to send, if messages take turns. */
  private toSend = new Int32Array(0);
  protected wokenCount = 0;
  protected readonly isWoken: Uint8Array;
  /** [tracked] The original of a recorded overheard copy; −1 for other messages. */
  protected readonly heardOf: Int32Array;
  protected readonly createdAt: Float64Array;
  protected readonly deliveredAt: Float64Array;

  /**
   * @param isPacketwise Whether the engine can alternate between messages packet by packet, if the program does so: see {@link advancePacket}.
   * @param background Source of the background traffic.
   */
  constructor(program: Program, terminals: number, byPacket: boolean, beside: Source | null) {
    const { ranks, owner, turning } = program;
    this.program = program;
    this.takesTimeToSend = takesTimeToSend(program.host);
    this.gapUntil = new Float64Array(terminals);
    this.tracked = trackedMessages(program);
    // Results of trees have numbers after those of recorded messages.
    this.used = this.tracked;
    this.placesIn = (program.trees ?? []).map(({ from }) => new Map(Array.from(from, (rank, place) => [rank, place])));
    this.at = new Float64Array(terminals).fill(Infinity);
    this.to = new Int32Array(terminals);
    this.packets = new Float64Array(terminals);
    this.message = new Int32Array(terminals).fill(-1);
    this.woken = new Int32Array(ranks);
    this.isWoken = new Uint8Array(terminals);
    this.cursor = new Cursor(program);
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.atBarrierOf = new Int32Array(this.jobs.length);
    this.clock = Float64Array.from(this.jobOf, (job) => this.jobs[job].begin);
    this.standsAt = new Int32Array(ranks).fill(running);
    this.sent = new Int32Array(ranks);
    this.outstanding = new Int32Array(ranks);
    this.rendezvous = new Int32Array(ranks);
    this.answered = new Int32Array(ranks).fill(-1);
    this.waited = new Float64Array(ranks);
    this.busy = new Float64Array(ranks);
    this.firstStretch = new Int32Array(ranks).fill(-1);
    this.lastStretch = new Int32Array(ranks).fill(-1);
    this.done = new Float64Array(ranks).fill(-1);
    this.phase = new Int32Array(ranks).fill(-1);
    this.phaseSince = new Float64Array(ranks);
    this.phaseCycles = new Float64Array(phaseNumbers(program));
    this.from = new Float64Array(timedOperations(program)).fill(-1);
    this.timed = this.from.length > 0 ? firstTimed(program) : new Int32Array(0);
    this.until = new Float64Array(this.from.length).fill(-1);
    this.ranksRunning = ranks;
    this.lastIn = new Int32Array(owner.length + ranks * turning);
    const isBefore = (a: number, b: number) => this.isBefore(a, b);
    this.waitingAt = new Lines(terminals, isBefore);
    this.controlsAt = new Lines(terminals, isBefore);
    this.controls = program.rendezvous > 0 ? this.controlSource(terminals) : null;
    this.inTurn =
      !byPacket || program.takesTurns !== true
        ? null
        : new Turns(terminals, {
            created: (m) => this.createdOf[m],
            // A job without round robin has one queue at each of its terminals.
            goesTo: (m) => (this.jobs[this.jobOf[this.fromOf[m]]].takesTurns ? this.rankOf[m] : -1),
            isBefore,
          });
    this.heardOf = new Int32Array(this.tracked).fill(-1);
    this.createdAt = new Float64Array(this.tracked).fill(-1);
    this.deliveredAt = new Float64Array(this.tracked).fill(-1);
    if (this.inTurn !== null) this.toSend = new Int32Array(this.nextOf.length);
    while (this.nextOf.length < this.tracked) this.grow();
    this.beside = beside;
    this.isBeside = program.beside?.sending ?? new Uint8Array(terminals);
    for (let s = 0; s < terminals; s++) if (this.isBeside[s] === 1) this.offerBeside(s);
  }

  /** Starts all ranks. */
  start(): this {
    for (let r = 0; r < this.program.ranks; r++) this.goOn(r);
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
  catchUp(_t: number): number {
    return 0;
  }

  /** First cycle in which no rank is active; Infinity until all ranks have ended. */
  get busyUntil(): number {
    return this.ranksRunning > 0 ? Infinity : this.lastDone;
  }

  advance(terminal: number): void {
    if (this.isBeside[terminal] === 1) return this.advanceBeside(terminal);
    this.gapUntil[terminal] = this.at[terminal] + this.program.host.gap;
    this.waitingAt.leave(terminal);
    this.offer(terminal);
  }

  /** A source of requests and replies, one packet each. */
  private controlSource(terminals: number): Source {
    const { first } = this.controlsAt;
    return {
      at: new Float64Array(terminals).fill(Infinity),
      to: new Int32Array(terminals),
      packets: new Float64Array(terminals).fill(1),
      message: new Int32Array(terminals).fill(-1),
      advance: (terminal) => {
        this.controlsAt.leave(terminal);
        this.offerControl(terminal);
      },
      count: (terminal, from, to) => {
        let count = 0;
        for (let m = first[terminal]; m >= 0; m = this.controlsAt.behind(m))
          if (this.createdOf[m] >= from && this.createdOf[m] < to) count++;
        return count;
      },
    };
  }

  /**
   * Whether messages take turns packet by packet: then {@link advancePacket} is called after each packet, instead of {@link advance} after each
   * message.
   */
  get takesTurns(): boolean {
    return this.inTurn !== null;
  }

  /** A packet of the terminal's current message was sent in cycle `time`: continues with the next message in the rotation. */
  turn(terminal: number, t: number): void {
    if (this.isBeside[terminal] === 1) return this.advanceBeside(terminal);
    const turns = this.inTurn!;
    turns.turn(terminal, --this.toSend[turns.front(terminal)] === 0, t);
    this.offer(terminal);
  }

  /** Creation of the oldest message at the terminal that is not sent completely; Infinity for none. */
  oldest(terminal: number): number {
    return this.inTurn === null || this.isBeside[terminal] === 1 ? this.at[terminal] : this.inTurn.oldest(terminal);
  }

  count(terminal: number, from: number, to: number): number {
    if (this.isBeside[terminal] === 1) return this.beside!.count(terminal, from, to);
    const packets = (m: number) =>
      this.createdOf[m] < from || this.createdOf[m] >= to ? 0 : this.inTurn === null ? this.packetsOf(m) : this.toSend[m];
    let sum = this.controls === null ? 0 : this.controls.count(terminal, from, to);
    if (this.inTurn !== null) return sum + this.inTurn.sum(terminal, packets);
    for (let m = this.front(terminal); m >= 0; m = this.waitingAt.behind(m)) sum += packets(m);
    return sum;
  }

  /**
   * `packets` packets of a message are consumed in cycle `time`. With its last packet the message has arrived, and ranks may continue.
   * Background messages have the number −1 and wake no rank. Requests and replies have smaller numbers.
   * @returns Number of entries of {@link wokenTerminals}: terminals whose next message has changed
   */
  arrive(message: number, t: number, packets = 1): number {
    if (message === -1 || (message >= 0 && (this.leftOf[message] -= packets) > 0)) return 0;
    this.wakeNobody();
    this.reached = t;
    if (message < 0) this.deliverControl(firstControl - message, t);
    else this.deliverWhole(message, t);
    return this.wokenCount;
  }

  protected wakeNobody(): void {
    for (let i = 0; i < this.wokenCount; i++) this.isWoken[this.woken[i]] = 0;
    this.wokenCount = 0;
  }

  /** Whether other ranks overhear a message in flight. */
  isHeard(message: number): boolean {
    return message >= 0 && this.heardFrom[message] >= 0;
  }

  /** The tree that a message in flight contributes to; −1 for none. */
  treeOf(message: number): number {
    return message >= 0 && this.boxOf[message] <= firstTree ? firstTree - this.boxOf[message] : -1;
  }

  /** Index of the message's sender among the contributors to its tree. */
  placeInTree(message: number): number {
    return this.placesIn[this.treeOf(message)].get(this.fromOf[message])!;
  }

  /** Index of the message's size in {@link Program.sizes}. */
  sizeNumber(message: number): number {
    return this.sizeOf[message];
  }

  /**
   * The result of a tree, from messages of one size, has arrived in cycle `time` at one of its receivers, given by its index.
   * @returns Number of entries of {@link wokenTerminals}: terminals whose next message has changed
   */
  comeOut(tree: number, place: number, size: number, t: number): number {
    this.wakeNobody();
    this.reached = t;
    const { to, mailbox } = this.program.trees![tree];
    const m = this.freshNumber();
    this.rankOf[m] = to[place];
    this.boxOf[m] = mailbox[place];
    this.sizeOf[m] = size;
    this.stageOf[m] = eager;
    this.deliver(m, t + 1);
    this.openBarriers();
    return this.wokenCount;
  }

  /** A request or a reply has arrived. */
  protected deliverControl(m: number, t: number): void {
    const isRequest = this.stageOf[m] === request;
    const rank = isRequest ? this.rankOf[m] : this.fromOf[m];
    if (!isRequest) {
      this.stageOf[m] = data;
      this.handOver(rank, m, t + 1);
    } else if (this.standsAt[rank] === this.boxOf[m] && this.answered[rank] < 0) this.answer(rank, m, Math.max(this.clock[rank], t + 1));
    else this.putIn(this.boxOf[m], m);
  }

  /** A rank that has reached the receive in cycle `time` replies to the request. */
  private answer(r: number, m: number, t: number): void {
    this.answered[r] = m;
    this.stageOf[m] = answer;
    this.handOver(r, m, t);
  }

  /** The last packet of a message has arrived: ends its send, delivers it to its rank, and delivers overheard copies. */
  protected deliverWhole(m: number, t: number): void {
    const from = this.fromOf[m];
    const heard = this.heardFrom[m];
    if (this.tracked > 0) this.deliveredAt[m] = t;
    if (--this.outstanding[from] === 0 && this.standsAt[from] === waiting) this.resume(from, t + 1);
    if (this.stageOf[m] === data && --this.rendezvous[from] === 0 && this.standsAt[from] === atEnd) {
      this.wait(from, t + 1);
      this.end(from);
    }
    const size = this.sizeOf[m];
    if (this.boxOf[m] <= firstTree) this.forget(m);
    else this.deliver(m, t + 1);
    if (heard >= 0) this.deliverToOthers(m, heard, size, t);
    this.openBarriers();
  }

  /** A message is available to its receiver from cycle `availableAt` on. */
  protected deliver(m: number, there: number): void {
    const rank = this.rankOf[m];
    const box = this.boxOf[m];
    if (this.standsAt[rank] !== box || (this.answered[rank] >= 0 && this.answered[rank] !== m)) return this.putIn(box, m);
    this.answered[rank] = -1;
    this.wait(rank, there);
    this.take(rank, m);
    this.goOnAfter(rank);
  }

  /** All other ranks that overhear a message get it at the same time. */
  protected deliverToOthers(message: number, sentBy: number, size: number, t: number): void {
    const { ops } = this.program;
    for (let o = sentBy + 1, next = message + 1; isHeard(ops, o); o++, next++) {
      const m = this.tracked > 0 ? next : this.freshNumber();
      if (this.tracked > 0) this.deliveredAt[m] = t;
      this.rankOf[m] = operandAt(ops, o);
      this.boxOf[m] = mailboxAt(ops, o);
      this.sizeOf[m] = size;
      this.stageOf[m] = eager;
      this.deliver(m, t + 1);
    }
  }

  /** Appends a message or a request to a mailbox. */
  protected putIn(box: number, m: number): void {
    const last = this.lastIn[box] - 1;
    this.nextOf[m] = last < 0 ? m : this.nextOf[last];
    if (last >= 0) this.nextOf[last] = m;
    this.lastIn[box] = m + 1;
  }

  /** Removes the first entry of a mailbox that is not empty. */
  private takeOut(box: number): number {
    const last = this.lastIn[box] - 1;
    const m = this.nextOf[last];
    if (m === last) this.lastIn[box] = 0;
    else this.nextOf[last] = this.nextOf[m];
    return m;
  }

  /** Writes the state of ranks and recorded messages after `now` cycles. Clocks may be ahead, so later parts are subtracted. */
  sample(into: Frame, now: number): void {
    const { ranks, phases } = this.program;
    into.rankPhase.set(this.phase);
    into.rankOperation.fill(-1);
    if (statuses[into.scalars[scalar.status]] === "deadlocked") this.noteWaiting(into.rankOperation);
    into.phaseCycles.set(this.phaseCycles);
    for (let r = 0; r < ranks; r++) {
      const clock = this.clock[r];
      const stands = this.standsAt[r] !== running;
      if (now < this.jobs[this.jobOf[r]].begin) into.rankPhase[r] = -1;
      into.rankBusy[r] = this.busy[r] - this.aheadOf(r, now, 1);
      into.rankWaited[r] = this.waited[r] - this.aheadOf(r, now, 0) + (stands ? Math.max(0, now - clock) : 0);
      into.rankDone[r] = this.done[r] <= now + pastCycle ? this.done[r] : -1;
      if (this.phaseCycles.length === 0) continue;
      if (this.phaseSince[r] > now) this.takeBack(into, r, now);
      else if (this.phase[r] >= 0 && this.done[r] < 0) into.phaseCycles[r * phases.length + this.phase[r]] += now - this.phaseSince[r];
    }
    into.messageDelivered.set(this.deliveredAt);
    // A message that takes no time is delivered in the cycle of its creation.
    for (let m = 0; m < this.tracked; m++)
      into.messageCreated[m] = this.createdAt[m] < now || this.deliveredAt[m] >= 0 ? this.createdAt[m] : -1;
    for (let m = 0; m < this.tracked; m++) if (this.heardOf[m] >= 0) into.messageInjected[m] = into.messageInjected[this.heardOf[m]];
    for (let i = 0; i < this.from.length; i++) {
      into.operationFrom[i] = this.from[i] <= now + pastCycle ? this.from[i] : -1;
      into.operationTo[i] = this.until[i] <= now + pastCycle ? this.until[i] : -1;
    }
  }

  /**
   * After a deadlock: writes the operation that blocks each rank, counted from its first; one past the last if the rank waits for its own
   * sends at its end.
   */
  protected noteWaiting(into: Int32Array): void {
    for (let r = 0; r < this.program.ranks; r++) if (this.standsAt[r] !== running) into[r] = this.cursor.placeOf(r) - this.program.first[r];
  }

  /** Cycles after `now`, up to the rank's clock, in which it computes (isBusy 1) or does not (0). */
  private aheadOf(r: number, now: number, isBusy: number): number {
    let cycles = 0;
    for (let s = this.firstStretch[r]; s >= 0; s = this.nextStretch[s]) {
      if (this.isBusyIn[s] === isBusy) cycles += Math.max(0, Math.min(this.cyclesIn[s], this.endOfStretch[s] - now));
    }
    return cycles;
  }

  /**
   * The rank's clock is beyond the phase of cycle `now`: writes that phase, and subtracts the cycles after `now` from the time by phase.
   */
  private takeBack(into: Frame, r: number, now: number): void {
    const count = this.program.phases.length;
    let isFirst = true;
    for (let s = this.firstStretch[r]; s >= 0; s = this.nextStretch[s]) {
      const end = this.endOfStretch[s];
      const after = Math.min(end, this.phaseSince[r]) - Math.max(end - this.cyclesIn[s], now);
      if (after <= 0) continue;
      const p = this.phaseOfStretch[s];
      if (isFirst) into.rankPhase[r] = p;
      isFirst = false;
      if (p >= 0) into.phaseCycles[r * count + p] -= after;
    }
  }

  /** A blocked rank continues at cycle `time`. */
  protected resume(r: number, t: number): void {
    this.wait(r, t);
    this.goOnAfter(r);
  }

  /** Advances the rank's clock to cycle `time`, unless it is later already. */
  protected wait(r: number, t: number): void {
    this.standsAt[r] = running;
    if (this.clock[r] < t) this.spend(r, t - this.clock[r]);
  }

  /** Advances the rank's clock by cycles without computation. */
  protected spend(r: number, cycles: number): void {
    this.waited[r] += cycles;
    this.comeOn(r, cycles, 0);
  }

  /** Receives an available message: charges the host overhead. */
  protected take(r: number, m: number): void {
    const { overhead, overheadPerByte } = this.program.host;
    if (overhead > 0) this.spend(r, overhead);
    if (overheadPerByte > 0) this.spend(r, (this.bytesOf(m) - 1) * overheadPerByte);
    this.forget(m);
  }

  /** Releases the number of a message, unless messages are recorded. */
  protected forget(m: number): void {
    if (m < this.tracked) return;
    this.nextOf[m] = this.unused;
    this.unused = m;
  }

  /**
   * The rank has reached a receive. Returns true if a message was available; otherwise the rank is blocked, and a waiting request gets its
   * reply.
   */
  private receive(r: number, box: number): boolean {
    const m = this.lastIn[box] > 0 ? this.takeOut(box) : -1;
    if (m >= 0 && this.stageOf[m] !== request) {
      this.take(r, m);
      return true;
    }
    this.standsAt[r] = box;
    if (m >= 0) this.answer(r, m, this.clock[r]);
    return false;
  }

  /** Completes the operation that blocked the rank, and continues. */
  protected goOnAfter(r: number): void {
    if (this.from.length > 0) this.over(r);
    this.goOn(r);
  }

  /** Record the begin and the end of a timed operation. */
  private begin(r: number): void {
    this.from[this.timed[r]] = this.clock[r];
  }

  private over(r: number): void {
    this.until[this.timed[r]++] = this.clock[r];
  }

  /** Whether a rank may execute its current operation now; called only if {@link isStepwise}. */
  protected mayGoOn(_r: number, _code: number): boolean {
    return true;
  }

  /** Executes operations of a rank until it blocks or ends. */
  protected goOn(r: number): void {
    const { cursor } = this;
    const isTiming = this.from.length > 0;
    while (cursor.next(r)) {
      const code = cursor.code;
      if (this.isStepwise && !this.mayGoOn(r, code)) return;
      const isTimedHere = isTiming && isTimed(code, cursor.size, this.takesTimeToSend);
      if (isTimedHere) this.begin(r);
      if (code === op.send) this.sendAt(r);
      else if (code === op.receive) {
        if (!this.receive(r, cursor.mailbox)) return;
      } else if (code === op.sendToTree) this.contribute(r, cursor.operand, cursor.size);
      else if (code === op.compute) {
        const cycles = cursor.cycles;
        this.busy[r] += cycles;
        this.comeOn(r, cycles, 1);
      } else if (code === op.wait) {
        if (this.outstanding[r] > 0) {
          this.standsAt[r] = waiting;
          return;
        }
      } else if (code === op.barrier) {
        this.atBarrierOf[this.jobOf[r]]++;
        this.standsAt[r] = atBarrier;
        return;
      } else if (code === op.phase) this.enterPhase(r, cursor.operand);
      if (isTimedHere) this.over(r);
    }
    if (this.rendezvous[r] > 0) this.standsAt[r] = atEnd;
    else this.end(r);
  }

  /** The rank's program is over, and its sends by rendezvous have arrived. */
  protected end(r: number): void {
    this.enterPhase(r, -1);
    this.done[r] = this.clock[r];
    this.ranksRunning--;
    if (this.clock[r] > this.lastDone) this.lastDone = this.clock[r];
  }

  /** Advances the rank's clock by cycles in which it computes (isBusy 1) or does not (0). */
  private comeOn(r: number, cycles: number, isBusy: number): void {
    this.clock[r] += cycles;
    let s = this.lastStretch[r];
    if (s < 0 || this.isBusyIn[s] !== isBusy || this.phaseOfStretch[s] !== this.phase[r]) s = this.beginStretch(r, isBusy);
    this.cyclesIn[s] += cycles;
    this.endOfStretch[s] = this.clock[r];
  }

  /** Starts a new interval of a rank. Intervals that end before the last arrival are released. */
  private beginStretch(r: number, isBusy: number): number {
    let first = this.firstStretch[r];
    while (first >= 0 && this.endOfStretch[first] <= this.reached) {
      const next = this.nextStretch[first];
      this.nextStretch[first] = this.unusedStretch;
      this.unusedStretch = first;
      first = next;
    }
    let s = this.unusedStretch;
    if (s >= 0) this.unusedStretch = this.nextStretch[s];
    else {
      if (this.usedStretches === this.nextStretch.length) this.growStretches();
      s = this.usedStretches++;
    }
    this.nextStretch[s] = -1;
    this.isBusyIn[s] = isBusy;
    this.phaseOfStretch[s] = this.phase[r];
    this.cyclesIn[s] = 0;
    if (first < 0) first = s;
    else this.nextStretch[this.lastStretch[r]] = s;
    this.firstStretch[r] = first;
    this.lastStretch[r] = s;
    return s;
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
        let t = 0;
        for (let r = first; r < end; r++) if (this.clock[r] > t) t = this.clock[r];
        atBarrierOf[j] = 0;
        for (let r = first; r < end; r++) this.resume(r, t);
      }
    }
  }

  protected enterPhase(r: number, phase: number): void {
    const before = this.phase[r];
    if (before >= 0 && this.phaseCycles.length > 0)
      this.phaseCycles[r * this.program.phases.length + before] += this.clock[r] - this.phaseSince[r];
    if (phase >= 0) this.phase[r] = phase;
    this.phaseSince[r] = this.clock[r];
  }

  /** Sends the rank's next message to a tree. */
  private contribute(r: number, tree: number, size: number): void {
    const told = this.program.trees![tree];
    this.send(r, told.to[heardAt(told, this.placesIn[tree].get(r)!)], size, firstTree - tree, -1);
  }

  private sendAt(r: number): void {
    const { operand: to, size, mailbox, at: place } = this.cursor;
    const { ops } = this.program;
    if (size !== unsent) return this.send(r, to, size, mailbox, isHeard(ops, place + 1) ? place : -1);
    if (this.tracked > 0) {
      const m = this.number(r);
      this.heardOf[m] = isSent(ops, place - 1) ? m - 1 : this.heardOf[m - 1];
      // A copy of the message before: the rank's clock is at the end of that send, which may be later than the arrival.
      this.createdAt[m] = this.createdAt[this.heardOf[m]];
    }
    this.sent[r]++;
  }

  /**
   * Creates a message and queues it at the terminal. @param overheardSend The send operation if other ranks overhear it; otherwise
   * −1.
   */
  protected send(r: number, to: number, size: number, box: number, heardFrom: number): void {
    const { host, sizes } = this.program;
    const m = this.number(r);
    const asks = heardFrom < 0 && box > firstTree && sizes.asks[size] === 1;
    this.stageOf[m] = asks ? request : eager;
    this.rankOf[m] = to;
    this.fromOf[m] = r;
    this.sizeOf[m] = size;
    this.leftOf[m] = sizes.packets[size];
    this.boxOf[m] = box;
    this.heardFrom[m] = heardFrom;
    this.sent[r]++;
    this.outstanding[r]++;
    if (asks) this.rendezvous[r]++;
    if (host.overhead > 0) this.spend(r, host.overhead);
    const created = this.clock[r];
    if (host.overheadPerByte > 0) this.spend(r, (this.bytesOf(m) - 1) * host.overheadPerByte);
    if (this.tracked > 0) this.createdAt[m] = created;
    this.handOver(r, m, created);
  }

  /** Whether a message is currently a request or a reply. */
  private isControl(m: number): boolean {
    return this.stageOf[m] === request || this.stageOf[m] === answer;
  }

  protected bytesOf(m: number): number {
    return this.program.sizes.bytes[this.sizeOf[m]];
  }

  protected packetsOf(m: number): number {
    return this.program.sizes.packets[this.sizeOf[m]];
  }

  /**
   * Order in a terminal's queue: by cycle of creation; within a cycle replies first, then rendezvous data by the rank of the receiver, then
   * new sends.
   */
  private isBefore(a: number, b: number): boolean {
    if (this.createdOf[a] !== this.createdOf[b]) return this.createdOf[a] < this.createdOf[b];
    return this.lineOf(a) < this.lineOf(b);
  }

  private lineOf(m: number): number {
    const stage = this.stageOf[m];
    return stage === answer ? -1 : stage === data ? this.rankOf[m] : Infinity;
  }

  /** Queues a message, request or reply at the rank's terminal in cycle `time`. If it becomes the head, the terminal is woken. */
  protected handOver(r: number, m: number, t: number): void {
    const terminal = this.program.terminalOf[r];
    this.createdOf[m] = t;
    if (this.isControl(m)) {
      this.controlsAt.join(terminal, m);
      if (this.controlsAt.first[terminal] !== m) return;
      this.offerControl(terminal);
    } else {
      if (this.inTurn === null) this.waitingAt.join(terminal, m);
      else {
        this.toSend[m] = this.packetsOf(m);
        this.inTurn.wait(terminal, m);
      }
      if (this.front(terminal) !== m) return;
      this.offer(terminal);
    }
    if (this.isWoken[terminal] === 1) return;
    this.isWoken[terminal] = 1;
    this.woken[this.wokenCount++] = terminal;
  }

  /** The terminal's next message; −1 for none. */
  private front(terminal: number): number {
    return this.inTurn === null ? this.waitingAt.first[terminal] : this.inTurn.front(terminal);
  }

  /** Number for the rank's next message. */
  protected number(r: number): number {
    return this.tracked > 0 ? this.program.firstMessage[r] + this.sent[r] : this.freshNumber();
  }

  /** An unused message number. */
  protected freshNumber(): number {
    const m = this.unused;
    if (m >= 0) {
      this.unused = this.nextOf[m];
      return m;
    }
    if (this.used === this.nextOf.length) this.grow();
    return this.used++;
  }

  private advanceBeside(terminal: number): void {
    this.beside!.advance(terminal);
    this.offerBeside(terminal);
  }

  /** Copies the next message of a background terminal. */
  private offerBeside(terminal: number): void {
    const { at, to, packets } = this.beside!;
    this.at[terminal] = at[terminal];
    this.to[terminal] = to[terminal];
    this.packets[terminal] = packets[terminal];
  }

  /** Publishes the head of the terminal's queue as its next message. */
  private offer(terminal: number): void {
    const m = this.front(terminal);
    this.message[terminal] = m;
    if (m < 0) {
      this.at[terminal] = Infinity;
      return;
    }
    this.at[terminal] = Math.max(this.createdOf[m], this.gapUntil[terminal]);
    this.to[terminal] = this.program.terminalOf[this.rankOf[m]];
    this.packets[terminal] = this.inTurn === null ? this.packetsOf(m) : 1;
  }

  /** The same for requests and replies. */
  private offerControl(terminal: number): void {
    const { at, to, message } = this.controls!;
    const m = this.controlsAt.first[terminal];
    at[terminal] = m < 0 ? Infinity : this.createdOf[m];
    message[terminal] = firstControl - m;
    if (m >= 0) to[terminal] = this.program.terminalOf[this.stageOf[m] === answer ? this.fromOf[m] : this.rankOf[m]];
  }

  private growStretches(): void {
    const length = growth.next(this.nextStretch.length);
    this.nextStretch = longer(this.nextStretch, length);
    this.isBusyIn = longer(this.isBusyIn, length);
    this.phaseOfStretch = longer(this.phaseOfStretch, length);
    this.cyclesIn = longerReal(this.cyclesIn, length);
    this.endOfStretch = longerReal(this.endOfStretch, length);
  }

  protected grow(): void {
    const length = growth.next(this.nextOf.length);
    this.nextOf = longer(this.nextOf, length);
    this.rankOf = longer(this.rankOf, length);
    this.fromOf = longer(this.fromOf, length);
    this.sizeOf = longer(this.sizeOf, length);
    this.leftOf = longerReal(this.leftOf, length);
    this.boxOf = longer(this.boxOf, length);
    this.heardFrom = longer(this.heardFrom, length);
    this.createdOf = longerReal(this.createdOf, length);
    this.stageOf = longer(this.stageOf, length);
    if (this.inTurn !== null) this.toSend = longer(this.toSend, length);
  }
}
