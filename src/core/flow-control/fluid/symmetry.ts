// hot: no allocation, no for-of, no destructuring inside `refineSlice` and what it calls.
/**
 * Finds symmetric ranks: ranks that do the same at the same times under all circumstances. The method is color refinement (Weisfeiler,
 * Leman, 1968; McKay, Congressus Numerantium 30, 1981). At first all ranks have one color, and resources have a color by their capacity. In
 * each round the new color of a rank is a hash of its operations: the colors of its partners, and of the resources on the paths of its
 * messages. The new color of a resource is a hash of what crosses it: colors of the senders, operation and iteration. When no color splits
 * any more, two ranks of one color have the same clock. Max-min fair rates depend only on how many flows of each color cross the resources
 * of each color, and so does every event that follows.
 *
 * Colors are compared by hashes of 64 bits.
 */
import { growth, longer } from "../../base/arrays.ts";
import { mixOn, mixTwo } from "../../base/random.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { type Acts, actsOf } from "../../programs/acts.ts";
import { partnerTo } from "../../programs/cursor.ts";
import { jobOfRanks, jobsOf, op, partners, type Program, type ProgramJob } from "../../programs/program.ts";
import { FluidWays, type WaysRule } from "./ways.ts";

/** Representatives of symmetric ranks and resources: the first of each color. */
export interface Symmetry {
  /** [ranks] Representative of each rank. */
  readonly rank: Int32Array;
  /** [resources] Representative of each resource. */
  readonly resource: Int32Array;
}

/** Work limit of the search in path computations: a minimum, and an amount per message. Eight colors or messages count as one path. */
const [leastWork, workPerMessage] = [2 ** 20, 3];
/** Maximum number of routing draws that are compared for each pair. */
const mostDraws = 16;
/** Iterations of a loop that a sampling round visits: the first ones completely, then about this many of the others. */
const [firstTurns, otherTurns] = [4, 12];
/** Number of hops for which hashes are precomputed. */
const knownHops = 64;
/** Seeds of the two halves of each hash. */
const [lowSeed, highSeed] = [0x243f6a88, 0x13198a2e];

/**
 * Starts the search for symmetric ranks of a plan's program, whose messages choose paths by `rule`. Returns null where ranks are certain to
 * differ: by draws, by dependence on other flows, or by their numbers.
 */
export function seekSymmetry(plan: Plan, rule: WaysRule): SymmetrySearch | null {
  const { demand, routing } = plan;
  if (demand.form !== "program" || demand.graph !== undefined || demand.beside !== undefined) return null;
  // A tree's flow begins when the last of many ranks has contributed.
  if (demand.trees !== undefined) return null;
  // Data of a rendezvous are sent in order of rank numbers.
  if (demand.rendezvous > 0 || demand.ranks < 2) return null;
  const { begin, adapt, draws = Infinity } = routing;
  if (adapt !== undefined || (begin !== undefined && draws > mostDraws)) return null;
  const acts = actsOf(demand);
  return acts === null ? null : new SymmetrySearch(plan, demand, acts, rule);
}

// Hashes of an item, 2 × 32 bits each: that of its color, and the sum that gives its next color.
const hashShift = 2;
const [ownLow, ownHigh, sumLow, sumHigh] = [0, 1, 2, 3];

/** Colors 0, 1 … of ranks or of resources. */
class Colours {
  readonly of: Int32Array;
  /** [size << {@link hashShift}] */
  readonly hashes: Int32Array;
  count = 1;
  /** Hash table: the first item of each color + 1. */
  private readonly table: Int32Array;

  constructor(private readonly size: number) {
    this.of = new Int32Array(size);
    this.hashes = new Int32Array(size << hashShift);
    this.table = new Int32Array(2 << (32 - Math.clz32(size)));
  }

  /** Starts the next hash of an item with its current color. */
  open(i: number): void {
    const { hashes } = this;
    const place = i << hashShift;
    hashes[place + ownLow] = hashes[place + sumLow] = mixTwo(lowSeed, this.of[i]);
    hashes[place + ownHigh] = hashes[place + sumHigh] = mixTwo(highSeed, this.of[i]);
  }

  add(i: number, low: number, high: number): void {
    this.hashes[(i << hashShift) + sumLow] += low;
    this.hashes[(i << hashShift) + sumHigh] += high;
  }

