/** Torus transpose, Figure 1: the shortest paths between two nodes, directly and via a node of the short dimension. */
import { coordinate, type Network } from "../../core/network/network.ts";
import type { ExhibitSeries } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, series } from "../exhibit.ts";
import { isTrueOfAll } from "../predicates.ts";
import { rowsOfOneSeries, type ColumnRow, joinTables } from "../rows.ts";
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

/** The torus of the figure, and initial positions of source S and destination D, which the text does not give. */
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

/** Number of other nodes in the column of the source S, counted on the built torus. */
function otherNodesInColumn(): number {
  const torus = network();
  const terminals = Array.from({ length: torus.terminals }, (_, node) => node);
  return terminals.filter((node) => coordinate(torus, node, 0) === source[0] && coordinate(torus, node, 1) !== source[1]).length;
}

const factRow = (label: string, detail: string, formula: string, value: () => number, decimals = 0, key = label): ColumnRow => ({
  key,
  label,
  detail: detail || undefined,
  formula,
  decimals,
  document: torusDocument,
  value,
});

/** A column with what the traffic of a pair crosses, directly or relayed. */
const crossingColumn = (ownSeries: ExhibitSeries, summary: CrossingSummary, pathsFormula: string) =>
  rowsOfOneSeries({ ...ownSeries, isMixed: true }, [
    factRow("shortest paths", "", pathsFormula, () => summary.paths, 0, "shortest ways"),
    factRow("links crossed", "", "hops of each path", () => summary.links),
    factRow("X links to choose from", "", "rows in which a shortest path can take its first X link", () => summary.choices),
    ...(["X", "Y"] as const).map((name, d) =>
      factRow(
        `busiest ${name} link`,
        "fraction of the data",
        `largest fraction on a directed ${name} link, with an even split at every hop`,
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
    interpretation: "for all pairs with an intermediate node, the total load of X links is the same on direct and on relayed paths",
    check() {
      const xLinksCrossed = (isRelayed: boolean) =>
        relayedPairs.map(([from, to]) => relayStepsOf(grid, from, to, isRelayed).reduce((sum, { distance }) => sum + distance[0], 0));
      const relayedLinks = xLinksCrossed(true);
      const sentence = "In {count} of {of} pairs, relayed and direct paths cross the same number of X links.";
      return isTrueOfAll(xLinksCrossed(false), (links, i) => links === relayedLinks[i], sentence);
    },
  },
  "farthest row": {
    check() {
      const isFarthest = ([from, to]: (typeof pairs)[number]) => {
        const rows = Array.from({ length: grid[1] }, (_, y) => ringDistance(grid[1], y, to[1]));
        return ringDistance(grid[1], relayNodeOf(grid, from, to)[1], to[1]) === Math.max(...rows);
      };
      return isTrueOfAll(pairs, isFarthest, "In {count} of {of} pairs, no node of the column is farther from the row of D.");
    },
  },
  choices: {
    interpretation: "the number of X links that leave the column of the source is D_Y",
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
        because: `There are D_Y + 1 rows, one more than stated, in ${oneMoreCount} of ${obliquePairs.length} pairs, and 2 D_Y = N_Y rows in the others, where both directions around the ring are equally long. The number grows with D_Y, as the argument requires.`,
      };
    },
  },
  double: {
    interpretation: "for all pairs whose path along X is the same on a mesh of that size, and less than half the ring",
    check() {
      const samePathPairs = pairs.filter(([[x1], [x2]]) => x1 !== x2 && 2 * Math.abs(x1 - x2) < grid[0]);
      const isDoubled = ([from, to]: (typeof pairs)[number]) => {
        const relay = relayNodeOf(grid, from, to);
        return shortestPathsBetween(grid, relay, to).pathCount === 2 * pathsOnMesh(relay, to);
      };
      return isTrueOfAll(samePathPairs, isDoubled, "In {count} of {of} pairs, the torus has twice as many shortest paths from X to D.");
    },
  },
});

export const torusFigure1 = exhibit("torus", "Figure 1", "Section 1", {
  title: "An intermediate node half a column beyond the destination’s row makes every row usable",
  lede: () =>
    `Between these two nodes there are ${directSummary.paths} shortest paths through ${directSummary.choices} rows, and the busiest X link carries ${wholePercent(directSummary.busiest[0])} of the data. Through the intermediate node X there are ${relayedSummary.paths} paths through all ${relayedSummary.choices} rows, and the busiest X link carries ${wholePercent(relayedSummary.busiest[0])}; in return, Y links have a higher load.`,
  ...joinTables(
    rowsOfOneSeries({ ...series("facts", "The figure in numbers", "counted on the built torus"), isMixed: true }, [
      factRow("columns, N_X", "of the torus", "coordinates along X of the built network", () => network().axes[0].size),
      factRow("rows, N_Y", "of the torus", "coordinates along Y of the built network", () => network().axes[1].size),
      factRow("black nodes", "possible intermediate nodes", "nodes in the column of S, without S", otherNodesInColumn),
    ]),
    crossingColumn(series("direct", "Directly", pairText), directSummary, "paths of D_X + D_Y hops, each of which leads closer to D"),
    crossingColumn(series("relayed", "Through X", `${pairText}; both steps`), relayedSummary, "paths from S to X × paths from X to D"),
  ),
  figures: {
    is: "relay",
    title: "Shortest paths, and the intermediate node",
    caption: `a torus of ${torusName(grid)} nodes, with wrap-around links cut at the edges; on each channel: its percentage of the data`,
    grid,
    from: source,
    to: destination,
  },
  statements,
  tolerance: { relative: 0, why: "Counts and exact fractions, so only equal numbers agree." },
  notes: notesOf({
    "in the source: Positions of S and D":
      "The paper’s text names the torus, its size, the black nodes and X, but not the positions of S and D. We chose this pair; you can move it to any other.",
    "erratum in the source: X and Y exchanged":
      "Where the introduction chooses the intermediate node, it says N_Y ≥ N_X, but routes along Y as the shorter dimension. In the figure and in Section 4.1, Y is the shorter dimension.",
    "our model: Even split":
      "The fractions assume that each hop uses all channels that lead closer to the destination equally often. Adaptive routing by queue lengths can be better or worse.",
  }),
  documents: [{ title: `${torusName(grid)} torus`, document: torusDocument }],
});

/** A fraction in whole percent. */
function wholePercent(fraction: number): string {
  return `${Math.round(100 * fraction)} %`;
}
