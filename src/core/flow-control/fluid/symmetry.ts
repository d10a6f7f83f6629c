// hot: no allocation, no for-of, no destructuring inside `refineSlice` and what it calls.
/**
 * Finds symmetric ranks: ranks that do the same at the same times under all circumstances. The method is color refinement (Weisfeiler,
 * Leman, 1968; McKay, Congressus Numerantium 30, 1981). At first, ranks have a color by their job and the rate of their fastest channel,
 * and resources by their capacity and rate. In each round the new color of a rank is a hash of its operations: the colors of its partners,
 * and of the resources on the paths of its messages. The new color of a resource is a hash of what crosses it: colors of the senders,
 * operation and iteration. When no color splits any more, two ranks of one color have the same clock. Max-min fair rates depend only on how
 * many flows of each color cross the resources of each color, and so does every event that follows.
 *
 * Colors are compared by hashes of 64 bits.
 */
import { growth, growInt32Array } from "../../base/arrays.ts";
import { mixLast, mixPrefix } from "../../base/random.ts";
import { rateOf } from "../../plan/links.ts";
import type { Plan } from "../../plan/plan.ts";
import { type OperationSummary, summarizeOperations } from "../../programs/operation-summary.ts";
import { partnerOf } from "../../programs/cursor.ts";
import { jobOfRanks, jobsOfProgram, op, partnerOrders, type Program, type ProgramJob } from "../../programs/program.ts";
import { FluidPaths, type PathRule } from "./paths.ts";

/** Representatives of symmetric ranks and resources: the first of each color. */
export interface Symmetry {
  /** [ranks] Representative of each rank. */
  readonly rank: Int32Array;
  /** [resources] Representative of each resource. */
  readonly resource: Int32Array;
}

/** Work limit of the search in path computations: a minimum, and an amount per message. Eight colors or messages count as one path. */
const [minWork, workPerMessage] = [2 ** 20, 3];
/** Maximum number of routing draws that are compared for each pair. */
const maxComparedDraws = 16;
/** Iterations of a loop that a sampling round visits: this many at the beginning, then about this many of the remaining iterations. */
const [fullIterations, sampledIterations] = [4, 12];
/** Number of hops for which hashes are precomputed. */
const precomputedHops = 64;
/** Seeds of the two halves of each hash. */
const [lowSeed, highSeed] = [0x243f6a88, 0x13198a2e];

/**
 * Starts the search for symmetric ranks of a plan's program, whose messages choose paths by `rule`. Returns null where ranks are certain to
 * differ: by draws, by dependence on other flows, or by their numbers.
 */
export function startSymmetrySearch(plan: Plan, rule: PathRule): SymmetrySearch | null {
  const { demand, routing } = plan;
  if (demand.form !== "program" || demand.graph !== undefined || demand.backgroundTraffic !== undefined) return null;
  // A tree's flow begins when the last of many ranks has contributed.
  if (demand.trees !== undefined) return null;
  // Data of a rendezvous are sent in the order of rank numbers, so no ranks are symmetric.
  if (demand.rendezvous > 0 || demand.ranks < 2) return null;
  const { initialState, injectionDecision, equalDraws = Infinity } = routing;
  if (injectionDecision !== undefined || (initialState !== undefined && equalDraws > maxComparedDraws)) return null;
  const summary = summarizeOperations(demand);
  return summary === null ? null : new SymmetrySearch(plan, demand, summary, rule);
}

// Hashes of an item (a rank or a resource), 2 × 32 bits each: the hash of its color, and the sum that gives its next color.
const hashShift = 2;
const [ownLow, ownHigh, sumLow, sumHigh] = [0, 1, 2, 3];

/** Colors 0, 1 … of ranks or of resources. */
class Coloring {
  readonly colorOf: Int32Array;
  /** [items << {@link hashShift}] Hashes of each item. */
  readonly hashes: Int32Array;
  count = 1;
  /** Hash table: the first item of each color + 1. */
  private readonly table: Int32Array;

  constructor(private readonly size: number) {
    this.colorOf = new Int32Array(size);
    this.hashes = new Int32Array(size << hashShift);
    this.table = new Int32Array(2 << (32 - Math.clz32(size)));
  }

