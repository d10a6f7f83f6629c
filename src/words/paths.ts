/** The paths of a pair of terminals in words. */
import type { RoutedPath, PathsBetween } from "../core/analysis/paths-between.ts";
import { nearestFraction } from "../core/base/fraction.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { countOf, formatCount, formatMeasure, withUnit } from "./numbers.ts";

/** Which paths packets take, in one or two sentences. The pair must have at least one path. */
export function sayPaths({ listedCount: followedCount, takenCount, count, isRandom, isAdaptive, isQueueDependent }: PathsBetween): string {
  const detourCount = followedCount - takenCount;
  const countText = count === null ? `more than ${formatCount(followedCount)} paths` : countOf(count, "path", "paths");
  const evenSplitClause = isAdaptive ? " Where switches choose adaptively, the shares assume an even split." : "";
  const limitClause = count === followedCount ? "" : ` Only ${formatCount(followedCount)} of them were enumerated.`;
  if (isQueueDependent)
    return `In an empty network, ${takenCount === 1 ? "all packets take the same path" : `packets take ${formatCount(takenCount)} paths`}. Each packet compares this with one of ${formatCount(detourCount)} non-minimal paths.${evenSplitClause}${limitClause}`;
  if (count === 1) return "All packets take the same path.";
  return `${isRandom ? `Each packet takes one of ${countText} at random.` : `Packets may take ${countText}.`}${evenSplitClause}${limitClause}`;
}

/** A share as a fraction with a denominator up to 1000, such as `1/16`; otherwise in percent. */
export function sayPathShare(share: number): string {
  if (share < shareTolerance) return "0";
  const [p, q] = nearestFraction(share, 1000);
  if (Math.abs(p / q - share) > shareTolerance) return withUnit(formatMeasure(100 * share), "%");
  return q === 1 ? String(p) : `${p}/${q}`;
}

/** Sums of shares have rounding errors. Differences below this are ignored. */
const shareTolerance = 1e-8;

/** A path by its nodes: `terminal 0 → switch (0, 0) → switch (1, 0) → terminal 1`. */
export function sayPath(network: Network, { channels }: Pick<RoutedPath, "channels">): string {
  return joinNodeNames(network, [network.tail[channels[0]], ...channels.map((c) => network.head[c])]);
}

/** The intermediate nodes of a path; the whole path if it has none. */
export function sayIntermediateNodes(network: Network, path: Pick<RoutedPath, "channels">): string {
  const intermediateNodes = path.channels.slice(1).map((c) => network.tail[c]);
  return intermediateNodes.length === 0 ? sayPath(network, path) : joinNodeNames(network, intermediateNodes);
}

const joinNodeNames = (network: Network, nodes: readonly number[]) => nodes.map((n) => nameOfNode(network, n)).join(" → ");
