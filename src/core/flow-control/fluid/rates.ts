// hot: no allocation and no for-of inside what the engine calls for every message.
/**
 * Max-min fair rates: no flow can be given more without taking from one that has no more than it. A flow that is not at
 * its own limit, what the fastest channel of a terminal carries, has a bottleneck: a resource that is used up, and on which nobody is faster
 * (Bertsekas, Gallager, Data Networks, 1992, §6.5.2).
 *
 * Resources are channels, groups of channels that share a capacity, and ports of terminals. When flows come and go, only
 * those that may change are filled anew, against what the others take: first those that lost their bottleneck, then, as
 * long as there are any, neighbours whose bottleneck would not hold any more, or who are faster than somebody who is held
 * back beside them. Where nobody is left the rates are those of filling all flows anew.
 */
import { longer } from "../../base/arrays.ts";
import type { Ways } from "./ways.ts";

/** Rates and capacities that differ by less than this part are the same. */
const tolerance = 1e-10;
/** A rate that would change by less than this part stays as it is. */
const negligible = 1e-12;
/** Times that the set of flows is widened before all are filled anew. */
const mostRounds = 12;

// What is needed together lies together: networks are larger than caches.

// A resource, of which whole numbers and real ones share their bytes.
const resourceShift = 5;
const wholeShift = resourceShift - 2;
const realShift = resourceShift - 3;
// Whole numbers:
/** Where the list of its uses begins, the oldest first; and how many there are. */
const start = 0;
const uses = 1;
/** Flows that it holds back. */
const holds = 2;
/** Its place among those touched + 1; 0 where it is not. */
const spot = 3;
// Real numbers, behind them:
const capacity = 2;
/** How fast those are that it holds back. */
const level = 3;

// A resource that is touched, likewise, by its place among them.
const touchedShift = 6;
const touchedWholeShift = touchedShift - 2;
const touchedRealShift = touchedShift - 3;
// Real numbers:
/** What those that are not filled anew leave, and what is left of that. */
const spare = 0;
const room = 1;
/** Weight of those that are filled anew, and of those of them that still rise. */
const weight = 2;
const rising = 3;
/** The fastest of those that are filled anew. */
const top = 4;
/** Once all have risen, the level at which it was used up; −1 where it was not. */
const usedUpAt = 5;
// Whole numbers, behind them:
/** Uses of those that are filled anew, and of those of them that still rise. */
const count = 12;
const risingCount = 13;
/** How many were filled when it was first touched: the flow that did so was the last of them. */
const toucher = 14;

/** Room in every list at first: for 2 ** this many uses. */
const shortShift = 2;
/** Where a use has been taken out of a list. */
const gap = -1;
/** What all flows could use of a resource is so much less than its capacity, as a part of it, where it is sure to hold nobody back. */
const sure = 1e-9;

// What becomes of a flow: it is left as it is, it is filled anew and rises, or it rises no more.
const [isLeftAlone, isRising, isFrozen] = [0, 1, 2];

