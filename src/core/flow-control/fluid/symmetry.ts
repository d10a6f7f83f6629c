// hot: no allocation, no for-of, no destructuring inside `round` and what it calls.
/**
 * Ranks that are alike: those that do the same at the same times, whatever else happens. Found by colour refinement (Weisfeiler, Leman, 1968;
 * McKay, Congressus Numerantium 30, 1981). At first all ranks have one colour, and resources that of their capacity. Then, again and again,
 * a rank's new colour is all that it does, operation by operation: the colours of those it sends to and receives from, and of the resources on
 * its messages' ways. A resource's new colour is what crosses it: the colours of the senders, with the operation and the turn. Where no colour is
 * parted any more, two ranks of one colour have the same clock: max-min fair rates depend on nothing but how many flows of each colour cross the
 * resources of each colour, and so, event by event, all that follows does.
 *
 * Colours are told apart by hashes of 64 bits.
 */
import { mixOn, mixTwo } from "../../base/random.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { jobOfRanks, jobsOf, op, opWords, partners, partnerTo, type Program, type ProgramJob, unsent } from "../../plan/program.ts";
import { FluidWays, type WaysRule } from "./ways.ts";

/** Who stands for whom: the first of those alike. */
export interface Symmetry {
  /** [R] */
  readonly rank: Int32Array;
  /** [K] */
  readonly resource: Int32Array;
}

/** Ways that are found at least before the search is given up; and so many for each message. */
const [leastWork, workPerMessage] = [2 ** 20, 3];
/** Draws of a routing that are compared for each pair, at most. */
const mostDraws = 16;
/** First turns of a loop that a first look takes all of, and how many of the others it takes. */
const [firstTurns, otherTurns] = [8, 24];
/** Where the two halves of each hash begin. */
const [lowSeed, highSeed] = [0x243f6a88, 0x13198a2e];

/**
 * The symmetry of a plan's program, whose messages take their ways by a rule; null where there is none, or none that is found soon, or where
 * ranks have to be told apart: by draws, by what flows when a message begins, or by their numbers.
 */
export function symmetryOf(plan: Plan, rule: WaysRule): Symmetry | null {
  const { demand, routing } = plan;
  if (demand.form !== "program" || demand.graph !== undefined || demand.beside !== undefined) return null;
  // Data that have been asked for go in the order of the ranks' numbers.
  if (demand.rendezvous > 0 || demand.ranks < 2) return null;
  const { begin, adapt, draws = Infinity } = routing;
  if (adapt !== undefined || (begin !== undefined && draws > mostDraws)) return null;
  return new Refinement(plan, demand, rule).find();
}

/** Things that have colours 0, 1 … and hashes from which their next ones come. */
class Colours {
  readonly of: Int32Array;
  readonly low: Int32Array;
  readonly high: Int32Array;
  count = 1;
  /** The first thing of each colour + 1, by hash. */
  private readonly table: Int32Array;

  constructor(private readonly size: number) {
    this.of = new Int32Array(size);
    this.low = new Int32Array(size);
    this.high = new Int32Array(size);
    this.table = new Int32Array(2 << (32 - Math.clz32(size)));
  }

  /** Takes a thing's colour into its hash, which begins anew. */
  open(i: number): void {
    this.low[i] = mixTwo(lowSeed, this.of[i]);
    this.high[i] = mixTwo(highSeed, this.of[i]);
  }

  /** Takes a whole number into a thing's hash. */
  absorb(i: number, word: number): void {
    this.low[i] = mixOn(this.low[i], word);
    this.high[i] = mixOn(this.high[i], word);
  }

  /** Those of equal hashes get one colour, by their first; whether there are more colours than before. */
  colour(): boolean {
    const { of, low, high, table, size } = this;
    const last = table.length - 1;
    const before = this.count;
    table.fill(0);
    this.count = 0;
    for (let i = 0; i < size; i++) {
      let place = low[i] & last;
      while (table[place] > 0 && (low[table[place] - 1] !== low[i] || high[table[place] - 1] !== high[i])) place = (place + 1) & last;
      if (table[place] === 0) {
        table[place] = i + 1;
        of[i] = this.count++;
      } else of[i] = of[table[place] - 1];
    }
    return this.count > before;
  }

  /** The first thing of the colour of each. */
  firsts(): Int32Array {
    const first = new Int32Array(this.count).fill(-1);
    return this.of.map((colour, i) => (first[colour] < 0 ? (first[colour] = i) : first[colour]));
  }
}

class Refinement {
  private readonly ranks: Colours;
  private readonly resources: Colours;
  private readonly ways: FluidWays;
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  /** [mailboxes] Who sends to it, −1 for nobody; and the operations that do so first, and that receive from it first, counted from the rank's first. */
  private readonly sender: Int32Array;
  private readonly firstSend: Int32Array;
  private readonly firstReceive: Int32Array;
  /** [turning] How partners change, by the place of a mailbox in turn; −1 where nobody sends. */
  private readonly wayOf: Int32Array;
  /** [2] A real number as words. */
  private readonly real = new Float64Array(1);
  private readonly words = new Int32Array(this.real.buffer);
  /** Whether only some turns of each loop are looked at. */
  private isFirstLook = false;
  private work: number;
  /** Whether somebody has to be told apart after all. */
  private isHopeless = false;

