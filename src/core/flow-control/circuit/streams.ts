// hot: no allocation, no for-of, no destructuring inside `beginStream` and `endStream`.
/**
 * Rates of packets that stream over complete circuits. On every channel, streams take capacity in order of their start: the oldest takes
 * all it can, the next one takes of the rest. A channel is not interleaved while its oldest stream can fill it. So a new stream takes
 * nothing from others, and a stream that ends gives capacity only to younger ones.
 */

import { growth } from "../../base/arrays.ts";
import { TimeHeap } from "../../base/time-heap.ts";

/** Remaining capacity counts as zero below this part of a resource's capacity, or of one phit per cycle. */
const nothing = 1e-9;

/** The resources that a stream uses, and how often it crosses each. */
export interface Uses {
  readonly count: number;
  readonly resource: ArrayLike<number>;
  readonly times: ArrayLike<number>;
}

export class CircuitStreams {
  /** [streams] Phits per cycle; 0 for a stream that older streams leave nothing to. */
  readonly rate: Float64Array;
  /** Streams whose rate changed in the last {@link beginStream} or {@link endStream}; the first `changedCount` entries are valid. */
  readonly changed: Int32Array;
  changedCount = 0;
  /** [streams] Serial number of the start of each stream. */
  private readonly order: Float64Array;
  private begun = 0;
  /** [streams] Number of resources that a stream uses. They begin at stream × useStride, with the number of crossings of each. */
  private readonly used: Int32Array;
  private stride = growth.initial(8);
  private use: Int32Array<ArrayBuffer>;
  private times: Uint8Array<ArrayBuffer>;
  /** [resources] By resource: start of its section in `streamLists`, oldest stream first, and number of its streams. */
  private readonly first: Int32Array;
  private readonly count: Int32Array;
  private readonly list: Int32Array;
  /** Streams whose rate has to be computed again, each once, by serial number. */
  private readonly pending = new TimeHeap();
  private readonly isPending: Uint8Array;

  /**
   * @param circuits Maximum number of streams, P.
   * @param capacities [resources] Capacity of each resource, phits per cycle, above 0.
   * @param maxStreams [resources] Maximum number of streams on each resource.
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

  /** Number of streams that use a resource. */
  usesOf(k: number): number {
    return this.count[k];
  }

  /** The stream with the highest rate on a resource, the oldest of equals; −1 for none. */
  largestOn(k: number): number {
    let largest = -1;
    for (let i = this.first[k], end = i + this.count[k]; i < end; i++) {
      const p = this.list[i];
      if (largest < 0 || this.rate[p] > this.rate[largest]) largest = p;
    }
    return largest;
  }

  /** Starts a stream at the rate that older streams leave to it. */
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

  /** Ends a stream. Younger streams on its resources are recomputed in order of their start, each with its own younger neighbors. */
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

  /** The rate that older streams leave to a stream, phits per cycle. */
  private leftTo(p: number): number {
    let least = Infinity;
    for (let place = p * this.stride, end = place + this.used[p]; place < end; place++) {
      const k = this.use[place];
      const times = this.times[place];
      const none = nothing * Math.min(1, this.capacities[k]);
      let left = this.capacities[k];
      // Older streams only take capacity, so the result stays 0 once nothing is left.
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

  /** Marks the streams that began after a stream on a resource for recomputation. */
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

  /** Removes and returns the pending stream that began first. */
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

  /** Enlarges the lists of resources to at least `least` entries per stream. */
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
