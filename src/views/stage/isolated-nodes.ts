/** The nodes that faults have cut off from the network. */
import { memoize } from "../../core/base/memoize.ts";
import type { Network } from "../../core/network/network.ts";

/** Nodes without any link. */
export const isolatedNodes = memoize(({ firstOut, terminals, switches }: Network): ReadonlySet<number> => {
  const isolated = new Set<number>();
  for (let node = 0; node < terminals + switches; node++) if (firstOut[node] === firstOut[node + 1]) isolated.add(node);
  return isolated;
});
