/** A run over time: channel loads, consumed packets and their latency in time bins of equal length, which grows with the run. */
import { type Frame, scalar, timeBins } from "./frame.ts";

/** Smallest length of a bin, cycles. */
const shortest = 16;

export class TimeColumns {
  /** Length of a bin, cycles. */
  cycles: number;
  /** Number of complete bins. */
  private bins = 0;
  private readonly worstLoad = new Float32Array(timeBins);
  private readonly meanLoad = new Float32Array(timeBins);
  private readonly accepted = new Float32Array(timeBins);
  private readonly latency = new Float32Array(timeBins);
  private readonly inNetwork = new Float32Array(timeBins);
  /** Packets consumed in each bin. */
  private readonly consumed = new Float64Array(timeBins);
  /** [C] Phits that had crossed each channel at the end of the last bin. */
  private readonly before: Float64Array;

  /**
   * @param limit Latest end of the run, cycles; Infinity if unknown.
   * @param minRunCycles Shortest duration of the run: bins that would be merged before its end are avoided.
   */
  constructor(
    private readonly channels: number,
    private readonly terminals: number,
    private readonly packetPhits: number,
    limit: number,
    least = 0,
  ) {
    let cycles = shortest;
    if (limit < Infinity) cycles = Math.max(shortest, Math.ceil(limit / timeBins));
    else while (cycles * timeBins <= least) cycles *= 2;
    this.cycles = cycles;
    this.before = new Float64Array(channels);
  }

  /**
   * Closes a bin. When all are used, pairs are merged and the length of a bin doubles.
   * @param phitsOf Phits that have crossed a channel so far.
   * @param packets Packets consumed in the bin.
   * @param latency Their total latency, cycles.
   * @param inNetwork Packets in the network at the end of the bin.
   */
  close(phitsOn: (channel: number) => number, packets: number, latency: number, inNetwork: number): void {
    const { bins, cycles, before } = this;
    let worst = 0;
    let sum = 0;
    for (let c = 0; c < this.channels; c++) {
      const phits = phitsOn(c);
      const load = (phits - before[c]) / cycles;
      before[c] = phits;
      sum += load;
      if (load > worst) worst = load;
    }
    this.worstLoad[bins] = worst;
    this.meanLoad[bins] = sum / this.channels;
    this.accepted[bins] = (packets * this.packetPhits) / (cycles * this.terminals);
    this.latency[bins] = packets > 0 ? latency / packets : 0;
    this.inNetwork[bins] = inNetwork;
    this.consumed[bins] = packets;
    if (++this.bins === timeBins) this.merge();
  }

  /** Writes the complete bins into a frame. */
  sample(into: Frame): void {
    into.worstLoad.set(this.worstLoad);
    into.meanLoad.set(this.meanLoad);
    into.acceptedOverTime.set(this.accepted);
    into.latencyOverTime.set(this.latency);
    into.inNetworkOverTime.set(this.inNetwork);
    into.scalars[scalar.binCycles] = this.cycles;
    into.scalars[scalar.bins] = this.bins;
  }

  /** Merges pairs of bins into bins of twice the length. */
  private merge(): void {
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
    this.bins = timeBins / 2;
    // Bins that are not complete are 0.
    for (const column of [worstLoad, meanLoad, accepted, latency, inNetwork]) column.fill(0, this.bins);
    this.cycles *= 2;
  }
}
