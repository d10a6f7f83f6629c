/** Jellyfish (NSDI 2012), Figure 1(c): distances between servers if the same switches form a random graph or a fat tree. */
import { breadthFirstSearch } from "../../core/network/search.ts";
import type { ExhibitInputs, Published, ScenarioDocument, ComputedValue, Provenance } from "../contract.ts";
import { builtNetwork, uniformTrafficOn } from "../documents.ts";
import { exhibit, notesOf, paraphrasedStatements, series } from "../exhibit.ts";
import { sampleMeanOf, withoutError, printedAs, printedRange, sumOfNumbers, withDecimals } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { type RowCell, rowsBySeries, joinTables } from "../rows.ts";
import { otherSentences } from "./printed.ts";

const [switches, ports, servers] = [245, 14, 686] as const;
/** Seeds of the random graphs; the figure is known to average ten of them. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;

/** @param degree links per switch; 0 to use every port without a server */
const jellyfishOf = (degree: number, seed: number) =>
  uniformTrafficOn(
    degree === 0 ? `Jellyfish, seed ${seed}` : `Jellyfish of ${degree} links a switch, seed ${seed}`,
    { kind: "jellyfish", switches, ports, degree, terminals: servers, seed },
    2,
  );
const fatTree = uniformTrafficOn("Fat tree of the same switches", { kind: "clos", ports, levels: 3 }, 2);

/** Numbers of links between two servers. */
const distances = [2, 3, 4, 5, 6] as const;
const maxDistance = 6;
const distanceLimit = 6;

/** Ordered pairs of servers: their number, the number of pairs at most i links apart, by i, and the mean number of links between them. */
interface DistanceCounts {
  readonly all: number;
  readonly within: readonly number[];
  readonly mean: number;
}

function distanceCountsOf(document: ScenarioDocument): DistanceCounts {
  const network = builtNetwork(document);
  const { terminals } = network;
  const nodes = network.firstOut.length - 1;
  const [distance, order] = [new Int32Array(nodes), new Int32Array(nodes)];
  const counts = Array<number>(maxDistance + 1).fill(0);
  for (let from = 0; from < terminals; from++) {
    breadthFirstSearch(network, from, distance, order, terminals);
    for (let to = 0; to < terminals; to++) counts[distance[to]]++;
  }
  // A server is not a pair with itself.
  counts[0] = 0;
  const within = counts.map((_, links) => sumOfNumbers(counts.slice(0, links + 1)));
  const all = terminals * (terminals - 1);
  return { all, within, mean: sumOfNumbers(counts.map((count, links) => count * links)) / all };
}

/** A kind of network with the same switches and servers. */
interface NetworkKind {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly documents: readonly ScenarioDocument[];
  readonly provenance: Provenance;
  /** The published percentage of pairs. */
  readonly published: Published | null;
}

const averagedOver = `mean of ${seeds.length} random graphs`;
const [randomKind, regularKind, treeKind] = [
  {
    id: "jellyfish",
    title: "Jellyfish",
    detail: `all ports connected; ${averagedOver}`,
    documents: seeds.map((seed) => jellyfishOf(0, seed)),
    provenance: { is: "predicted" },
    published: printedRange("> 99.5", 99.5, 100, 1),
  },
  {
    id: "alike",
    title: "Jellyfish, 11 links a switch",
    detail: `50 ports unconnected; ${averagedOver}`,
    documents: seeds.map((seed) => jellyfishOf(11, seed)),
    provenance: { is: "predicted" },
    published: null,
  },
  {
    id: "tree",
    title: "fat tree",
    detail: "three levels, same switches",
    documents: [fatTree],
    provenance: { is: "exact" },
    published: printedAs("7.5", 7.5, 1),
  },
] as const satisfies readonly NetworkKind[];
const kinds: readonly NetworkKind[] = [randomKind, regularKind, treeKind];

/** A number averaged over the networks of a kind, with its standard error. */
function valueOver(
  { memoized }: Pick<ExhibitInputs, "memoized">,
  { documents }: NetworkKind,
  numberOf: (spread: DistanceCounts) => number,
): ComputedValue {
  const values = documents.map((document) => numberOf(memoized(distanceCountsOf, document)));
  return values.length === 1 ? withoutError(values[0]) : sampleMeanOf(values);
}

/** Percentage of pairs whose distance is at most that number of links. */
const percentWithin = ({ all, within }: DistanceCounts, links: number) => (100 * within[links]) / all;
const percentBelowLimit = (spread: DistanceCounts) => percentWithin(spread, distanceLimit - 1);