  /** Starts the next hash of an item with its current color. */
  startHash(i: number): void {
    const { hashes } = this;
    const base = i << hashShift;
    hashes[base + ownLow] = hashes[base + sumLow] = mixPrefix(lowSeed, this.colorOf[i]);
    hashes[base + ownHigh] = hashes[base + sumHigh] = mixPrefix(highSeed, this.colorOf[i]);
  }

  addHash(i: number, low: number, high: number): void {
    this.hashes[(i << hashShift) + sumLow] += low;
    this.hashes[(i << hashShift) + sumHigh] += high;
  }

  /** Assigns one color to items with equal sums; returns whether the number of colors has grown. */
  recolor(): boolean {
    const { colorOf, hashes, table, size } = this;
    const bucketMask = table.length - 1;
    const oldCount = this.count;
    table.fill(0);
    this.count = 0;
    for (let i = 0; i < size; i++) {
      let bucket = hashes[(i << hashShift) + sumLow] & bucketMask;
      while (table[bucket] > 0 && !this.areEqual(table[bucket] - 1, i)) bucket = (bucket + 1) & bucketMask;
      if (table[bucket] === 0) {
        table[bucket] = i + 1;
        colorOf[i] = this.count++;
      } else colorOf[i] = colorOf[table[bucket] - 1];
    }
    return this.count > oldCount;
  }

  /** The first item of each item's color. */
  representatives(): Int32Array {
    const first = new Int32Array(this.count).fill(-1);
    return this.colorOf.map((color, i) => (first[color] < 0 ? (first[color] = i) : first[color]));
  }

  private areEqual(i: number, j: number): boolean {
    const { hashes } = this;
    const [a, b] = [i << hashShift, j << hashShift];
    return hashes[a + sumLow] === hashes[b + sumLow] && hashes[a + sumHigh] === hashes[b + sumHigh];
  }
}

/** The search for symmetric ranks. It can be cut into slices without changing its result. */
export class SymmetrySearch {
  /** The result; null before the end, if no ranks are symmetric, or if the work limit was reached. */
  private symmetry: Symmetry | null = null;
  private isOver = false;
  /** Ranks that this round has visited. */
  private hashedRanks = 0;
  private readonly ranks: Coloring;
  private readonly resources: Coloring;
  private readonly paths: FluidPaths;
  private readonly jobs: readonly ProgramJob[];
  private readonly jobOf: Uint8Array;
  /** [jobs × partnerMailboxes] How partners change with the iteration, by mailbox; −1 where nothing is sent. */
  private readonly partnerRule: Int32Array;
  /** [2] A float as two words, for hashing. */
  private readonly realBuffer = new Float64Array(1);
  private readonly realWords = new Int32Array(this.realBuffer.buffer);
  /** Whether this round visits only some iterations of each loop. */
  private isSampling: boolean;
  private workLeft: number;
  /** [2] Hash of the current operation; and hash of a hop on a path. */
  private readonly actionHash = new Int32Array(2);
  private readonly hopHash = new Int32Array(2);
  /** Order of visits: ranks at the same switch together, where their paths are the same from there on. */
  private readonly rankOrder: Int32Array;
  /** [ranks] Switch of each rank; the rank's own terminal where paths are not shared. */
  private readonly switchOf: Int32Array;
  private readonly arePathsShared: boolean;
  // Paths from the current switch. [ranks] Index of the path to each rank + 1, 0 before it is found; and the destination of each path.
  private readonly pathTo: Int32Array;
  private readonly pathTarget: Int32Array;
  private pathCount = 0;
  /** A use is a resource on a path. [ranks + 1] First use of each path; and the resource of each use. */
  private readonly firstUse: Int32Array;
  private readonly useCapacity = growth.initial(64);
  private useResource = new Int32Array(this.useCapacity);
  /** Hash of each use's hop, two words each; [2 × ranks] hash of each path, and sum of the hashes sent over it. */
  private useHash = new Int32Array(2 * this.useCapacity);
  private readonly pathHash: Int32Array;
  private readonly sentHash: Int32Array;
  /** [2 × {@link precomputedHops}] Hashes of the first hops. */
  private readonly hopHashes = Int32Array.from({ length: 2 * precomputedHops }, (_, i) =>
    mixPrefix(i % 2 === 0 ? lowSeed : highSeed, i >> 1),
  );
  /** Whether ranks have turned out to differ. */
  private isAsymmetric = false;

