/**
 * Both multiplication algorithms on 4 to 256 nodes. The paper leaves larger clusters to future work; the model is the one fitted on four
 * nodes.
 */
import { comparisonDocument } from "../documents.ts";
import type { ExhibitRun, ExhibitFigure, OpenDocument, RunResults, ScenarioDocument, Provenance } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { withDecimals } from "../numbers.ts";
import { isAtLeast, isAtMost } from "../predicates.ts";
import { readFrom, makespanSecondsOf } from "../rows.ts";
import { matmulConstants, type MatmulNetwork, matmulNetworks, clusterDocument } from "./machine.ts";
import { matmulSentences } from "./printed.ts";

const chosenProvenance: Provenance = {
  is: "chosen",
  what: "the machine of Table 1, its rate fitted there on broadcasts over InfiniBand at N = 12000; 4 bytes an element, equal nodes, a connection for every two of them",
};

/** Numbers of nodes, and a matrix size that all of them divide, close to the largest of the paper. */
const nodeCounts = [4, 8, 16, 32, 64, 128, 256] as const;
type NodeCount = (typeof nodeCounts)[number];
const matrixRows = 12_288;

/**
 * The variants of both programs. The chain has 16 pieces because more pieces on 256 nodes would exceed the limit of simulated messages.
 * Point-to-point messages overlap with computing; broadcasts do only in the `-ahead` variants, so each algorithm is shown both ways.
 */
