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
  const otherTerminals = network.terminals - 1;
  let [fewestNear, nearPairs, largest, sum, reachedPairs] = [Infinity, 0, 0, 0, 0];
  for (const terminal of sources) {
    let nearTerminals = 0;
    distances(terminal).forEach((distance, otherTerminal) => {
      if (distance < 0 || otherTerminal === terminal) return;
      reachedPairs++;
      sum += distance;
      largest = Math.max(largest, distance);
      if (distance <= 1) nearTerminals++;
    });
    nearPairs += nearTerminals;
    fewestNear = Math.min(fewestNear, nearTerminals);
  }
  return {
    looked: sources.length,
    isAll,
    inOne: { least: fewestNear, mean: nearPairs / sources.length },
    largest,
    mean: reachedPairs === 0 ? 0 : sum / reachedPairs,
    connected: otherTerminals === 0 ? 1 : reachedPairs / (sources.length * otherTerminals),
  };
}