  /**
   * Prepares the search for symmetric ranks, ranks that do the same at the same times, by color refinement. First colors: ranks by their
   * job and the rate of their terminal's fastest channel, resources by their capacity. Ranks at one switch are visited together if their
   * paths are the same from there on.
   * @param summary The operations of all ranks, summarized: operations with rotating partners have one entry for all iterations.
   */
  constructor(
    private readonly plan: Plan,
    private readonly program: Program,
    private readonly summary: OperationSummary,
    private readonly pathRule: PathRule,
  ) {
    const { network, links, routing } = plan;
    const { ranks, terminalOf, partnerMailboxes, firstMessage } = program;
    // A drawn path has no symmetry; if every pair has only one path, the draw does not matter.
    this.paths = new FluidPaths(plan, pathRule === "spread" ? "spread" : "one", () => 0);
    this.ranks = new Coloring(ranks);
    this.resources = new Coloring(this.paths.capacity.length);
    this.jobs = jobsOfProgram(program);
    this.jobOf = jobOfRanks(program);
    this.workLeft = minWork + workPerMessage * firstMessage[ranks];
    this.partnerRule = new Int32Array(this.jobs.length * partnerMailboxes).fill(-1);
    this.readPartnerRules();
    const { firstOut, head } = network;
    // Ranks at one switch share the paths from there on if terminals have one link and paths depend on nothing else.
    const hasOneLink = terminalOf.every((terminal) => firstOut[terminal + 1] === firstOut[terminal] + 1);
    const isBare = routing.initialState === undefined && routing.nextState === undefined && this.paths.capacity.length === head.length;
    this.arePathsShared = hasOneLink && isBare && links === undefined;
    this.switchOf = terminalOf.map((terminal) => (this.arePathsShared ? head[firstOut[terminal]] : terminal));
    this.rankOrder = Int32Array.from(terminalOf, (_, rankId) => rankId).sort((a, b) => this.switchOf[a] - this.switchOf[b] || a - b);
    this.pathTo = new Int32Array(ranks);
    this.pathTarget = new Int32Array(ranks);
    this.firstUse = new Int32Array(ranks + 1);
    this.pathHash = new Int32Array(2 * ranks);
    this.sentHash = new Int32Array(2 * ranks);
    // First colors.
    for (let rankId = 0; rankId < ranks; rankId++) {
      let fastest = 0;
      for (let channel = firstOut[terminalOf[rankId]]; channel < firstOut[terminalOf[rankId] + 1]; channel++)
        fastest = Math.max(fastest, rateOf(links, channel));
      this.absorb(this.jobOf[rankId]);
      this.absorbReal(fastest);
      this.ranks.addHash(rankId, this.actionHash[0], this.actionHash[1]);
      this.actionHash.fill(0);
    }
    for (let k = 0; k < this.paths.capacity.length; k++) {
      this.absorbReal(this.paths.capacity[k]);
      if (links !== undefined && k < network.head.length) this.absorbReal(rateOf(links, k));
      this.resources.addHash(k, this.actionHash[0], this.actionHash[1]);
      this.actionHash.fill(0);
    }
    this.ranks.recolor();
    this.resources.recolor();
    // Asymmetry mostly shows after a few iterations, so the first rounds only sample loops.
    this.isSampling = partnerMailboxes > 0;
    this.isOver = this.isAsymmetric;
  }

  /** Continues for about `workUnits` units of work; returns whether the search is over. */
  advance(workUnits: number): boolean {
    const stop = this.workLeft - workUnits;
    while (!this.isOver && this.workLeft > stop) this.refineSlice(stop);
    return this.isOver;
  }

  /** Completes the search; returns the representatives, or null. */
  end(): Symmetry | null {
    this.advance(Infinity);
    return this.symmetry;
  }

  /** Reads how partners change with the iteration. */
  private readPartnerRules(): void {
    const { firstEntry, code, operand, mailbox, iterations } = this.summary;
    for (let rankId = 0; rankId < this.program.ranks; rankId++) {
      for (let i = firstEntry[rankId]; i < firstEntry[rankId + 1]; i++) {
        if (code[i] !== op.sendToPartner) continue;
        const from = this.jobOf[rankId] * this.program.partnerMailboxes + mailbox[i];
        for (let index = from; index < from + iterations[i]; index++) {
          if (this.partnerRule[index] >= 0 && this.partnerRule[index] !== operand[i]) this.isAsymmetric = true;
          this.partnerRule[index] = operand[i];
        }
      }
    }
  }

