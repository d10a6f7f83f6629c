// hot: no allocation, no for-of, no destructuring inside `beginStream` and `endStream`.
/**
 * Rates of packets that stream over complete circuits. On every channel, streams take capacity in order of their start: the oldest stream
 * takes as much as it can, the next one takes from what is left, and so on. A channel is not interleaved while its oldest stream can fill
 * it. So a new stream takes nothing from others, and a stream that ends gives capacity only to younger ones.
 */

import { growth } from "../../base/arrays.ts";
import { TimeHeap } from "../../base/time-heap.ts";

/** Remaining capacity counts as zero below this part of a resource's capacity, or of one phit per cycle if that is less. */
const negligibleShare = 1e-9;

/** The resources that a stream uses, and how often it crosses each. */
export interface StreamUses {
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
  private readonly startOrder: Float64Array;
  private startedCount = 0;
  /** [streams] Number of resources that a stream uses. They begin at stream × useStride, with the number of crossings of each. */
  private readonly useCount: Int32Array;
  private useStride = growth.initial(8);
  private useResource: Int32Array<ArrayBuffer>;
  private useTimes: Uint8Array<ArrayBuffer>;
  /** [resources] By resource: start of its section in `streamLists`, oldest stream first, and number of its streams. */
  private readonly firstStream: Int32Array;
  private readonly streamCount: Int32Array;
  private readonly streamLists: Int32Array;
  /** Streams whose rate has to be computed again, each once, by serial number. */
  private readonly pending = new TimeHeap();
  private readonly isPending: Uint8Array;

  /**
   * Allocates the arrays by stream and by resource. A stream is the data of one circuit, with the same number; a resource is a channel, or
   * a capacity that several channels share. Each resource has a section of `streamLists` for as many streams as it can have.
   * @param circuits Maximum number of streams.
   * @param capacities [resources] Capacity of each resource, phits per cycle, above 0.
   * @param maxStreams [resources] Maximum number of streams on each resource.
   */
  constructor(
    circuits: number,
    private readonly capacities: Float64Array,
    maxStreams: Int32Array,
  ) {
    const resources = capacities.length;
    this.rate = new Float64Array(circuits);
    this.startOrder = new Float64Array(circuits);
    this.changed = new Int32Array(circuits);
    this.isPending = new Uint8Array(circuits);
    this.useCount = new Int32Array(circuits);
    this.useResource = new Int32Array(circuits * this.useStride);
    this.useTimes = new Uint8Array(circuits * this.useStride);
    this.firstStream = new Int32Array(resources);
    this.streamCount = new Int32Array(resources);
    let listLength = 0;
    for (let resource = 0; resource < resources; resource++) {
      this.firstStream[resource] = listLength;
      listLength += maxStreams[resource];
    }
    this.streamLists = new Int32Array(listLength);
  }

  /** Number of streams that use a resource. */
  streamsOn(resource: number): number {
    return this.streamCount[resource];
  }

  /** The stream with the highest rate on a resource, the oldest of equals; −1 for none. */
  largestOn(resource: number): number {
    let largest = -1;
    for (let i = this.firstStream[resource], end = i + this.streamCount[resource]; i < end; i++) {
      const stream = this.streamLists[i];
      if (largest < 0 || this.rate[stream] > this.rate[largest]) largest = stream;
    }
    return largest;
  }

  /** Starts a stream at the rate that older streams leave to it. */
  beginStream(stream: number, uses: StreamUses): void {
    if (uses.count > this.useStride) this.growUses(uses.count);
    this.startOrder[stream] = this.startedCount++;
    this.useCount[stream] = uses.count;
    for (let i = 0, index = stream * this.useStride; i < uses.count; i++, index++) {
      const resource = uses.resource[i];
      this.useResource[index] = resource;
      this.useTimes[index] = uses.times[i];
      this.streamLists[this.firstStream[resource] + this.streamCount[resource]++] = stream;
    }
    this.rate[stream] = this.rateLeftFor(stream);
    this.changed[0] = stream;
    this.changedCount = 1;
  }

