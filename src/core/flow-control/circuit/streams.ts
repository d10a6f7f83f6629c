// hot: no allocation, no for-of, no destructuring inside `begin` and `end`.
/**
 * How fast packets stream over complete circuits. On every channel the stream that began first takes what it can, and the
 * next one what it leaves: a channel is not interleaved as long as its oldest stream can fill it. So a stream that begins
 * takes from nobody, and one that ends gives only to younger ones.
 */

import { growth } from "../../base/arrays.ts";
import { TimeHeap } from "../../base/time-heap.ts";

/** What is left of a resource is nothing when it is less than this part of what it carries, or of a phit per cycle. */
const nothing = 1e-9;

/** What a stream uses: resources, each as many times as it is crossed. */
export interface Uses {
  readonly count: number;
  readonly resource: ArrayLike<number>;
  readonly times: ArrayLike<number>;
}

export class CircuitStreams {
  /** [P] Phits per cycle; 0 for a stream that others leave nothing to. */
  readonly rate: Float64Array;
  /** Streams whose rate is another one since the last {@link begin} or {@link end}: so many of them. */
  readonly changed: Int32Array;
  changedCount = 0;
  /** [P] Place of a stream among all that ever began. */
  private readonly order: Float64Array;
  private begun = 0;
  /** [P] How many resources a stream uses: those from p × stride on, and how many times each. */
  private readonly used: Int32Array;
  private stride = growth.initial(8);
  private use: Int32Array<ArrayBuffer>;
  private times: Uint8Array<ArrayBuffer>;
  /** [K] Where the list of its streams begins, the oldest first; and how many there are. */
  private readonly first: Int32Array;
  private readonly count: Int32Array;
  private readonly list: Int32Array;
  /** Streams that may be given another rate, each once. */
  private readonly pending = new TimeHeap();
  private readonly isPending: Uint8Array;

  /**
   * @param circuits most streams at a time, P
   * @param capacities [K] of each resource, phits per cycle, above 0
   * @param most [K] streams that may use each at the same time
   */
  constructor(
    circuits: number,
    private readonly capacities: Float64Array,
    most: Int32Array,
  ) {
    const resources = capacities.length;
    this.rate = new Float64Array(circuits);
    this.order = new Float64Array(circuits);
    this.changed = new Int32Array(circuits);
    this.isPending = new Uint8Array(circuits);
    this.used = new Int32Array(circuits);
    this.use = new Int32Array(circuits * this.stride);
    this.times = new Uint8Array(circuits * this.stride);
    this.first = new Int32Array(resources);
    this.count = new Int32Array(resources);
    let places = 0;
    for (let k = 0; k < resources; k++) {
      this.first[k] = places;
      places += most[k];
    }
    this.list = new Int32Array(places);
  }

  /** How many streams use a resource. */
  usesOf(k: number): number {
    return this.count[k];
  }

  /** The stream that a resource carries most of, the oldest of these; −1 for none. */
  largestOn(k: number): number {
    let largest = -1;
    for (let i = this.first[k], end = i + this.count[k]; i < end; i++) {
      const p = this.list[i];
      if (largest < 0 || this.rate[p] > this.rate[largest]) largest = p;
    }
    return largest;
  }

  /** A stream begins, with what the others leave. */
  begin(p: number, uses: Uses): void {
    if (uses.count > this.stride) this.lengthen(uses.count);
    this.order[p] = this.begun++;
    this.used[p] = uses.count;
    for (let i = 0, place = p * this.stride; i < uses.count; i++, place++) {
      const k = uses.resource[i];
      this.use[place] = k;
      this.times[place] = uses.times[i];
      this.list[this.first[k] + this.count[k]++] = p;
    }
    this.rate[p] = this.leftTo(p);
    this.changed[0] = p;
    this.changedCount = 1;
  }

  /** A stream ends: the next ones take what it had, and leave what they had elsewhere to those behind them. */
  end(p: number): void {
    this.changedCount = 0;
    const from = p * this.stride;
    const to = from + this.used[p];
    for (let place = from; place < to; place++) {
      const k = this.use[place];
      this.addYounger(k, p);
      this.remove(k, p);
    }
    while (this.pending.next < Infinity) {
      const q = this.takeOldest();
      const rate = this.leftTo(q);
      if (rate === this.rate[q]) continue;
      this.rate[q] = rate;
      this.changed[this.changedCount++] = q;
      for (let place = q * this.stride, end = place + this.used[q]; place < end; place++) this.addYounger(this.use[place], q);
    }
  }

  /** What older streams leave to a stream. */
  private leftTo(p: number): number {
    let least = Infinity;
    for (let place = p * this.stride, end = place + this.used[p]; place < end; place++) {
      const k = this.use[place];
      const times = this.times[place];
      const none = nothing * Math.min(1, this.capacities[k]);
      let left = this.capacities[k];
      // Older ones take, and none gives: as soon as nothing is left, nothing will be.
      for (let i = this.first[k]; this.list[i] !== p; i++) {
        const rate = this.rate[this.list[i]];
        if (rate === 0) continue;
        left -= rate * this.timesOn(this.list[i], k);
        if (left / times < none) return 0;
      }
      left /= times;
      if (left < none) return 0;
      least = Math.min(least, left);
    }
    return least;
  }

  private timesOn(p: number, k: number): number {
    let place = p * this.stride;
    while (this.use[place] !== k) place++;
    return this.times[place];
  }

  /** Those behind a stream on a resource may have to be given another rate. */
  private addYounger(k: number, p: number): void {
    const end = this.first[k] + this.count[k];
    let i = this.first[k];
    while (this.list[i] !== p) i++;
    for (i++; i < end; i++) {
      const q = this.list[i];
      if (this.isPending[q] === 1) continue;
      this.isPending[q] = 1;
      this.pending.set(q, this.order[q]);
    }
  }

  /** The pending stream that began first. */
  private takeOldest(): number {
    const p = this.pending.first;
    this.pending.remove(p);
    this.isPending[p] = 0;
    return p;
  }

  private remove(k: number, p: number): void {
    const end = this.first[k] + --this.count[k];
    let i = this.first[k];
    while (this.list[i] !== p) i++;
    for (; i < end; i++) this.list[i] = this.list[i + 1];
  }

  private lengthen(least: number): void {
    const circuits = this.used.length;
    const stride = growth.next(least);
    const use = new Int32Array(circuits * stride);
    const times = new Uint8Array(circuits * stride);
    for (let p = 0; p < circuits; p++) {
      use.set(this.use.subarray(p * this.stride, (p + 1) * this.stride), p * stride);
      times.set(this.times.subarray(p * this.stride, (p + 1) * this.stride), p * stride);
    }
    this.use = use;
    this.times = times;
    this.stride = stride;
  }
}