  /**
   * A slice of one round of color refinement: hashes the operations of rank after rank until the remaining work is no more than `stop`.
   * After the last rank of the round, ranks and resources get their new colors, which are equal where hashes are equal. Ranks are visited
   * switch by switch, because paths from a switch are kept while it is visited. Ends the search if ranks turn out to differ or the work
   * limit is reached.
   */
  private refineSlice(stop: number): void {
    const { ranks, resources, rankOrder, switchOf } = this;
    if (this.hashedRanks === 0) {
      this.workLeft -= (ranks.colorOf.length + resources.colorOf.length) >> 3;
      for (let k = 0; k < resources.colorOf.length; k++) resources.startHash(k);
    }
    do {
      const rankId = rankOrder[this.hashedRanks];
      if (this.hashedRanks > 0 && switchOf[rankId] !== switchOf[rankOrder[this.hashedRanks - 1]]) this.leaveSwitch();
      ranks.startHash(rankId);
      this.hashRank(rankId);
      this.hashedRanks++;
    } while (this.hashedRanks < rankOrder.length && this.workLeft > stop && this.workLeft >= 0 && !this.isAsymmetric);
    this.isOver = this.isAsymmetric || this.workLeft < 0;
    if (this.isOver || this.hashedRanks < rankOrder.length) return;
    this.leaveSwitch();
    this.hashedRanks = 0;
    this.refineColors();
  }

  /** Assigns new colors. The search ends if no color has split, or if there are too many colors for symmetry to save much. */
  private refineColors(): void {
    const { ranks, resources } = this;
    const haveRanksSplit = ranks.recolor();
    const hasSplit = resources.recolor() || haveRanksSplit;
    if (2 * ranks.count > this.program.ranks) this.isOver = true;
    else if (!hasSplit && this.isSampling) this.isSampling = false;
    else if (!hasSplit) {
      this.symmetry = { rank: ranks.representatives(), resource: resources.representatives() };
      this.isOver = true;
    }
  }

  /**
   * One step of color refinement, for one rank; ranks keep equal colors as long as they may be symmetric. Adds the hash of each operation
   * of the rank to the sum that determines its next color, and adds its sends to the sums of the resources on their paths. A hash contains
   * the kind of the operation, its positions in the program (`hash1`, `hash2`), its size and the colors of the rank and its partners, not
   * their numbers. It has two halves of 32 bits.
   */
  private hashRank(rankId: number): void {
    const summary = this.summary;
    const ranks = this.ranks;
    const hash = this.actionHash;
    const job = this.jobs[this.jobOf[rankId]];
    for (let i = summary.firstEntry[rankId], end = summary.firstEntry[rankId + 1]; i < end; i++) {
      const code = summary.code[i];
      const iterations = summary.iterations[i];
      hash[0] = lowSeed;
      hash[1] = highSeed;
      this.absorb(code);
      this.absorb(summary.hash1[i]);
      this.absorb(summary.hash2[i]);
      this.absorb(ranks.colorOf[rankId]);
      // Each kind of operation adds what distinguishes it.
      if (code === op.send) {
        this.absorb(summary.size[i]);
        this.absorb(summary.firstSendPosition[summary.mailbox[i]]);
        this.hashSend(rankId, summary.operand[i], 0);
        continue;
      }
      if (code === op.sendToPartner) {
        this.absorb(summary.size[i]);
        this.absorb(summary.mailbox[i]);
        for (let iteration = 0; iteration < iterations; iteration = this.nextIteration(iteration, iterations))
          this.hashSend(rankId, partnerOf(summary.operand[i], rankId, iteration, job.first, job.ranks), iteration);
        continue;
      }
      if (code === op.receive) {
        const sender = summary.sender[summary.mailbox[i]];
        this.absorb(sender < 0 ? -1 : ranks.colorOf[sender]);
        this.absorb(summary.firstSendPosition[summary.mailbox[i]]);
      } else if (code === op.receiveFromPartner) {
        this.absorb(summary.mailbox[i]);
        for (let iteration = 0; iteration < iterations; iteration = this.nextIteration(iteration, iterations))
          this.absorb(this.senderColor(rankId, summary.mailbox[i], iteration, job));
      } else if (code === op.compute || code === op.phase) {
        this.absorb(summary.operand[i]);
        this.absorb(summary.size[i]);
      }
      ranks.addHash(rankId, hash[0], hash[1]);
    }
  }