const variants = {
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
type Variant = keyof typeof variants;
const variantIds = Object.keys(variants) as Variant[];
const isBroadcast = (variant: Variant) => variants[variant].base === "broadcast";

/** The variants in the figures. Of the two chains only the faster one is drawn. */
const drawnVariants = variantIds.filter((variant) => variant !== "chain");

const sayVariant = (variant: Variant) => (isBroadcast(variant) ? `broadcasts by a ${variants[variant].title}` : variants[variant].title);

const runId = (network: MatmulNetwork, variant: Variant, count: NodeCount) => `${network} ${variant} ${count}`;

function variantDocument(
  network: MatmulNetwork,
  variant: Variant,
  count: NodeCount,
  ignoredParams: ScenarioDocument = {},
): ScenarioDocument {
  const { base, more: variantParams } = variants[variant];
  const document = clusterDocument(network, base, matrixRows, { start: 0, ...ignoredParams, ...variantParams }, count);
  return {
    ...document,
    ...(variant === "tree-in-turn" ? { flowControl: { ...(document["flowControl"] as ScenarioDocument), injectionSlots: 1 } } : {}),
    title: `Matrix multiplication over ${network}, ${sayVariant(variant)}, ${count} nodes`,
  };
}

/** The numbers of nodes on which a variant is simulated; `two` has too many connections above 64. */
const nodeCountsOf = (variant: Variant) => nodeCounts.filter((count) => variant !== "two" || count <= 64);

const runs: readonly ExhibitRun[] = matmulNetworks.flatMap((network) =>
  variantIds.flatMap((variant) =>
    nodeCountsOf(variant).map((count) => ({ id: runId(network, variant, count), document: variantDocument(network, variant, count) })),
  ),
);

const secondsOfRun = (results: RunResults, network: MatmulNetwork, variant: Variant, count: NodeCount) =>
  makespanSecondsOf(results(runId(network, variant, count)));
const seriesId = (network: MatmulNetwork, variant: Variant) => `time ${network} ${variant}`;

const timeRow = (network: MatmulNetwork, variant: Variant, count: NodeCount): RowSpec => ({
  id: `time ${runId(network, variant, count)}`,
  label: `${count} nodes`,
  series: seriesId(network, variant),
  word: chosenProvenance,
  formula: "from the start to the end of the last process; fluid flow: rates, not packets",
  decimals: 2,
  ...readFrom(runId(network, variant, count), makespanSecondsOf),
});

/** The smallest number of nodes from which on a variant is faster than another for all larger numbers; Infinity if there is none. */
function fasterFrom(results: RunResults, network: MatmulNetwork, variant: Variant, other: Variant): number {
  const commonCounts = nodeCountsOf(variant).filter((count) => nodeCountsOf(other).includes(count));
  const lastSlower = commonCounts.findLastIndex(
    (count) => secondsOfRun(results, network, variant, count) >= secondsOfRun(results, network, other, count),
  );
  return commonCounts[lastSlower + 1] ?? Infinity;
}

const crossingId = (network: MatmulNetwork, variant: Variant, other: Variant) => `ahead ${network} ${variant} ${other}`;
/** Only powers of two are simulated, so the crossing is between two of them. */
function sayNodeRange(count: number): string {
  if (!Number.isFinite(count)) return "at no number of nodes that lasts";
  const index = nodeCounts.findIndex((each) => each === count);
  return index <= 0 ? "at every number computed" : `from somewhere between ${nodeCounts[index - 1]} and ${count} nodes on`;
}

/** Pairs of variants whose crossing is reported. */
const comparedPairs: readonly (readonly [Variant, Variant])[] = [
  ["wavefront", "tree"],
  ["wavefront", "tree-in-turn"],
  ["two", "tree-in-turn"],
  ["two", "chain-ahead"],
  ["all", "tree-ahead"],
  ["all", "tree-in-turn"],
  ["one", "chain-ahead"],
];

const figures: readonly ExhibitFigure[] = matmulNetworks.map((network) => ({
  is: "growth",
  title: network,
  caption: `time of a multiplication, N = ${matrixRows}, without the start; broadcasts dashed, messages drawn through; heavy: the tree and the chain`,
  unit: "s",
  across: "nodes",
  columns: nodeCounts.map((count) => ({ text: String(count), at: count })),
  lines: drawnVariants.map((variant) => ({
    title: variants[variant].title,
    look: isBroadcast(variant) ? ("dashed" as const) : ("plain" as const),
    isStrong: variant === "tree" || variant === "chain-ahead",
    rows: nodeCounts.map((count) => `time ${runId(network, variant, count)}`),
  })),
}));

const runIdsOf = (network: MatmulNetwork, variantIds: readonly Variant[], counts?: readonly NodeCount[]) =>
  variantIds.flatMap((variant) => (counts ?? nodeCountsOf(variant)).map((count) => runId(network, variant, count)));
const section = "Section 5";
const formatSeconds = withDecimals(2, " s");

const broadcastVariants = variantIds.filter(isBroadcast);
const treeVariants = ["tree", "tree-ahead", "tree-in-turn"] as const satisfies readonly Variant[];
/** The numbers of nodes above the paper's four on which its variant is simulated. */
const largerCounts: readonly NodeCount[] = [8, 16, 32, 64];

const statements = checkedStatements(matmulSentences["Section 5"], [], {
  "as-good": {
    readAs: "on four nodes over InfiniBand, two exchanges ahead take at most 5 % longer than the fastest of the broadcasts here",
    runs: runIdsOf("InfiniBand", ["two", ...broadcastVariants], [4]),
    check({ results }) {
      const twoAhead = secondsOfRun(results, "InfiniBand", "two", 4);
      const all = broadcastVariants.map((variant) => secondsOfRun(results, "InfiniBand", variant, 4));
      return isAtMost(
        twoAhead,
        1.05 * Math.min(...all),
        `{} against ${formatSeconds(Math.min(...all))} to ${formatSeconds(Math.max(...all))}.`,
        formatSeconds,
      );
    },
  },
  "not-optimum": {
    readAs:
      "over InfiniBand the wavefront without anything ahead takes a tenth longer, or more, than with all exchanges ahead, at every number computed",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["wavefront", "all"]),
    check: ({ results }) =>
      isAtLeast(
        nodeCounts.map(
          (count) => secondsOfRun(results, "InfiniBand", "wavefront", count) / secondsOfRun(results, "InfiniBand", "all", count),
        ),
        1.1,
        "It takes {least} to {most} times as long.",
      ),
  },
  confirmation: {
    readAs:
      "the variant of Table 3, two exchanges ahead, takes no longer over InfiniBand at 8, 16, 32 and 64 nodes than the fastest of the broadcasts here",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["two", ...broadcastVariants], largerCounts),
    check({ results }) {
      const ratios = largerCounts.map(
        (count) =>
          secondsOfRun(results, "InfiniBand", "two", count) /
          Math.min(...broadcastVariants.map((variant) => secondsOfRun(results, "InfiniBand", variant, count))),
      );
      return isAtMost(ratios, 1, "It takes {list} times as long; on more nodes it is not simulated.", withDecimals(3));
    },
  },
  trees: {
    readAs: "over InfiniBand, from 8 nodes on, all exchanges ahead are faster than broadcasts by a tree, however those go",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["all", ...treeVariants]),
    check({ results }) {
      const crossings = treeVariants.map((variant) => fasterFrom(results, "InfiniBand", "all", variant));
      const crossingClauses = treeVariants.map((variant, i) => `than “${variants[variant].title}” ${sayNodeRange(crossings[i])}`);
      const times = treeVariants.map((variant) => formatSeconds(secondsOfRun(results, "InfiniBand", variant, 256)));
      return {
        holds: crossings.every((count) => count <= 8),
        because: `They are faster ${crossingClauses.join(", ")}; on 256 nodes they take ${formatSeconds(secondsOfRun(results, "InfiniBand", "all", 256))}, trees ${times.join(", ")}.`,
      };
    },
  },
});

