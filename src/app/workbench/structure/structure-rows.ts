/** Size and structure of a network as rows: distances, embedded grids, and the number of failures that disconnect it. */
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
 * The rows of a topology's size and structure.
 * @param isKnown Whether the distances between terminals are already shown elsewhere.
 */
export function structureRows({ size, structure }: TopologyDescription, isKnown: boolean): readonly StructureRow[] {
  return [...sizeRows(size, isKnown), ...rowsOfStructure(structure, size.terminals)];
}

function sizeRows({ switchLinks, radix, ofTerminals, ofSwitches, girth }: NetworkMetrics, isKnown: boolean): readonly StructureRow[] {
  return [
    ...(isKnown ? [] : [["distance", sayDistances(ofTerminals)] as const]),
    ...(ofSwitches === null || switchLinks === 0
      ? []
      : [
          ["between switches", countOf(switchLinks, "link", "links")] as const,
          ["from switch to switch", sayDistances(ofSwitches)] as const,
        ]),
    ...(girth === null ? [] : [["shortest cycle", countOf(girth, "channel", "channels")] as const]),
    ["largest switch", countOf(radix, "port", "ports")],
  ];
}

function sayDistances({ diameter, mean, isWhole, isSampled }: DistanceSummary): string {
  if (mean === null) return "no path";
  const maximumText = diameter === null ? "" : `${countOf(diameter, "channel", "channels")} at most, `;
  const lost = isWhole ? "" : ", where there is a path";
  return `${maximumText}${isSampled ? "about " : ""}${formatMeasure(mean)} on average${lost}`;
}

/** Rows on reach, embedded grids, and failures. */
function rowsOfStructure({ reach, embeddings, switchCut, bisection, losses }: Structure, terminals: number): readonly StructureRow[] {
  const grids = (embeddings ?? []).filter(({ placed }) => placed === "by coordinates");
  return [
    ["one switch away", sayNear(reach, terminals)],
    ["farthest", reach.largest === 0 ? "no reachable terminal" : `through ${countOf(reach.largest, "switch", "switches")}`],
    ...(reach.connected < 1
      ? [["connected", `${formatPercent(Math.floor(reach.connected * 100) / 100)}\u00a0% of the pairs`] as const]
      : []),
    ...grids.map((grid): StructureRow => [grid.title, sayGrid(grid)]),
    ["disconnected when", sayCut(switchCut)],
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

function sayCut({ least, isAll, pairs }: Structure["switchCut"]): string {
  if (least === Infinity) return "terminals fail: they are linked without a switch";
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