  /** Assigns one color to items with equal sums; returns whether the number of colors has grown. */
  colour(): boolean {
    const { of, hashes, table, size } = this;
    const last = table.length - 1;
    const before = this.count;
    table.fill(0);
    this.count = 0;
    for (let i = 0; i < size; i++) {
      let at = hashes[(i << hashShift) + sumLow] & last;
      while (table[at] > 0 && !this.areEqual(table[at] - 1, i)) at = (at + 1) & last;
      if (table[at] === 0) {
        table[at] = i + 1;
        of[i] = this.count++;
      } else of[i] = of[table[at] - 1];
    }
    return this.count > before;
  }

  /** The first item of each item's color. */
  firsts(): Int32Array {
    const first = new Int32Array(this.count).fill(-1);
    return this.of.map((colour, i) => (first[colour] < 0 ? (first[colour] = i) : first[colour]));
  }

  private areEqual(i: number, j: number): boolean {
    const { hashes } = this;
    const [a, b] = [i << hashShift, j << hashShift];
    return hashes[a + sumLow] === hashes[b + sumLow] && hashes[a + sumHigh] === hashes[b + sumHigh];
  }
}

/** A search that can be cut into slices without changing its result. */
export class SymmetrySearch {
  /** The result; null before the end, if no ranks are symmetric, or if the work limit was reached. */
  private symmetry: Symmetry | null = null;
  private isOver = false;
  /** Ranks that this round has visited. */
  private looked = 0;
  private readonly ranks: Colours;
  private readonly resources: Colours;
  private readonly ways: FluidWays;
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  /** [jobs × turning] How partners change with the iteration, by mailbox; −1 where nothing is sent. */
  private readonly wayOf: Int32Array;
  /** [2] A float as two words, for hashing. */
  private readonly real = new Float64Array(1);
  private readonly words = new Int32Array(this.real.buffer);
  /** Whether this round visits only some iterations of each loop. */
  private isFirstLook: boolean;
  private work: number;
  /** [2] Hash of the current operation; and hash of a hop on a path. */
  private readonly hash = new Int32Array(2);
  private readonly places = new Int32Array(2);
  /** Order of visits: ranks at the same switch together, where their paths are the same from there on. */
  private readonly order: Int32Array;
  /** [ranks] That switch; the rank's own terminal where paths are not shared. */
  private readonly gateOf: Int32Array;
  private readonly areWaysShared: boolean;
  // Paths from the current switch. [ranks] Index of the path to each rank + 1, 0 before it is found; and the destination of each path.
  private readonly placeTo: Int32Array;
  private readonly foundTo: Int32Array;
  private found = 0;
  /** [ranks + 1] Start of the uses of each path, and the resource of each use. */
  private readonly firstUse: Int32Array;
  private readonly useCapacity = growth.initial(64);
  private useOf = new Int32Array(this.useCapacity);
  /** Hash of each use's hop, two words each; [2 × ranks] hash of each path, and sum of the hashes sent over it. */
  private placeHash = new Int32Array(2 * this.useCapacity);
  private readonly wayHash: Int32Array;
  private readonly sentHash: Int32Array;
  /** [2 × {@link precomputedHops}] Hashes of the first hops. */
  private readonly hopHashes = Int32Array.from({ length: 2 * knownHops }, (_, i) => mixTwo(i % 2 === 0 ? lowSeed : highSeed, i >> 1));
  /** Whether ranks have turned out to differ. */
  private isHopeless = false;

