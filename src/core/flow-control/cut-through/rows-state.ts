/**
 * What the engines for rows of interchangeable channels share: who the inputs of a node are, and what is told of a channel.
 *
 * Queues are numbered like the channels that lead into them; after those come the terminals, as queues of one packet.
 */
import { powerOfTwo } from "../../base/arrays.ts";
import { streamKey } from "../../base/random.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import type { Ends, Holder, Wait, Waiter } from "../../simulation/contract.ts";
import { GrantLog } from "./grant-log.ts";
import { wordsOf } from "./on-rows.ts";
import type { CutThroughRules } from "./rules.ts";
import { slotAt, slotPacket, slotShift, slotTerminal } from "../injection.ts";
import { PacketClock } from "../packet-clock.ts";
import { carriedBy, type Inspected, type QueuedPacket } from "../inspector.ts";
import { ends, packetShift, ready } from "../packet-pool.ts";

/** Entries of the log: queue and channel. */
const logWords = 2;

export abstract class CutThroughRowsState extends PacketClock {
  readonly inspected: Inspected = this;
  protected readonly grantLog = new GrantLog(logWords);
  /** The sum of all that was read ahead: compilers leave out what goes nowhere. */
  protected readAhead = 0;
  protected readonly rows: RoutingRows;
  /** Channels, and packets of a queue; places of a queue, a power of two. */
  protected readonly C: number;
  protected readonly capacity: number;
  protected readonly ringShift: number;
  protected readonly networkFirst: boolean;
  protected readonly arbitrationKey: number;

  /** [N + 1] Where the inputs of each node begin among those of all; and the queues that they are. */
  protected readonly firstInput: Int32Array;
  protected readonly inputQueues: Int32Array;
  /** [C] Which input of the node that it enters a channel is. */
  protected readonly inputOf: Int32Array;
  /** Numbers of 32 bits that hold the inputs of a node, and the channels of a row. */
  protected readonly words: number;
  protected readonly rowWords: number;
  /** [N × words] Bits of a node's inputs that come from terminals. */
  protected readonly fromTerminals: Int32Array;
  protected readonly sumSince: Float64Array;
  protected readonly sumWaited: Float64Array;

  constructor(rules: CutThroughRules, plan: Plan, rows: RoutingRows) {
    super(rules.injectionSlots, plan);
    const { head, tail, firstOut } = plan.network;
    const { T } = this;
    const C = (this.C = head.length | 0);
    const N = firstOut.length - 1;
    this.rows = rows;
    this.networkFirst = rules.priority === "network-first";
    this.arbitrationKey = streamKey(plan.seed, "arbitration");
    this.capacity = rules.queue | 0;
    this.ringShift = (31 - Math.clz32(powerOfTwo(this.capacity))) | 0;
    this.sumSince = new Float64Array(C);
    this.sumWaited = new Float64Array(C);

    const firstInput = (this.firstInput = new Int32Array(N + 1));
    for (let c = 0; c < C; c++) if (head[c] >= T) firstInput[head[c] + 1]++;
    for (let t = 0; t < T; t++) firstInput[t + 1]++;
    for (let n = 0; n < N; n++) firstInput[n + 1] += firstInput[n];
    this.inputQueues = new Int32Array(firstInput[N]);
    this.inputOf = new Int32Array(C);
    const [words, rowWords] = wordsOf(plan.network, rows);
    this.words = words;
    this.rowWords = rowWords;
    this.fromTerminals = new Int32Array(N * words);
    const count = new Int32Array(N);
    for (let c = 0; c < C; c++) {
      const n = head[c];
      if (n < T) continue;
      this.inputOf[c] = count[n];
      if (tail[c] < T) this.fromTerminals[n * words + (count[n] >> 5)] |= 1 << count[n];
      this.inputQueues[firstInput[n] + count[n]++] = c;
    }
    for (let t = 0; t < T; t++) {
      const slot = t << slotShift;
      this.injection.slots[slot + slotPacket] = -1;
      this.injection.slots[slot + slotAt] = t;
      this.injection.slots[slot + slotTerminal] = t;
      this.inputQueues[firstInput[t]] = C + t;
    }
  }

  /** All numbers of a run. */
  protected abstract readonly M: Int32Array;
  // Where in them things of a channel stand, and of the queue behind it: cycles since injection and of waiting, summed up.
  protected abstract sinceAt(c: number): number;
  protected abstract waitedAt(q: number): number;
  /** The channel of an entry of the log. */
  protected abstract logged(i: number): number;
  /** The queue of it, once the packet is on its way. */
  protected abstract loggedQueue(i: number): number;
  /** Bits of the inputs whose fronts ask for the row that begins with a channel, those of inputs 32 w to 32 w + 31. */
  protected abstract requestsFor(first: number, w: number): number;
  /** Cycle up to which a channel is in use, and a packet leaves a queue. */
  protected abstract busyUntilOn(c: number): number;
  protected abstract leavingFrom(q: number): number;
  /** Packets in a queue that do not leave it yet, and packets that a channel has been granted to. */
  protected abstract heldIn(q: number): number;
  protected abstract grantedOn(c: number): number;
  // Of the packet that is the n-th in a queue, −1: the one that has just left its front: its ends, and the cycle from which it may ask.
  protected abstract pairIn(q: number, n: number): number;
  protected abstract readyIn(q: number, n: number): number;
  /** The ends of the packet that a channel in use carries. */
  protected abstract pairOn(c: number): number;

  /** What goes up before it goes down waits in no circle. */
  findCircle(): readonly Wait[] {
    return [];
  }

  protected flushWaited(q: number): void {
    const place = this.waitedAt(q);
    this.sumWaited[q] += this.M[place];
    this.M[place] = 0;
  }

  protected flushSince(c: number): void {
    const place = this.sinceAt(c);
    this.sumSince[c] += this.M[place];
    this.M[place] = 0;
  }

  protected phitsOn(c: number): number {
    return this.grantedOn(c) * this.L - Math.max(0, this.busyUntilOn(c) - this.now);
  }

  protected waitingBehind(c: number): number {
    return this.sumWaited[c] + this.M[this.waitedAt(c)];
  }

  protected sinceInjectionOn(c: number): number {
    return this.sumSince[c] + this.M[this.sinceAt(c)];
  }

  protected queuedBehind(c: number): number {
    if (this.network.head[c] < this.T) return 0;
    return this.heldIn(c) + (this.leavingFrom(c) >= this.now ? 1 : 0);
  }

  override holder(channel: number): Holder | null {
    const { completed, written } = this.grantLog;
    const until = this.busyUntilOn(channel);
    if (until < this.now) return null;
    // Everything granted in the last L cycles is still in the log.
    let i = written;
    while (i !== completed && this.logged(i - 1) !== channel) i = (i - 1) | 0;
    if (i === completed) return null;
    return { ...endsIn(this.pairOn(channel)), since: until - this.L };
  }

  requesting(channel: number): readonly Waiter[] {
    const { C, rows, words, pool, injection, network } = this;
    let first = channel;
    while (rows.size[first] === 0) first--;
    const firstAt = this.firstInput[network.tail[first]];
    const found: Waiter[] = [];
    for (let w = 0; w < words; w++) {
      for (let bits = this.requestsFor(first, w); bits !== 0; bits &= bits - 1) {
        const q = this.inputQueues[firstAt + 32 * w + 31 - Math.clz32(bits & -bits)];
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