  private absorb(word: number): void {
    const hash = this.actionHash;
    hash[0] = mixLast(hash[0], word);
    hash[1] = mixLast(hash[1], word);
  }

  private nextIteration(iteration: number, iterations: number): number {
    return this.isSampling && iteration >= fullIterations ? iteration + 1 + ((iterations / sampledIterations) | 0) : iteration + 1;
  }

  /** Color of the rank that a rank receives from in an iteration; −1 for none. */
  private senderColor(rankId: number, mailbox: number, iteration: number, job: ProgramJob): number {
    const rule = this.partnerRule[this.jobOf[rankId] * this.program.partnerMailboxes + mailbox + iteration];
    if (rule < 0) return -1;
    const k = 1 + (iteration % (job.ranks - 1));
    const ownIndex = rankId - job.first;
    return this.ranks.colorOf[job.first + (rule === partnerOrders.xor ? ownIndex ^ k : (ownIndex + job.ranks - k) % job.ranks)];
  }

  /**
   * Hashes a send of rank `rankId` to rank `receiver` in an iteration of a loop. Adds the current operation's hash, combined with the
   * colors of the receiver and of the path, to the sum of the sender; and adds the hash without these colors to what is sent over the path,
   * which is later added to the sums of the resources on it. A hash has two halves of 32 bits.
   */
  private hashSend(rankId: number, receiver: number, iteration: number): void {
    const { pathHash, sentHash, ranks } = this;
    const hashes = this.resources.hashes;
    // A message of a rank to itself has no path, so the ranks of this program are not treated as symmetric.
    if (receiver === rankId) this.isAsymmetric = true;
    // `pathTo` holds the index of a path + 1, or 0 for a path that has not been found.
    const pathIndex = this.pathTo[receiver] > 0 ? this.pathTo[receiver] - 1 : this.findPath(rankId, receiver);
    const low = mixLast(this.actionHash[0], iteration) | 0;
    const high = mixLast(this.actionHash[1], iteration) | 0;
    let lowSum = (mixLast(low, ranks.colorOf[receiver]) + pathHash[2 * pathIndex]) | 0;
    let highSum = (mixLast(high, ranks.colorOf[receiver]) + pathHash[2 * pathIndex + 1]) | 0;
    sentHash[2 * pathIndex] += low;
    sentHash[2 * pathIndex + 1] += high;
    if (this.arePathsShared) {
      // The channel from the terminal to its switch is not part of the shared path.
      const injectionRecord = this.plan.network.firstOut[this.program.terminalOf[rankId]] << hashShift;
      const lowHopHash = this.hopHashes[0] | 1;
      const highHopHash = this.hopHashes[1] | 1;
      lowSum = (lowSum + Math.imul(hashes[injectionRecord + ownLow], lowHopHash)) | 0;
      highSum = (highSum + Math.imul(hashes[injectionRecord + ownHigh], highHopHash)) | 0;
      hashes[injectionRecord + sumLow] += Math.imul(low, lowHopHash);
      hashes[injectionRecord + sumHigh] += Math.imul(high, highHopHash);
    }
    this.workLeft -= 1 / 8;
    ranks.addHash(rankId, mixLast(low, lowSum), mixLast(high, highSum));
  }