  constructor(
    private readonly plan: Plan,
    private readonly program: Program,
    private readonly acts: Acts,
    private readonly rule: WaysRule,
  ) {
    const { network, links, routing } = plan;
    const { ranks, terminalOf, turning, firstMessage } = program;
    // A drawn path has no symmetry; if every pair has only one path, the draw does not matter.
    this.ways = new FluidWays(plan, rule === "spread" ? "spread" : "one", () => 0);
    this.ranks = new Colours(ranks);
    this.resources = new Colours(this.ways.capacity.length);
    this.jobs = jobsOf(program);
    this.jobOf = jobOfRanks(program);
    this.work = leastWork + workPerMessage * firstMessage[ranks];
    this.wayOf = new Int32Array(this.jobs.length * turning).fill(-1);
    this.readTurns();
    const { firstOut, head } = network;
    const hasOneLink = terminalOf.every((s) => firstOut[s + 1] === firstOut[s] + 1);
    const isBare = routing.begin === undefined && routing.next === undefined && this.ways.capacity.length === head.length;
    this.areWaysShared = hasOneLink && isBare && links === undefined;
    this.gateOf = terminalOf.map((s) => (this.areWaysShared ? head[firstOut[s]] : s));
    this.order = Int32Array.from(terminalOf, (_, r) => r).sort((a, b) => this.gateOf[a] - this.gateOf[b] || a - b);
    this.placeTo = new Int32Array(ranks);
    this.foundTo = new Int32Array(ranks);
    this.firstUse = new Int32Array(ranks + 1);
    this.wayHash = new Int32Array(2 * ranks);
    this.sentHash = new Int32Array(2 * ranks);
    for (let r = 0; r < ranks; r++) {
      let fastest = 0;
      for (let c = firstOut[terminalOf[r]]; c < firstOut[terminalOf[r] + 1]; c++) fastest = Math.max(fastest, rateOf(links, c));
      this.absorb(this.jobOf[r]);
      this.absorbReal(fastest);
      this.ranks.add(r, this.hash[0], this.hash[1]);
      this.hash.fill(0);
    }
    for (let k = 0; k < this.ways.capacity.length; k++) {
      this.absorbReal(this.ways.capacity[k]);
      if (links !== undefined && k < network.head.length) this.absorbReal(rateOf(links, k));
      this.resources.add(k, this.hash[0], this.hash[1]);
      this.hash.fill(0);
    }
    this.ranks.colour();
    this.resources.colour();
    // Asymmetry mostly shows after a few iterations, so the first rounds only sample loops.
    this.isFirstLook = turning > 0;
    this.isOver = this.isHopeless;
  }

  /** Continues for about `workUnits` units; returns whether the search is over. */
  goOn(work: number): boolean {
    const stop = this.work - work;
    while (!this.isOver && this.work > stop) this.round(stop);
    return this.isOver;
  }

  /** Completes the search; returns the representatives, or null. */
  end(): Symmetry | null {
    this.goOn(Infinity);
    return this.symmetry;
  }

  /** Reads how partners change with the iteration. */
  private readTurns(): void {
    const { first, code, operand, mailbox, turns } = this.acts;
    for (let r = 0; r < this.program.ranks; r++) {
      for (let i = first[r]; i < first[r + 1]; i++) {
        if (code[i] !== op.sendInTurn) continue;
        const from = this.jobOf[r] * this.program.turning + mailbox[i];
        for (let place = from; place < from + turns[i]; place++) {
          if (this.wayOf[place] >= 0 && this.wayOf[place] !== operand[i]) this.isHopeless = true;
          this.wayOf[place] = operand[i];
        }
      }
    }
  }

  /** Hashes ranks one by one until the remaining work reaches `stop`; after the last rank, assigns new colors. */
  private round(stop: number): void {
    const { ranks, resources, order, gateOf } = this;
    if (this.looked === 0) {
      this.work -= (ranks.of.length + resources.of.length) >> 3;
      for (let k = 0; k < resources.of.length; k++) resources.open(k);
    }
    do {
      const r = order[this.looked];
      if (this.looked > 0 && gateOf[r] !== gateOf[order[this.looked - 1]]) this.leaveGate();
      ranks.open(r);
      this.look(r);
      this.looked++;
    } while (this.looked < order.length && this.work > stop && this.work >= 0 && !this.isHopeless);
    this.isOver = this.isHopeless || this.work < 0;
    if (this.isOver || this.looked < order.length) return;
    this.leaveGate();
    this.looked = 0;
    this.colour();
  }

  /** Assigns new colors. The search ends if none has split, or if symmetry does not pay. */
  private colour(): void {
    const { ranks, resources } = this;
    const areRanksParted = ranks.colour();
    const isParted = resources.colour() || areRanksParted;
    if (2 * ranks.count > this.program.ranks) this.isOver = true;
    else if (!isParted && this.isFirstLook) this.isFirstLook = false;
    else if (!isParted) {
      this.symmetry = { rank: ranks.firsts(), resource: resources.firsts() };
      this.isOver = true;
    }
  }

