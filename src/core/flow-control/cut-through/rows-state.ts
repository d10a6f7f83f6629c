/**
 * State, memory layout and queries that the engines for rows share. A row is a group of parallel outputs.
 *
 * Queues are numbered like the channels that lead into them; terminals follow, as queues of one packet.
 */
import { powerOfTwo } from "../../base/arrays.ts";
import { streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import type { Ends, Holder, Wait, Waiter } from "../../simulation/contract.ts";
import { GrantLog } from "./grant-log.ts";
import { wordsOf } from "./on-rows.ts";
import type { CutThroughRules } from "./rules.ts";
import {
  departed,
  entryEnds,
  entryNumber,
  entryReady,
  entryShift,
  heldMask,
  numberMask,
  leavesAt,
  placeShift,
  portShift,
  queueShift,
  queueState,
  readAtOnce,
  sinceInjectionSum,
  standsAt,
  waitedSum,
  waitingInputs,
} from "./row-records.ts";
import { slotAt, slotPacket, slotShift, slotTerminal } from "../injection.ts";
import { PacketClock } from "../packet-clock.ts";
import { carriedBy, type Inspected, type QueuedPacket } from "../inspector.ts";
import { ends, packetShift, ready } from "../packet-pool.ts";

/** Words of a log entry: queue and channel. */
const logWords = 2;

export abstract class CutThroughRowsState extends PacketClock {
  readonly inspected: Inspected = this;
  protected readonly grantLog = new GrantLog(logWords);
  /** Sum of all prefetched words. Without this use, compilers would remove the reads. */
  protected readAhead = 0;
  protected readonly rows: RoutingRows;
  /** Channels; packets per queue; log₂ of the slots of a ring buffer, a power of two. */
  protected readonly C: number;
  protected readonly capacity: number;
  protected readonly ringShift: number;
  protected readonly networkFirst: boolean;
  protected readonly arbitrationKey: number;

  /** 32-bit words for the inputs of a node, and for the channels of a row. */
  protected readonly words: number;
  protected readonly rowWords: number;
  protected readonly sumSince: Float64Array;
  protected readonly sumWaited: Float64Array;

  /** All words of a run: records of channels first, then the sections below. */
  protected readonly M: Int32Array;
  protected readonly ringMask: number;
  /** [channels << ringShift << entryShift] Packets of each queue. */
  protected readonly ringsAt: number;
  /** [channels] Queues of the inputs of each node, in the section of its outputs. */
  protected readonly inputsAt: number;
  /** [a power of two] End of the log after each of the last cycles. */
  protected readonly endAt: number;
  protected readonly wheelMask: number;
  /** New queue heads: first channel of the requested row << 8 | input. */
  protected readonly newAt: number;
  /** Due rows, by their records. */
  protected readonly rowsAt: number;
  /** [nodes × words] Mask of the inputs of a node that come from terminals. */
  protected readonly fromTerminalsAt: number;
  /**
   * [channels × words, channels × rowWords] Where one word has too few bits: masks of the inputs that wait for a row, and of its open
   * channels.
   */
  protected readonly waitingAt: number;
  protected readonly openAt: number;
  /** Start of the words of the derived engine. */
  protected readonly ownAt: number;

  /** @param engineWords 32-bit words of the derived engine. */
  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows, own = 0) {
    super(rules.injectionSlots, plan);
    const { head, tail, firstOut } = plan.network;
    const { T, L } = this;
    const C = (this.C = head.length | 0);
    const N = firstOut.length - 1;
    this.rows = rows;
    this.networkFirst = rules.priority === "network-first";
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.capacity = rules.queue | 0;
    this.ringShift = (31 - Math.clz32(powerOfTwo(this.capacity))) | 0;
    this.sumSince = new Float64Array(C);
    this.sumWaited = new Float64Array(C);

    const [words, rowWords] = wordsOf(plan.network, rows);
    this.words = words;
    this.rowWords = rowWords;
    const wheel = powerOfTwo(L + 1);
    this.wheelMask = wheel - 1;
    this.ringMask = (1 << this.ringShift) - 1;
    let numbers = C << queueShift;
    const part = (length: number) => {
      const start = numbers;
      numbers += (length + 15) & ~15;
      return start;
    };
    this.ringsAt = part((C << this.ringShift) << entryShift);
    this.inputsAt = part(C);
    this.endAt = part(wheel);
    this.newAt = part(C + T + 1);
    // A row of one channel may be due twice: its channel becomes free, and the queue behind it gets a slot.
    this.rowsAt = part(2 * C + 1);
    this.fromTerminalsAt = part(N * words);
    this.waitingAt = part(words > 1 ? C * words : 0);
    this.openAt = part(rowWords > 1 ? C * rowWords : 0);
    this.ownAt = part(own);
    const M = (this.M = new Int32Array(numbers));

    // Terminals are written first: where a terminal has no channel, the word is the next node's.
    for (let t = 0; t < T; t++) {
      const slot = t << slotShift;
      this.injection.slots[slot + slotPacket] = -1;
      this.injection.slots[slot + slotAt] = t;
      this.injection.slots[slot + slotTerminal] = t;
      M[this.inputsAt + firstOut[t]] = C + t;
    }
    const inputs = new Int32Array(N);
    for (let c = 0, first = 0; c < C; c++) {
      if (rows.size[c] > 0) first = c;
      const record = c << queueShift;
      const n = head[c];
      const input = n < T ? 0 : inputs[n]++;
      M[record + queueState] = ((c - first) << placeShift) | ((c - firstOut[tail[c]]) << portShift);
      M[record + standsAt] = n < T ? -1 : (n << 8) | input;
      if (n < T) continue;
      M[this.inputsAt + firstOut[n] + input] = c;
      if (tail[c] < T) M[this.fromTerminalsAt + n * words + (input >> 5)] |= 1 << input;
    }
  }

  protected forget(): void {
    for (let i = 0; i <= this.wheelMask; i++) this.M[this.endAt + i] = this.grantLog.written;
  }

  // Prefetching: each method reads the data of the next steps in a loop that does nothing else, so that cache misses overlap, and returns
  // how far it has read. Batches are small enough for the first-level cache.

  /** Prefetches queues and channels of completing log entries, and packets that are consumed. */
  protected readEnding(from: number, end: number): number {
    const { M, C, ringsAt, ringShift, ringMask, recorder } = this;
    const { entries: log, mask: logMask } = this.grantLog;
    const { records } = this.pool;
    const to = ((end - from) | 0) > readAtOnce ? (from + readAtOnce) | 0 : end;
    let sum = 0;
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = (log[e] ^ (log[e] >> 31)) >> 8;
      const c = log[e + 1] ^ (log[e + 1] >> 31);
      sum = (sum + M[c << queueShift] + (q < C ? M[q << queueShift] : 0)) | 0;
    }
    for (let i = from; i !== to; i = (i + 1) | 0) {
      const e = (i & logMask) << 1;
      const q = (log[e] ^ (log[e] >> 31)) >> 8;
      const c = log[e + 1] ^ (log[e + 1] >> 31);
      sum = (sum + M[(c - ((M[c << queueShift] >> placeShift) & 0xff)) << queueShift]) | 0;
      if (q < C) sum = (sum + M[(q - ((M[q << queueShift] >> placeShift) & 0xff)) << queueShift]) | 0;
      if (log[e + 1] < 0) {
        const entry = ringsAt + (((c << ringShift) | (M[(c << queueShift) + departed] & ringMask)) << entryShift);
        const pair = M[entry + entryEnds];
        const record = (M[entry + entryNumber] & numberMask) << packetShift;
        sum = (sum + records[record] + recorder.read(pair >>> 16) + recorder.read(pair & 0xffff)) | 0;
      }
    }
    this.readAhead = sum;
    return to;
  }

  /** Prefetches the rows that new queue heads request. */
  protected readHeads(from: number, end: number): number {
    const { M, newAt } = this;
    const to = Math.min(from + readAtOnce, end) | 0;
    let sum = 0;
    for (let i = from; i < to; i++) sum = (sum + M[(M[newAt + i] >> 8) << queueShift]) | 0;
    this.readAhead = sum;
    return to;
  }

  /** The channel of a log entry. */
  private logged(i: number): number {
    const entry = this.grantLog.entries[((i & this.grantLog.mask) << 1) | 1];
    return entry ^ (entry >> 31);
  }

  /** The queue of a log entry, once the packet is under way. */
  private loggedQueue(i: number): number {
    const entry = this.grantLog.entries[(i & this.grantLog.mask) << 1];
    return (entry ^ (entry >> 31)) >> 8;
  }

  /** Mask of the inputs that wait for the row of channel `first`, for inputs 32·`word` to 32·`word` + 31. */
  private requestsFor(first: number, w: number): number {
    return this.words > 1 ? this.M[this.waitingAt + first * this.words + w] : this.M[(first << queueShift) + waitingInputs];
  }

  /** Last cycle in which a channel is, or was, in use; and last cycle in which a packet leaves, or left, a queue. */
  private busyUntilOn(c: number): number {
    // The channel carries, or carried, the packet that entered the queue last.
    return this.grantedOn(c) === 0 ? -1 : this.readyIn(c, this.heldIn(c) - 1) - 1 + this.L;
  }

  private leavingFrom(q: number): number {
    return this.M[(q << queueShift) + leavesAt];
  }

  /** Packets in a queue that are not leaving; and number of grants of a channel. */
  private heldIn(q: number): number {
    return this.M[(q << queueShift) + queueState] & heldMask;
  }

  private grantedOn(c: number): number {
    return this.M[(c << queueShift) + departed] + this.heldIn(c);
  }

  // Of the n-th packet in a queue, −1 for the packet that has just left: source and destination, and the cycle from which it may request.
  private pairIn(q: number, n: number): number {
    return this.M[this.entryOf(q, n) + entryEnds];
  }

  private readyIn(q: number, n: number): number {
    return this.M[this.entryOf(q, n) + entryReady];
  }

  /** Source and destination of the packet that a channel carries. */
  private pairOn(c: number): number {
    return this.pairIn(c, this.heldIn(c) - 1);
  }

  /** Ring entry of the n-th packet in queue `queueId`; −1 for the packet that has just left. */
  private entryOf(q: number, n: number): number {
    const place = (this.M[(q << queueShift) + departed] + n) & this.ringMask;
    return this.ringsAt + (((q << this.ringShift) | place) << entryShift);
  }

  /** Paths that go up before they go down cannot deadlock. */
  findCircle(): readonly Wait[] {
    return [];
  }

  protected flushWaited(q: number): void {
    const place = (q << queueShift) + waitedSum;
    this.sumWaited[q] += this.M[place];
    this.M[place] = 0;
  }

  protected flushSince(c: number): void {
    const place = (c << queueShift) + sinceInjectionSum;
    this.sumSince[c] += this.M[place];
    this.M[place] = 0;
  }

  protected phitsOn(c: number): number {
    return this.grantedOn(c) * this.L - Math.max(0, this.busyUntilOn(c) - this.now);
  }

  protected waitingBehind(c: number): number {
    return this.sumWaited[c] + this.M[(c << queueShift) + waitedSum];
  }

  protected sinceInjectionOn(c: number): number {
    return this.sumSince[c] + this.M[(c << queueShift) + sinceInjectionSum];
  }

  protected queuedBehind(c: number): number {
    if (this.network.head[c] < this.T) return 0;
    return this.heldIn(c) + (this.leavingFrom(c) >= this.now ? 1 : 0);
  }

  override holder(channel: number): Holder | null {
    const { completed, written } = this.grantLog;
    const until = this.busyUntilOn(channel);
    if (until < this.now) return null;
    // The log still has all grants of the last packet time (L cycles).
    let i = written;
    while (i !== completed && this.logged(i - 1) !== channel) i = (i - 1) | 0;
    if (i === completed) return null;
    return { ...endsIn(this.pairOn(channel)), since: until - this.L };
  }

  requesting(channel: number): readonly Waiter[] {
    const { C, rows, words, pool, injection, network } = this;
    let first = channel;
    while (rows.size[first] === 0) first--;
    const queuesAt = this.inputsAt + network.firstOut[network.tail[first]];
    const found: Waiter[] = [];
    for (let w = 0; w < words; w++) {
      for (let bits = this.requestsFor(first, w); bits !== 0; bits &= bits - 1) {
        const q = this.M[queuesAt + 32 * w + 31 - Math.clz32(bits & -bits)];
        const slot = q < C ? -1 : injection.slots[((q - C) << slotShift) + slotPacket] << packetShift;
        const pair = q < C ? this.pairIn(q, 0) : pool.records[slot + ends];
        const since = q < C ? this.readyIn(q, 0) : pool.records[slot + ready];
        found.push({ ...endsIn(pair), channel: q < C ? q : -1, since });
      }
    }
    return found;
  }

  contents(queue: number): readonly QueuedPacket[] {
    return Array.from({ length: this.heldIn(queue) }, (_, i) => ({ ...endsIn(this.pairIn(queue, i)), since: this.readyIn(queue, i) }));
  }

  candidates(queue: number): readonly number[] {
    const { rows, network } = this;
    const first = rows.of(network.head[queue], this.pairIn(queue, 0) & 0xffff);
    return Array.from({ length: rows.size[first] }, (_, i) => first + i);
  }

  leaving(queue: number): readonly Ends[] | null {
    const { completed, written } = this.grantLog;
    if (this.leavingFrom(queue) < this.now) return null;
    for (let i = (written - 1) | 0; i !== ((completed - 1) | 0); i = (i - 1) | 0) {
      if (this.loggedQueue(i) === queue) return carriedBy(this.holder(this.logged(i)));
    }
    return [];
  }

  takenBy(id: number): readonly Ends[] | null {
    return this.busyUntilOn(id) >= this.now ? carriedBy(this.holder(id)) : null;
  }

  isFull(id: number): boolean {
    return this.heldIn(id) + (this.leavingFrom(id) >= this.now ? 1 : 0) >= this.capacity;
  }
}

function endsIn(pair: number): Ends {
  return { source: pair >>> 16, destination: pair & 0xffff };
}
