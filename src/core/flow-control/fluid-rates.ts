// hot: no allocation and no for-of inside what the engine calls for every message.
/**
 * Max-min fair rates: no flow can be given more without taking from one that has no more than it. A flow that is not at
 * its own limit of one phit per cycle has a bottleneck: a resource that is used up, and on which nobody is faster
 * (Bertsekas, Gallager, Data Networks, 1992, §6.5.2).
 *
 * Resources are channels, groups of channels that share a capacity, and ports of terminals. When flows come and go, only
 * those that may change are filled anew, against what the others take: first those that lost their bottleneck, then, as
 * long as there are any, neighbours whose bottleneck would not hold any more, or who are faster than somebody who is held
 * back beside them. Where nobody is left the rates are those of filling all flows anew.
 */
import type { Ways } from "./fluid-ways.ts";

/** Rates and capacities that differ by less than this part are the same. */
const tolerance = 1e-10;
/** A rate that would change by less than this part stays as it is. */
const negligible = 1e-12;
/** Times that the set of flows is widened before all are filled anew. */
const mostRounds = 12;

// What is needed of a resource together lies together: networks are larger than caches.
const resourceShift = 3;
// Real numbers of a resource.
const capacity = 0;
/** How fast those are that it holds back. */
const level = 1;
/** What those that are not filled anew leave, and what is left of that. */
const spare = 2;
const room = 3;
/** Weight of those that are filled anew, and of those of them that still rise. */
const weight = 4;
const rising = 5;
/** The fastest of those that are filled anew. */
const top = 6;
/** The level at which it would be used up; once all have risen that at which it was, −1 where it was not. */
const key = 7;
// Whole numbers of a resource.
/** Its first use, −1 for none; and how many there are. */
const first = 0;
const uses = 1;
/** Flows that it holds back. */
const holds = 2;
const isTouched = 3;
/** 1 where somebody that it may hold back has left since the last time. */
const isLeft = 4;
/** Uses of those that are filled anew, and of those of them that still rise. */
const count = 5;
const risingCount = 6;