const distanceCell = (kind: NetworkKind, formula: string, numberOf: (spread: DistanceCounts) => number): RowCell => ({
  provenance: kind.provenance,
  formula,
  decimals: 2,
  document: kind.documents[0],
  value: (inputs) => valueOver(inputs, kind, numberOf),
});

const table = joinTables(
  rowsBySeries(kinds, ({ id, title }) => ({ key: id, label: title }), [
    [
      series("under", "Pairs fewer than six links apart", "including the links of both servers", "%"),
      (kind) => ({
        detail: kind.detail,
        published: kind.published,
        ...distanceCell(
          kind,
          `pairs of servers fewer than ${distanceLimit} links apart / all pairs; counted on the built networks`,
          percentBelowLimit,
        ),
      }),
    ],
    [
      series("mean", "Mean distance", "", "links"),
      (kind) => distanceCell(kind, "mean over all pairs of different servers, including the links of both servers", ({ mean }) => mean),
    ],
  ]),
  rowsBySeries(
    distances,
    (links) => ({ key: links, label: `${links} links` }),
    kinds.map((kind) => [
      { ...series(kind.id, `Cumulative distances, ${kind.title}`, "", "%"), isFolded: true },
      (links) => distanceCell(kind, "pairs of servers at this distance or less / all pairs", (of) => percentWithin(of, links)),
    ]),
  ),
);

const inPercent = withDecimals(2, " %");

const statements = paraphrasedStatements(otherSentences.Jellyfish, [], {
  "nearly-all": {
    interpretation: "more than 99.5 % of the pairs in each random graph, and fewer than a tenth in the tree",
    check({ memoized }) {
      const percentages = randomKind.documents.map((document) => percentBelowLimit(memoized(distanceCountsOf, document)));
      const treePercentage = percentBelowLimit(memoized(distanceCountsOf, fatTree));
      return {
        holds: percentages.every((each) => each > 99.5) && treePercentage < 10,
        because: `${Math.min(...percentages).toFixed(2)} to ${Math.max(...percentages).toFixed(2)} % of the pairs in the random graphs, ${treePercentage.toFixed(2)} % in the tree.`,
      };
    },
  },
  shorter: {
    interpretation: "the mean distance is shorter in each random graph",
    check({ memoized }) {
      const means = randomKind.documents.map((document) => memoized(distanceCountsOf, document).mean);
      return isBelow(
        means,
        memoized(distanceCountsOf, fatTree).mean,
        "The mean distance is {least} to {most} links in the random graphs and {limit} in the tree.",
        withDecimals(3),
      );
    },
  },
});

export const jellyfishFigure1c = exhibit("jellyfish", "Figure 1c", "Figure 1c", {
  title: "The same switches, connected at random, give shorter paths between servers",
  lede: ({ numberOf }) =>
    `With ${switches} switches of ${ports} ports and ${servers} servers, ${inPercent(numberOf("under jellyfish"))} of all server pairs are fewer than six links apart if the switches are connected at random, and ${inPercent(numberOf("under tree"))} if they form a fat tree.`,
  ...table,
  statements,
  figures: {
    is: "growth",
    title: "Cumulative distribution of distances",
    caption: `fraction of server pairs at this distance or less; Jellyfish: mean of ${seeds.length} random graphs`,
    unit: "%",
    horizontalTitle: "links between two servers, at most",
    scale: "linear",
    columns: distances.map((links) => ({ text: String(links), x: links })),
    lines: [randomKind, treeKind].map(({ id, title }) => ({ title, rows: distances.map((links) => `${id} ${links}`) })),
  },
  tolerance: { relative: 0, why: "Pairs are counted, so only numbers equal in all printed digits agree." },
  notes: notesOf({
    "still open: Sources not available":
      "Only the abstract of the paper was available to us. The two percentages, more than 99.5 % and 7.5 %, and the two sentences are given here as they are commonly cited.",
    "still open: The 7.5 %":
      "In a fat tree of 14-port switches a server has 6 others at its own switch and 42 more in its group: 48 of 685, or 7.007 %. This is an exact count, which is not compatible with 7.5; we do not know the reason for the difference.",
    "our model: Random graphs":
      "A switch has two or three servers, and links on all other ports: 12 or 11. With 11 links on every switch, the 49 switches with two servers and one other switch have an unconnected port, and the percentage is slightly smaller. The graphs are constructed as in the paper: repeatedly connect two random switches that have free ports and no link yet; then split existing links to use the remaining free ports.",
    "our model: Distances":
      "Distances are counted in links, including those of both servers: 2 for servers at the same switch, 6 for a path through the top level of the tree.",
  }),
  documents: [
    { title: "Jellyfish, the first of ten", document: randomKind.documents[0] },
    { title: "Fat tree of the same switches", document: fatTree },
  ],
});