  /**
   * Finds the path from the current switch to rank `receiver`, and returns its index. Stores the resources on it, each with a hash of the
   * hop at which it is used, and the hash of the path, which combines the colors of these resources. Where the ranks of a switch share
   * their paths, the channel from the terminal to the switch is left out.
   */
  private findPath(rankId: number, receiver: number): number {
    const { program, paths, hopHash, pathHash, firstUse } = this;
    const hashes = this.resources.hashes;
    const pathIndex = this.pathCount++;
    const { resource, weight, hop } = this.pathsBetween(program.terminalOf[rankId], program.terminalOf[receiver]);
    let lowPathHash = 0;
    let highPathHash = 0;
    // Where paths have several channels per hop or their own delays, the hash of a path begins with its times.
    if (this.pathRule === "spread" || paths.reach !== undefined) {
      hopHash[0] = lowSeed;
      hopHash[1] = highSeed;
      this.hashReal(paths.headerCycles);
      this.hashReal(paths.isolatedRate);
      this.hashReal(paths.meanHops);
      lowPathHash = hopHash[0];
      highPathHash = hopHash[1];
    }
    // Add the color of each resource, multiplied by the hash of its hop; an odd factor loses no bits.
    let useId = firstUse[pathIndex];
    if (useId + paths.count > this.useResource.length) {
      this.useResource = growInt32Array(this.useResource, growth.next(useId + paths.count));
      this.useHash = growInt32Array(this.useHash, 2 * this.useResource.length);
    }
    for (let i = 0; i < paths.count; i++) {
      if (this.arePathsShared && hop[i] === 0) continue;
      this.hashHop(hop[i]);
      if (weight[i] !== 1) this.hashReal(weight[i]);
      if (paths.reach !== undefined) this.hashReal(paths.reach[i]);
      const lowHopHash = hopHash[0] | 1;
      const highHopHash = hopHash[1] | 1;
      const resourceRecord = resource[i] << hashShift;
      lowPathHash = (lowPathHash + Math.imul(hashes[resourceRecord + ownLow], lowHopHash)) | 0;
      highPathHash = (highPathHash + Math.imul(hashes[resourceRecord + ownHigh], highHopHash)) | 0;
      this.useResource[useId] = resourceRecord;
      this.useHash[2 * useId] = lowHopHash;
      this.useHash[2 * useId + 1] = highHopHash;
      useId++;
    }
    firstUse[pathIndex + 1] = useId;
    pathHash[2 * pathIndex] = lowPathHash;
    pathHash[2 * pathIndex + 1] = highPathHash;
    this.pathTo[receiver] = pathIndex + 1;
    this.pathTarget[pathIndex] = receiver;
    return pathIndex;
  }

  /** Adds the hashes of all sends from the current switch to the resources on their paths, and clears the paths. */
  private leaveSwitch(): void {
    const { useResource, useHash, sentHash, firstUse } = this;
    const hashes = this.resources.hashes;
    for (let index = 0; index < this.pathCount; index++) {
      const low = sentHash[2 * index];
      const high = sentHash[2 * index + 1];
      for (let use = firstUse[index], end = firstUse[index + 1]; use < end; use++) {
        hashes[useResource[use] + sumLow] += Math.imul(low, useHash[2 * use]);
        hashes[useResource[use] + sumHigh] += Math.imul(high, useHash[2 * use + 1]);
      }
      this.pathTo[this.pathTarget[index]] = 0;
      sentHash[2 * index] = sentHash[2 * index + 1] = 0;
    }
    this.pathCount = 0;
  }

  /** Hashes a hop on a path, given as the number of channels before that hop. */
  private hashHop(hop: number): void {
    const hopHash = this.hopHash;
    if (hop < precomputedHops) {
      hopHash[0] = this.hopHashes[2 * hop];
      hopHash[1] = this.hopHashes[2 * hop + 1];
    } else {
      hopHash[0] = mixPrefix(lowSeed, hop);
      hopHash[1] = mixPrefix(highSeed, hop);
    }
  }

  /** Adds a float, rounded to 24 bits, to the hash of a hop. */
  private hashReal(value: number): void {
    const hopHash = this.hopHash;
    this.realBuffer[0] = Math.fround(value);
    hopHash[0] = mixLast(mixPrefix(hopHash[0], this.realWords[0]), this.realWords[1]);
    hopHash[1] = mixLast(mixPrefix(hopHash[1], this.realWords[0]), this.realWords[1]);
  }

  /** Finds the paths between two terminals. Different routing states for different draws rule out symmetry. */
  private pathsBetween(from: number, to: number): FluidPaths {
    const { initialState, equalDraws } = this.plan.routing;
    let state = 0;
    if (initialState !== undefined) {
      state = initialState(from, to, 0);
      for (let i = 1; i < equalDraws!; i++)
        if (initialState(from, to, Math.floor((i * 2 ** 32) / equalDraws!)) !== state) this.isAsymmetric = true;
    }
    this.workLeft--;
    this.paths.findPaths(from, to, state, 0);
    if (this.pathRule === "drawn" && !this.paths.hasNoChoice) this.isAsymmetric = true;
    return this.paths;
  }

  private absorbReal(value: number): void {
    this.realBuffer[0] = value;
    this.absorb(this.realWords[0]);
    this.absorb(this.realWords[1]);
  }
}