  /** Adds the hashes of all operations of a rank to its sum, and their effects to the sums of resources. */
  private look(r: number): void {
    const acts = this.acts;
    const ranks = this.ranks;
    const hash = this.hash;
    const job = this.jobs[this.jobOf[r]];
    for (let i = acts.first[r], end = acts.first[r + 1]; i < end; i++) {
      const code = acts.code[i];
      const turns = acts.turns[i];
      hash[0] = lowSeed;
      hash[1] = highSeed;
      this.absorb(code);
      this.absorb(acts.low[i]);
      this.absorb(acts.high[i]);
      this.absorb(ranks.of[r]);
      if (code === op.send) {
        this.absorb(acts.size[i]);
        this.absorb(acts.firstSent[acts.mailbox[i]]);
        this.send(r, acts.operand[i], 0);
        continue;
      }
      if (code === op.sendInTurn) {
        this.absorb(acts.size[i]);
        this.absorb(acts.mailbox[i]);
        for (let turn = 0; turn < turns; turn = this.turnAfter(turn, turns))
          this.send(r, partnerTo(acts.operand[i], r, turn, job.first, job.ranks), turn);
        continue;
      }
      if (code === op.receive) {
        const sender = acts.sender[acts.mailbox[i]];
        this.absorb(sender < 0 ? -1 : ranks.of[sender]);
        this.absorb(acts.firstSent[acts.mailbox[i]]);
      } else if (code === op.receiveInTurn) {
        this.absorb(acts.mailbox[i]);
        for (let turn = 0; turn < turns; turn = this.turnAfter(turn, turns)) this.absorb(this.senderInTurn(r, acts.mailbox[i], turn, job));
      } else if (code === op.compute || code === op.phase) {
        this.absorb(acts.operand[i]);
        this.absorb(acts.size[i]);
      }
      ranks.add(r, hash[0], hash[1]);
    }
  }

  private absorb(word: number): void {
    const hash = this.hash;
    hash[0] = mixOn(hash[0], word);
    hash[1] = mixOn(hash[1], word);
  }

  private turnAfter(turn: number, times: number): number {
    return this.isFirstLook && turn >= firstTurns ? turn + 1 + ((times / otherTurns) | 0) : turn + 1;
  }

  /** Color of the rank that a rank receives from in an iteration; −1 for none. */
  private senderInTurn(r: number, place: number, turn: number, job: ProgramJob): number {
    const way = this.wayOf[this.jobOf[r] * this.program.turning + place + turn];
    if (way < 0) return -1;
    const k = 1 + (turn % (job.ranks - 1));
    const own = r - job.first;
    return this.ranks.of[job.first + (way === partners.xor ? own ^ k : (own + job.ranks - k) % job.ranks)];
  }

  /** Hashes a send in an iteration: adds the current operation's hash to each resource on the path, with its hop. */
  private send(r: number, to: number, turn: number): void {
    const { wayHash, sentHash, ranks } = this;
    const hashes = this.resources.hashes;
    // A message of a rank to itself has no path.
    if (to === r) this.isHopeless = true;
    const place = this.placeTo[to] > 0 ? this.placeTo[to] - 1 : this.findWay(r, to);
    const low = mixOn(this.hash[0], turn) | 0;
    const high = mixOn(this.hash[1], turn) | 0;
    let lowSum = (mixOn(low, ranks.of[to]) + wayHash[2 * place]) | 0;
    let highSum = (mixOn(high, ranks.of[to]) + wayHash[2 * place + 1]) | 0;
    sentHash[2 * place] += low;
    sentHash[2 * place + 1] += high;
    if (this.areWaysShared) {
      // The channel from the terminal to its switch is not part of the shared path.
      const k = this.plan.network.firstOut[this.program.terminalOf[r]] << hashShift;
      const lowPlace = this.hopHashes[0] | 1;
      const highPlace = this.hopHashes[1] | 1;
      lowSum = (lowSum + Math.imul(hashes[k + ownLow], lowPlace)) | 0;
      highSum = (highSum + Math.imul(hashes[k + ownHigh], highPlace)) | 0;
      hashes[k + sumLow] += Math.imul(low, lowPlace);
      hashes[k + sumHigh] += Math.imul(high, highPlace);
    }
    this.work -= 1 / 8;
    ranks.add(r, mixOn(low, lowSum), mixOn(high, highSum));
  }

