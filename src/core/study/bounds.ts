/** How much a network can carry at most, from its facts alone. */
import type { Facts } from "../topologies/contract.ts";

/**
 * Most phits per cycle that every terminal can get through under a traffic, whatever the routing is: no packet crosses fewer channels than
 * the shortest way has (Dally, Towles, 2004, §3.3). At least 0, at most 1.
 */
export function boundUnder(_traffic: string, { terminals, links, meanDistance, parts }: Facts): number {
  const ofTerminals = parts.links.reduce((sum, { isTerminal, count }) => (isTerminal ? sum + count : sum), 0);
  const between = 2 * (links - ofTerminals);
  const hops = (meanDistance ?? 4) - (ofTerminals > 0 ? 2 : 0);
  return hops <= 0 ? 1 : Math.min(1, between / (terminals * hops));
}
