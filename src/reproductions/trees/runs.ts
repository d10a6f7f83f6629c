/** The runs of §4 of the trees report: five networks, seven patterns of 4096 tasks, and five message sizes. */
import type { OpenedCard, Recording, ScenarioDocument } from "../contract.ts";
import { taskCount, treeDocument } from "./networks.ts";

/** The seven patterns of §3.3 as workloads, by their names in the report. */
export const treePatterns = {
  "2W": { kind: "wavefront", dimensions: 2 },
  "3W": { kind: "wavefront", dimensions: 3 },
  "2M": { kind: "mesh-exchange", dimensions: 2 },
  "3M": { kind: "mesh-exchange", dimensions: 3 },
  BU: { kind: "butterfly-exchange" },
  BT: { kind: "binary-tree" },
  WF: { kind: "waterfall" },
} as const;
export type TreePattern = keyof typeof treePatterns;

/** Full names of the patterns. */
export const patternNames: Readonly<Record<TreePattern, string>> = {
  "2W": "2-D wavefront",
  "3W": "3-D wavefront",
  "2M": "2-D mesh exchange",
  "3M": "3-D mesh exchange",
  BU: "butterfly",
  BT: "binary tree",
  WF: "waterfall",
};

/** The card of the workbench with the time of each run relative to the fat tree. */
export const relativeTimesCard: OpenedCard = { id: "relative-times" };

/** The five message sizes. */
export const treeSizes = ["10 B", "100 B", "1 kB", "10 kB", "100 kB"] as const;

/**
 * A document that compares networks of the trees report, given by their names such as `8:4,4-thin-tree`. Each network runs every pattern
 * with every message size, with `seeds` seeds. The first axis of the sweep is the pattern, the second one the message size.
 */
export function treeRunsDocument(
  title: string,
  names: readonly string[],
  {
    patterns = Object.keys(treePatterns) as TreePattern[],
    sizes = treeSizes,
    ranks = taskCount,
    seeds = 1,
  }: {
    readonly patterns?: readonly TreePattern[];
    readonly sizes?: readonly string[];
    readonly ranks?: number;
    readonly seeds?: number;
  } = {},
): ScenarioDocument {
  const workloads = patterns.map((pattern) => ({ ...treePatterns[pattern], ranks }));
  const [first, ...others] = names.map((name) => ({ title: name, topology: treeDocument(name)["topology"] }));
  return {
    version: 1,
    ...first,
    title,
    workload: workloads[0],
    beside: others,
    sweep: [
      { path: "workload", values: workloads },
      { path: "workload.message", values: sizes },
    ],
    seeds,
  };
}

/** Number of seeds per point, and the message sizes that have several seeds. The longest messages take hours, so they are run once. */
export const repeatedRuns = { count: 3, sizes: treeSizes.slice(0, 4) } as const;

/** The recordings behind Tables 4 and 5 and Figures 6 and 7: every point once, and all but the longest messages with several seeds. */
export function treeRecordings(table: "4a" | "4b", names: readonly string[]): readonly [all: Recording, drawn: Recording] {
  const description = table === "4a" ? "same size" : "same radix";
  return [
    { id: `${table} all`, title: `All five sizes, ${description}`, document: treeRunsDocument(`Trees of the ${description}`, names) },
    {
      id: `${table} draws`,
      isExtra: true,
      title: `Up to 10 kB, ${repeatedRuns.count} seeds, ${description}`,
      document: treeRunsDocument(`Trees of the ${description}, ${repeatedRuns.count} seeds`, names, {
        sizes: repeatedRuns.sizes,
        seeds: repeatedRuns.count,
      }),
    },
  ];
}

/** Rules that the report leaves open, as flow control parameters: which output a packet requests, and how ties are broken. */
export const treeRules = [
  { selection: "most-credits", ties: "first" },
  { selection: "most-credits", ties: "random" },
  { selection: "sticky", ties: "first" },
  { selection: "sticky", ties: "random" },
  { selection: "best-free", ties: "first" },
  { selection: "best-free", ties: "random" },
  { selection: "random", ties: "first" },
] as const;

/**
 * The workloads run under every rule: the heaviest patterns, with the mesh exchange in each order in which a task may send to its
 * neighbors.
 */
export const workloadsUnderRules = [
  { ...treePatterns.BU, ranks: taskCount },
  ...(["random", "ascending", "descending"] as const).map((order) => ({ ...treePatterns["3M"], order, ranks: taskCount })),
] as const;

/** The networks of the same size under every rule, with messages of 1 kB. */
export function rulesRecording(names: readonly string[]): Recording {
  const title = "Trees under other rules";
  const sweep = [
    { path: "workload", values: workloadsUnderRules },
    { path: "flowControl", values: treeRules.map((rule) => ({ kind: "virtual-cut-through", ...rule })) },
  ];
  return { id: "choices", title, document: { ...treeRunsDocument(title, names), sweep, seeds: 2 } };
}
