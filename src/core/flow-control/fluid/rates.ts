// hot: no allocation and no for-of inside what the engine calls for every message.
/**
 * Max-min fair rates: no flow can be given more without taking from a flow whose rate is not higher. A flow that is not at its own limit,
 * the rate of the fastest channel of a terminal, has a bottleneck: a saturated resource on which no flow is faster (Bertsekas, Gallager,
 * Data Networks, 1992, §6.5.2).
 *
 * Resources are channels, shared capacities and terminal ports. When flows begin or end, only flows that may change are filled again
 * (progressive filling), against the capacity that the others leave. First come flows that lost their bottleneck. Then, repeatedly,
 * neighbors are added whose bottleneck would no longer hold, or that are faster than a flow held back on the same resource. When no such
 * flow is left, the rates equal those of filling all flows.
 */
import { longer } from "../../base/arrays.ts";
import type { Ways } from "./ways.ts";

/** Rates and capacities with a smaller relative difference are equal. */
const tolerance = 1e-10;
/** A rate that would change by less than this part stays unchanged. */
const negligible = 1e-12;
/** Maximum number of widening rounds before all connected flows are filled. */
const mostRounds = 12;

// Fields that are used together are stored together, since networks are larger than caches.

// Record of a resource: integers and floats share one buffer.
const resourceShift = 5;
const wholeShift = resourceShift - 2;
const realShift = resourceShift - 3;
// Integer fields:
/** Start of the list of its uses, the oldest first; and their number. */
const start = 0;
const uses = 1;
/** Number of flows whose bottleneck it is. */
const holds = 2;
/** Its index among the touched resources + 1; 0 if it is not touched. */
const spot = 3;
// Float fields, after them:
const capacity = 2;
/** Rate of the flows whose bottleneck it is. */
const level = 3;

// Record of a touched resource, by its index among them; same structure.
const touchedShift = 6;
const touchedWholeShift = touchedShift - 2;
const touchedRealShift = touchedShift - 3;
// Float fields:
/** Capacity that flows outside the filling leave, and what remains of it. */
const spare = 0;
const room = 1;
/** Weight of the flows that are filled, and of those that still rise. */
const weight = 2;
const rising = 3;
/** Highest rate of a flow that is filled. */
const top = 4;
/** After filling, the rate at which the resource was saturated; −1 if it was not. */
const usedUpAt = 5;
// Integer fields, after them:
/** Number of uses by flows that are filled, and by those that still rise. */
const count = 12;
const risingCount = 13;
/** Number of filled flows when the resource was first touched; the last of them touched it. */
const toucher = 14;

/** log₂ of the initial capacity of a list of uses. */
const shortShift = 2;
/** Marks a use that has been removed from a list. */
const gap = -1;
/** A resource cannot be a bottleneck if the maximum demand is below its capacity by this part. */
const sure = 1e-9;

// State of a flow: not part of the filling, filled and rising, or filled with its final rate.
const [isLeftAlone, isRising, isFrozen] = [0, 1, 2];

export class FluidRates {
  /** [flows] Phits per cycle. */
  readonly rate: Float64Array;
  /** [flows] The resource that limits a flow; −1 where only its own limit does. */
  readonly bottleneck: Int32Array;
  /** Flows that {@link solve} has filled; the first `filledCount` entries are valid. */
  readonly filled: Int32Array;
  filledCount = 0;
  /** [flows] Their new rates and bottlenecks; {@link applyNewRate} makes them current. */
  readonly newRate: Float64Array;
  readonly newBottleneck: Int32Array;
  // Uses of resources by flows. The uses of a flow begin at flow << flowShift.
  private readonly used: Int32Array;
  /** log₂ of the capacity for uses of a flow; it grows when needed. */
  private flowShift = 3;
  /** Resource of each use. */
  private use: Int32Array<ArrayBuffer>;
  /** Channels before each use on its path. */
  private useHop: Int32Array<ArrayBuffer>;
  /** Cycles of a header to the end of each use; empty where each channel takes one cycle. */
  private useReach: Float64Array<ArrayBuffer>;
  /** By use: the part of the flow that crosses the resource. Empty while all flows are undivided. */
  private useWeight: Float64Array<ArrayBuffer>;
  private areWhole = true;
  /** By use: index of its resource among the touched resources, −1 for none. Valid for flows that are being filled. */
  private touchedAt: Int32Array<ArrayBuffer>;
  /** [resources] Total weight of the flows on each resource; only where flows are divided. */
  private readonly parts: Float64Array;
  // Resources, and touched resources.
  private readonly real: Float64Array;
  private readonly whole: Int32Array;
  private readonly lists: UseLists;
  private readonly touchedReal: Float64Array;
  private readonly touchedWhole: Int32Array;
  private readonly touched: Int32Array;
  private touchedCount = 0;
  // Fields for filling.
  private readonly state: Uint8Array;
  private risingFlows = 0;
  /** Heap of touched resources by the rate at which each would be saturated; and those rates. */
  private readonly heap: Int32Array;
  private readonly levels: Float64Array;
  private heapSize = 0;
  private active = 0;
  /** Flows begun since the last filling, and bottlenecks that a flow has left since then. */
  private readonly begun: Int32Array;
  private begunCount = 0;
  private readonly left: Int32Array;
  private leftCount = 0;
  private readonly isLeft: Uint8Array;

