/** Loads of the channels in a frame: means over the measurement window once it has begun, before that since cycle 0. */
import type { Network } from "../../core/network/network.ts";
import { rateOf } from "../../core/plan/links.ts";
import type { Variant } from "../contract.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";

/** A channel counts as full from this share of its rate on: with queues of a few packets it can hardly carry more. */
export const fullShare = 0.85;

/** Loads and waiting times by channel, read from a frame. */
export interface FrameLoads {
  /** True once the measurement window has begun, over which the loads are means. */
  readonly isMeasured: boolean;
  /** Number of cycles of the means. */
  readonly cycles: number;
  /** Load of a channel, phits per cycle. */
  loadOf(channel: number): number;
  /** Load as a share of the channel's rate. */
  share(channel: number): number;
  /** Total waiting time of packets that arrived over the channel and then waited for their next channel, packet-cycles. */
  waiting(channel: number): number;
  /** Total time from the injection of packets until they had crossed the channel, packet-cycles: cumulative delay. */
  sinceInjection(channel: number): number;
}

type LoadSource = Pick<Variant, "frame" | "cycle" | "links">;

/**
 * Reads the loads of all channels from a frame (all counters of a run at one cycle). Loads are means over the measurement window once it
 * has begun, before that over all cycles since 0. All are 0 without a frame.
 * @param copies Whether to copy the counters. A frame is only borrowed, and is overwritten by the next slice of the run.
 */
export function frameLoads({ frame, cycle, links }: LoadSource, copies = false): FrameLoads {
  if (frame === null) return { isMeasured: false, cycles: 0, loadOf: () => 0, share: () => 0, waiting: () => 0, sinceInjection: () => 0 };
  const windowCycles = frame.scalars[scalar.windowCycles];
  const isMeasured = windowCycles > 0;
  const cycles = isMeasured ? windowCycles : frame.scalars[scalar.now];
  const column = (values: Float64Array) => (copies ? values.slice() : values);
  const phits = column(isMeasured ? frame.windowPhits : frame.phits);
  const waited = column(isMeasured ? frame.windowWaiting : frame.waiting);
  const delayed = column(isMeasured ? frame.windowSinceInjection : frame.sinceInjection);
  const loadOf = (channel: number) => (cycles > 0 ? phits[channel] / cycles : 0);
  return {
    isMeasured,
    cycles,
    loadOf,
    share: (channel) => (loadOf(channel) * cycle) / rateOf(links, channel),
    waiting: (channel) => waited[channel],
    sinceInjection: (channel) => delayed[channel],
  };
}

/** Whether the run has ended in a deadlock. */
export function hasDeadlocked({ frame }: Pick<Variant, "frame">): boolean {
  return frame?.scalars[scalar.status] === statuses.indexOf("deadlocked");
}

/** Loads for coloring channels: zero once a run has deadlocked, because nothing moves any more. */
export function shownLoadsOf(source: LoadSource): FrameLoads {
  return frameLoads(hasDeadlocked(source) ? { ...source, frame: null } : source);
}

/** The cycles over which {@link frameLoads} counts: the measurement window so far, or all cycles before it begins. */
export function countedSpan({ scalars }: Frame): { readonly from: number; readonly to: number } {
  const [currentCycle, from, cycles] = [scalars[scalar.now], scalars[scalar.windowStart], scalars[scalar.windowCycles]];
  return cycles > 0 ? { from, to: from + cycles } : { from: 0, to: currentCycle };
}

/** Total waiting time of packets in a switch for their next channel, packet-cycles. */
export function waitingAt(node: number, { firstOut, reverse }: Network, loads: FrameLoads): number {
  let sum = 0;
  for (let c = firstOut[node]; c < firstOut[node + 1]; c++) sum += loads.waiting(reverse[c]);
  return sum;
}

/** The channel with the highest share of its rate, and its load in phits per cycle; channel −1 while nothing has crossed any channel. */
export function hottestChannel(loads: FrameLoads, channels: number): { readonly channel: number; readonly load: number } {
  let [channel, highestShare] = [-1, 0];
  for (let c = 0; c < channels; c++) {
    const share = loads.share(c);
    if (share > highestShare) [channel, highestShare] = [c, share];
  }
  return { channel, load: channel < 0 ? 0 : loads.loadOf(channel) };
}
