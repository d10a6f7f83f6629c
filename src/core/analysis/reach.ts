/** How far a network's terminals reach, counted in switches. */
import type { Network } from "../network/network.ts";
import { switchDistances, terminalsLookedAt } from "./switch-distance.ts";

export interface Reach {
  /** Terminals that were looked at, and whether these are all. */
  readonly looked: number;
  readonly isAll: boolean;
  /** Other terminals that a terminal reaches through one switch, or through none: the fewest of any, and the mean. */
  readonly inOne: { readonly least: number; readonly mean: number };
  /** Switches on the shortest way from a terminal to another that it reaches: the most of any two, and the mean; 0 where none reaches any. */
  readonly largest: number;
  readonly mean: number;
  /** Part of the pairs of different terminals that a way joins, 0 to 1. */
  readonly connected: number;
}

/** The reach of the terminals of a network, dead parts left out, by shortest ways whatever the routing. */
export function reachOf(network: Network): Reach {
  const { from, isAll } = terminalsLookedAt(network);
  const distances = switchDistances(network);
  const others = network.terminals - 1;
  let [least, inOne, largest, sum, reached] = [Infinity, 0, 0, 0, 0];
  for (const terminal of from) {
    let own = 0;
    distances(terminal).forEach((distance, to) => {
      if (distance < 0 || to === terminal) return;
      reached++;
      sum += distance;
      largest = Math.max(largest, distance);
      if (distance <= 1) own++;
    });
    inOne += own;
    least = Math.min(least, own);
  }
  return {
    looked: from.length,
    isAll,
    inOne: { least, mean: inOne / from.length },
    largest,
    mean: reached === 0 ? 0 : sum / reached,
    connected: others === 0 ? 1 : reached / (from.length * others),
  };
}
