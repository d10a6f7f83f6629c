/** The channels of a network by load: class by class in order, or counted by how much they carry. */
import type { Network } from "../../core/network/network.ts";
import type { Loads } from "./loads.ts";

/** Steps of load that are told apart when channels are sorted, and more channels than any network has. */
const places = 2 ** 24;

/** The channels of one class from the busiest to the idlest. */
export interface Ranked {
  readonly name: string;
  readonly channels: Int32Array;
  readonly loads: Float64Array;
  /** The same as parts of what a channel can carry. */
  readonly shares: Float64Array;
  /** Of the loads, and of the shares. */
  readonly mean: number;
  readonly meanShare: number;
}

/** The classes of a network, each with its channels in order of load. */
export function rankedOf(network: Network, loads: Loads): readonly Ranked[] {
  const classes = network.linkClasses.map((): number[] => []);
  // Load and number in one whole number, so that a hundred thousand channels are sorted without a comparison of ours.
  for (let c = 0; c < network.head.length; c++) {
    classes[network.linkClass[c]].push(Math.round((2 - Math.min(2, loads.share(c))) * places) * places + c);
  }
  return classes.flatMap((keys, k) => {
    if (keys.length === 0) return [];
    const channels = Int32Array.from(Float64Array.from(keys).sort(), (key) => key % places);
    const own = Float64Array.from(channels, (c) => loads.of(c));
    const shares = Float64Array.from(channels, (c) => loads.share(c));
    return [{ name: network.linkClasses[k], channels, loads: own, shares, mean: meanOf(own), meanShare: meanOf(shares) }];
  });
}

const meanOf = (values: Float64Array) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Part of the channels in each of so many equal stretches of load, of which each is a share of what a channel can carry. */
export function histogram(shares: Float64Array, bins: number): readonly number[] {
  const counts = Array.from({ length: bins }, () => 0);
  for (const share of shares) counts[Math.min(bins - 1, Math.floor(share * bins))]++;
  return counts.map((count) => count / shares.length);
}