/**
 * A comparison of variants, swept over the number of nodes. Point-to-point programs ignore the parameters of broadcasts, so they take those
 * of the first variant to keep the changes few.
 */
function sweepOf(title: string, pairs: readonly (readonly [MatmulNetwork, Variant])[]): OpenDocument {
  const comparison = comparisonDocument(
    title,
    pairs.map(([network, variant]) => {
      const { base } = variants[variant];
      return {
        title: `${network}, ${sayVariant(variant)}`,
        document: variantDocument(network, variant, 4, base === "broadcast" ? {} : variants[pairs[0][1]].more),
      };
    }),
  );
  return { title, document: { ...comparison, sweep: [{ path: "topology.terminals", values: nodeCounts }] } };
}

export const matmulNodes = exhibit("matmul", "Section 5", section, {
  id: "matmul-nodes",
  title: "On many nodes, the form of the broadcast decides",
  lede({ numberOf }) {
    const sayTime = (variant: Variant, count: NodeCount = 256) => formatSeconds(numberOf(`time ${runId("InfiniBand", variant, count)}`));
    const sayCrossing = (variant: Variant, other: Variant) => sayNodeRange(numberOf(crossingId("InfiniBand", variant, other)));
    return `On 256 nodes over InfiniBand, broadcasts by a tree take ${sayTime("tree")}, along a chain ${sayTime("chain")}. A tree takes ${sayTime("tree-ahead")} where the next broadcast is under way while nodes compute, and ${sayTime("tree-in-turn")} where a node also serves its children in turn; messages that are all handed over at the start take ${sayTime("all")}, and less than this last tree ${sayCrossing("all", "tree-in-turn")}. On 64 nodes the variant of Table 3 takes ${sayTime("two", 64)}, this tree ${sayTime("tree-in-turn", 64)}.`;
  },
  series: [
    series("ahead", "Who is ahead from how many nodes on", "computed are the powers of two from 4 to 256; with two ahead to 64"),
    // At most four series of each network side by side.
    ...[variantIds.filter((variant) => !isBroadcast(variant)), [...treeVariants, "chain-ahead"] as const, ["chain"] as const].flatMap(
      (selectedVariants) =>
        matmulNetworks.flatMap((network) =>
          selectedVariants.map((variant) => ({
            ...series(seriesId(network, variant), `${network}, ${variants[variant].title}`, variants[variant].caption, "s"),
            isFolded: true as const,
          })),
        ),
    ),
  ],
  rows: [
    ...matmulNetworks.flatMap((network) =>
      comparedPairs.map(([variant, other]): RowSpec => ({
        id: crossingId(network, variant, other),
        label: `${network}: ${variants[variant].title} before ${variants[other].title}`,
        series: "ahead",
        word: chosenProvenance,
        formula:
          "the least of the numbers computed from which on it takes less time at all that follow; none where it takes more on the most nodes, even if it takes less on some of fewer",
        runs: runIdsOf(network, [variant, other]),
        decimals: 0,
        value: ({ results }) => fasterFrom(results, network, variant, other),
      })),
    ),
    ...matmulNetworks.flatMap((network) =>
      variantIds.flatMap((variant) => nodeCountsOf(variant).map((count) => timeRow(network, variant, count))),
    ),
  ],
  statements,
  figures,
  runs,
  constants: matmulConstants.filter(({ id }) => ["rate", "speed", "element", "pending", "blocks"].includes(id)),
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
    sweepOf("Broadcasts and messages ahead over both networks, 4 to 256 nodes", [
      ["InfiniBand", "tree-in-turn"],
      ["InfiniBand", "all"],
      ["Ethernet", "tree-in-turn"],
      ["Ethernet", "all"],
    ]),
    sweepOf("Chain, tree, and messages ahead over InfiniBand, 4 to 256 nodes", [
      ["InfiniBand", "chain-ahead"],
      ["InfiniBand", "tree-in-turn"],
      ["InfiniBand", "one"],
    ]),
  ],
});