export class FluidRates {
  /** [F] Phits per cycle. */
  readonly rate: Float64Array;
  /** [F] The resource that holds a flow back, −1 where only its own limit does. */
  readonly bottleneck: Int32Array;
  /** Flows that were filled anew by {@link solve}: so many of them. */
  readonly filled: Int32Array;
  filledCount = 0;
  /** [F] The rates they have been given, and what holds them back; taken over by {@link take}. */
  readonly newRate: Float64Array;
  readonly newBottleneck: Int32Array;
  // Uses of resources by flows: those of a flow one after the other, from f << flowShift on.
  private readonly used: Int32Array;
  /** Room for 2 ** this many uses of a flow; there may be more when it is needed. */
  private flowShift = 3;
  /** The resource of each use. */
  private use: Int32Array<ArrayBuffer>;
  /** Channels that lie before each use on the way. */
  private useHop: Int32Array<ArrayBuffer>;
  /** Cycles that a header takes for the way up to the end of each use; empty where each channel takes one. */
  private useReach: Float64Array<ArrayBuffer>;
  /** By use: the part of the flow that crosses the resource. Empty while all flows are whole. */
  private useWeight: Float64Array<ArrayBuffer>;
  private areWhole = true;
  /** By use: the place of its resource among those touched, −1 where it is not among them. Valid for flows that are being filled. */
  private touchedAt: Int32Array<ArrayBuffer>;
  /** [K] The parts of flows that use each resource, in all; only where they are not whole. */
  private readonly parts: Float64Array;
  // Resources, and those of them that are touched.
  private readonly real: Float64Array;
  private readonly whole: Int32Array;
  private readonly lists: UseLists;
  private readonly touchedReal: Float64Array;
  private readonly touchedWhole: Int32Array;
  private readonly touched: Int32Array;
  private touchedCount = 0;
  // While flows are filled.
  private readonly state: Uint8Array;
  private risingFlows = 0;
  /** Places among the touched, by the level at which each would be used up; and that level. */
  private readonly heap: Int32Array;
  private readonly levels: Float64Array;
  private heapSize = 0;
  private active = 0;
  /** Flows that have begun, and resources that somebody has left whom they may hold back, since the last time. */
  private readonly begun: Int32Array;
  private begunCount = 0;
  private readonly left: Int32Array;
  private leftCount = 0;
  private readonly isLeft: Uint8Array;

  /**
   * @param flows most flows at a time
   * @param capacities [K] of each resource, phits per cycle, above 0
   * @param fastest the limit of every flow, phits per cycle
   * @param isTimed whether headers take other times than a cycle for each channel
   */
  constructor(
    flows: number,
    capacities: Float64Array,
    private readonly fastest = 1,
    private readonly isTimed = false,
  ) {
    const resources = capacities.length;
    this.rate = new Float64Array(flows);
    this.newRate = new Float64Array(flows);
    this.bottleneck = new Int32Array(flows).fill(-1);
    this.newBottleneck = new Int32Array(flows).fill(-1);
    this.filled = new Int32Array(flows);
    this.used = new Int32Array(flows);
    this.use = new Int32Array(flows << this.flowShift);
    this.useHop = new Int32Array(flows << this.flowShift);
    this.useWeight = new Float64Array(0);
    this.useReach = new Float64Array(isTimed ? flows << this.flowShift : 0);
    this.touchedAt = new Int32Array(flows << this.flowShift);
    this.begun = new Int32Array(flows);
    this.parts = new Float64Array(resources);
    this.left = new Int32Array(resources);
    this.isLeft = new Uint8Array(resources);
    this.state = new Uint8Array(flows);
    this.touched = new Int32Array(resources);
    this.heap = new Int32Array(resources);
    this.levels = new Float64Array(resources);
    const bytes = new ArrayBuffer(resources << resourceShift);
    this.real = new Float64Array(bytes);
    this.whole = new Int32Array(bytes);
    const touchedBytes = new ArrayBuffer(resources << touchedShift);
    this.touchedReal = new Float64Array(touchedBytes);
    this.touchedWhole = new Int32Array(touchedBytes);
    for (let k = 0; k < resources; k++) {
      this.real[(k << realShift) + capacity] = capacities[k];
    }
    this.lists = new UseLists(this.whole, resources, flows << this.flowShift);
  }

  /** A flow begins, by these ways; its rate is 0 until {@link solve}. */
  begin(f: number, ways: Ways): void {
    const uses = ways.count;
    if (uses > 1 << this.flowShift) this.makeRoom(uses);
    this.active++;
    this.rate[f] = 0;
    this.bottleneck[f] = -1;
    this.used[f] = uses;
    const start = this.firstUse(f);
    for (let i = 0; i < uses; i++) {
      if (ways.weight[i] !== 1 && this.areWhole) this.breakUp();
      if (!this.areWhole) {
        this.useWeight[start + i] = ways.weight[i];
        this.parts[ways.resource[i]] += ways.weight[i];
      }
      this.useHop[start + i] = ways.hop[i];
      if (ways.reach !== undefined) this.useReach[start + i] = ways.reach[i];
      this.use[start + i] = ways.resource[i];
      this.lists.add(ways.resource[i], start + i);
    }
    this.begun[this.begunCount++] = f;
  }

