/** Distances between terminals, found by search. */
import { memoize } from "../base/memoize.ts";
import { pairDistances, terminalGraph } from "./distances.ts";
import type { Network } from "./network.ts";

/** Limit of channel visits. The result is needed while the user draws, so the search has to be short. */
const maxVisits = 1e6;

/**
 * Maximum and mean number of channels between two different participating terminals. Null if the search would take too long, or if some
 * pair has no path.
 */
export const terminalDistances = memoize((network: Network): { readonly diameter: number; readonly meanDistance: number } | null => {
  const { diameter, mean, unreachablePairs, isComplete } = pairDistances(terminalGraph(network), maxVisits);
  return isComplete && unreachablePairs === 0 ? { diameter, meanDistance: mean } : null;
});