  /** Finds the path from the current switch to a rank; returns its index. */
  private findWay(r: number, to: number): number {
    const { program, ways, places, wayHash, firstUse } = this;
    const hashes = this.resources.hashes;
    const found = this.found++;
    const { resource, weight, hop } = this.waysBetween(program.terminalOf[r], program.terminalOf[to]);
    let low = 0;
    let high = 0;
    if (this.rule === "spread" || ways.reach !== undefined) {
      places[0] = lowSeed;
      places[1] = highSeed;
      this.placeReal(ways.delay);
      this.placeReal(ways.alone);
      this.placeReal(ways.meanHops);
      low = places[0];
      high = places[1];
    }
    let use = firstUse[found];
    if (use + ways.count > this.useOf.length) {
      this.useOf = longer(this.useOf, growth.next(use + ways.count));
      this.placeHash = longer(this.placeHash, 2 * this.useOf.length);
    }
    for (let i = 0; i < ways.count; i++) {
      if (this.areWaysShared && hop[i] === 0) continue;
      this.place(hop[i]);
      if (weight[i] !== 1) this.placeReal(weight[i]);
      if (ways.reach !== undefined) this.placeReal(ways.reach[i]);
      const lowPlace = places[0] | 1;
      const highPlace = places[1] | 1;
      const k = resource[i] << hashShift;
      low = (low + Math.imul(hashes[k + ownLow], lowPlace)) | 0;
      high = (high + Math.imul(hashes[k + ownHigh], highPlace)) | 0;
      this.useOf[use] = k;
      this.placeHash[2 * use] = lowPlace;
      this.placeHash[2 * use + 1] = highPlace;
      use++;
    }
    firstUse[found + 1] = use;
    wayHash[2 * found] = low;
    wayHash[2 * found + 1] = high;
    this.placeTo[to] = found + 1;
    this.foundTo[found] = to;
    return found;
  }

  /** Adds the hashes of all sends from the current switch to the resources on their paths, and clears the paths. */
  private leaveGate(): void {
    const { useOf, placeHash, sentHash, firstUse } = this;
    const hashes = this.resources.hashes;
    for (let place = 0; place < this.found; place++) {
      const low = sentHash[2 * place];
      const high = sentHash[2 * place + 1];
      for (let use = firstUse[place], end = firstUse[place + 1]; use < end; use++) {
        hashes[useOf[use] + sumLow] += Math.imul(low, placeHash[2 * use]);
        hashes[useOf[use] + sumHigh] += Math.imul(high, placeHash[2 * use + 1]);
      }
      this.placeTo[this.foundTo[place]] = 0;
      sentHash[2 * place] = sentHash[2 * place + 1] = 0;
    }
    this.found = 0;
  }

  /** Hashes a hop on a path: the number of channels before it. */
  private place(hop: number): void {
    const places = this.places;
    if (hop < knownHops) {
      places[0] = this.hopHashes[2 * hop];
      places[1] = this.hopHashes[2 * hop + 1];
    } else {
      places[0] = mixTwo(lowSeed, hop);
      places[1] = mixTwo(highSeed, hop);
    }
  }

  /** Adds a float, rounded to 24 bits, to the hash of a hop. */
  private placeReal(value: number): void {
    const places = this.places;
    this.real[0] = Math.fround(value);
    places[0] = mixOn(mixTwo(places[0], this.words[0]), this.words[1]);
    places[1] = mixOn(mixTwo(places[1], this.words[0]), this.words[1]);
  }

  /** Finds the paths between two terminals. Different routing states for different draws rule out symmetry. */
  private waysBetween(from: number, to: number): FluidWays {
    const { begin, draws } = this.plan.routing;
    let state = 0;
    if (begin !== undefined) {
      state = begin(from, to, 0);
      for (let i = 1; i < draws!; i++) if (begin(from, to, Math.floor((i * 2 ** 32) / draws!)) !== state) this.isHopeless = true;
    }
    this.work--;
    this.ways.find(from, to, state, 0);
    if (this.rule === "drawn" && !this.ways.isOnly) this.isHopeless = true;
    return this.ways;
  }

  private absorbReal(value: number): void {
    this.real[0] = value;
    this.absorb(this.words[0]);
    this.absorb(this.words[1]);
  }
}
