/** What the cards must know of a network's shape. */
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";

/**
 * How much of the width a network takes in its upper half, 0 to 1: trees that grow thinner leave corners, everything
 * else takes it all.
 */
export function upperWidth(network: Network): number {
  const level = axisOf(network, "level");
  if (level < 0) return 1;
  const counts = Array.from({ length: network.axes[level].size }, () => 0);
  for (let n = network.terminals; n < network.terminals + network.switches; n++) counts[coordinate(network, n, level)]++;
  return Math.max(...counts.slice(Math.floor((counts.length - 1) / 2))) / Math.max(...counts);
}
