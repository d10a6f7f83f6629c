/** Both multiplications on 4 to 256 nodes: what the paper leaves to be proved, on the machine that was fitted for four. */
import { besideEachOther } from "./beside.ts";
import {
  type ExhibitRun,
  exhibit,
  type Figure,
  type OpenDocument,
  plain,
  type ResultsOf,
  type Row,
  type ScenarioDocument,
  type Statement,
} from "./contract.ts";
import { constants, type NetworkName, networks, onCluster } from "./matmul-machine.ts";
import { series } from "./rows.ts";
import { secondsOf } from "./seconds.ts";

/** Numbers of nodes, and a matrix that all of them divide, about the largest of the paper. */
const nodes = [4, 8, 16, 32, 64, 128, 256] as const;
type Nodes = (typeof nodes)[number];
const rows = 12_288;

/** The programs. A chain of 256 nodes in more pieces would be more messages than are simulated. */
const ways = {
  chain: { title: "chain", base: "broadcast", more: { segments: 16 } },
  tree: { title: "tree", base: "broadcast", more: { broadcast: "tree", segments: 16 } },
  wavefront: { title: "wavefront", base: "point to point", more: {} },
  all: { title: "all ahead", base: "variant", more: { ahead: 4 } },
  one: { title: "one block", base: "variant", more: { blocks: 1, ahead: 1 } },
  two: { title: "two ahead", base: "variant", more: { ahead: 2 } },
} as const;
type Way = keyof typeof ways;
const wayIds = Object.keys(ways) as Way[];

/** What the figures draw: two exchanges ahead would need a scale of its own. */
const drawn = wayIds.filter((way) => way !== "two");

const captions: Readonly<Record<Way, string>> = {
  chain: "broadcasts, in 16 pieces",
  tree: "broadcasts, whole blocks",
  wavefront: "two blocks a process, nothing ahead",
  two: "the wavefront with two exchanges pending, as in Table 3",
  all: "the wavefront with all exchanges handed over at the start",
  one: "one block a process, all exchanges handed over at the start",
};

const sayWay = (way: Way) => (way === "chain" || way === "tree" ? `broadcasts by a ${way}` : ways[way].title);

const runId = (network: NetworkName, way: Way, count: Nodes) => `${network} ${way} ${count}`;

function documentOf(network: NetworkName, way: Way, count: Nodes, unread: ScenarioDocument = {}): ScenarioDocument {
  const { base, more } = ways[way];
  return {
    ...onCluster(network, base, rows, { start: 0, ...unread, ...more }, count),
    title: `Matrix multiplication over ${network}, ${sayWay(way)}, ${count} nodes`,
  };
}

/** Up to how many nodes a program is simulated: with all of its connections at once. */
const nodesOf = (way: Way) => nodes.filter((count) => way !== "two" || count <= 64);

const runs: readonly ExhibitRun[] = networks.flatMap((network) =>
  wayIds.flatMap((way) => nodesOf(way).map((count) => ({ id: runId(network, way, count), document: documentOf(network, way, count) }))),
);

const seconds = (results: ResultsOf, network: NetworkName, way: Way, count: Nodes) => secondsOf(results(runId(network, way, count)));
const seriesId = (network: NetworkName, way: Way) => `time ${network} ${way}`;

const timeRow = (network: NetworkName, way: Way, count: Nodes): Row => ({
  id: `time ${runId(network, way, count)}`,
  label: `${count} nodes`,
  series: seriesId(network, way),
  published: null,
  word: { is: "fitted", constant: "rate", cell: "a cell of Table 1" },
  formula: "from the start to the end of the last process; fluid flow: rates, not packets",
  runs: [runId(network, way, count)],
  decimals: 2,
  value: (results) => plain(seconds(results, network, way, count)),
});

/** From how many nodes on one is faster than the other, at all that follow; Infinity for never. */
function aheadFrom(results: ResultsOf, network: NetworkName, way: Way, other: Way): number {
  const slower = nodes.findLastIndex((count) => seconds(results, network, way, count) >= seconds(results, network, other, count));
  return nodes[slower + 1] ?? Infinity;
}

