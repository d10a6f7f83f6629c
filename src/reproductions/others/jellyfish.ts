/** Jellyfish (NSDI 2012), Figure 1(c): distances between servers if the same switches form a random graph or a fat tree. */
import { breadthFirstSearch } from "../../core/network/search.ts";
import type { ExhibitInputs, Published, ScenarioDocument, ComputedValue, Provenance } from "../contract.ts";
import { builtNetwork, uniformTrafficOn } from "../documents.ts";
import { exhibit, notesOf, paraphrasedStatements, series } from "../exhibit.ts";
import { sampleMeanOf, withoutError, printedAs, printedRange, sumOfNumbers, withDecimals } from "../numbers.ts";
import { isBelow } from "../predicates.ts";
import { type RowCell, columnByColumn, joinTables } from "../rows.ts";
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
  readonly word: Provenance;
  /** The published percentage of pairs. */
  readonly published: Published | null;
}

const averagedOver = `mean of ${seeds.length} random graphs`;
const [randomKind, regularKind, treeKind] = [
  {
    id: "jellyfish",
    title: "Jellyfish",
    detail: `every port is plugged; ${averagedOver}`,
    documents: seeds.map((seed) => jellyfishOf(0, seed)),
    word: { is: "predicted" },
    published: printedRange("> 99.5", 99.5, 100, 1),
  },
  {
    id: "alike",
    title: "Jellyfish, 11 links a switch",
    detail: `50 ports stay free; ${averagedOver}`,
    documents: seeds.map((seed) => jellyfishOf(11, seed)),
    word: { is: "predicted" },
    published: null,
  },
  {
    id: "tree",
    title: "fat tree",
    detail: "three levels of the same switches",
    documents: [fatTree],
    word: { is: "exact" },
    published: printedAs("7.5", 7.5, 1),
  },
] as const satisfies readonly NetworkKind[];
const kinds: readonly NetworkKind[] = [randomKind, regularKind, treeKind];

/** A number averaged over the networks of a kind, with its standard error. */
function valueOver(
  { once }: Pick<ExhibitInputs, "once">,
  { documents }: NetworkKind,
  numberOf: (spread: DistanceCounts) => number,
): ComputedValue {
  const values = documents.map((document) => numberOf(once(distanceCountsOf, document)));
  return values.length === 1 ? withoutError(values[0]) : sampleMeanOf(values);
}

/** Percentage of pairs whose distance is at most that number of links. */
const percentWithin = ({ all, within }: DistanceCounts, links: number) => (100 * within[links]) / all;
const percentBelowLimit = (spread: DistanceCounts) => percentWithin(spread, distanceLimit - 1);

const distanceCell = (kind: NetworkKind, formula: string, numberOf: (spread: DistanceCounts) => number): RowCell => ({
  word: kind.word,
  formula,
  decimals: 2,
  document: kind.documents[0],
  value: (inputs) => valueOver(inputs, kind, numberOf),
});

const table = joinTables(
  columnByColumn(kinds, ({ id, title }) => ({ key: id, label: title }), [
    [
      series("under", "Pairs fewer than six links apart", "the links of the servers counted", "%"),
      (kind) => ({
        detail: kind.detail,
        published: kind.published,
        ...distanceCell(
          kind,
          `pairs of servers fewer than ${distanceLimit} links apart / pairs; counted on the built networks`,
          percentBelowLimit,
        ),
      }),
    ],
    [
      series("mean", "Mean distance", "", "links"),
      (kind) => distanceCell(kind, "mean over all pairs of different servers, their own links counted", ({ mean }) => mean),
    ],
  ]),
  columnByColumn(
    distances,
    (links) => ({ key: links, label: `${links} links` }),
    kinds.map((kind) => [
      { ...series(kind.id, `Pairs no farther apart, ${kind.title}`, "", "%"), isFolded: true },
      (links) => distanceCell(kind, "pairs of servers at most so many links apart / pairs", (of) => percentWithin(of, links)),
    ]),
  ),
);

const inPercent = withDecimals(2, " %");

const statements = paraphrasedStatements(otherSentences.Jellyfish, [], {
  "nearly-all": {
    readAs: "more than 99.5 % of the pairs in every one of the random graphs, and fewer than a tenth in the tree",
    check({ once }) {
      const percentages = randomKind.documents.map((document) => percentBelowLimit(once(distanceCountsOf, document)));
      const treePercentage = percentBelowLimit(once(distanceCountsOf, fatTree));
      return {
        holds: percentages.every((each) => each > 99.5) && treePercentage < 10,
        because: `${Math.min(...percentages).toFixed(2)} to ${Math.max(...percentages).toFixed(2)} % of the random graphs’, ${treePercentage.toFixed(2)} % of the tree’s.`,
      };
    },
  },
  shorter: {
    readAs: "the mean distance is shorter in every one of the random graphs",
    check({ once }) {
      const means = randomKind.documents.map((document) => once(distanceCountsOf, document).mean);
      return isBelow(means, once(distanceCountsOf, fatTree).mean, "{least} to {most} links against {limit}.", withDecimals(3));
    },
  },
});

export const jellyfishFigure1c = exhibit("jellyfish", "Figure 1c", "Figure 1c", {
  title: "The same switches joined at random bring servers nearer to each other",
  lede: ({ numberOf }) =>
    `Of ${switches} switches of ${ports} ports with ${servers} servers, ${inPercent(numberOf("under jellyfish"))} of the pairs of servers are fewer than six links apart where the switches are joined at random, and ${inPercent(numberOf("under tree"))} in the fat tree of the same switches.`,
  ...table,
  statements,
  figures: {
    is: "growth",
    title: "Pairs of servers no farther apart",
    caption: `per cent of all pairs; of Jellyfish the mean of ${seeds.length} random graphs`,
    unit: "%",
    across: "links between two servers, at most",
    scale: "linear",
    columns: distances.map((links) => ({ text: String(links), at: links })),
    lines: [randomKind, treeKind].map(({ id, title }) => ({ title, rows: distances.map((links) => `${id} ${links}`) })),
  },
  tolerance: { relative: 0, why: "Pairs are counted: nothing but the printed digits will do." },
  notes: notesOf({
    "still open: Of what we could not read":
      "We had the abstract of the paper and no more. Its two percentages are here as they are commonly quoted, more than 99.5 % and 7.5 %, and so are the two sentences.",
    "still open: The 7.5 %":
      "In a fat tree of 14-port switches a server has 6 others at its own switch and 42 more in its group: 48 of 685, or 7.007 %. That is a count, which leaves no room for 7.5. Why it should be printed so we do not know.",
    "our model: Random graphs":
      "A switch has two or three servers, and links at all of its other ports: 12 or 11. With 11 links at every switch, as 14 − 3, the 49 switches of two servers keep a port free, and so does one of the others: the part is a little smaller. Graphs are drawn as the paper is known to do: two switches with free ports that are not joined yet, again and again; then links are broken up for what is left.",
    "our model: Distances":
      "Distances count links, with those of both servers: 2 at the same switch, 6 over three levels of the tree and back.",
  }),
  documents: [
    { title: "Jellyfish, the first of ten", document: randomKind.documents[0] },
    { title: "Fat tree of the same switches", document: fatTree },
  ],
});