  /** A flow ends. */
  end(f: number): void {
    this.active--;
    if (this.bottleneck[f] >= 0) this.whole[(this.bottleneck[f] << wholeShift) + holds]--;
    this.bottleneck[f] = -1;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) this.leave(u);
    this.used[f] = 0;
  }

  // Uses of a flow: from the first to before the end.

  firstUse(f: number): number {
    return f << this.flowShift;
  }

  endOfUses(f: number): number {
    return (f << this.flowShift) + this.used[f];
  }

  resourceOf(u: number): number {
    return this.use[u];
  }

  weightOf(u: number): number {
    return u < this.useWeight.length ? this.useWeight[u] : 1;
  }

  /** Channels that lie before it on the way. */
  hopsBefore(u: number): number {
    return this.useHop[u];
  }

  /** Cycles from a header's departure to its arrival behind it. */
  reachOf(u: number): number {
    return u < this.useReach.length ? this.useReach[u] : this.useHop[u] + 1;
  }

  /** How many flows use a resource. */
  usesOf(k: number): number {
    return this.whole[(k << wholeShift) + uses];
  }

  /** Fills anew all that may change; what they are given stands in {@link newRate} and {@link newBottleneck}. */
  solve(): void {
    for (let i = 0; i < this.leftCount; i++) {
      this.isLeft[this.left[i]] = 0;
      this.fillHeld(this.left[i]);
    }
    for (let i = 0; i < this.begunCount; i++) this.fill(this.begun[i]);
    this.leftCount = 0;
    this.begunCount = 0;
    let before = 0;
    for (let round = 0; before < this.filledCount; round++) {
      before = this.filledCount;
      this.raise();
      if (before === this.active) return;
      this.widen();
      if (this.filledCount > before && (round === mostRounds || 2 * this.filledCount > this.active)) this.fillNeighbours();
    }
  }

  /** Whether a filled flow is to have another rate, or is held back by something else. */
  differs(f: number): boolean {
    const before = this.rate[f];
    const difference = this.newRate[f] - before;
    return difference > negligible * before || -difference > negligible * before || this.newBottleneck[f] !== this.bottleneck[f];
  }

  /** A filled flow takes over what it has been given. */
  take(f: number): void {
    const held = this.newBottleneck[f];
    if (this.differs(f)) this.rate[f] = this.newRate[f];
    if (held >= 0) {
      this.whole[(held << wholeShift) + holds]++;
      this.real[(held << realShift) + level] = this.rate[f];
    }
    this.bottleneck[f] = held;
    this.state[f] = isLeftAlone;
  }

  /**
   * Channels of a flow's way before what holds it back, 0 where only its own limit does. Of several resources that are
   * used up at its rate the first on its way counts: behind that one it need not wait. To be asked before {@link settle}.
   */
  hopsToBottleneck(f: number): number {
    if (this.bottleneck[f] < 0) return 0;
    const { real, touchedReal, use, touchedAt } = this;
    const fastest = this.rate[f] * (1 + tolerance);
    let hops = Infinity;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      if (touchedAt[u] < 0 || this.useHop[u] >= hops) continue;
      const place = touchedAt[u] << touchedRealShift;
      const isUsedUp = touchedReal[place + room] <= tolerance * real[(use[u] << realShift) + capacity];
      if (isUsedUp && touchedReal[place + top] <= fastest) hops = this.useHop[u];
    }
    return hops === Infinity ? 0 : hops;
  }

  /** The first channel of a flow's ways with so many before it; −1 for none. */
  channelAt(f: number, hop: number, channels: number): number {
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      if (this.resourceOf(u) < channels && this.useHop[u] === hop) return this.resourceOf(u);
    }
    return -1;
  }

  /** Forgets what was filled, once all of it has been taken. */
  settle(): void {
    for (let i = 0; i < this.touchedCount; i++) this.whole[(this.touched[i] << wholeShift) + spot] = 0;
    this.touchedCount = 0;
    this.filledCount = 0;
  }

  /** The flow that uses a resource most, the first of those; −1 where none does. */
  largestOn(k: number): number {
    const { whole, lists } = this;
    const oldest = whole[(k << wholeShift) + start];
    let largest = -1;
    for (let i = oldest + lists.taken[k] - 1, most = 0; i >= oldest; i--) {
      const u = lists.use[i];
      if (u === gap) continue;
      const f = u >> this.flowShift;
      const share = this.rate[f] * this.weightOf(u);
      if (share > most || (share === most && f < largest)) [most, largest] = [share, f];
    }
    return largest;
  }

  /** Shows every use of a resource, the oldest first, with its flow. */
  usesOn(k: number, show: (use: number, flow: number) => void): void {
    const oldest = this.whole[(k << wholeShift) + start];
    for (let i = oldest; i < oldest + this.lists.taken[k]; i++) {
      const u = this.lists.use[i];
      if (u !== gap) show(u, u >> this.flowShift);
    }
  }

  /** Adds a flow to those that are filled anew. */
  private fill(f: number): void {
    if (this.state[f] !== isLeftAlone) return;
    const { real, whole, use, touchedAt, touchedReal, touchedWhole } = this;
    this.state[f] = isRising;
    this.filled[this.filledCount++] = f;
    const rate = this.rate[f];
    if (this.bottleneck[f] >= 0) whole[(this.bottleneck[f] << wholeShift) + holds]--;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      const k = use[u];
      const place = k << wholeShift;
      const part = this.weightOf(u);
      let at = whole[place + spot] - 1;
      if (at < 0) {
        // What one flow has to itself, and need not share out, cannot hold it back.
        if (whole[place + uses] > 1 || part * this.fastest > real[(k << realShift) + capacity]) at = this.touch(k);
      }
      // What the flow itself has touched has all its uses already.
      else if (touchedWhole[(at << touchedWholeShift) + toucher] < this.filledCount) {
        touchedReal[(at << touchedRealShift) + spare] += rate * part;
        touchedReal[(at << touchedRealShift) + weight] += part;
        touchedWhole[(at << touchedWholeShift) + count]++;
      }
      touchedAt[u] = at;
    }
  }

  /** Sums up what a resource is used for; what has room for all that use it is never used up. Returns its place among those touched. */
  private touch(k: number): number {
    const { whole, state, rate } = this;
    const list = this.lists.use;
    const place = k << wholeShift;
    const at = this.touchedCount++;
    this.touched[at] = k;
    whole[place + spot] = at + 1;
    const all = this.real[(k << realShift) + capacity];
    const hasRoom = (this.areWhole ? whole[place + uses] : this.parts[k]) * this.fastest < all * (1 - sure);
    let taken = hasRoom ? -Infinity : 0;
    let rises = 0;
    let those = 0;
    const oldest = whole[place + start];
    for (let i = hasRoom ? -1 : oldest + this.lists.taken[k] - 1; i >= oldest; i--) {
      const u = list[i];
      if (u === gap) continue;
      const f = u >> this.flowShift;
      if (state[f] === isLeftAlone) taken += rate[f] * this.weightOf(u);
      else {
        rises += this.weightOf(u);
        those++;
      }
    }
    this.touchedReal[(at << touchedRealShift) + spare] = all - taken;
    this.touchedReal[(at << touchedRealShift) + weight] = rises;
    this.touchedWhole[(at << touchedWholeShift) + count] = those;
    this.touchedWhole[(at << touchedWholeShift) + toucher] = this.filledCount;
    return at;
  }

  /** All flows that a resource holds back. */
  private fillHeld(k: number): void {
    const { whole, lists } = this;
    const place = k << wholeShift;
    const oldest = whole[place + start];
    for (let i = oldest + lists.taken[k] - 1; i >= oldest && whole[place + holds] > 0; i--) {
      const u = lists.use[i];
      if (u !== gap && this.bottleneck[u >> this.flowShift] === k) this.fill(u >> this.flowShift);
    }
  }

  /** All flows that share anything with those that are filled, and those that do with them, and so on. */
  private fillNeighbours(): void {
    const { whole, lists } = this;
    for (let i = 0; i < this.touchedCount; i++) {
      const k = this.touched[i];
      const oldest = whole[(k << wholeShift) + start];
      for (let j = oldest + lists.taken[k] - 1; j >= oldest; j--) if (lists.use[j] !== gap) this.fill(lists.use[j] >> this.flowShift);
    }
  }

  /** Lets all that are filled rise together, each until something it uses is used up. */
  private raise(): void {
    const { touchedReal, touchedWhole, heap, levels, filled, state, fastest } = this;
    this.heapSize = 0;
    for (let i = 0, all = this.touchedCount; i < all; i++) {
      const place = i << touchedRealShift;
      const those = touchedWhole[(i << touchedWholeShift) + count];
      const left = touchedReal[place + spare] > 0 ? touchedReal[place + spare] : 0;
      const rises = touchedReal[place + weight];
      touchedReal[place + room] = left;
      touchedReal[place + rising] = rises;
      touchedWhole[(i << touchedWholeShift) + risingCount] = those;
      touchedReal[place + top] = 0;
      touchedReal[place + usedUpAt] = -1;
      // What cannot hold anybody back is not looked at.
      if (those > 0 && left < rises * fastest) this.rise(i, left / rises);
    }
    for (let i = 0; i < this.filledCount; i++) state[filled[i]] = isRising;
    this.risingFlows = this.filledCount;
    // What is left when nobody rises any more is never used up.
    while (this.heapSize > 0 && this.risingFlows > 0) {
      const at = heap[0];
      const place = at << touchedRealShift;
      const isDone = touchedWhole[(at << touchedWholeShift) + risingCount] === 0;
      const now = isDone ? fastest : touchedReal[place + room] / touchedReal[place + rising];
      const expected = levels[0];
      // Levels only rise: what was held back elsewhere left room here.
      if (!isDone && now < fastest && now > expected) {
        this.sink(at, now);
        continue;
      }
      this.pop();
      if (isDone || now > expected) continue;
      touchedReal[place + usedUpAt] = expected;
      this.freeze(at);
    }
    for (let i = 0; this.risingFlows > 0 && i < this.filledCount; i++) {
      const f = filled[i];
      if (state[f] !== isRising) continue;
      this.newRate[f] = fastest;
      this.newBottleneck[f] = -1;
      this.stop(f);
    }
  }

  /** A resource, by its place among those touched, is used up: all that rise on it stay at that level. */
  private freeze(place: number): void {
    const { whole, lists, state } = this;
    const k = this.touched[place];
    const level = this.touchedReal[(place << touchedRealShift) + usedUpAt];
    const oldest = whole[(k << wholeShift) + start];
    for (let i = oldest + lists.taken[k] - 1; i >= oldest; i--) {
      const u = lists.use[i];
      const f = u >> this.flowShift;
      if (u === gap || state[f] !== isRising) continue;
      this.newRate[f] = level;
      this.newBottleneck[f] = k;
      this.stop(f);
    }
  }

  /** A flow rises no more: it has its new rate. */
  private stop(f: number): void {
    const { touchedAt, touchedReal, touchedWhole } = this;
    const at = this.newRate[f];
    this.state[f] = isFrozen;
    this.risingFlows--;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      const i = touchedAt[u];
      if (i < 0) continue;
      const part = this.weightOf(u);
      const place = i << touchedRealShift;
      const left = touchedReal[place + room] - at * part;
      touchedReal[place + room] = left > 0 ? left : 0;
      touchedReal[place + rising] -= part;
      touchedWhole[(i << touchedWholeShift) + risingCount]--;
      touchedReal[place + top] = at;
    }
  }

  /** Adds those whose bottleneck does not hold any more, and those that are faster than somebody held back beside them. */
  private widen(): void {
    const { real, whole, lists, touched, touchedReal, touchedWhole, state } = this;
    for (let i = 0, all = this.touchedCount; i < all; i++) {
      const k = touched[i];
      const place = k << wholeShift;
      const own = i << touchedRealShift;
      if (whole[place + holds] > 0) {
        const isLoose = touchedReal[own + room] > tolerance * real[(k << realShift) + capacity];
        if (isLoose || touchedReal[own + top] > real[(k << realShift) + level] * (1 + tolerance)) this.fillHeld(k);
      }
      const usedUp = touchedReal[own + usedUpAt];
      if (usedUp < 0 || whole[place + uses] === touchedWhole[(i << touchedWholeShift) + count]) continue;
      const oldest = whole[place + start];
      for (let j = oldest + lists.taken[k] - 1; j >= oldest; j--) {
        const u = lists.use[j];
        if (u === gap) continue;
        const f = u >> this.flowShift;
        if (state[f] === isLeftAlone && this.rate[f] > usedUp * (1 + tolerance)) this.fill(f);
      }
    }
  }

  // The heap of touched resources by the level at which each would be used up.

  private pop(): void {
    const last = --this.heapSize;
    if (last > 0) this.sink(this.heap[last], this.levels[last]);
  }

  /** One more comes to the heap. */
  private rise(i: number, level: number): void {
    const { heap, levels } = this;
    let place = this.heapSize++;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (levels[above] <= level) break;
      heap[place] = heap[above];
      levels[place] = levels[above];
      place = above;
    }
    heap[place] = i;
    levels[place] = level;
  }

  /** One takes the place of the first of the heap. */
  private sink(i: number, level: number): void {
    const { heap, levels, heapSize } = this;
    let place = 0;
    for (let below = 1; below < heapSize; below = 2 * place + 1) {
      if (below + 1 < heapSize && levels[below + 1] < levels[below]) below++;
      const least = levels[below];
      if (least >= level) break;
      heap[place] = heap[below];
      levels[place] = least;
      place = below;
    }
    heap[place] = i;
    levels[place] = level;
  }

  // Uses.

  private leave(u: number): void {
    const k = this.use[u];
    this.lists.remove(k, u);
    if (!this.areWhole) this.parts[k] = this.usesOf(k) === 0 ? 0 : this.parts[k] - this.useWeight[u];
    if (this.whole[(k << wholeShift) + holds] === 0 || this.isLeft[k] === 1) return;
    this.isLeft[k] = 1;
    this.left[this.leftCount++] = k;
  }

  /** From now on flows may be used in parts. */
  private breakUp(): void {
    this.areWhole = false;
    this.useWeight = new Float64Array(this.use.length).fill(1);
    for (let k = 0; k < this.parts.length; k++) this.parts[k] = this.usesOf(k);
  }

  /** Gives every flow room for so many uses, or more. */
  private makeRoom(most: number): void {
    const { use, useWeight, useHop, useReach, flowShift: before, areWhole } = this;
    const flows = this.used.length;
    const shift = 32 - Math.clz32(most - 1);
    this.flowShift = shift;
    this.use = new Int32Array(flows << shift);
    this.useWeight = new Float64Array(areWhole ? 0 : flows << shift);
    this.useHop = new Int32Array(flows << shift);
    this.touchedAt = new Int32Array(flows << shift);
    if (this.isTimed) this.useReach = new Float64Array(flows << shift);
    for (let f = 0; f < flows; f++) {
      for (let i = 0; i < this.used[f]; i++) {
        const [from, to] = [(f << before) + i, (f << shift) + i];
        this.use[to] = use[from];
        if (!areWhole) this.useWeight[to] = useWeight[from];
        this.useHop[to] = useHop[from];
        if (this.isTimed) this.useReach[to] = useReach[from];
      }
    }
    this.lists.renumber((u) => ((u >> before) << shift) + (u & ((1 << before) - 1)), flows << shift);
  }
}