  /**
   * Ends a stream, and recomputes the rates of the younger streams that shared a resource with it, in order of their start. A stream whose
   * rate changes causes the younger streams on its resources to be recomputed too. The streams with a new rate are listed in `changed`.
   */
  endStream(stream: number): void {
    this.changedCount = 0;
    const firstUse = stream * this.useStride;
    const endOfUses = firstUse + this.useCount[stream];
    for (let index = firstUse; index < endOfUses; index++) {
      const resource = this.useResource[index];
      this.markYoungerPending(resource, stream);
      this.removeStream(resource, stream);
    }
    while (this.pending.nextTime < Infinity) {
      const younger = this.takeOldestPending();
      const rate = this.rateLeftFor(younger);
      if (rate === this.rate[younger]) continue;
      this.rate[younger] = rate;
      this.changed[this.changedCount++] = younger;
      for (let index = younger * this.useStride, end = index + this.useCount[younger]; index < end; index++)
        this.markYoungerPending(this.useResource[index], younger);
    }
  }

  /**
   * The rate, in phits per cycle, that a stream gets: the least that older streams leave to it on any resource that it uses. Streams of a
   * resource are listed in order of their start, and older ones have priority. A stream that uses a resource n times (`useTimes`) gets the
   * n-th part of the remaining capacity.
   */
  private rateLeftFor(stream: number): number {
    let leastRate = Infinity;
    for (let index = stream * this.useStride, end = index + this.useCount[stream]; index < end; index++) {
      const resource = this.useResource[index];
      const crossings = this.useTimes[index];
      const negligibleRate = negligibleShare * Math.min(1, this.capacities[resource]);
      let remainingRate = this.capacities[resource];
      // Older streams only take capacity, so the result stays 0 once nothing is left.
      for (let i = this.firstStream[resource]; this.streamLists[i] !== stream; i++) {
        const rate = this.rate[this.streamLists[i]];
        if (rate === 0) continue;
        remainingRate -= rate * this.timesOn(this.streamLists[i], resource);
        if (remainingRate / crossings < negligibleRate) return 0;
      }
      remainingRate /= crossings;
      if (remainingRate < negligibleRate) return 0;
      leastRate = Math.min(leastRate, remainingRate);
    }
    return leastRate;
  }

  private timesOn(stream: number, resource: number): number {
    let index = stream * this.useStride;
    while (this.useResource[index] !== resource) index++;
    return this.useTimes[index];
  }

  /** Marks the streams that began after a stream on a resource for recomputation. */
  private markYoungerPending(resource: number, stream: number): void {
    const end = this.firstStream[resource] + this.streamCount[resource];
    let i = this.firstStream[resource];
    while (this.streamLists[i] !== stream) i++;
    for (i++; i < end; i++) {
      const younger = this.streamLists[i];
      if (this.isPending[younger] === 1) continue;
      this.isPending[younger] = 1;
      this.pending.set(younger, this.startOrder[younger]);
    }
  }

  /** Removes and returns the pending stream that began first. */
  private takeOldestPending(): number {
    const stream = this.pending.firstId;
    this.pending.remove(stream);
    this.isPending[stream] = 0;
    return stream;
  }

  private removeStream(resource: number, stream: number): void {
    const end = this.firstStream[resource] + --this.streamCount[resource];
    let i = this.firstStream[resource];
    while (this.streamLists[i] !== stream) i++;
    for (; i < end; i++) this.streamLists[i] = this.streamLists[i + 1];
  }

  /** Enlarges the lists of resources to at least `least` entries per stream. */
  private growUses(least: number): void {
    const circuits = this.useCount.length;
    const stride = growth.next(least);
    const use = new Int32Array(circuits * stride);
    const times = new Uint8Array(circuits * stride);
    for (let stream = 0; stream < circuits; stream++) {
      use.set(this.useResource.subarray(stream * this.useStride, (stream + 1) * this.useStride), stream * stride);
      times.set(this.useTimes.subarray(stream * this.useStride, (stream + 1) * this.useStride), stream * stride);
    }
    this.useResource = use;
    this.useTimes = times;
    this.useStride = stride;
  }
}
