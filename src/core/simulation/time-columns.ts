/** How a run goes over time: loads, packets consumed and their latency in equal stretches, which become longer as the run does. */
import { type Frame, scalar, timeBins } from "./frame.ts";

/** Fewest cycles of a stretch. */
const shortest = 16;

export class TimeColumns {
  /** Cycles of a stretch. */
  cycles: number;
  /** Stretches that are over. */
  private bins = 0;
  private readonly worstLoad = new Float32Array(timeBins);
  private readonly meanLoad = new Float32Array(timeBins);
  private readonly accepted = new Float32Array(timeBins);
  private readonly latency = new Float32Array(timeBins);
  private readonly inNetwork = new Float32Array(timeBins);
  /** Packets consumed in each. */
  private readonly consumed = new Float64Array(timeBins);
  /** [C] Phits that had crossed each channel when the last stretch ended. */
  private readonly before: Float64Array;

  /**
   * @param limit cycle at which the run ends at the latest, Infinity where nobody knows
   * @param least cycles that it lasts at least: what is shorter than a part of them would be merged before it ends
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
   * Ends a stretch; when the columns are full, pairs are merged and stretches become twice as long.
   * @param phitsOn phits that have crossed a channel so far
   * @param packets consumed in the stretch
   * @param latency sum over these, cycles
   * @param inNetwork packets in the network by now
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

  /** Writes the stretches that are over into a frame. */
  sample(into: Frame): void {
    into.worstLoad.set(this.worstLoad);
    into.meanLoad.set(this.meanLoad);
    into.acceptedOverTime.set(this.accepted);
    into.latencyOverTime.set(this.latency);
    into.inNetworkOverTime.set(this.inNetwork);
    into.scalars[scalar.binCycles] = this.cycles;
    into.scalars[scalar.bins] = this.bins;
  }

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
    // What is not over yet is empty.
    for (const column of [worstLoad, meanLoad, accepted, latency, inNetwork]) column.fill(0, this.bins);
    this.cycles *= 2;
  }
}