/**
 * The uses of every resource, in the order in which they came. Short lists stand one after the other, those of neighbours
 * together; a list that becomes longer moves to twice the room, and back when it is empty. One that is taken out leaves a gap,
 * and gaps are closed when they are as many as what is left: however long a list is, this takes the same time.
 */
class UseLists {
  /** What stands in the lists, {@link gap} where one has been taken out. */
  use: Int32Array<ArrayBuffer>;
  private end: number;
  /** [K] Places of each list that are taken, the gaps among them. */
  readonly taken: Int32Array;
  /** Place of each use in its list. */
  private placeOf: Int32Array<ArrayBuffer>;
  /** [K] There is room for 2 ** so many uses in each list. */
  private readonly shift: Uint8Array;
  /** Places that are free again, by the logarithm of their room. */
  private readonly free: number[][] = Array.from({ length: 31 }, () => []);

  /**
   * @param whole whole numbers of the resources, of which the start and the number of uses are kept here
   * @param mostUses how many uses there may be
   */
  constructor(
    private readonly whole: Int32Array,
    resources: number,
    mostUses: number,
  ) {
    this.end = resources << shortShift;
    this.use = new Int32Array(this.end);
    this.taken = new Int32Array(resources);
    this.placeOf = new Int32Array(mostUses);
    this.shift = new Uint8Array(resources).fill(shortShift);
    for (let k = 0; k < resources; k++) whole[(k << wholeShift) + start] = k << shortShift;
  }

