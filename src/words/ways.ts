/** The ways of a pair in words. People read `path` where the code says `way`. */
import type { Way, WaysBetween } from "../core/analysis/ways-between.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { countOf, formatCount } from "./numbers.ts";

/** Who takes which paths, as a sentence or two; the pair has some. */
export function sayWays({ ways, count, isDrawn, isChosen, isCompared }: WaysBetween): string {
  const direct = ways.filter(({ share }) => share > 0).length;
  const others = ways.length - direct;
  const all = count === null ? `more than ${formatCount(ways.length)} paths` : countOf(count, "path", "paths");
  const even = isChosen ? " Where switches choose, shares are those of an even choice." : "";
  const rest = count === ways.length ? "" : ` ${formatCount(ways.length)} are listed.`;
  if (isCompared)
    return `In an empty network ${direct === 1 ? "all packets take one path" : `packets take ${formatCount(direct)} paths`}. Each compares that with one of ${formatCount(others)} detours.${even}${rest}`;
  if (count === 1) return "All packets take one path.";
  return `${isDrawn ? `Each packet draws one of ${all}.` : `Packets may take ${all}.`}${even}${rest}`;
}

/** A path by its nodes: `terminal 0 → switch (0, 0) → switch (1, 0) → terminal 1`. */
export function sayWay(network: Network, { channels }: Pick<Way, "channels">): string {
  return named(network, [network.tail[channels[0]], ...channels.map((c) => network.head[c])]);
}

/** The same without its ends, where these are said already; with them where nothing lies between. */
export function sayInside(network: Network, way: Pick<Way, "channels">): string {
  const inside = way.channels.slice(1).map((c) => network.tail[c]);
  return inside.length === 0 ? sayWay(network, way) : named(network, inside);
}

const named = (network: Network, nodes: readonly number[]) => nodes.map((n) => nameOfNode(network, n)).join(" → ");