// Whole numbers of a use.
const useShift = 2;
const resource = 0;
const flow = 1;
/** The uses of the resource after and before it, −1 for none. */
const next = 2;
const previous = 3;

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
  // Uses of resources by flows: those of a flow one after the other, from f × most on; those of a resource in a list.
  private readonly used: Int32Array;
  /** Most that a flow may have; there may be more when it is needed. */
  private most = 8;
  private use: Int32Array;
  private useWeight: Float64Array;
  /** Channels that lie before it on the way. */
  private useHop: Int32Array;
  // Resources.
  private readonly real: Float64Array;
  private readonly whole: Int32Array;
  // While flows are filled.
  private readonly isFilled: Uint8Array;
  private readonly touched: Int32Array;
  private touchedCount = 0;
  private readonly isFrozen: Uint8Array;
  private readonly heap: Int32Array;
  private heapSize = 0;
  private active = 0;
  /** Flows that have begun, and resources that somebody has left, since the last time. */
  private readonly begun: Int32Array;
  private begunCount = 0;
  private readonly left: Int32Array;
  private leftCount = 0;

  /**
   * @param flows most flows at a time
   * @param capacities [K] of each resource, phits per cycle, above 0
   */
  constructor(flows: number, capacities: Float64Array) {
    const resources = capacities.length;
    this.rate = new Float64Array(flows);
    this.newRate = new Float64Array(flows);
    this.bottleneck = new Int32Array(flows).fill(-1);
    this.newBottleneck = new Int32Array(flows).fill(-1);
    this.filled = new Int32Array(flows);
    this.used = new Int32Array(flows);
    this.use = new Int32Array((flows * this.most) << useShift);
    this.useWeight = new Float64Array(flows * this.most);
    this.useHop = new Int32Array(flows * this.most);
    this.begun = new Int32Array(flows);
    this.left = new Int32Array(resources);
    this.isFilled = new Uint8Array(flows);
    this.isFrozen = new Uint8Array(flows);
    this.touched = new Int32Array(resources);
    this.heap = new Int32Array(resources);
    this.real = new Float64Array(resources << resourceShift);
    this.whole = new Int32Array(resources << resourceShift);
    for (let k = 0; k < resources; k++) {
      this.real[(k << resourceShift) + capacity] = capacities[k];
      this.whole[(k << resourceShift) + first] = -1;
    }
  }

  /** A flow begins, by these ways; its rate is 0 until {@link solve}. */
  begin(f: number, ways: Ways): void {
    const uses = ways.count;
    if (uses > this.most) this.makeRoom(uses);
    this.active++;
    this.rate[f] = 0;
    this.bottleneck[f] = -1;
    this.used[f] = uses;
    const start = f * this.most;
    for (let i = 0; i < uses; i++) {
      this.useWeight[start + i] = ways.weight[i];
      this.useHop[start + i] = ways.hop[i];
      this.link(f, start + i, ways.resource[i]);
    }
    this.begun[this.begunCount++] = f;
  }

  /** A flow ends. */
  end(f: number): void {
    this.active--;
    if (this.bottleneck[f] >= 0) this.whole[(this.bottleneck[f] << resourceShift) + holds]--;
    this.bottleneck[f] = -1;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) this.unlink(u);
    this.used[f] = 0;
  }

  // Uses of a flow: from the first to before the end.

  firstUse(f: number): number {
    return f * this.most;
  }

  endOfUses(f: number): number {
    return f * this.most + this.used[f];
  }

  resourceOf(u: number): number {
    return this.use[(u << useShift) + resource];
  }

  weightOf(u: number): number {
    return this.useWeight[u];
  }

  /** Channels that lie before it on the way. */
  hopsBefore(u: number): number {
    return this.useHop[u];
  }

  /** How many flows use a resource. */
  usesOf(k: number): number {
    return this.whole[(k << resourceShift) + uses];
  }

  /** Fills anew all that may change; what they are given stands in {@link newRate} and {@link newBottleneck}. */
  solve(): void {
    for (let i = 0; i < this.leftCount; i++) {
      this.whole[(this.left[i] << resourceShift) + isLeft] = 0;
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
      this.whole[(held << resourceShift) + holds]++;
      this.real[(held << resourceShift) + level] = this.rate[f];
    }
    this.bottleneck[f] = held;
    this.isFilled[f] = 0;
  }

  /**
   * Channels of a flow's way before what holds it back, 0 where only its own limit does. Of several resources that are
   * used up at its rate the first on its way counts: behind that one it need not wait. To be asked before {@link settle}.
   */
  hopsToBottleneck(f: number): number {
    if (this.bottleneck[f] < 0) return 0;
    const { real, whole } = this;
    let hops = Infinity;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      const place = this.resourceOf(u) << resourceShift;
      if (this.useHop[u] >= hops || whole[place + isTouched] === 0) continue;
      const isUsedUp = real[place + room] <= tolerance * real[place + capacity];
      if (isUsedUp && real[place + top] <= this.rate[f] * (1 + tolerance)) hops = this.useHop[u];
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
    for (let i = 0; i < this.touchedCount; i++) this.whole[(this.touched[i] << resourceShift) + isTouched] = 0;
    this.touchedCount = 0;
    this.filledCount = 0;
  }

  /** The flow that uses a resource most, the first of those; −1 where none does. */
  largestOn(k: number): number {
    let largest = -1;
    for (let u = this.whole[(k << resourceShift) + first], most = 0; u >= 0; u = this.use[(u << useShift) + next]) {
      const f = this.use[(u << useShift) + flow];
      const share = this.rate[f] * this.useWeight[u];
      if (share > most || (share === most && f < largest)) [most, largest] = [share, f];
    }
    return largest;
  }

  /** Adds a flow to those that are filled anew. */
  private fill(f: number): void {
    if (this.isFilled[f] === 1) return;
    const { real, whole } = this;
    this.isFilled[f] = 1;
    this.filled[this.filledCount++] = f;
    const rate = this.rate[f];
    if (this.bottleneck[f] >= 0) whole[(this.bottleneck[f] << resourceShift) + holds]--;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      const k = this.use[(u << useShift) + resource];
      const place = k << resourceShift;
      const part = this.useWeight[u];
      // What one flow has to itself, and need not share out, cannot hold it back.
      if (whole[place + uses] === 1 && part <= real[place + capacity]) continue;
      if (whole[place + isTouched] === 0) this.touch(k);
      else {
        real[place + spare] += rate * part;
        real[place + weight] += part;
        whole[place + count]++;
      }
    }
  }

  /** Sums up what a resource is used for. */
  private touch(k: number): void {
    const { real, whole, use } = this;
    const place = k << resourceShift;
    whole[place + isTouched] = 1;
    this.touched[this.touchedCount++] = k;
    let taken = 0;
    let rises = 0;
    let those = 0;
    for (let u = whole[place + first]; u >= 0; u = use[(u << useShift) + next]) {
      const f = use[(u << useShift) + flow];
      if (this.isFilled[f] === 0) taken += this.rate[f] * this.useWeight[u];
      else {
        rises += this.useWeight[u];
        those++;
      }
    }
    real[place + spare] = real[place + capacity] - taken;
    real[place + weight] = rises;
    whole[place + count] = those;
  }

  /** All flows that a resource holds back. */
  private fillHeld(k: number): void {
    const place = k << resourceShift;
    for (let u = this.whole[place + first]; u >= 0 && this.whole[place + holds] > 0; u = this.use[(u << useShift) + next]) {
      const f = this.use[(u << useShift) + flow];
      if (this.bottleneck[f] === k) this.fill(f);
    }
  }

  /** All flows that share anything with those that are filled, and those that do with them, and so on. */
  private fillNeighbours(): void {
    for (let i = 0; i < this.touchedCount; i++) {
      for (let u = this.whole[(this.touched[i] << resourceShift) + first]; u >= 0; u = this.use[(u << useShift) + next])
        this.fill(this.use[(u << useShift) + flow]);
    }
  }

  /** Lets all that are filled rise together, each until something it uses is used up. */
  private raise(): void {
    const { real, whole, heap } = this;
    this.heapSize = 0;
    for (let i = 0; i < this.touchedCount; i++) {
      const k = this.touched[i];
      const place = k << resourceShift;
      const left = real[place + spare] > 0 ? real[place + spare] : 0;
      const rises = real[place + weight];
      real[place + room] = left;
      real[place + rising] = rises;
      whole[place + risingCount] = whole[place + count];
      real[place + top] = 0;
      real[place + key] = -1;
      // What cannot hold anybody back is not looked at.
      if (whole[place + count] === 0 || left >= rises) continue;
      real[place + key] = left / rises;
      heap[this.heapSize] = k;
      this.rise(this.heapSize++);
    }
    for (let i = 0; i < this.filledCount; i++) this.isFrozen[this.filled[i]] = 0;
    while (this.heapSize > 0) {
      const k = heap[0];
      const place = k << resourceShift;
      const isDone = whole[place + risingCount] === 0;
      const now = isDone ? 1 : real[place + room] / real[place + rising];
      // Levels only rise: what was held back elsewhere left room here.
      if (!isDone && now < 1 && now > real[place + key]) {
        real[place + key] = now;
        this.sink(0);
        continue;
      }
      this.pop();
      if (isDone || now > real[place + key]) real[place + key] = -1;
      else this.freeze(k, real[place + key]);
    }
    for (let i = 0; i < this.filledCount; i++) {
      const f = this.filled[i];
      if (this.isFrozen[f] === 0) this.stop(f, 1, -1);
    }
  }

  /** A resource is used up: all that rise on it stay at this level. */
  private freeze(k: number, at: number): void {
    const { use } = this;
    for (let u = this.whole[(k << resourceShift) + first]; u >= 0; u = use[(u << useShift) + next]) {
      const f = use[(u << useShift) + flow];
      if (this.isFilled[f] === 1 && this.isFrozen[f] === 0) this.stop(f, at, k);
    }
  }

  private stop(f: number, at: number, k: number): void {
    const { real, whole, use, useWeight } = this;
    this.isFrozen[f] = 1;
    this.newRate[f] = at;
    this.newBottleneck[f] = k;
    for (let u = this.firstUse(f), end = this.endOfUses(f); u < end; u++) {
      const place = use[(u << useShift) + resource] << resourceShift;
      if (whole[place + isTouched] === 0) continue;
      const left = real[place + room] - at * useWeight[u];
      real[place + room] = left > 0 ? left : 0;
      real[place + rising] -= useWeight[u];
      whole[place + risingCount]--;
      real[place + top] = at;
    }
  }

  /** Adds those whose bottleneck does not hold any more, and those that are faster than somebody held back beside them. */
  private widen(): void {
    const { real, whole, use } = this;
    for (let i = 0, all = this.touchedCount; i < all; i++) {
      const k = this.touched[i];
      const place = k << resourceShift;
      if (whole[place + holds] > 0) {
        const isLoose = real[place + room] > tolerance * real[place + capacity];
        if (isLoose || real[place + top] > real[place + level] * (1 + tolerance)) this.fillHeld(k);
      }
      const usedUp = real[place + key];
      if (usedUp < 0 || whole[place + uses] === whole[place + count]) continue;
      for (let u = whole[place + first]; u >= 0; u = use[(u << useShift) + next]) {
        const f = use[(u << useShift) + flow];
        if (this.isFilled[f] === 0 && this.rate[f] > usedUp * (1 + tolerance)) this.fill(f);
      }
    }
  }

  // The heap of resources by the level at which each would be used up.

  private pop(): void {
    this.heap[0] = this.heap[--this.heapSize];
    if (this.heapSize > 0) this.sink(0);
  }

  private rise(place: number): void {
    const { heap, real } = this;
    const k = heap[place];
    const own = real[(k << resourceShift) + key];
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (real[(heap[above] << resourceShift) + key] <= own) break;
      heap[place] = heap[above];
      place = above;
    }
    heap[place] = k;
  }

  private sink(place: number): void {
    const { heap, real, heapSize } = this;
    const k = heap[place];
    const own = real[(k << resourceShift) + key];
    for (let below = 2 * place + 1; below < heapSize; below = 2 * place + 1) {
      let least = real[(heap[below] << resourceShift) + key];
      if (below + 1 < heapSize && real[(heap[below + 1] << resourceShift) + key] < least)
        least = real[(heap[++below] << resourceShift) + key];
      if (least >= own) break;
      heap[place] = heap[below];
      place = below;
    }
    heap[place] = k;
  }

  // Uses.

  private link(f: number, u: number, k: number): void {
    const { use, whole } = this;
    const place = u << useShift;
    const head = whole[(k << resourceShift) + first];
    use[place + resource] = k;
    use[place + flow] = f;
    use[place + next] = head;
    use[place + previous] = -1;
    if (head >= 0) use[(head << useShift) + previous] = u;
    whole[(k << resourceShift) + first] = u;
    whole[(k << resourceShift) + uses]++;
  }

  private unlink(u: number): void {
    const { use, whole } = this;
    const k = use[(u << useShift) + resource];
    const place = k << resourceShift;
    const before = use[(u << useShift) + previous];
    const after = use[(u << useShift) + next];
    if (before >= 0) use[(before << useShift) + next] = after;
    else whole[place + first] = after;
    if (after >= 0) use[(after << useShift) + previous] = before;
    whole[place + uses]--;
    if (whole[place + holds] === 0 || whole[place + isLeft] === 1) return;
    whole[place + isLeft] = 1;
    this.left[this.leftCount++] = k;
  }

  /** Gives every flow room for so many uses. */
  private makeRoom(most: number): void {
    const { use, useWeight, useHop, whole, most: before } = this;
    const flows = this.used.length;
    const moved = (u: number) => (u < 0 ? u : Math.floor(u / before) * most + (u % before));
    this.most = most;
    this.use = new Int32Array((flows * most) << useShift);
    this.useWeight = new Float64Array(flows * most);
    this.useHop = new Int32Array(flows * most);
    for (let f = 0; f < flows; f++) {
      for (let i = 0; i < this.used[f]; i++) {
        const [from, to] = [f * before + i, f * most + i];
        this.useWeight[to] = useWeight[from];
        this.useHop[to] = useHop[from];
        this.use[(to << useShift) + resource] = use[(from << useShift) + resource];
        this.use[(to << useShift) + flow] = f;
        this.use[(to << useShift) + next] = moved(use[(from << useShift) + next]);
        this.use[(to << useShift) + previous] = moved(use[(from << useShift) + previous]);
      }
    }
    for (let place = first; place < whole.length; place += 1 << resourceShift) whole[place] = moved(whole[place]);
  }
}