  constructor(
    private readonly plan: Plan,
    private readonly program: Program,
    private readonly rule: WaysRule,
  ) {
    const { network, links } = plan;
    const { ranks, terminalOf, owner, turning, firstMessage } = program;
    // What draws one of several ways cannot be alike; where all have one, they are spread over that.
    this.ways = new FluidWays(plan, rule === "one" ? "one" : "spread", () => 0);
    this.ranks = new Colours(ranks);
    this.resources = new Colours(this.ways.capacity.length);
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.work = leastWork + workPerMessage * firstMessage[ranks];
    this.sender = new Int32Array(owner.length).fill(-1);
    this.firstSend = new Int32Array(owner.length).fill(-1);
    this.firstReceive = new Int32Array(owner.length).fill(-1);
    this.wayOf = new Int32Array(turning).fill(-1);
    this.readMailboxes();
    for (let r = 0; r < ranks; r++) {
      this.ranks.absorb(r, this.jobOf[r]);
      const { firstOut } = network;
      let fastest = 0;
      for (let c = firstOut[terminalOf[r]]; c < firstOut[terminalOf[r] + 1]; c++) fastest = Math.max(fastest, rateOf(links, c));
      this.absorbReal(this.ranks, r, fastest);
    }
    for (let k = 0; k < this.ways.capacity.length; k++) {
      this.absorbReal(this.resources, k, this.ways.capacity[k]);
      if (links !== undefined && k < network.head.length) this.absorbReal(this.resources, k, rateOf(links, k));
    }
    this.ranks.colour();
    this.resources.colour();
  }

  find(): Symmetry | null {
    if (this.isHopeless) return null;
    // Most that is not symmetric shows after a few turns.
    this.isFirstLook = this.program.turning > 0;
    if (!this.settle()) return null;
    if (this.isFirstLook) {
      this.isFirstLook = false;
      if (!this.settle()) return null;
    }
    return { rank: this.ranks.firsts(), resource: this.resources.firsts() };
  }

  /** Goes on until no colour is parted any more; false where that does not pay. */
  private settle(): boolean {
    const { ranks, resources } = this;
    for (let isParted = true; isParted;) {
      this.round();
      if (this.isHopeless || this.work < 0) return false;
      const areRanksParted = ranks.colour();
      isParted = resources.colour() || areRanksParted;
      if (2 * ranks.count > this.program.ranks) return false;
    }
    return true;
  }

  /** Finds out who sends to each mailbox. */
  private readMailboxes(): void {
    const { ranks, first, ops } = this.program;
    for (let r = 0; r < ranks; r++) {
      let times = 1;
      let depth = 0;
      for (let i = first[r]; i < first[r + 1]; i++) {
        const o = i * opWords;
        const code = ops[o];
        if (code === op.repeat && depth++ === 0) times = ops[o + 1];
        else if (code === op.end) depth--;
        else if (code === op.send) {
          const box = ops[o + 3];
          // What all hear on a medium is heard in the order of the ranks' numbers.
          if (ops[o + 2] === unsent || (this.sender[box] >= 0 && this.sender[box] !== r)) this.isHopeless = true;
          if (this.sender[box] < 0) this.firstSend[box] = i - first[r];
          this.sender[box] = r;
        } else if (code === op.receive && this.firstReceive[ops[o + 1]] < 0) this.firstReceive[ops[o + 1]] = i - first[r];
        else if (code === op.sendInTurn) {
          for (let place = ops[o + 2]; place < ops[o + 2] + times; place++) {
            if (this.wayOf[place] >= 0 && this.wayOf[place] !== ops[o + 3]) this.isHopeless = true;
            this.wayOf[place] = ops[o + 3];
          }
        }
      }
    }
  }

  /** Every rank's and every resource's hash, from the colours of all. */
  private round(): void {
    const { ranks, resources } = this;
    for (let k = 0; k < resources.of.length; k++) resources.open(k);
    for (let r = 0; r < ranks.of.length && this.work >= 0 && !this.isHopeless; r++) {
      ranks.open(r);
      this.look(r);
    }
  }