  add(k: number, u: number): void {
    if (this.taken[k] >> this.shift[k] === 1) this.makeRoom(k);
    const place = this.taken[k]++;
    this.placeOf[u] = place;
    this.use[this.whole[(k << wholeShift) + start] + place] = u;
    this.whole[(k << wholeShift) + uses]++;
  }

  remove(k: number, u: number): void {
    const { use, whole, taken } = this;
    const oldest = whole[(k << wholeShift) + start];
    const left = --whole[(k << wholeShift) + uses];
    const place = this.placeOf[u];
    if (left === 0) this.empty(k);
    else if (place === taken[k] - 1) taken[k]--;
    else {
      use[oldest + place] = gap;
      if (taken[k] > 2 * left) this.closeGaps(k);
    }
  }

  /** Uses have got other numbers, below `mostUses`. */
  renumber(numberOf: (u: number) => number, mostUses: number): void {
    this.placeOf = new Int32Array(mostUses);
    for (let k = 0; k < this.shift.length; k++) {
      const oldest = this.whole[(k << wholeShift) + start];
      for (let place = 0; place < this.taken[k]; place++) {
        const u = this.use[oldest + place];
        if (u === gap) continue;
        this.use[oldest + place] = numberOf(u);
        this.placeOf[numberOf(u)] = place;
      }
    }
  }

