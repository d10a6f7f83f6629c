/** Torus transpose, Figure 1: the shortest paths between two nodes, directly and via a node of the short dimension. */
import { coordinate, type Network } from "../../core/network/network.ts";
import type { ExhibitSeries } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isTrueOfAll } from "../predicates.ts";
import { column, type ColumnRow, joinTables } from "../rows.ts";
import { type TorusGrid, torusName, permutationDocument, permutationPlanOf } from "./loads.ts";
import {
  ringDistance,
  type CrossingSummary,
  crossingSummaryOf,
  isSameNode,
  type TorusNode,
  relayNodeOf,
  relayStepsOf,
  shortestPathsBetween,
} from "./shortest-paths.ts";
import { torusSentences } from "./printed.ts";

/** The torus of the figure, and initial positions of S and D, which the text does not give. */
const grid: TorusGrid = [8, 4];
const [source, destination]: readonly TorusNode[] = [
  [1, 2],
  [4, 3],
];

const pairText = `from S at ⟨${source.join(", ")}⟩ to D at ⟨${destination.join(", ")}⟩`;

const torusDocument = permutationDocument(grid, 1);
const directSummary = crossingSummaryOf(relayStepsOf(grid, source, destination, false));
const relayedSummary = crossingSummaryOf(relayStepsOf(grid, source, destination, true));

/** All nodes, and all ordered pairs of different nodes. */
const nodes: readonly TorusNode[] = Array.from({ length: grid[0] * grid[1] }, (_, i) => [i % grid[0], Math.floor(i / grid[0])]);
const pairs = nodes.flatMap((from) => nodes.filter((to) => !isSameNode(from, to)).map((to) => [from, to] as const));
/** The pairs whose relay is a third node. */
const relayedPairs = pairs.filter(([from, to]) => {
  const relay = relayNodeOf(grid, from, to);
  return !isSameNode(relay, from) && !isSameNode(relay, to);
});

const network = (): Network => permutationPlanOf(grid, 1).network;

/** Number of other nodes in the column of S, counted on the built torus. */
function otherNodesInColumn(): number {
  const torus = network();
  const terminals = Array.from({ length: torus.terminals }, (_, node) => node);
  return terminals.filter((node) => coordinate(torus, node, 0) === source[0] && coordinate(torus, node, 1) !== source[1]).length;
}

const factRow = (label: string, detail: string, formula: string, value: () => number, decimals = 0): ColumnRow => ({
  label,
  detail: detail || undefined,
  formula,
  decimals,
  document: torusDocument,
  value,
});

/** A column with what the traffic of a pair crosses, directly or relayed. */
const crossingColumn = (ownSeries: ExhibitSeries, summary: CrossingSummary, pathsFormula: string) =>
  column({ ...ownSeries, isMixed: true }, [
    factRow("shortest ways", "", pathsFormula, () => summary.paths),
    factRow("links crossed", "", "hops of every way", () => summary.links),
    factRow("X links to choose from", "", "rows in which shortest ways begin to lead across", () => summary.choices),
    ...(["X", "Y"] as const).map((name, d) =>
      factRow(
        `busiest ${name} link`,
        "part of the data",
        `largest part on a directed ${name} link, split evenly at every hop`,
        () => summary.busiest[d],
        3,
      ),
    ),
  ]);

/** Number of shortest paths between two nodes of a mesh. */
function pathsOnMesh(from: TorusNode, to: TorusNode): number {
  const [dx, dy] = [Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])];
  return Array.from({ length: dy }, (_, i) => (dx + i + 1) / (i + 1)).reduce((product, each) => product * each, 1);
}

