/**
 * Both multiplication algorithms on 4 to 256 nodes. The paper leaves larger clusters to future work; the model has the constants that were
 * fitted on four nodes.
 */
import { comparisonDocument } from "../documents.ts";
import type { ExhibitRun, ExhibitFigure, OpenDocument, RunResults, ScenarioDocument, Provenance } from "../contract.ts";
import { checkedStatements, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { withDecimals } from "../numbers.ts";
import { isAtLeast, isAtMost } from "../predicates.ts";
import { numberOfRun, makespanSecondsOf } from "../rows.ts";
import { matmulConstants, type MatmulNetwork, matmulNetworks, clusterDocument } from "./machine.ts";
import { matmulSentences } from "./printed.ts";

const chosenProvenance: Provenance = {
  is: "chosen",
  what: "the machine of Table 1, with its compute rate, fitted to broadcasts over InfiniBand at N = 12000; 4 bytes per element, equal nodes, one connection per pair of nodes",
};

/** Numbers of nodes, and a matrix size that all of them divide, close to the largest of the paper. */
const nodeCounts = [4, 8, 16, 32, 64, 128, 256] as const;
type NodeCount = (typeof nodeCounts)[number];
const matrixRows = 12_288;

/**
 * The variants of both programs. A broadcast along the chain is divided into 16 pieces, because more pieces on 256 nodes would exceed the
 * limit of simulated messages. Point-to-point messages overlap with computing; broadcasts do only in the `-ahead` variants, so each
 * algorithm is shown both ways.
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
  wavefront: { title: "wavefront", base: "point to point", more: {}, caption: "no exchange ahead" },
  two: { title: "two ahead", base: "variant", more: { ahead: 2 }, caption: "as in Table 3" },
  all: { title: "all ahead", base: "variant", more: { ahead: 4 }, caption: "all posted at the start" },
  one: { title: "one block", base: "variant", more: { blocks: 1, ahead: 1 }, caption: "per process, posted at the start" },
} as const;
type Variant = keyof typeof variants;
const variantIds = Object.keys(variants) as Variant[];
const isBroadcast = (variant: Variant) => variants[variant].base === "broadcast";

/** The variants in the figures: all but `chain`, because `chain-ahead` is faster. */
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
  provenance: chosenProvenance,
  formula: "time from the start until the last process ends; fluid-flow model (rates, not packets)",
  decimals: 2,
  ...numberOfRun(runId(network, variant, count), makespanSecondsOf),
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
  if (!Number.isFinite(count)) return "at no number of nodes consistently";
  const index = nodeCounts.findIndex((each) => each === count);
  return index <= 0 ? "at every simulated number of nodes" : `from between ${nodeCounts[index - 1]} and ${count} nodes on`;
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
  caption: `time of a multiplication, N = ${matrixRows}, without start-up; dashed: broadcasts (bold: tree and chain), solid: point-to-point messages`,
  unit: "s",
  horizontalTitle: "nodes",
  columns: nodeCounts.map((count) => ({ text: String(count), x: count })),
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
/** The numbers of nodes, above the paper's four, on which the paper's variant is simulated. */
const largerCounts: readonly NodeCount[] = [8, 16, 32, 64];

const statements = checkedStatements(matmulSentences["Section 5"], [], {
  "as-good": {
    interpretation:
      "on four nodes over InfiniBand, point to point with two exchanges ahead takes at most 5 % longer than the fastest broadcast",
    runs: runIdsOf("InfiniBand", ["two", ...broadcastVariants], [4]),
    check({ results }) {
      const twoAhead = secondsOfRun(results, "InfiniBand", "two", 4);
      const all = broadcastVariants.map((variant) => secondsOfRun(results, "InfiniBand", variant, 4));
      return isAtMost(
        twoAhead,
        1.05 * Math.min(...all),
        `Point to point takes {}, the broadcasts take ${formatSeconds(Math.min(...all))} to ${formatSeconds(Math.max(...all))}.`,
        formatSeconds,
      );
    },
  },
  "not-optimum": {
    interpretation:
      "over InfiniBand the wavefront without exchanges ahead takes at least a tenth longer than with all exchanges ahead, at every simulated number of nodes",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["wavefront", "all"]),
    check: ({ results }) =>
      isAtLeast(
        nodeCounts.map(
          (count) => secondsOfRun(results, "InfiniBand", "wavefront", count) / secondsOfRun(results, "InfiniBand", "all", count),
        ),
        1.1,
        "The wavefront without exchanges ahead takes {least} to {most} times as long as with all of them.",
      ),
  },
  confirmation: {
    interpretation:
      "over InfiniBand on 8, 16, 32 and 64 nodes, the variant of Table 3 (two exchanges ahead) takes no longer than the fastest broadcast",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["two", ...broadcastVariants], largerCounts),
    check({ results }) {
      const ratios = largerCounts.map(
        (count) =>
          secondsOfRun(results, "InfiniBand", "two", count) /
          Math.min(...broadcastVariants.map((variant) => secondsOfRun(results, "InfiniBand", variant, count))),
      );
      return isAtMost(
        ratios,
        1,
        "The variant takes {list} times as long as the fastest broadcast; more than 64 nodes are not simulated.",
        withDecimals(3),
      );
    },
  },
  trees: {
    interpretation:
      "over InfiniBand, from 8 nodes on, point to point with all exchanges ahead is faster than each variant of tree broadcasts",
    otherwise: "not reproduced",
    runs: runIdsOf("InfiniBand", ["all", ...treeVariants]),
    check({ results }) {
      const crossings = treeVariants.map((variant) => fasterFrom(results, "InfiniBand", "all", variant));
      const crossingClauses = treeVariants.map((variant, i) => `than “${variants[variant].title}” ${sayNodeRange(crossings[i])}`);
      const times = treeVariants.map((variant) => formatSeconds(secondsOfRun(results, "InfiniBand", variant, 256)));
      return {
        holds: crossings.every((count) => count <= 8),
        because: `Point to point with all exchanges ahead is faster ${crossingClauses.join(", ")}; on 256 nodes it takes ${formatSeconds(secondsOfRun(results, "InfiniBand", "all", 256))}, the trees ${times.join(", ")}.`,
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
  title: "On many nodes, the broadcast algorithm decides",
  lede({ numberOf }) {
    const sayTime = (variant: Variant, count: NodeCount = 256) => formatSeconds(numberOf(`time ${runId("InfiniBand", variant, count)}`));
    const sayCrossing = (variant: Variant, other: Variant) => sayNodeRange(numberOf(crossingId("InfiniBand", variant, other)));
    return `On 256 nodes over InfiniBand, tree broadcasts take ${sayTime("tree")}, chain broadcasts ${sayTime("chain")}. A tree takes ${sayTime("tree-ahead")} if the next broadcast overlaps with computing, and ${sayTime("tree-in-turn")} if each node also sends to its children in turn. Point-to-point messages that are all posted at the start take ${sayTime("all")}; they are faster than this last tree ${sayCrossing("all", "tree-in-turn")}. On 64 nodes the variant of Table 3 takes ${sayTime("two", 64)}, this tree ${sayTime("tree-in-turn", 64)}.`;
  },
  series: [
    series("ahead", "Number of nodes from which the first variant is faster", "simulated: powers of two from 4 to 256; two ahead up to 64"),
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
        provenance: chosenProvenance,
        formula:
          "smallest simulated number of nodes from which on the first variant is always faster; none if it is slower on the largest number of nodes",
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
  tolerance: { relative: 0, why: "The paper prints no number to compare with." },
  notes: notesOf({
    "our model: Strong scaling":
      "The matrix has 12,288 rows on any number of nodes, so each node computes less as the cluster grows; all nodes share one switch. The chain has 16 pieces, because 64 pieces on 256 nodes exceed the number of messages that can be simulated. Every node receives the whole of B, which takes 5.1 s over Ethernet, and twice that with two blocks per process. These are the lower bounds that the chain, “one block” and “all ahead” approach.",
    "our model: Two exchanges ahead":
      "As in Table 3, on up to 64 nodes: more concurrent messages per node are not simulated. This variant needs a connection to each other node. With a single send queue per node it suffers from head-of-line blocking: messages that are needed now wait behind messages that are needed later. Then it takes 46 s over Ethernet on 16 nodes and 167 s on 64, and 10.5 s over InfiniBand on 64 (setting “injection slots” in the workbench).",
    "our model: The wavefront over Ethernet":
      "From 16 nodes on, its time depends on how the messages of a node share its port: on 256 nodes it takes 22 s with one send queue, 53 s with 64 concurrent messages, and 78 s with 8. Over InfiniBand the difference is small.",
    "our model: Overlap with computing":
      "Point-to-point messages overlap with computing; a broadcast as in Table 1 does not, because a node forwards it before it computes. For a fair comparison, tree and chain are also shown with one broadcast ahead. In a tree, a node sends to all of its children concurrently, or in turn, the child with the largest subtree first; the paper says only that trees are used. The wavefront has two blocks per process and no exchange ahead; “all ahead” and “one block” post all exchanges at the start.",
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