  /** The last one leaves a list. */
  private empty(k: number): void {
    this.taken[k] = 0;
    if (this.shift[k] === shortShift) return;
    this.free[this.shift[k]].push(this.whole[(k << wholeShift) + start]);
    this.whole[(k << wholeShift) + start] = k << shortShift;
    this.shift[k] = shortShift;
  }

  private closeGaps(k: number): void {
    const { use, placeOf } = this;
    const oldest = this.whole[(k << wholeShift) + start];
    let to = 0;
    for (let from = 0; from < this.taken[k]; from++) {
      const u = use[oldest + from];
      if (u === gap) continue;
      placeOf[u] = to;
      use[oldest + to++] = u;
    }
    this.taken[k] = to;
  }

  /** A list whose room is taken closes its gaps, or gets twice the room where they are few. */
  private makeRoom(k: number): void {
    const count = this.taken[k];
    if (4 * this.whole[(k << wholeShift) + uses] <= 3 * count) return this.closeGaps(k);
    const from = this.whole[(k << wholeShift) + start];
    const shift = ++this.shift[k];
    let to = this.free[shift].pop();
    if (to === undefined) {
      to = this.end;
      this.end += 1 << shift;
      if (this.end > this.use.length) this.use = longer(this.use, Math.max(this.end, 2 * this.use.length));
    }
    this.use.copyWithin(to, from, from + count);
    this.whole[(k << wholeShift) + start] = to;
    if (shift > shortShift + 1) this.free[shift - 1].push(from);
  }
}