const statements = checkedStatements(torusSentences["Figure 1"], [], {
  "y links only": {
    readAs: "of all pairs with a node between, what X links carry together is the same either way",
    check() {
      const xLinksCrossed = (isRelayed: boolean) =>
        relayedPairs.map(([from, to]) => relayStepsOf(grid, from, to, isRelayed).reduce((sum, { distance }) => sum + distance[0], 0));
      const relayedLinks = xLinksCrossed(true);
      const sentence = "As many X links are crossed by way of the third node as directly in {count} of {of} pairs.";
      return isTrueOfAll(xLinksCrossed(false), (links, i) => links === relayedLinks[i], sentence);
    },
  },
  "farthest row": {
    check() {
      const isFarthest = ([from, to]: (typeof pairs)[number]) => {
        const rows = Array.from({ length: grid[1] }, (_, y) => ringDistance(grid[1], y, to[1]));
        return ringDistance(grid[1], relayNodeOf(grid, from, to)[1], to[1]) === Math.max(...rows);
      };
      return isTrueOfAll(pairs, isFarthest, "No node of the column lies farther from the row of D in {count} of {of} pairs.");
    },
  },
  choices: {
    readAs: "as many X links lead out of the column that the way across begins in",
    check() {
      const obliquePairs = pairs.filter(
        ([from, to]) => ringDistance(grid[0], from[0], to[0]) > 0 && 2 * ringDistance(grid[0], from[0], to[0]) < grid[0],
      );
      const extraChoices = obliquePairs.map(
        ([from, to]) => crossingSummaryOf([shortestPathsBetween(grid, from, to)]).choices - ringDistance(grid[1], from[1], to[1]),
      );
      const [equalCount, oneMoreCount] = [0, 1].map((count) => extraChoices.filter((each) => each === count).length);
      return {
        holds: equalCount === obliquePairs.length,
        because: `The rectangle has D_Y + 1 rows to cross in: one more in ${oneMoreCount} of ${obliquePairs.length} pairs, and 2 D_Y = N_Y in the others, where both ways round are equally long. The number grows with D_Y, which is what the argument needs.`,
      };
    },
  },
  double: {
    readAs: "of all pairs whose way along X is the same on a mesh of that size, and less than half round",
    check() {
      const samePathPairs = pairs.filter(([[x1], [x2]]) => x1 !== x2 && 2 * Math.abs(x1 - x2) < grid[0]);
      const isDoubled = ([from, to]: (typeof pairs)[number]) => {
        const relay = relayNodeOf(grid, from, to);
        return shortestPathsBetween(grid, relay, to).pathCount === 2 * pathsOnMesh(relay, to);
      };
      return isTrueOfAll(samePathPairs, isDoubled, "There are twice as many from X to D in {count} of {of} pairs.");
    },
  },
});

export const torusFigure1 = exhibit("torus", "Figure 1", "Section 1", {
  title: "By way of a node half a column beyond the row of D, every row leads across",
  lede: () =>
    `Between these two nodes there are ${directSummary.paths} shortest ways over ${directSummary.choices} rows, and the busiest X link carries ${wholePercent(directSummary.busiest[0])} of the data. By way of X there are ${relayedSummary.paths} over all ${relayedSummary.choices} rows, and it carries ${wholePercent(relayedSummary.busiest[0])}; the Y links pay for it.`,
  ...joinTables(
    column({ ...series("facts", "The figure in numbers", "counted on the built torus"), isMixed: true }, [
      factRow("columns, N_X", "of the torus", "coordinates along X of the built network", () => network().axes[0].size),
      factRow("rows, N_Y", "of the torus", "coordinates along Y of the built network", () => network().axes[1].size),
      factRow("black nodes", "that may pass data on", "nodes in the column of S, itself left out", otherNodesInColumn),
    ]),
    crossingColumn(series("direct", "Directly", pairText), directSummary, "ways of D_X + D_Y hops, each nearer to D"),
    crossingColumn(
      series("relayed", "By way of X", `${pairText}; both steps together`),
      relayedSummary,
      "ways from S to X × ways from X to D",
    ),
  ),
  figures: {
    is: "relay",
    title: "The shortest ways, and the node between",
    caption: `a torus of ${torusName(grid)} nodes, its wrap-around links cut at the edges; on each channel the part of the data that it carries, in per cent`,
    grid,
    from: source,
    to: destination,
  },
  statements,
  tolerance: { relative: 0, why: "Counts and parts of whole ones: nothing but equality will do." },
  notes: notesOf({
    "in the source: Where S and D are":
      "The text names the torus, its size, the black nodes and X, but not where S and D are. The pair here is ours, and can be moved to any other.",
    "erratum in the source: X and Y exchanged":
      "Where the introduction chooses the node between, it says N_Y ≥ N_X, but relays along Y as if that were the shorter dimension. In the figure and in Section 4.1 it is.",
    "our model: Split evenly":
      "The parts suppose that every hop takes each channel that comes nearer equally often. Switches that look at their queues do better or worse.",
  }),
  documents: [{ title: `${torusName(grid)} torus`, document: torusDocument }],
});

/** A fraction in whole percent. */
function wholePercent(fraction: number): string {
  return `${Math.round(100 * fraction)} %`;
}