const aheadId = (network: NetworkName, way: Way, other: Way) => `ahead ${network} ${way} ${other}`;
const sayFrom = (count: number) =>
  Number.isFinite(count)
    ? count === nodes[0]
      ? "at every number of nodes"
      : `from ${count} nodes on`
    : "at no number of nodes that lasts";

/** Who overtakes whom. */
const races: readonly (readonly [Way, Way])[] = [
  ["wavefront", "tree"],
  ["all", "tree"],
  ["one", "tree"],
  ["one", "chain"],
];

const figures: readonly Figure[] = networks.map((network) => ({
  is: "growth",
  title: network,
  caption: `time of a multiplication, N = ${rows}, without the start; two ahead stands in the tables`,
  unit: "s",
  across: "nodes",
  columns: nodes.map((count) => ({ text: String(count), at: count })),
  lines: drawn.map((way) => ({ title: ways[way].title, rows: nodes.map((count) => `time ${runId(network, way, count)}`) })),
}));

const idsOf = (network: NetworkName, some: readonly Way[], of: readonly Nodes[] = nodes) =>
  some.flatMap((way) => of.map((count) => runId(network, way, count)));
const where = "Section 5";
const s = (value: number) => `${value.toFixed(2)} s`;

const statements: readonly Statement[] = [
  {
    id: "as-good",
    says: "to use an algorithm based on point to point communications is as good as, or in some cases better than the classic broadcast based algorithm",
    where,
    readAs: "on four nodes over InfiniBand, two exchanges ahead take at most 5 % longer than broadcasts of either kind",
    runs: idsOf("InfiniBand", ["two", "chain", "tree"], [4]),
    check(results) {
      const [two, chain, tree] = (["two", "chain", "tree"] as const).map((way) => seconds(results, "InfiniBand", way, 4));
      return {
        holds: two <= 1.05 * Math.min(chain, tree),
        because: `${s(two)} against ${s(chain)} along a chain and ${s(tree)} by a tree.`,
      };
    },
  },
  {
    id: "not-optimum",
    says: "A wavefront-like order is valid but is not optimum because of the dependencies generated in the task computing order",
    where,
    readAs:
      "over InfiniBand the wavefront without anything ahead takes a tenth longer, or more, than with all exchanges ahead, at every number of nodes",
    otherwise: "not reproduced",
    runs: idsOf("InfiniBand", ["wavefront", "all"]),
    check(results) {
      const ratios = nodes.map(
        (count) => seconds(results, "InfiniBand", "wavefront", count) / seconds(results, "InfiniBand", "all", count),
      );
      return {
        holds: Math.min(...ratios) >= 1.1,
        because: `It takes ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} times as long.`,
      };
    },
  },
  {
    id: "confirmation",
    says: "The MPI's broadcast primitive implementation use tree based algorithms for distribute the messages over all the nodes. Large number of nodes in the cluster allow to expect the confirmation of the conclusions.",
    where,
    readAs: "over InfiniBand, at 8 nodes and more, all exchanges ahead are faster than broadcasts by a binomial tree",
    otherwise: "not reproduced",
    runs: idsOf("InfiniBand", ["all", "tree"]),
    check(results) {
      const from = aheadFrom(results, "InfiniBand", "all", "tree");
      const [all, tree] = (["all", "tree"] as const).map((way) => seconds(results, "InfiniBand", way, 256));
      return {
        holds: from <= 8,
        because: `They are so ${sayFrom(from)}; at 256 nodes ${s(all)} against ${s(tree)}. Broadcasts along a chain are another matter.`,
      };
    },
  },
];

/** Programs beside each other, swept over the nodes: how broadcasts go is the same for those that have none. */
function swept(title: string, some: readonly (readonly [NetworkName, Way])[]): OpenDocument {
  const beside = besideEachOther(
    title,
    some.map(([network, way]) => {
      const { base } = ways[way];
      return {
        title: `${network}, ${sayWay(way)}`,
        document: documentOf(network, way, 4, base === "broadcast" ? {} : ways[some[0][1]].more),
      };
    }),
  );
  return { title, document: { ...beside, sweep: [{ path: "topology.terminals", values: nodes }] } };
}