  /** All that a rank does goes into its hash, and what of it crosses a resource into that resource's. */
  private look(r: number): void {
    const ops = this.program.ops;
    const first = this.program.first[r];
    const end = this.program.first[r + 1];
    const ranks = this.ranks;
    const job = this.jobs[this.jobOf[r]];
    let times = 1;
    let depth = 0;
    for (let i = first; i < end; i++) {
      const o = i * opWords;
      const code = ops[o];
      if (code === op.task) continue;
      ranks.absorb(r, code);
      if (code === op.send) {
        const box = ops[o + 3];
        ranks.absorb(r, this.firstSend[box]);
        this.send(r, ops[o + 1], ops[o + 2], i - first, 0);
      } else if (code === op.receive) {
        const box = ops[o + 1];
        ranks.absorb(r, this.firstReceive[box]);
        ranks.absorb(r, this.firstSend[box]);
        ranks.absorb(r, this.sender[box] < 0 ? -1 : ranks.of[this.sender[box]]);
      } else if (code === op.sendInTurn) {
        ranks.absorb(r, ops[o + 2]);
        for (let turn = 0; turn < times; turn = this.turnAfter(turn, times))
          this.send(r, partnerTo(ops[o + 3], r, turn, job), ops[o + 1], i - first, turn);
      } else if (code === op.receiveInTurn) {
        ranks.absorb(r, ops[o + 1]);
        for (let turn = 0; turn < times; turn = this.turnAfter(turn, times)) ranks.absorb(r, this.senderInTurn(r, ops[o + 1], turn, job));
      } else if (code === op.compute || code === op.repeat || code === op.phase) {
        if (code === op.repeat && depth++ === 0) times = ops[o + 1];
        ranks.absorb(r, ops[o + 1]);
        ranks.absorb(r, ops[o + 2]);
      } else if (code === op.end) depth--;
      else if (code !== op.wait && code !== op.barrier) this.isHopeless = true;
    }
  }

  private turnAfter(turn: number, times: number): number {
    return this.isFirstLook && turn >= firstTurns ? turn + 1 + ((times / otherTurns) | 0) : turn + 1;
  }

  /** The colour of the rank that a rank receives from in a turn, −1 for none. */
  private senderInTurn(r: number, place: number, turn: number, job: ProgramJob): number {
    const way = this.wayOf[place + turn];
    if (way < 0) return -1;
    const k = 1 + (turn % (job.ranks - 1));
    const own = r - job.first;
    return this.ranks.of[job.first + (way === partners.xor ? own ^ k : (own + job.ranks - k) % job.ranks)];
  }

  private send(r: number, to: number, size: number, operation: number, turn: number): void {
    const { program, ranks, resources, ways } = this;
    const isTimed = ways.reach !== undefined;
    const areOneEach = this.rule !== "drawn";
    this.findWays(program.terminalOf[r], program.terminalOf[to]);
    ranks.absorb(r, ranks.of[to]);
    ranks.absorb(r, size);
    ranks.absorb(r, ways.count);
    if (isTimed || this.rule !== "one") {
      this.absorbReal(ranks, r, Math.fround(ways.delay));
      this.absorbReal(ranks, r, Math.fround(ways.alone));
      this.absorbReal(ranks, r, Math.fround(ways.meanHops));
    }
    const low = mixOn(mixTwo(lowSeed + operation, ranks.of[r]), turn) | 0;
    const high = mixOn(mixTwo(highSeed + operation, ranks.of[r]), turn) | 0;
    let lowSum = 0;
    let highSum = 0;
    for (let i = 0; i < ways.count; i++) {
      const k = ways.resource[i];
      const weight = ways.weight[i];
      // Where something lies on the way, with the part of the message that crosses it and how long the way is there.
      let lowPlace = ways.hop[i];
      let highPlace = lowPlace;
      if (weight !== 1) {
        if (!areOneEach) this.isHopeless = true;
        this.real[0] = Math.fround(weight);
        lowPlace = mixOn(mixTwo(lowPlace, this.words[0]), this.words[1]);
        highPlace = mixOn(mixTwo(highPlace + highSeed, this.words[0]), this.words[1]);
      }
      if (isTimed) {
        this.real[0] = Math.fround(ways.reach![i]);
        lowPlace = mixOn(mixTwo(lowPlace, this.words[0]), this.words[1]);
        highPlace = mixOn(mixTwo(highPlace + highSeed, this.words[0]), this.words[1]);
      }
      const colour = resources.of[k];
      lowSum = (lowSum + mixOn(Math.imul(colour, 0x9e3779b1) + lowSeed, lowPlace)) | 0;
      highSum = (highSum + mixOn(Math.imul(colour, 0x85ebca77) + highSeed, highPlace)) | 0;
      resources.low[k] += mixOn(low, lowPlace);
      resources.high[k] += mixOn(high, highPlace);
    }
    ranks.low[r] = mixOn(ranks.low[r], lowSum);
    ranks.high[r] = mixOn(ranks.high[r], highSum);
  }

  private findWays(from: number, to: number): void {
    const { begin, draws } = this.plan.routing;
    let state = 0;
    if (begin !== undefined) {
      state = begin(from, to, 0);
      for (let i = 1; i < draws!; i++) if (begin(from, to, Math.floor((i * 2 ** 32) / draws!)) !== state) this.isHopeless = true;
    }
    this.work--;
    this.ways.find(from, to, state, 0);
  }

  private absorbReal(colours: Colours, i: number, value: number): void {
    this.real[0] = value;
    colours.absorb(i, this.words[0]);
    colours.absorb(i, this.words[1]);
  }
}
