/** Distances between terminals, found by search. */
import { once } from "../base/once.ts";
import { distancesOf, standsOfTerminals } from "./distances.ts";
import type { Network } from "./network.ts";

/** Limit of channel visits. The result is needed while the user draws, so the search has to be short. */
const mostLooks = 1e6;

/**
 * Maximum and mean number of channels between two different participating terminals. Null if the search would take too long, or if some
 * pair has no path.
 */
export const betweenTerminals = once((network: Network): { readonly diameter: number; readonly meanDistance: number } | null => {
  const { diameter, mean, lost, isAll } = distancesOf(standsOfTerminals(network), mostLooks);
  return isAll && lost === 0 ? { diameter, meanDistance: mean } : null;
});
