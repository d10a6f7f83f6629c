/** Channels of a network by load: in descending order within each class, or as a histogram. */
import type { Network } from "../../core/network/network.ts";
import type { FrameLoads } from "./loads.ts";

/** Steps per unit of load in a sort key, and an upper bound on the channel number in the same key. */
const keyRange = 2 ** 24;

/** The channels of one class, the busiest first. */
export interface RankedClass {
  readonly name: string;
  readonly channels: Int32Array;
  readonly loads: Float64Array;
  /** Loads as shares of the rates. */
  readonly shares: Float64Array;
  /** Mean of the loads, and of the shares. */
  readonly mean: number;
  readonly meanShare: number;
}

/** The classes of a network, each with its channels in descending order of load. */
export function rankChannels(network: Network, loads: FrameLoads): readonly RankedClass[] {
  const classes = network.linkClasses.map((): number[] => []);
  // Load and channel number in one integer key, so that the built-in numeric sort needs no comparison function.
  for (let c = 0; c < network.head.length; c++) {
    classes[network.linkClass[c]].push(Math.round((2 - Math.min(2, loads.share(c))) * keyRange) * keyRange + c);
  }
  return classes.flatMap((keys, k) => {
    if (keys.length === 0) return [];
    const channels = Int32Array.from(Float64Array.from(keys).sort(), (key) => key % keyRange);
    const classLoads = Float64Array.from(channels, (c) => loads.loadOf(c));
    const shares = Float64Array.from(channels, (c) => loads.share(c));
    return [{ name: network.linkClasses[k], channels, loads: classLoads, shares, mean: meanOf(classLoads), meanShare: meanOf(shares) }];
  });
}

const meanOf = (values: Float64Array) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Share of the channels in each of `bins` equal intervals of load, where load is a share of the channel's rate. */
export function histogram(shares: Float64Array, bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const share of shares) counts[Math.min(bins - 1, Math.floor(share * bins))]++;
  return counts.map((count) => count / shares.length);
}
