/** The paths of a pair of terminals in words. */
import type { Way, WaysBetween } from "../core/analysis/ways-between.ts";
import { nearestFraction } from "../core/base/fraction.ts";
import { nameOfNode, type Network } from "../core/network/network.ts";
import { countOf, formatCount, formatMeasure, withUnit } from "./numbers.ts";

/** Which paths packets take, in one or two sentences. The pair must have at least one path. */
export function sayWays({ told, taken, count, isDrawn, isChosen, isCompared }: WaysBetween): string {
  const others = told - taken;
  const all = count === null ? `more than ${formatCount(told)} paths` : countOf(count, "path", "paths");
  const even = isChosen ? " Where switches choose, shares are those of an even choice." : "";
  const rest = count === told ? "" : ` Only ${formatCount(told)} were followed.`;
  if (isCompared)
    return `In an empty network ${taken === 1 ? "all packets take one path" : `packets take ${formatCount(taken)} paths`}. Each compares that with one of ${formatCount(others)} detours.${even}${rest}`;
  if (count === 1) return "All packets take one path.";
  return `${isDrawn ? `Each packet draws one of ${all}.` : `Packets may take ${all}.`}${even}${rest}`;
}

/** A share as a fraction with a denominator up to 1000, such as `1/16`; otherwise in percent. */
export function sayPart(part: number): string {
  if (part < crumb) return "0";
  const [p, q] = nearestFraction(part, 1000);
  if (Math.abs(p / q - part) > crumb) return withUnit(formatMeasure(100 * part), "%");
  return q === 1 ? String(p) : `${p}/${q}`;
}

/** Sums of shares have rounding errors. Differences below this are ignored. */
const crumb = 1e-8;

/** A path by its nodes: `terminal 0 → switch (0, 0) → switch (1, 0) → terminal 1`. */
export function sayWay(network: Network, { channels }: Pick<Way, "channels">): string {
  return named(network, [network.tail[channels[0]], ...channels.map((c) => network.head[c])]);
}

/** The intermediate nodes of a path; the whole path if it has none. */
export function sayInside(network: Network, way: Pick<Way, "channels">): string {
  const inside = way.channels.slice(1).map((c) => network.tail[c]);
  return inside.length === 0 ? sayWay(network, way) : named(network, inside);
}

const named = (network: Network, nodes: readonly number[]) => nodes.map((n) => nameOfNode(network, n)).join(" → ");
