/** Distances between terminals, counted in switches. */
import type { Network } from "../network/network.ts";
import { switchDistances, sampledTerminals } from "./switch-distance.ts";

export interface TerminalReach {
  /** Number of examined terminals, and whether these are all. */
  readonly looked: number;
  readonly isAll: boolean;
  /** Number of other terminals at most one switch away: minimum and mean over the terminals. */
  readonly inOne: { readonly least: number; readonly mean: number };
  /** Switches on the shortest path between connected terminals: maximum and mean; 0 if no pair is connected. */
  readonly largest: number;
  readonly mean: number;
  /** Part of the pairs of different terminals that are connected, 0 to 1. */
  readonly connected: number;
}

/**
 * Distances between terminals, counted in switches on a shortest path, under any routing: how many terminals are at most one switch away
 * (`inOne`), the largest and the mean distance, and the part of the pairs that are connected. In large networks some terminals are examined
 * as sources. Failed links are not used.
 */
export function terminalReachOf(network: Network): TerminalReach {
  const { from: sources, isAll } = sampledTerminals(network);
  const distances = switchDistances(network);
  const others = network.terminals - 1;
  let [least, inOne, largest, sum, reached] = [Infinity, 0, 0, 0, 0];
  for (const terminal of sources) {
    let nearTerminals = 0;
    distances(terminal).forEach((distance, to) => {
      if (distance < 0 || to === terminal) return;
      reached++;
      sum += distance;
      largest = Math.max(largest, distance);
      if (distance <= 1) nearTerminals++;
    });
    inOne += nearTerminals;
    least = Math.min(least, nearTerminals);
  }
  return {
    looked: sources.length,
    isAll,
    inOne: { least, mean: inOne / sources.length },
    largest,
    mean: reached === 0 ? 0 : sum / reached,
    connected: others === 0 ? 1 : reached / (sources.length * others),
  };
}
