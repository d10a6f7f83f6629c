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
import { type Acts, actsOf } from "../../plan/acts.ts";
import { jobOfRanks, jobsOf, op, partners, partnerTo, type Program, type ProgramJob } from "../../plan/program.ts";
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
  // What a tree carries begins when the last of many ranks has come.
  if (demand.trees !== undefined) return null;
  // Data that have been asked for go in the order of the ranks' numbers.
  if (demand.rendezvous > 0 || demand.ranks < 2) return null;
  const { begin, adapt, draws = Infinity } = routing;
  if (adapt !== undefined || (begin !== undefined && draws > mostDraws)) return null;
  const acts = actsOf(demand);
  return acts === null ? null : new Refinement(plan, demand, acts, rule).find();
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
  /** [jobs × turning] How partners change, by the place of a mailbox in turn; −1 where nobody sends. */
  private readonly wayOf: Int32Array;
  /** [2] A real number as words. */
  private readonly real = new Float64Array(1);
  private readonly words = new Int32Array(this.real.buffer);
  /** Whether only some turns of each loop are looked at. */
  private isFirstLook = false;
  private work: number;
  /** The hash at hand. */
  private low = 0;
  private high = 0;
  /** Whether somebody has to be told apart after all. */
  private isHopeless = false;

  constructor(
    private readonly plan: Plan,
    private readonly program: Program,
    private readonly acts: Acts,
    private readonly rule: WaysRule,
  ) {
    const { network, links } = plan;
    const { ranks, terminalOf, turning, firstMessage } = program;
    // What draws one of several ways cannot be alike; where all have one, they are spread over that.
    this.ways = new FluidWays(plan, rule === "one" ? "one" : "spread", () => 0);
    this.ranks = new Colours(ranks);
    this.resources = new Colours(this.ways.capacity.length);
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.work = leastWork + workPerMessage * firstMessage[ranks];
    this.wayOf = new Int32Array(this.jobs.length * turning).fill(-1);
    this.readTurns();
    const { firstOut } = network;
    for (let r = 0; r < ranks; r++) {
      let fastest = 0;
      for (let c = firstOut[terminalOf[r]]; c < firstOut[terminalOf[r] + 1]; c++) fastest = Math.max(fastest, rateOf(links, c));
      this.absorb(this.jobOf[r]);
      this.absorbReal(fastest);
      this.addTo(this.ranks, r);
      this.low = this.high = 0;
    }
    for (let k = 0; k < this.ways.capacity.length; k++) {
      this.absorbReal(this.ways.capacity[k]);
      if (links !== undefined && k < network.head.length) this.absorbReal(rateOf(links, k));
      this.addTo(this.resources, k);
      this.low = this.high = 0;
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

  /** Finds out how partners change. */
  private readTurns(): void {
    const { first, code, b, c, turns } = this.acts;
    for (let r = 0; r < this.program.ranks; r++) {
      for (let i = first[r]; i < first[r + 1]; i++) {
        if (code[i] !== op.sendInTurn) continue;
        const from = this.jobOf[r] * this.program.turning + b[i];
        for (let place = from; place < from + turns[i]; place++) {
          if (this.wayOf[place] >= 0 && this.wayOf[place] !== c[i]) this.isHopeless = true;
          this.wayOf[place] = c[i];
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
    const acts = this.acts;
    const ranks = this.ranks;
    const job = this.jobs[this.jobOf[r]];
    for (let i = acts.first[r], end = acts.first[r + 1]; i < end; i++) {
      const code = acts.code[i];
      this.low = mixOn(mixTwo(lowSeed + code, acts.low[i]), acts.high[i]) | 0;
      this.high = mixOn(mixTwo(highSeed + code, acts.high[i]), acts.low[i]) | 0;
      if (code === op.send) this.send(r, acts.a[i], acts.b[i], acts.firstSent[acts.c[i]]);
      else if (code === op.receive) {
        const sender = acts.sender[acts.a[i]];
        this.absorb(sender < 0 ? -1 : ranks.of[sender]);
        this.absorb(acts.firstSent[acts.a[i]]);
      } else if (code === op.sendInTurn) {
        const low = this.low;
        const high = this.high;
        for (let turn = 0; turn < acts.turns[i]; turn = this.turnAfter(turn, acts.turns[i])) {
          this.low = mixOn(low, turn) | 0;
          this.high = mixOn(high, turn) | 0;
          this.send(r, partnerTo(acts.c[i], r, turn, job), acts.a[i], acts.b[i]);
          this.addTo(ranks, r);
        }
        continue;
      } else if (code === op.receiveInTurn) {
        for (let turn = 0; turn < acts.turns[i]; turn = this.turnAfter(turn, acts.turns[i]))
          this.absorb(this.senderInTurn(r, acts.a[i], turn, job));
      } else if (code === op.compute || code === op.phase) {
        this.absorb(acts.a[i]);
        this.absorb(acts.b[i]);
      }
      this.addTo(ranks, r);
    }
  }

  private addTo(colours: Colours, i: number): void {
    colours.low[i] += this.low;
    colours.high[i] += this.high;
  }

  private absorb(word: number): void {
    this.low = mixOn(this.low, word) | 0;
    this.high = mixOn(this.high, word) | 0;
  }

  private turnAfter(turn: number, times: number): number {
    return this.isFirstLook && turn >= firstTurns ? turn + 1 + ((times / otherTurns) | 0) : turn + 1;
  }

  /** The colour of the rank that a rank receives from in a turn, −1 for none. */
  private senderInTurn(r: number, place: number, turn: number, job: ProgramJob): number {
    const way = this.wayOf[this.jobOf[r] * this.program.turning + place + turn];
    if (way < 0) return -1;
    const k = 1 + (turn % (job.ranks - 1));
    const own = r - job.first;
    return this.ranks.of[job.first + (way === partners.xor ? own ^ k : (own + job.ranks - k) % job.ranks)];
  }

  /** A send of the act whose hash is at hand, to a mailbox of a name. */
  private send(r: number, to: number, size: number, name: number): void {
    const { program, ranks, resources, ways } = this;
    const isTimed = ways.reach !== undefined;
    const areOneEach = this.rule !== "drawn";
    this.findWays(program.terminalOf[r], program.terminalOf[to]);
    const low = mixOn(this.low, ranks.of[r]) | 0;
    const high = mixOn(this.high, ranks.of[r]) | 0;
    this.absorb(ranks.of[to]);
    this.absorb(size);
    this.absorb(name);
    this.absorb(ways.count);
    if (isTimed || this.rule !== "one") {
      this.absorbReal(Math.fround(ways.delay));
      this.absorbReal(Math.fround(ways.alone));
      this.absorbReal(Math.fround(ways.meanHops));
    }
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
    this.low = mixOn(this.low, lowSum) | 0;
    this.high = mixOn(this.high, highSum) | 0;
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

  private absorbReal(value: number): void {
    this.real[0] = value;
    this.absorb(this.words[0]);
    this.absorb(this.words[1]);
  }
}
