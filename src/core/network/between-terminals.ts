/** How far terminals are from each other, counted. */
import { once } from "../base/once.ts";
import { distancesOf, standsOfTerminals } from "./distances.ts";
import type { Network } from "./network.ts";

/** Ways looked at for distances between terminals: they are asked for while somebody draws. */
const mostLooks = 1e6;

/** Largest and mean number of channels between two different terminals that take part; null where finding them takes too long, or where some have no way. */
export const betweenTerminals = once((network: Network): { readonly diameter: number; readonly meanDistance: number } | null => {
  const { diameter, mean, lost, isAll } = distancesOf(standsOfTerminals(network), mostLooks);
  return isAll && lost === 0 ? { diameter, meanDistance: mean } : null;
});
