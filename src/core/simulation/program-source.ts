// hot: no allocation, no for-of, no destructuring inside `arrive` and what it calls.
/**
 * The interpreter of rank programs. Every rank has a clock of its own, which runs ahead of the network while the rank is
 * busy, and which stops at what it has to wait for; so a rank is looked at only when a message for it has come. What it
 * sends waits at its terminal, in the order of the program.
 */
import { longer, longerReal } from "../base/arrays.ts";
import {
  cyclesOf,
  jobOfRanks,
  jobsOf,
  mailboxInTurn,
  op,
  opWords,
  partnerTo,
  type Program,
  type ProgramJob,
  unsent,
} from "../plan/program.ts";
import { type Frame, pastCycle } from "./frame.ts";
import { firstTimed, isTimed, phaseNumbers, timedOperations, trackedMessages } from "./program-record.ts";
import type { Source } from "./source.ts";
import { Turns } from "./turns.ts";

/** What a rank stands at, beside a mailbox: nothing, its own messages, or the others. */
const [running, waiting, atBarrier] = [-1, -2, -3];

export class ProgramSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  /** Terminals whose next message is a new one, since the last arrival; see {@link arrive}. */
  readonly woken: Int32Array;

  private readonly program: Program;
  /** Traffic beside the program, and [T] 1 where a terminal is of that; null where there is none. */
  private readonly beside: Source | null;
  private readonly isBeside: Uint8Array;
  private readonly tracked: number;
  // Ranks.
  /** [R] The operation a rank stands at, and the cycle up to which it has come. */
  private readonly place: Int32Array;
  private readonly clock: Float64Array;
  /** [R] The mailbox it waits for, or why else it stands. */
  private readonly standsAt: Int32Array;
  /** [R] Beginning of the loop it is in, and turns left. */
  private readonly loop: Int32Array;
  private readonly turns: Int32Array;
  /** [R] Messages sent, and those of them that have not arrived. */
  private readonly sent: Int32Array;
  private readonly outstanding: Int32Array;
  /** [R] Cycles waited for messages or others, and computed. */
  private readonly waited: Float64Array;
  private readonly busy: Float64Array;
  /** [R] First and last of the stretches that its clock has come on by and that may lie ahead of the network, −1 for none. */
  private readonly firstStretch: Int32Array;
  private readonly lastStretch: Int32Array;
  /** [R] Cycle in which its program ended, −1 before. */
  private readonly done: Float64Array;
  /** [R] Present phase, −1 before the first; and since when. */
  private readonly phase: Int32Array;
  private readonly phaseSince: Float64Array;
  /** [R × phases] */
  private readonly phaseCycles: Float64Array;
  // Operations that are timed; empty where none are.
  /** [R] The next one of each rank. */
  private readonly timed: Int32Array;
  private readonly from: Float64Array;
  private readonly until: Float64Array;
  /** The jobs, the one of each rank [R], and how many ranks of each stand at a barrier. */
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  private readonly atBarrierOf: Int32Array;
  private ranksRunning: number;
  /** Cycle in which the last rank has ended, among those that have. */
  private lastDone = 0;
  // Mailboxes.
  /** [mailboxes] Messages that have arrived and were not received yet. */
  private readonly arrived: Int32Array;
  /** [R × turning] 1 where the message of a turn has arrived and was not received yet. */
  private readonly came: Uint8Array;
  // Messages under way, by a number that is used again unless messages are recorded.
  private nextOf = new Int32Array(1024);
  private rankOf = new Int32Array(1024);
  private fromOf = new Int32Array(1024);
  private sizeOf = new Float64Array(1024);
  private leftOf = new Float64Array(1024);
  private boxOf = new Int32Array(1024);
  /** The operation that sent it, where others hear it; −1 where only one rank does. */
  private heardFrom = new Int32Array(1024);
  private createdOf = new Float64Array(1024);
  private unused = -1;
  private used = 0;
  // Stretches in which a rank computes, or does not, within one phase, by a number that is used again.
  private nextStretch = new Int32Array(1024);
  private phaseOfStretch = new Int32Array(1024);
  private isBusyIn = new Int32Array(1024);
  private cyclesIn = new Float64Array(1024);
  private endOfStretch = new Float64Array(1024);
  private unusedStretch = -1;
  private usedStretches = 0;
  /** Cycle of the last arrival: nobody looks at an earlier one any more. */
  private reached = 0;
  /** [T] First and last message that waits at the terminal, −1 for none; where they take turns, the one whose turn it is. */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** Who is next where messages take turns; null where they go one after the other. */
  private readonly inTurn: Turns | null;
  /** [messages] Packets that have not gone, where messages take turns. */
  private toSend = new Int32Array(0);
  private wokenCount = 0;
  /** [tracked] The message that a recorded one is as another rank hears it; −1 where it is its own. */
  private readonly heardOf: Int32Array;
  private readonly createdAt: Float64Array;
  private readonly deliveredAt: Float64Array;

  /**
   * @param byPacket whether messages take turns, packet by packet, where the program says so: see {@link turn}
   * @param beside the source of the traffic beside the program
   */
  constructor(program: Program, terminals: number, byPacket: boolean, beside: Source | null) {
    const { ranks, owner, turning } = program;
    this.program = program;
    this.tracked = trackedMessages(program);
    this.at = new Float64Array(terminals).fill(Infinity);
    this.to = new Int32Array(terminals);
    this.packets = new Float64Array(terminals);
    this.message = new Int32Array(terminals).fill(-1);
    this.woken = new Int32Array(ranks);
    this.place = program.first.slice(0, ranks);
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.atBarrierOf = new Int32Array(this.jobs.length);
    this.clock = Float64Array.from(this.jobOf, (job) => this.jobs[job].begin);
    this.standsAt = new Int32Array(ranks).fill(running);
    this.loop = new Int32Array(ranks);
    this.turns = new Int32Array(ranks);
    this.sent = new Int32Array(ranks);
    this.outstanding = new Int32Array(ranks);
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
    this.arrived = new Int32Array(owner.length);
    this.came = new Uint8Array(ranks * turning);
    this.head = new Int32Array(terminals).fill(-1);
    this.tail = new Int32Array(terminals).fill(-1);
    this.inTurn =
      !byPacket || program.takesTurns !== true
        ? null
        : new Turns(terminals, {
            created: (m) => this.createdOf[m],
            // One line at a terminal where messages go one after the other.
            goesTo: (m) => (this.jobs[this.jobOf[this.fromOf[m]]].takesTurns ? this.rankOf[m] : -1),
          });
    this.heardOf = new Int32Array(this.tracked).fill(-1);
    this.createdAt = new Float64Array(this.tracked).fill(-1);
    this.deliveredAt = new Float64Array(this.tracked).fill(-1);
    if (this.inTurn !== null) this.toSend = new Int32Array(this.nextOf.length);
    while (this.nextOf.length < this.tracked) this.grow();
    this.beside = beside;
    this.isBeside = program.beside?.sending ?? new Uint8Array(terminals);
    for (let s = 0; s < terminals; s++) if (this.isBeside[s] === 1) this.offerBeside(s);
    for (let r = 0; r < ranks; r++) this.goOn(r);
    this.openBarriers();
  }

  /** First cycle in which no rank is busy any more; Infinity while some rank has not come to its end. */
  get busyUntil(): number {
    return this.ranksRunning > 0 ? Infinity : this.lastDone;
  }

  advance(terminal: number): void {
    if (this.isBeside[terminal] === 1) return this.advanceBeside(terminal);
    this.head[terminal] = this.nextOf[this.head[terminal]];
    this.offer(terminal);
  }

  /** Whether messages take turns; then {@link turn} goes on after each packet, and not {@link advance} after each message. */
  get takesTurns(): boolean {
    return this.inTurn !== null;
  }

  /** A packet of the terminal's present message has gone in cycle `t`: goes on to the next one whose turn it is. */
  turn(terminal: number, t: number): void {
    if (this.isBeside[terminal] === 1) return this.advanceBeside(terminal);
    const turns = this.inTurn!;
    turns.turn(terminal, --this.toSend[this.head[terminal]] === 0, t);
    this.head[terminal] = turns.front(terminal);
    this.offer(terminal);
  }

  /** Creation of the oldest message that waits at the terminal and has not gone whole; Infinity for none. */
  oldest(terminal: number): number {
    return this.inTurn === null || this.isBeside[terminal] === 1 ? this.at[terminal] : this.inTurn.oldest(terminal);
  }

  count(terminal: number, from: number, to: number): number {
    if (this.isBeside[terminal] === 1) return this.beside!.count(terminal, from, to);
    const packets = (m: number) =>
      this.createdOf[m] < from || this.createdOf[m] >= to ? 0 : this.inTurn === null ? this.sizeOf[m] : this.toSend[m];
    if (this.inTurn !== null) return this.inTurn.sum(terminal, packets);
    let sum = 0;
    for (let m = this.head[terminal]; m >= 0; m = this.nextOf[m]) sum += packets(m);
    return sum;
  }

  /**
   * A packet of a message, or so many of them, is consumed in cycle `t`; with the last one the message has arrived, and ranks go on.
   * Nobody waits for traffic beside the program, whose messages have the number −1.
   * @returns how many terminals of {@link woken} have a message where they had none
   */
  arrive(message: number, t: number, packets = 1): number {
    if (message < 0 || (this.leftOf[message] -= packets) > 0) return 0;
    this.wokenCount = 0;
    this.reached = t;
    const box = this.boxOf[message];
    const from = this.fromOf[message];
    const rank = this.rankOf[message];
    const heard = this.heardFrom[message];
    if (this.tracked > 0) this.deliveredAt[message] = t;
    else {
      this.nextOf[message] = this.unused;
      this.unused = message;
    }
    if (--this.outstanding[from] === 0 && this.standsAt[from] === waiting) this.resume(from, t + 1);
    this.deliver(rank, box, t);
    if (heard >= 0) this.deliverToOthers(message, heard, t);
    this.openBarriers();
    return this.wokenCount;
  }

  /** Whether all others hear a message that is under way. */
  isHeard(message: number): boolean {
    return this.heardFrom[message] >= 0;
  }

  /** A message has come to a rank's mailbox. */
  private deliver(rank: number, box: number, t: number): void {
    if (this.standsAt[rank] === box) {
      this.wait(rank, t + 1);
      this.take(rank);
      this.goOnAfter(rank);
    } else if (box < this.arrived.length) this.arrived[box]++;
    else this.came[box - this.arrived.length] = 1;
  }

  /** All others that hear a message have it at the same time. */
  private deliverToOthers(message: number, sentBy: number, t: number): void {
    const { ops } = this.program;
    for (let o = (sentBy + 1) * opWords, m = message + 1; this.isOfOthers(o); o += opWords, m++) {
      if (this.tracked > 0) this.deliveredAt[m] = t;
      this.deliver(ops[o + 1], ops[o + 3], t);
    }
  }

  /** Whether an operation, by its place among the words of all, is the send before as another rank hears it. */
  private isOfOthers(o: number): boolean {
    const { ops } = this.program;
    return o < ops.length && ops[o] === op.send && ops[o + 2] === unsent;
  }

  /** Writes what ranks and recorded messages have come to after `now` cycles. */
  sample(into: Frame, now: number): void {
    const { ranks, phases } = this.program;
    into.rankPhase.set(this.phase);
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
    for (let m = 0; m < this.tracked; m++) into.messageCreated[m] = this.createdAt[m] < now ? this.createdAt[m] : -1;
    into.messageDelivered.set(this.deliveredAt);
    for (let m = 0; m < this.tracked; m++) if (this.heardOf[m] >= 0) into.messageInjected[m] = into.messageInjected[this.heardOf[m]];
    for (let i = 0; i < this.from.length; i++) {
      into.operationFrom[i] = this.from[i] <= now + pastCycle ? this.from[i] : -1;
      into.operationTo[i] = this.until[i] <= now + pastCycle ? this.until[i] : -1;
    }
  }

  /** Clocks run ahead, and what lies after `now` has not happened: cycles of a rank that do, in which it computes, or does not. */
  private aheadOf(r: number, now: number, isBusy: number): number {
    let cycles = 0;
    for (let s = this.firstStretch[r]; s >= 0; s = this.nextStretch[s]) {
      if (this.isBusyIn[s] === isBusy) cycles += Math.max(0, Math.min(this.cyclesIn[s], this.endOfStretch[s] - now));
    }
    return cycles;
  }

  /** A rank's clock has left the phase that it is in at `now`: takes off the phases what of them lies after that. */
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

  /** A rank that stood goes on from a cycle. */
  private resume(r: number, t: number): void {
    this.wait(r, t);
    this.goOnAfter(r);
  }

  /** A rank has waited until a cycle, unless its clock is further. */
  private wait(r: number, t: number): void {
    this.standsAt[r] = running;
    if (this.clock[r] < t) this.spend(r, t - this.clock[r]);
  }

  /** So many cycles of a rank go by without computing. */
  private spend(r: number, cycles: number): void {
    this.waited[r] += cycles;
    this.comeOn(r, cycles, 0);
  }

  /** Takes a message that is there. */
  private take(r: number): void {
    const { overhead } = this.program;
    if (overhead > 0) this.spend(r, overhead);
  }

  /** What a rank stood at is over. */
  private goOnAfter(r: number): void {
    if (this.from.length > 0) this.over(r);
    this.place[r]++;
    this.goOn(r);
  }

  /** A rank comes to an operation that is timed, and is done with it. */
  private begin(r: number): void {
    this.from[this.timed[r]] = this.clock[r];
  }

  private over(r: number): void {
    this.until[this.timed[r]++] = this.clock[r];
  }

  /** Does what a rank has to do, up to what it must wait for. */
  private goOn(r: number): void {
    const { ops, sizes, overhead } = this.program;
    const end = this.program.first[r + 1];
    const isTiming = this.from.length > 0;
    let i = this.place[r];
    for (; i < end; i++) {
      const o = i * opWords;
      const code = ops[o];
      const isTimedHere = isTiming && isTimed(code, ops[o + 2], overhead);
      if (isTimedHere) this.begin(r);
      if (code === op.send) this.sendAt(r, i);
      else if (code === op.receive) {
        const box = ops[o + 1];
        if (this.arrived[box] === 0) return this.stand(r, i, box);
        this.arrived[box]--;
        this.take(r);
      } else if (code === op.sendInTurn) this.sendInTurn(r, sizes.packets[ops[o + 1]], ops[o + 2], ops[o + 3]);
      else if (code === op.receiveInTurn) {
        const box = mailboxInTurn(this.program, r, ops[o + 1] + this.turnOf(r));
        if (this.came[box - this.arrived.length] === 0) return this.stand(r, i, box);
        this.came[box - this.arrived.length] = 0;
        this.take(r);
      } else if (code === op.compute) {
        const cycles = cyclesOf(ops[o + 1], ops[o + 2]);
        this.busy[r] += cycles;
        this.comeOn(r, cycles, 1);
      } else if (code === op.wait) {
        if (this.outstanding[r] > 0) return this.stand(r, i, waiting);
      } else if (code === op.barrier) {
        this.atBarrierOf[this.jobOf[r]]++;
        return this.stand(r, i, atBarrier);
      } else if (code === op.phase) this.enterPhase(r, ops[o + 1]);
      else if (code === op.repeat) {
        this.loop[r] = i;
        this.turns[r] = ops[o + 1];
      } else if (code === op.end && --this.turns[r] > 0) i = this.loop[r];
      if (isTimedHere) this.over(r);
    }
    this.place[r] = i;
    this.enterPhase(r, -1);
    this.done[r] = this.clock[r];
    this.ranksRunning--;
    if (this.clock[r] > this.lastDone) this.lastDone = this.clock[r];
  }

  /** A rank's clock comes on by so many cycles, in which it computes or waits. */
  private comeOn(r: number, cycles: number, isBusy: number): void {
    this.clock[r] += cycles;
    let s = this.lastStretch[r];
    if (s < 0 || this.isBusyIn[s] !== isBusy || this.phaseOfStretch[s] !== this.phase[r]) s = this.beginStretch(r, isBusy);
    this.cyclesIn[s] += cycles;
    this.endOfStretch[s] = this.clock[r];
  }

  /** A new stretch of a rank. Those that are over are forgotten. */
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

  private stand(r: number, i: number, why: number): void {
    this.standsAt[r] = why;
    this.place[r] = i;
  }

  /** Where all ranks of a job have come to a barrier, they go on from the cycle in which the last of them came; maybe to the next one. */
  private openBarriers(): void {
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

  private enterPhase(r: number, phase: number): void {
    const before = this.phase[r];
    if (before >= 0 && this.phaseCycles.length > 0)
      this.phaseCycles[r * this.program.phases.length + before] += this.clock[r] - this.phaseSince[r];
    if (phase >= 0) this.phase[r] = phase;
    this.phaseSince[r] = this.clock[r];
  }

  /** The turn of the loop that a rank is in, from 0. */
  private turnOf(r: number): number {
    return this.program.ops[this.loop[r] * opWords + 1] - this.turns[r];
  }

  private sendInTurn(r: number, packets: number, place: number, way: number): void {
    const turn = this.turnOf(r);
    const to = partnerTo(way, r, turn, this.jobs[this.jobOf[r]]);
    this.send(r, to, packets, mailboxInTurn(this.program, to, place + turn), -1);
  }

  private sendAt(r: number, i: number): void {
    const o = i * opWords;
    const { ops, sizes } = this.program;
    const size = ops[o + 2];
    if (size !== unsent) return this.send(r, ops[o + 1], sizes.packets[size], ops[o + 3], this.isOfOthers(o + opWords) ? i : -1);
    if (this.tracked > 0) {
      const m = this.number(r);
      this.createdAt[m] = this.clock[r];
      this.heardOf[m] = ops[o - opWords + 2] !== unsent ? m - 1 : this.heardOf[m - 1];
    }
    this.sent[r]++;
  }

  /** @param heardFrom the operation, where others hear the message too; else −1 */
  private send(r: number, to: number, packets: number, box: number, heardFrom: number): void {
    const terminal = this.program.terminalOf[r];
    if (this.program.overhead > 0) this.spend(r, this.program.overhead);
    const m = this.number(r);
    this.nextOf[m] = -1;
    this.rankOf[m] = to;
    this.fromOf[m] = r;
    this.sizeOf[m] = packets;
    this.leftOf[m] = packets;
    this.boxOf[m] = box;
    this.heardFrom[m] = heardFrom;
    this.createdOf[m] = this.clock[r];
    this.sent[r]++;
    this.outstanding[r]++;
    if (this.tracked > 0) this.createdAt[m] = this.clock[r];
    if (this.inTurn !== null) {
      this.toSend[m] = packets;
      this.inTurn.wait(terminal, m);
    }
    if (this.head[terminal] < 0) {
      this.head[terminal] = m;
      this.offer(terminal);
      this.woken[this.wokenCount++] = terminal;
    } else if (this.inTurn === null) this.nextOf[this.tail[terminal]] = m;
    this.tail[terminal] = m;
  }

  /** A number for the rank's next message. */
  private number(r: number): number {
    if (this.tracked > 0) return this.program.firstMessage[r] + this.sent[r];
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

  /** The next message of a terminal without a rank. */
  private offerBeside(terminal: number): void {
    const { at, to, packets } = this.beside!;
    this.at[terminal] = at[terminal];
    this.to[terminal] = to[terminal];
    this.packets[terminal] = packets[terminal];
  }

  /** The first message that waits at a terminal is its next one. */
  private offer(terminal: number): void {
    const m = this.head[terminal];
    this.message[terminal] = m;
    if (m < 0) {
      this.at[terminal] = Infinity;
      return;
    }
    this.at[terminal] = this.createdOf[m];
    this.to[terminal] = this.program.terminalOf[this.rankOf[m]];
    this.packets[terminal] = this.inTurn === null ? this.sizeOf[m] : 1;
  }

  private growStretches(): void {
    const length = 2 * this.nextStretch.length;
    this.nextStretch = longer(this.nextStretch, length);
    this.isBusyIn = longer(this.isBusyIn, length);
    this.phaseOfStretch = longer(this.phaseOfStretch, length);
    this.cyclesIn = longerReal(this.cyclesIn, length);
    this.endOfStretch = longerReal(this.endOfStretch, length);
  }

  private grow(): void {
    const length = 2 * this.nextOf.length;
    this.nextOf = longer(this.nextOf, length);
    this.rankOf = longer(this.rankOf, length);
    this.fromOf = longer(this.fromOf, length);
    this.sizeOf = longerReal(this.sizeOf, length);
    this.leftOf = longerReal(this.leftOf, length);
    this.boxOf = longer(this.boxOf, length);
    this.heardFrom = longer(this.heardFrom, length);
    this.createdOf = longerReal(this.createdOf, length);
    if (this.inTurn !== null) this.toSend = longer(this.toSend, length);
  }
}
