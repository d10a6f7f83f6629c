/** Torus transpose, Figure 1: the shortest paths between two nodes, directly and via a node of the short dimension. */
import { coordinate, type Network } from "../../core/network/network.ts";
import type { Series } from "../contract.ts";
import { checked, exhibit, notesOf, series } from "../exhibit.ts";
import { isTrueOfAll } from "../predicates.ts";
import { column, type ColumnRow, joinedTables } from "../rows.ts";
import { type Grid, nameOfGrid, permutationDocument, planOf } from "./loads.ts";
import { apart, type Crossing, crossingOf, isSame, type Place, relayOf, stepsOf, waysBetween } from "./ways.ts";
import { says } from "./printed.ts";

/** The torus of the figure, and initial positions of S and D, which the text does not give. */
const grid: Grid = [8, 4];
const [source, destination]: readonly Place[] = [
  [1, 2],
  [4, 3],
];

const where = `from S at ⟨${source.join(", ")}⟩ to D at ⟨${destination.join(", ")}⟩`;

const document = permutationDocument(grid, 1);
const directly = crossingOf(stepsOf(grid, source, destination, false));
const relayed = crossingOf(stepsOf(grid, source, destination, true));

/** All nodes, and all ordered pairs of different nodes. */
const places: readonly Place[] = Array.from({ length: grid[0] * grid[1] }, (_, i) => [i % grid[0], Math.floor(i / grid[0])]);
const pairs = places.flatMap((from) => places.filter((to) => !isSame(from, to)).map((to) => [from, to] as const));
/** The pairs whose relay is a third node. */
const relaying = pairs.filter(([from, to]) => {
  const relay = relayOf(grid, from, to);
  return !isSame(relay, from) && !isSame(relay, to);
});

const network = (): Network => planOf(grid, 1).network;

/** Number of other nodes in the column of S, counted on the built torus. */
function inColumn(): number {
  const net = network();
  const nodes = Array.from({ length: net.terminals }, (_, node) => node);
  return nodes.filter((node) => coordinate(net, node, 0) === source[0] && coordinate(net, node, 1) !== source[1]).length;
}

const fact = (label: string, detail: string, formula: string, value: () => number, decimals = 0): ColumnRow => ({
  label,
  detail: detail || undefined,
  formula,
  decimals,
  document,
  value,
});

/** A column with what the traffic of a pair crosses, directly or relayed. */
const crossed = (of: Series, crossing: Crossing, ways: string) =>
  column({ ...of, isMixed: true }, [
    fact("shortest ways", "", ways, () => crossing.ways),
    fact("links crossed", "", "hops of every way", () => crossing.links),
    fact("X links to choose from", "", "rows in which shortest ways begin to lead across", () => crossing.choices),
    ...(["X", "Y"] as const).map((name, d) =>
      fact(
        `busiest ${name} link`,
        "part of the data",
        `largest part on a directed ${name} link, split evenly at every hop`,
        () => crossing.busiest[d],
        3,
      ),
    ),
  ]);

/** Number of shortest paths between two nodes of a mesh. */
function waysOnMesh(from: Place, to: Place): number {
  const [dx, dy] = [Math.abs(from[0] - to[0]), Math.abs(from[1] - to[1])];
  return Array.from({ length: dy }, (_, i) => (dx + i + 1) / (i + 1)).reduce((product, each) => product * each, 1);
}

const statements = checked(says["Figure 1"], [], {
  "y links only": {
    readAs: "of all pairs with a node between, what X links carry together is the same either way",
    check() {
      const across = (isRelayed: boolean) =>
        relaying.map(([from, to]) => stepsOf(grid, from, to, isRelayed).reduce((sum, { distance }) => sum + distance[0], 0));
      const after = across(true);
      const sentence = "As many X links are crossed by way of the third node as directly in {count} of {of} pairs.";
      return isTrueOfAll(across(false), (links, i) => links === after[i], sentence);
    },
  },
  "farthest row": {
    check() {
      const isFarthest = ([from, to]: (typeof pairs)[number]) => {
        const rows = Array.from({ length: grid[1] }, (_, y) => apart(grid[1], y, to[1]));
        return apart(grid[1], relayOf(grid, from, to)[1], to[1]) === Math.max(...rows);
      };
      return isTrueOfAll(pairs, isFarthest, "No node of the column lies farther from the row of D in {count} of {of} pairs.");
    },
  },
  choices: {
    readAs: "as many X links lead out of the column that the way across begins in",
    check() {
      const crossing = pairs.filter(([from, to]) => apart(grid[0], from[0], to[0]) > 0 && 2 * apart(grid[0], from[0], to[0]) < grid[0]);
      const more = crossing.map(([from, to]) => crossingOf([waysBetween(grid, from, to)]).choices - apart(grid[1], from[1], to[1]));
      const [asMany, oneMore] = [0, 1].map((by) => more.filter((each) => each === by).length);
      return {
        holds: asMany === crossing.length,
        because: `The rectangle has D_Y + 1 rows to cross in: one more in ${oneMore} of ${crossing.length} pairs, and 2 D_Y = N_Y in the others, where both ways round are equally long. The number grows with D_Y, which is what the argument needs.`,
      };
    },
  },
  double: {
    readAs: "of all pairs whose way along X is the same on a mesh of that size, and less than half round",
    check() {
      const alike = pairs.filter(([[x1], [x2]]) => x1 !== x2 && 2 * Math.abs(x1 - x2) < grid[0]);
      const isDoubled = ([from, to]: (typeof pairs)[number]) => {
        const relay = relayOf(grid, from, to);
        return waysBetween(grid, relay, to).count === 2 * waysOnMesh(relay, to);
      };
      return isTrueOfAll(alike, isDoubled, "There are twice as many from X to D in {count} of {of} pairs.");
    },
  },
});

export const torusFigure1 = exhibit("torus", "Figure 1", "Section 1", {
  title: "By way of a node half a column beyond the row of D, every row leads across",
  lede: () =>
    `Between these two nodes there are ${directly.ways} shortest ways over ${directly.choices} rows, and the busiest X link carries ${percent(directly.busiest[0])} of the data. By way of X there are ${relayed.ways} over all ${relayed.choices} rows, and it carries ${percent(relayed.busiest[0])}; the Y links pay for it.`,
  ...joinedTables(
    column({ ...series("facts", "The figure in numbers", "counted on the built torus"), isMixed: true }, [
      fact("columns, N_X", "of the torus", "coordinates along X of the built network", () => network().axes[0].size),
      fact("rows, N_Y", "of the torus", "coordinates along Y of the built network", () => network().axes[1].size),
      fact("black nodes", "that may pass data on", "nodes in the column of S, itself left out", inColumn),
    ]),
    crossed(series("direct", "Directly", where), directly, "ways of D_X + D_Y hops, each nearer to D"),
    crossed(series("relayed", "By way of X", `${where}; both steps together`), relayed, "ways from S to X × ways from X to D"),
  ),
  figures: {
    is: "relay",
    title: "The shortest ways, and the node between",
    caption: `a torus of ${nameOfGrid(grid)} nodes, its wrap-around links cut at the edges; on each channel the part of the data that it carries, in per cent`,
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
  documents: [{ title: `${nameOfGrid(grid)} torus`, document }],
});

/** A fraction in whole percent. */
function percent(part: number): string {
  return `${Math.round(100 * part)} %`;
}
