/** A run over time: channel loads, consumed packets and their latency in time bins of equal length, which grows with the run. */
import { type Frame, scalar, timeBins } from "./frame.ts";

/** Smallest length of a bin, cycles. */
const minBinCycles = 16;

export class TimeColumns {
  /** Length of a bin, cycles. */
  binCycles: number;
  /** Number of complete bins. */
  private binCount = 0;
  private readonly worstLoad = new Float32Array(timeBins);
  private readonly meanLoad = new Float32Array(timeBins);
  private readonly accepted = new Float32Array(timeBins);
  private readonly latency = new Float32Array(timeBins);
  private readonly inNetwork = new Float32Array(timeBins);
  /** Packets consumed in each bin. */
  private readonly consumed = new Float64Array(timeBins);
  /** [C] Phits that had crossed each channel at the end of the last bin. */
  private readonly phitsBefore: Float64Array;

  /**
   * @param limit Latest end of the run, cycles; Infinity if unknown.
   * @param minRunCycles Shortest duration of the run: the initial bins are so long that they need not be merged before its end.
   */
  constructor(
    private readonly channels: number,
    private readonly terminals: number,
    private readonly packetPhits: number,
    limit: number,
    minRunCycles = 0,
  ) {
    let cycles = minBinCycles;
    if (limit < Infinity) cycles = Math.max(minBinCycles, Math.ceil(limit / timeBins));
    else while (cycles * timeBins <= minRunCycles) cycles *= 2;
    this.binCycles = cycles;
    this.phitsBefore = new Float64Array(channels);
  }

  /**
   * Closes a time bin: writes its mean and largest channel load, its throughput and its latency to the columns over time. When all bins are
   * used, pairs are merged and the length of a bin doubles.
   * @param phitsOf Phits that have crossed a channel so far.
   * @param packets Packets consumed in the bin.
   * @param latency Their total latency, cycles.
   * @param inNetwork Packets in the network at the end of the bin.
   */
  closeBin(phitsOf: (channel: number) => number, packets: number, latency: number, inNetwork: number): void {
    const { binCount, binCycles, phitsBefore } = this;
    let worstLoad = 0;
    let loadSum = 0;
    for (let channel = 0; channel < this.channels; channel++) {
      const phits = phitsOf(channel);
      const load = (phits - phitsBefore[channel]) / binCycles;
      phitsBefore[channel] = phits;
      loadSum += load;
      if (load > worstLoad) worstLoad = load;
    }
    this.worstLoad[binCount] = worstLoad;
    this.meanLoad[binCount] = loadSum / this.channels;
    this.accepted[binCount] = (packets * this.packetPhits) / (binCycles * this.terminals);
    this.latency[binCount] = packets > 0 ? latency / packets : 0;
    this.inNetwork[binCount] = inNetwork;
    this.consumed[binCount] = packets;
    if (++this.binCount === timeBins) this.mergePairs();
  }

  /** Writes the complete bins into a frame. */
  sample(into: Frame): void {
    into.worstLoad.set(this.worstLoad);
    into.meanLoad.set(this.meanLoad);
    into.acceptedOverTime.set(this.accepted);
    into.latencyOverTime.set(this.latency);
    into.inNetworkOverTime.set(this.inNetwork);
    into.scalars[scalar.binCycles] = this.binCycles;
    into.scalars[scalar.bins] = this.binCount;
  }

  /** Merges pairs of bins into bins of twice the length. */
  private mergePairs(): void {
    const { worstLoad, meanLoad, accepted, latency, inNetwork, consumed } = this;
    for (let i = 0; i < timeBins / 2; i++) {
      const [a, b] = [2 * i, 2 * i + 1];
      const count = consumed[a] + consumed[b];
      worstLoad[i] = Math.max(worstLoad[a], worstLoad[b]);
      meanLoad[i] = (meanLoad[a] + meanLoad[b]) / 2;
      accepted[i] = (accepted[a] + accepted[b]) / 2;
      latency[i] = count > 0 ? (latency[a] * consumed[a] + latency[b] * consumed[b]) / count : 0;
      inNetwork[i] = inNetwork[b];
      consumed[i] = count;
    }
    this.binCount = timeBins / 2;
    // Bins that are not complete are 0.
    for (const column of [worstLoad, meanLoad, accepted, latency, inNetwork]) column.fill(0, this.binCount);
    this.binCycles *= 2;
  }
}
