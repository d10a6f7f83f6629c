/** Size and structure of a network as rows: distances, embedded grids, and the number of failures that disconnect it. */
import type { SwitchCut } from "../../../core/analysis/bisection/switch-cut.ts";
import type { Embedding } from "../../../core/analysis/embedding.ts";
import type { TerminalReach } from "../../../core/analysis/reach.ts";
import type { DistanceSummary, NetworkMetrics } from "../../../core/analysis/size.ts";
import type { Structure } from "../../../core/analysis/structure.ts";
import { joinWithAnd } from "../../../core/base/words.ts";
import type { TopologyDescription } from "../../../worker/describe-topology.ts";
import { countOf, formatCount, formatMeasure, formatPercent } from "../../../words/numbers.ts";

/** A row: name and value. */
export type StructureRow = readonly [string, string];

/**
 * The rows of a topology's size and structure. Distances and degree are those of textbooks: hops between switches, and links of a switch to
 * other switches. Distances between terminals, which include the two channels of the terminals, have a row of their own.
 * @param areLinksCounted Whether the links between switches are already shown elsewhere.
 */
export function structureRows({ size, structure }: TopologyDescription, areLinksCounted: boolean): readonly StructureRow[] {
  return [...sizeRows(size, areLinksCounted), ...rowsOfStructure(structure, size.terminals)];
}

function sizeRows(
  { switchLinks, radix, degree, ofTerminals, betweenSwitches, girth }: NetworkMetrics,
  areLinksCounted: boolean,
): readonly StructureRow[] {
  return [
    ...(areLinksCounted || degree === null ? [] : [["between switches", countOf(switchLinks, "link", "links")] as const]),
    ...(betweenSwitches === null
      ? []
      : [
          ["diameter", `${countOf(betweenSwitches.diameter!, "hop", "hops")} between switches`] as const,
          ["mean distance", `${sayMean(betweenSwitches)} hops between switches`] as const,
        ]),
    ...(degree === null ? [] : [["degree", `${sayRange(degree)} links of a switch to others`] as const]),
    ["from terminal to terminal", sayDistances(ofTerminals)],
    ...(girth === null ? [] : [["shortest cycle", countOf(girth, "channel", "channels")] as const]),
    ["radix", `${countOf(radix, "port", "ports")} of the largest switch`],
  ];
}

function sayRange({ least, most }: { readonly least: number; readonly most: number }): string {
  return least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
}

const sayMean = ({ mean, isSampled }: DistanceSummary) => `${isSampled ? "about " : ""}${formatMeasure(mean!)}`;

function sayDistances(distances: DistanceSummary): string {
  const { diameter, mean, isWhole } = distances;
  if (mean === null) return "no path";
  const maximumText = diameter === null ? "" : `${countOf(diameter, "channel", "channels")} at most, `;
  return `${maximumText}${sayMean(distances)} on average, with those of the terminals${isWhole ? "" : ", where there is a path"}`;
}

/** Rows on reach, embedded grids, and failures. */
function rowsOfStructure(
  { reach, embeddings, switchCut, connectivity, bisection, losses }: Structure,
  terminals: number,
): readonly StructureRow[] {
  const grids = (embeddings ?? []).filter(({ placed }) => placed === "by coordinates");
  return [
    ["one switch away", sayNear(reach, terminals)],
    ["farthest", reach.largest === 0 ? "no reachable terminal" : `through ${countOf(reach.largest, "switch", "switches")}`],
    ...(reach.connected < 1
      ? [["connected", `${formatPercent(Math.floor(reach.connected * 100) / 100)}\u00a0% of the pairs`] as const]
      : []),
    ...grids.map((grid): StructureRow => [grid.title, sayGrid(grid)]),
    ...rowsOfCuts(switchCut, connectivity),
    ...(bisection === null ? [] : [["cut in half when", sayHalving(bisection)] as const]),
    ...losses.map(({ family, reach: left }): StructureRow => [`without ${family}`, sayLoss(left, reach)]),
  ];
}

function sayNear({ inOne: { least, mean } }: TerminalReach, terminals: number): string {
  const totalText = `of ${formatCount(terminals - 1)} other terminals`;
  return least === mean
    ? `${formatCount(least)} ${totalText}`
    : `${formatMeasure(mean)} ${totalText} on average, at least ${formatCount(least)}`;
}

function sayGrid({ neighbours: neighbors, inOne, dilation, lost }: Embedding): string {
  if (inOne === neighbors) return "all neighbours one switch away";
  const parts = [`${formatPercent(inOne / neighbors)}\u00a0% of the neighbours one switch away`];
  if (dilation > 1) parts.push(`the others at most ${formatCount(dilation)} switches away`);
  if (lost > 0) parts.push(`${formatPercent(lost / neighbors)}\u00a0% unreachable`);
  return joinWithAnd(parts);
}

/**
 * When failed switches cut off a terminal, and when they disconnect the others. A terminal on one switch is cut off with it, whatever the
 * network; what the network survives is the connectivity of the other switches.
 */
function rowsOfCuts(switchCut: SwitchCut, connectivity: SwitchCut | null): readonly StructureRow[] {
  if (switchCut.least === Infinity) return [["a terminal is cut off when", "terminals fail: they are linked without a switch"]];
  if (connectivity === null) return [["a terminal is cut off when", sayCut(switchCut)]];
  const others = connectivity.least === Infinity ? "never: all switches with terminals are linked to each other" : sayCut(connectivity);
  return [
    ["a terminal is cut off when", "its switch fails"],
    ["the others are disconnected when", others],
  ];
}

function sayCut({ least, isAll, pairs }: SwitchCut): string {
  return `${countOf(least, "switch fails", "switches fail")}${isAll ? "" : `, among ${formatCount(pairs)} pairs examined`}`;
}

function sayHalving({ channels, least }: NonNullable<Structure["bisection"]>): string {
  const linksText = countOf(channels, "link fails", "links fail");
  return least === null || channels === least.links ? linksText : `${linksText}, lower bound ${formatCount(least.links)}`;
}

function sayLoss(left: TerminalReach, intact: TerminalReach): string {
  if (left.connected < intact.connected) return `${formatPercent(Math.floor(left.connected * 100) / 100)}\u00a0% of the pairs connected`;
  return `all connected, through at most ${countOf(left.largest, "switch", "switches")}`;
}
