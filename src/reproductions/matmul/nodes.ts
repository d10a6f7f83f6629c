/**
 * Both multiplication algorithms on 4 to 256 nodes. The paper leaves larger clusters to future work; the model is the one fitted on four
 * nodes.
 */
import { sideBySide } from "../documents.ts";
import type { ExhibitRun, Figure, OpenDocument, ResultsOf, ScenarioDocument, Word } from "../contract.ts";
import { checked, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { withDecimals } from "../numbers.ts";
import { isAtLeast, isAtMost } from "../predicates.ts";
import { readFrom, secondsOf } from "../rows.ts";
import { constants, type NetworkName, networks, onCluster } from "./machine.ts";
import { says } from "./printed.ts";

const chosen: Word = {
  is: "chosen",
  what: "the machine of Table 1, its rate fitted there on broadcasts over InfiniBand at N = 12000; 4 bytes an element, equal nodes, a connection for every two of them",
};

/** Numbers of nodes, and a matrix size that all of them divide, close to the largest of the paper. */
const nodes = [4, 8, 16, 32, 64, 128, 256] as const;
type Nodes = (typeof nodes)[number];
const rows = 12_288;

/**
 * The variants of both programs. The chain has 16 pieces because more pieces on 256 nodes would exceed the limit of simulated messages.
 * Point-to-point messages overlap with computing; broadcasts do only in the `-ahead` variants, so each algorithm is shown both ways.
 */
const ways = {
  chain: { title: "chain", base: "broadcast", more: { segments: 16 }, caption: "in 16 pieces" },
  tree: { title: "tree", base: "broadcast", more: { broadcast: "tree", segments: 16 }, caption: "whole blocks" },
  "tree-ahead": { title: "tree, ahead", base: "broadcast", more: { broadcast: "tree", segments: 16, ahead: 1 }, caption: "" },
  "tree-in-turn": {
    title: "tree, in turn",
    base: "broadcast",
    more: { broadcast: "tree", segments: 16, ahead: 1 },
    caption: "one child after the other",
  },
  "chain-ahead": { title: "chain, ahead", base: "broadcast", more: { segments: 16, ahead: 1 }, caption: "" },
  wavefront: { title: "wavefront", base: "point to point", more: {}, caption: "nothing ahead" },
  two: { title: "two ahead", base: "variant", more: { ahead: 2 }, caption: "as in Table 3" },
  all: { title: "all ahead", base: "variant", more: { ahead: 4 }, caption: "from the start" },
  one: { title: "one block", base: "variant", more: { blocks: 1, ahead: 1 }, caption: "a process, from the start" },
} as const;
type Way = keyof typeof ways;
const wayIds = Object.keys(ways) as Way[];
const isBroadcast = (way: Way) => ways[way].base === "broadcast";

/** The variants in the figures. Of the two chains only the faster one is drawn. */
const drawn = wayIds.filter((way) => way !== "chain");

const sayWay = (way: Way) => (isBroadcast(way) ? `broadcasts by a ${ways[way].title}` : ways[way].title);

const runId = (network: NetworkName, way: Way, count: Nodes) => `${network} ${way} ${count}`;

function documentOf(network: NetworkName, way: Way, count: Nodes, unread: ScenarioDocument = {}): ScenarioDocument {
  const { base, more } = ways[way];
  const document = onCluster(network, base, rows, { start: 0, ...unread, ...more }, count);
  return {
    ...document,
    ...(way === "tree-in-turn" ? { flowControl: { ...(document["flowControl"] as ScenarioDocument), injectionSlots: 1 } } : {}),
    title: `Matrix multiplication over ${network}, ${sayWay(way)}, ${count} nodes`,
  };
}

/** The numbers of nodes on which a variant is simulated; `two` has too many connections above 64. */
const nodesOf = (way: Way) => nodes.filter((count) => way !== "two" || count <= 64);

const runs: readonly ExhibitRun[] = networks.flatMap((network) =>
  wayIds.flatMap((way) => nodesOf(way).map((count) => ({ id: runId(network, way, count), document: documentOf(network, way, count) }))),
);

const seconds = (results: ResultsOf, network: NetworkName, way: Way, count: Nodes) => secondsOf(results(runId(network, way, count)));
const seriesId = (network: NetworkName, way: Way) => `time ${network} ${way}`;

const timeRow = (network: NetworkName, way: Way, count: Nodes): RowSpec => ({
  id: `time ${runId(network, way, count)}`,
  label: `${count} nodes`,
  series: seriesId(network, way),
  word: chosen,
  formula: "from the start to the end of the last process; fluid flow: rates, not packets",
  decimals: 2,
  ...readFrom(runId(network, way, count), secondsOf),
});

/** The smallest number of nodes from which on a variant is faster than another for all larger numbers; Infinity if there is none. */
function aheadFrom(results: ResultsOf, network: NetworkName, way: Way, other: Way): number {
  const both = nodesOf(way).filter((count) => nodesOf(other).includes(count));
  const slower = both.findLastIndex((count) => seconds(results, network, way, count) >= seconds(results, network, other, count));
  return both[slower + 1] ?? Infinity;
}

const aheadId = (network: NetworkName, way: Way, other: Way) => `ahead ${network} ${way} ${other}`;
/** Only powers of two are simulated, so the crossing is between two of them. */
function sayFrom(count: number): string {
  if (!Number.isFinite(count)) return "at no number of nodes that lasts";
  const place = nodes.findIndex((each) => each === count);
  return place <= 0 ? "at every number computed" : `from somewhere between ${nodes[place - 1]} and ${count} nodes on`;
}

/** Pairs of variants whose crossing is reported. */
const races: readonly (readonly [Way, Way])[] = [
  ["wavefront", "tree"],
  ["wavefront", "tree-in-turn"],
  ["two", "tree-in-turn"],
  ["two", "chain-ahead"],
  ["all", "tree-ahead"],
  ["all", "tree-in-turn"],
  ["one", "chain-ahead"],
];

const figures: readonly Figure[] = networks.map((network) => ({
  is: "growth",
  title: network,
  caption: `time of a multiplication, N = ${rows}, without the start; broadcasts dashed, messages drawn through; heavy: the tree and the chain`,
  unit: "s",
  across: "nodes",
  columns: nodes.map((count) => ({ text: String(count), at: count })),
  lines: drawn.map((way) => ({
    title: ways[way].title,
    look: isBroadcast(way) ? ("dashed" as const) : ("plain" as const),
    isStrong: way === "tree" || way === "chain-ahead",
    rows: nodes.map((count) => `time ${runId(network, way, count)}`),
  })),
}));

const idsOf = (network: NetworkName, some: readonly Way[], of?: readonly Nodes[]) =>
  some.flatMap((way) => (of ?? nodesOf(way)).map((count) => runId(network, way, count)));
const where = "Section 5";
const s = withDecimals(2, " s");

const broadcasts = wayIds.filter(isBroadcast);
const trees = ["tree", "tree-ahead", "tree-in-turn"] as const satisfies readonly Way[];
/** The numbers of nodes above the paper's four on which its variant is simulated. */
const more: readonly Nodes[] = [8, 16, 32, 64];

const statements = checked(says["Section 5"], [], {
  "as-good": {
    readAs: "on four nodes over InfiniBand, two exchanges ahead take at most 5 % longer than the fastest of the broadcasts here",
    runs: idsOf("InfiniBand", ["two", ...broadcasts], [4]),
    check({ results }) {
      const two = seconds(results, "InfiniBand", "two", 4);
      const all = broadcasts.map((way) => seconds(results, "InfiniBand", way, 4));
      return isAtMost(two, 1.05 * Math.min(...all), `{} against ${s(Math.min(...all))} to ${s(Math.max(...all))}.`, s);
    },
  },
  "not-optimum": {
    readAs:
      "over InfiniBand the wavefront without anything ahead takes a tenth longer, or more, than with all exchanges ahead, at every number computed",
    otherwise: "not reproduced",
    runs: idsOf("InfiniBand", ["wavefront", "all"]),
    check: ({ results }) =>
      isAtLeast(
        nodes.map((count) => seconds(results, "InfiniBand", "wavefront", count) / seconds(results, "InfiniBand", "all", count)),
        1.1,
        "It takes {least} to {most} times as long.",
      ),
  },
  confirmation: {
    readAs:
      "the variant of Table 3, two exchanges ahead, takes no longer over InfiniBand at 8, 16, 32 and 64 nodes than the fastest of the broadcasts here",
    otherwise: "not reproduced",
    runs: idsOf("InfiniBand", ["two", ...broadcasts], more),
    check({ results }) {
      const ratios = more.map(
        (count) =>
          seconds(results, "InfiniBand", "two", count) / Math.min(...broadcasts.map((way) => seconds(results, "InfiniBand", way, count))),
      );
      return isAtMost(ratios, 1, "It takes {list} times as long; on more nodes it is not simulated.", withDecimals(3));
    },
  },
  trees: {
    readAs: "over InfiniBand, from 8 nodes on, all exchanges ahead are faster than broadcasts by a tree, however those go",
    otherwise: "not reproduced",
    runs: idsOf("InfiniBand", ["all", ...trees]),
    check({ results }) {
      const from = trees.map((way) => aheadFrom(results, "InfiniBand", "all", way));
      const said = trees.map((way, i) => `than “${ways[way].title}” ${sayFrom(from[i])}`);
      const times = trees.map((way) => s(seconds(results, "InfiniBand", way, 256)));
      return {
        holds: from.every((count) => count <= 8),
        because: `They are faster ${said.join(", ")}; on 256 nodes they take ${s(seconds(results, "InfiniBand", "all", 256))}, trees ${times.join(", ")}.`,
      };
    },
  },
});

/**
 * A comparison of variants, swept over the number of nodes. Point-to-point programs ignore the parameters of broadcasts, so they take those
 * of the first variant to keep the changes few.
 */
function swept(title: string, some: readonly (readonly [NetworkName, Way])[]): OpenDocument {
  const beside = sideBySide(
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

export const matmulNodes = exhibit("matmul", "Section 5", where, {
  id: "matmul-nodes",
  title: "On many nodes, the form of the broadcast decides",
  lede({ of: number }) {
    const of = (way: Way, count: Nodes = 256) => s(number(`time ${runId("InfiniBand", way, count)}`));
    const from = (way: Way, other: Way) => sayFrom(number(aheadId("InfiniBand", way, other)));
    return `On 256 nodes over InfiniBand, broadcasts by a tree take ${of("tree")}, along a chain ${of("chain")}. A tree takes ${of("tree-ahead")} where the next broadcast is under way while nodes compute, and ${of("tree-in-turn")} where a node also serves its children in turn; messages that are all handed over at the start take ${of("all")}, and less than this last tree ${from("all", "tree-in-turn")}. On 64 nodes the variant of Table 3 takes ${of("two", 64)}, this tree ${of("tree-in-turn", 64)}.`;
  },
  series: [
    series("ahead", "Who is ahead from how many nodes on", "computed are the powers of two from 4 to 256; with two ahead to 64"),
    // At most four series of each network side by side.
    ...[wayIds.filter((way) => !isBroadcast(way)), [...trees, "chain-ahead"] as const, ["chain"] as const].flatMap((some) =>
      networks.flatMap((network) =>
        some.map((way) => ({
          ...series(seriesId(network, way), `${network}, ${ways[way].title}`, ways[way].caption, "s"),
          isFolded: true as const,
        })),
      ),
    ),
  ],
  rows: [
    ...networks.flatMap((network) =>
      races.map(([way, other]): RowSpec => ({
        id: aheadId(network, way, other),
        label: `${network}: ${ways[way].title} before ${ways[other].title}`,
        series: "ahead",
        word: chosen,
        formula:
          "the least of the numbers computed from which on it takes less time at all that follow; none where it takes more on the most nodes, even if it takes less on some of fewer",
        runs: idsOf(network, [way, other]),
        decimals: 0,
        value: ({ results }) => aheadFrom(results, network, way, other),
      })),
    ),
    ...networks.flatMap((network) => wayIds.flatMap((way) => nodesOf(way).map((count) => timeRow(network, way, count)))),
  ],
  statements,
  figures,
  runs,
  constants: constants.filter(({ id }) => ["rate", "speed", "element", "pending", "blocks"].includes(id)),
  tolerance: { relative: 0, why: "Nothing is printed that could be compared." },
  notes: notesOf({
    "our model: What grows":
      "The matrix stays the same, so that a node computes less the more of them there are, and all hang on one switch. It has 12,288 rows, which all numbers of nodes divide; a chain passes 16 pieces on, as 64 between 256 nodes would be more messages than are simulated. A node takes in the whole of B however many there are, 5.1 s over Ethernet, and with two blocks for each process twice that: what the chain, one block and all ahead come to lie on there.",
    "our model: Two ahead":
      "As in Table 3, on up to 64 nodes: more messages of a node are not simulated side by side. It needs a connection to each other node. With one queue for all that a node hands over, what somebody waits for stands behind what nobody needs yet: on 16 nodes over Ethernet that takes 46 s, on 64 it takes 167 s, and over InfiniBand 10.5 s on 64 (injection slots, in the workbench).",
    "our model: The wavefront over Ethernet":
      "From 16 nodes on its line hangs on how the messages of a node share its port: on 256 nodes it takes 22 s with one queue for all of them, 53 s with 64 side by side, 78 s with 8. Over InfiniBand it makes hardly any difference.",
    "our model: Like with like":
      "Messages are under way while a node computes; a broadcast as in Table 1 is not: a node that passes it on computes afterwards. So trees and chain are shown with one broadcast ahead, too. A node of a tree sends to all of its children side by side, or in turn, the one with the most behind it first; the paper says trees, and no more. The wavefront has two blocks a process and nothing ahead; “all ahead” and “one block” hand all exchanges over at the start.",
  }),
  documents: [
    swept("Broadcasts and messages ahead over both networks, 4 to 256 nodes", [
      ["InfiniBand", "tree-in-turn"],
      ["InfiniBand", "all"],
      ["Ethernet", "tree-in-turn"],
      ["Ethernet", "all"],
    ]),
    swept("Chain, tree, and messages ahead over InfiniBand, 4 to 256 nodes", [
      ["InfiniBand", "chain-ahead"],
      ["InfiniBand", "tree-in-turn"],
      ["InfiniBand", "one"],
    ]),
  ],
});