  /**
   * @param flows Maximum number of flows.
   * @param capacities [resources] Capacity of each resource, phits per cycle, above 0.
   * @param rateLimit Limit of every flow, phits per cycle.
   * @param hasReach Whether headers take other times than one cycle per channel.
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

  /** Starts a flow on these paths; its rate is 0 until {@link solve}. */
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

  end(f: number): void {
    this.active--;
    if (this.bottleneck[f] >= 0) this.whole[(this.bottleneck[f] << wholeShift) + holds]--;
    this.bottleneck[f] = -1;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) this.leave(u);
    this.used[f] = 0;
  }

  // Uses of a flow, from the first to before the end.

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

  /** Channels before a use on its path. */
  hopsBefore(u: number): number {
    return this.useHop[u];
  }

  /** Cycles from a header's departure to its arrival behind the resource of a use. */
  reachOf(u: number): number {
    return u < this.useReach.length ? this.useReach[u] : this.useHop[u] + 1;
  }

  /** Number of flows on a resource. */
  usesOf(k: number): number {
    return this.whole[(k << wholeShift) + uses];
  }

  /** Fills all flows that may change; the results are in {@link newRate} and {@link newBottleneck}. */
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

  /** Whether a filled flow gets another rate or bottleneck. */
  differs(f: number): boolean {
    const before = this.rate[f];
    const difference = this.newRate[f] - before;
    return difference > negligible * before || -difference > negligible * before || this.newBottleneck[f] !== this.bottleneck[f];
  }

  /** Makes the new rate and bottleneck of a filled flow current. */
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
   * Channels before the bottleneck of a flow, 0 where only its own limit counts. If several resources are saturated at its rate, the first
   * one on its path counts: behind that one the flow does not wait. Only valid before {@link forgetFilled}.
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

  /** The first channel of a flow's paths with `hop` channels before it; −1 for none. */
  channelAt(f: number, hop: number, channels: number): number {
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      if (this.resourceOf(u) < channels && this.useHop[u] === hop) return this.resourceOf(u);
    }
    return -1;
  }

  /** Clears the filling, after all its results have been applied. */
  settle(): void {
    for (let i = 0; i < this.touchedCount; i++) this.whole[(this.touched[i] << wholeShift) + spot] = 0;
    this.touchedCount = 0;
    this.filledCount = 0;
  }

  /** The flow with the largest share of a resource, the lowest number of equals; −1 for none. */
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

  /** Calls `show` for every use of a resource, the oldest first, with its flow. */
  usesOn(k: number, show: (use: number, flow: number) => void): void {
    const oldest = this.whole[(k << wholeShift) + start];
    for (let i = oldest; i < oldest + this.lists.taken[k]; i++) {
      const u = this.lists.use[i];
      if (u !== gap) show(u, u >> this.flowShift);
    }
  }

  /** Adds a flow to the filling. */
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
        // A resource with a single flow that cannot exceed its capacity is no bottleneck.
        if (whole[place + uses] > 1 || part * this.fastest > real[(k << realShift) + capacity]) at = this.touch(k);
      }
      // Uses of the flow that touched the resource have been counted already.
      else if (touchedWhole[(at << touchedWholeShift) + toucher] < this.filledCount) {
        touchedReal[(at << touchedRealShift) + spare] += rate * part;
        touchedReal[(at << touchedRealShift) + weight] += part;
        touchedWhole[(at << touchedWholeShift) + count]++;
      }
      touchedAt[u] = at;
    }
  }

  /**
   * Sums up the demand on a resource, and returns its index among the touched resources. If it has capacity for all flows at their limits,
   * its spare capacity is infinite.
   */
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

  /** Adds all flows whose bottleneck is this resource. */
  private fillHeld(k: number): void {
    const { whole, lists } = this;
    const place = k << wholeShift;
    const oldest = whole[place + start];
    for (let i = oldest + lists.taken[k] - 1; i >= oldest && whole[place + holds] > 0; i--) {
      const u = lists.use[i];
      if (u !== gap && this.bottleneck[u >> this.flowShift] === k) this.fill(u >> this.flowShift);
    }
  }

  /** Adds all flows that share a resource with filled flows, transitively. */
  private fillNeighbours(): void {
    const { whole, lists } = this;
    for (let i = 0; i < this.touchedCount; i++) {
      const k = this.touched[i];
      const oldest = whole[(k << wholeShift) + start];
      for (let j = oldest + lists.taken[k] - 1; j >= oldest; j--) if (lists.use[j] !== gap) this.fill(lists.use[j] >> this.flowShift);
    }
  }

  /** Progressive filling: all filled flows rise together, each until one of its resources is saturated. */
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
      // Skip resources that cannot be a bottleneck.
      if (those > 0 && left < rises * fastest) this.rise(i, left / rises);
    }
    for (let i = 0; i < this.filledCount; i++) state[filled[i]] = isRising;
    this.risingFlows = this.filledCount;
    // Stop when no flow rises any more.
    while (this.heapSize > 0 && this.risingFlows > 0) {
      const at = heap[0];
      const place = at << touchedRealShift;
      const isDone = touchedWhole[(at << touchedWholeShift) + risingCount] === 0;
      const now = isDone ? fastest : touchedReal[place + room] / touchedReal[place + rising];
      const expected = levels[0];
      // Saturation levels only rise, because flows held back elsewhere leave capacity here. Put the resource back with its current level.
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

  /** A resource is saturated: all flows that rise on it keep this rate. */
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

  /** A flow stops rising; its new rate is final. */
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

  /** Adds flows whose bottleneck no longer holds, and flows that are faster than a flow held back on the same resource. */
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

  // Heap of touched resources by saturation level.

  private pop(): void {
    const last = --this.heapSize;
    if (last > 0) this.sink(this.heap[last], this.levels[last]);
  }

  /** Adds a resource to the heap. */
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

  /** Replaces the top of the heap. */
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

  /** From now on flows may be divided; sets all weights to 1. */
  private breakUp(): void {
    this.areWhole = false;
    this.useWeight = new Float64Array(this.use.length).fill(1);
    for (let k = 0; k < this.parts.length; k++) this.parts[k] = this.usesOf(k);
  }

  /** Enlarges the capacity of every flow to at least `most` uses. */
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
 * Lists of the uses of every resource, in order of their arrival. Short lists are adjacent, those of neighboring resources together. A list
 * that outgrows its capacity moves to a block of twice the size, and returns to its own block when it is empty. A removal leaves a gap.
 * Gaps are closed when they are as many as the remaining uses, so that the cost per operation is constant.
 */
class UseLists {
  /** All lists; {@link removedUse} marks a gap. */
  use: Int32Array<ArrayBuffer>;
  private end: number;
  /** [resources] Slots of each list in use, including gaps. */
  readonly taken: Int32Array;
  /** Slot of each use in its list. */
  private placeOf: Int32Array<ArrayBuffer>;
  /** [resources] log₂ of the capacity of each list. */
  private readonly shift: Uint8Array;
  /** Free blocks, by log₂ of their size. */
  private readonly free: number[][] = Array.from({ length: 31 }, () => []);

  /**
   * @param resourceInts Integer fields of the resources; start and number of uses are kept here.
   * @param mostUses Maximum number of uses.
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

  /** Removes a use from the list of a resource. */
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

  /** Renumbers all uses; new numbers are below `mostUses`. */
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

  /** The last use leaves a list. */
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

  /** A full list closes its gaps, or doubles its capacity if they are few. */
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
