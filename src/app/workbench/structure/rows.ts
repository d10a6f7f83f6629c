/** A network's structure as rows: how far terminals reach, which grids lie in it, how many failures part them. */
import type { ChosenKind } from "../../../core/base/params.ts";
import type { Network } from "../../../core/network/network.ts";
import type { Embedding } from "../../../core/analysis/embedding.ts";
import type { Reach } from "../../../core/analysis/reach.ts";
import { type Structure, structureOf } from "../../../core/analysis/structure.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import { anded } from "../../../core/base/words.ts";
import { countOf, formatCount, formatMeasure, formatPercent } from "../../../words/numbers.ts";

/** A name and a value. */
export type Row = readonly [string, string];

/** Terminals times channels up to which a structure is worked out while somebody types. */
const most = 3e6;
/** Looks at its halves meanwhile: about a tenth of a second. The page stands still as long. */
const mostLooks = 2e7;

/** The rows of a topology's structure; none of a network that is too large to wait for. */
export function structureRows(
  { kind, values }: ChosenKind,
  { terminals, links }: { readonly terminals: number; readonly links: number },
): readonly Row[] {
  if (terminals * links * 2 > most) return [];
  const network = topologies.get(kind).build(values as never);
  return rowsOf(structureOf(network, 1, { left: mostLooks }), network);
}

function rowsOf({ reach, embeddings, switchCut, bisection, losses }: Structure, network: Network): readonly Row[] {
  const grids = (embeddings ?? []).filter(({ placed }) => placed === "by coordinates");
  return [
    ["one switch away", sayNear(reach, network)],
    ["farthest", reach.largest === 0 ? "no other in reach" : `${countOf(reach.largest, "switch", "switches")} on the way`],
    ...(reach.connected < 1
      ? [["connected", `${formatPercent(Math.floor(reach.connected * 100) / 100)}\u00a0% of the pairs`] as const]
      : []),
    ...grids.map((grid): Row => [grid.title, sayGrid(grid)]),
    ["falls apart when", sayCut(switchCut)],
    ...(bisection === null ? [] : [["falls in halves when", sayHalving(bisection)] as const]),
    ...losses.map(({ family, reach: left }): Row => [`without ${family}`, sayLoss(left, reach)]),
  ];
}

function sayNear({ inOne: { least, mean } }: Reach, { terminals }: Network): string {
  const of = `of ${formatCount(terminals - 1)} others`;
  return least === mean ? `${formatCount(least)} ${of}` : `${formatMeasure(mean)} ${of} on average, at least ${formatCount(least)}`;
}

function sayGrid({ neighbours, inOne, dilation, lost }: Embedding): string {
  if (inOne === neighbours) return "all neighbours one switch away";
  const parts = [`${formatPercent(inOne / neighbours)}\u00a0% of the neighbours one switch away`];
  if (dilation > 1) parts.push(`the others at most ${formatCount(dilation)}`);
  if (lost > 0) parts.push(`${formatPercent(lost / neighbours)}\u00a0% out of reach`);
  return anded(parts);
}

function sayCut({ least, isAll, pairs }: Structure["switchCut"]): string {
  if (least === Infinity) return "terminals fail: they join each other without a switch";
  return `${countOf(least, "switch fails", "switches fail")}${isAll ? "" : `, of ${formatCount(pairs)} pairs looked at`}`;
}

function sayHalving({ channels, least }: NonNullable<Structure["bisection"]>): string {
  const found = countOf(channels, "link fails", "links fail");
  return least === null || channels === least.links ? found : `${found}, ${formatCount(least.links)} at least`;
}

function sayLoss(left: Reach, whole: Reach): string {
  if (left.connected < whole.connected) return `${formatPercent(Math.floor(left.connected * 100) / 100)}\u00a0% of the pairs connected`;
  return `all connected, ${countOf(left.largest, "switch", "switches")} on the way at most`;
}