export const matmulNodes = exhibit({
  id: "matmul-nodes",
  paper: "matmul",
  label: "Section 5",
  kind: "statement",
  section: where,
  title: "More nodes: pending to prove",
  lede({ values }) {
    const of = (way: Way) => `${values.get(`time ${runId("InfiniBand", way, 256)}`)?.value.toFixed(2)} s`;
    const from = (network: NetworkName, way: Way, other: Way) => sayFrom(values.get(aheadId(network, way, other))?.value ?? NaN);
    return `On 256 nodes over InfiniBand broadcasts by a tree take ${of("tree")}, and messages with all exchanges ahead ${of("all")}: they are faster ${from("InfiniBand", "all", "tree")}, and the plain wavefront ${from("InfiniBand", "wavefront", "tree")}. Broadcasts along a chain take ${of("chain")}. With one block for each process, handed over to all others at the start, messages are faster than those, too, ${from("InfiniBand", "one", "chain")}: ${of("one")}.`;
  },
  series: [
    series("ahead", "Who is ahead from how many nodes on", "at that number and at all that were computed beyond"),
    // Four of each network side by side, the others behind.
    ...[wayIds.slice(0, 4), wayIds.slice(4)].flatMap((some) =>
      networks.flatMap((network) =>
        some.map((way) => series(seriesId(network, way), `${network}, ${ways[way].title}`, captions[way], "s")),
      ),
    ),
  ],
  rows: [
    ...networks.flatMap((network) =>
      races.map(([way, other]): Row => ({
        id: aheadId(network, way, other),
        label: `${network}: ${ways[way].title} before ${ways[other].title}`,
        series: "ahead",
        published: null,
        word: { is: "fitted", constant: "rate", cell: "a cell of Table 1" },
        formula: "the least number of nodes from which it takes less time; none where it never does",
        runs: idsOf(network, [way, other]),
        decimals: 0,
        value: (results) => plain(aheadFrom(results, network, way, other)),
      })),
    ),
    ...networks.flatMap((network) => wayIds.flatMap((way) => nodesOf(way).map((count) => timeRow(network, way, count)))),
  ],
  statements,
  figures,
  runs,
  constants: constants.filter(({ id }) => id === "rate" || id === "element"),
  tolerance: { relative: 0, why: "Nothing is printed that could be compared." },
  notes: [
    {
      title: "What grows",
      kind: "our model",
      text: "The matrix stays the same, so that a node computes less the more of them there are, and all hang on one switch. A node takes in the whole of B however many there are, and with two blocks for each process twice that: this is what the lines of Ethernet come to lie on.",
    },
    {
      title: "Two ahead",
      kind: "our model",
      text: "As in Table 3, on up to 64 nodes: more messages of a node are not simulated side by side. It needs a connection to each other node. With one queue for all that a node hands over, what somebody waits for stands behind what nobody needs yet: on 16 nodes over Ethernet that takes 46 s, on 64 it takes 167 s (injection slots, in the workbench).",
    },
    {
      title: "The wavefront over Ethernet",
      kind: "our model",
      text: "From 16 nodes on its line hangs on how the messages of a node share its port: on 256 nodes it takes 22 s with one queue for all of them, 53 s with 64 side by side, 78 s with 8. Over InfiniBand it makes no difference worth a word.",
    },
    {
      title: "The tree",
      kind: "our model",
      text: "Whoever passes a block on to several others sends to all of them at once, so that they share its port. Sent one after the other, on 256 nodes over InfiniBand the tree would take 3.0 s.",
    },
  ],
  documents: [
    swept("Broadcasts and messages ahead over both networks, 4 to 256 nodes", [
      ["InfiniBand", "tree"],
      ["InfiniBand", "all"],
      ["Ethernet", "tree"],
      ["Ethernet", "all"],
    ]),
    swept("Chain, tree, and messages ahead over InfiniBand, 4 to 256 nodes", [
      ["InfiniBand", "chain"],
      ["InfiniBand", "tree"],
      ["InfiniBand", "one"],
    ]),
  ],
});
