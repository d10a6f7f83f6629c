/** The machine of the QsNET paper: its tree, links, adapters and circuits, and bandwidth as the paper tells it. */
import type { Results } from "../../core/measures/results.ts";
import type { Note, ScenarioDocument, Word } from "../contract.ts";
import { notesOf } from "../exhibit.ts";
import { type ColumnRow, readFrom } from "../rows.ts";

/** Bytes of data of a full packet, and all its bytes on the wire. */
export const packet = { data: 320, wire: 378 } as const;
/** MB/s of a link, all on the wire counted. */
export const linkRate = 400;
/** Most data that a node sends while it receives as much, MB/s (§5.2). */
export const bothWays = 280;

/** Data, MB/s, of a load in phits per cycle with full packets. */
export function dataRate(load: number): number {
  return (load * linkRate * packet.data) / packet.wire;
}

/** All on the wire, MB/s, for so much data in full packets, MB/s. */
export function wireRate(rate: number): number {
  return (rate * packet.wire) / packet.data;
}

/** The load, phits per cycle, that offers so much data, MB/s. */
export function loadOf(rate: number): number {
  return wireRate(rate) / linkRate;
}

/** What was found by fitting: cycles of 10 ns between the end of a packet and its acknowledgement, on uniform traffic of 64 nodes (42 % of 280 MB/s). Longer than 53, and the packets of the ping would come with gaps. */
export const acknowledgement = 50;

/** A scenario of the machine: a quaternary tree of `n` levels that holds its circuits; buffers are in Elan memory. */
export function onQsnet(title: string, workload: ScenarioDocument, more: ScenarioDocument = {}, n = 3): ScenarioDocument {
  return {
    version: 1,
    title,
    topology: { kind: "k-ary-n-tree", k: 4, n },
    technology: "qsnet",
    routing: { kind: "nearest-common-ancestor", down: "deterministic" },
    flowControl: { kind: "circuit", acknowledgement },
    host: "elan3",
    workload,
    run: { warmUp: 100_000, window: 300_000, drain: 0 },
    ...more,
  };
}

/** Traffic of all nodes at once, as fast as they can: messages of one size, begun together. */
export function saturating(pattern: ScenarioDocument | string, bytes = "256 KiB", more: ScenarioDocument = {}): ScenarioDocument {
  return { kind: "open-loop", pattern, load: 1, process: "in-step", size: { kind: "fixed", bytes }, ...more };
}

/** Data that a sending node gets through, MB/s. */
export function acceptedRate(results: Results): number {
  return dataRate(results.acceptedPerSender ?? NaN);
}

/** What each node gets in a run of that id, the machine as it is for traffic of a kind unless another word is given. */
export const acceptedRow = (run: string, kind: string, own: Pick<ColumnRow, "label"> & Partial<ColumnRow>): ColumnRow => ({
  id: run,
  word: wordOf(kind),
  formula: "data consumed per sending node, all sending at full rate from the same instant on, messages of 256 KB",
  decimals: 0,
  ...readFrom(run, acceptedRate),
  ...own,
});

/** How sizes of messages and the intervals between them are distributed: the tags S and T of the paper's figures. */
export const distributions = ["uniform", "exponential"] as const;
export type Distribution = (typeof distributions)[number];

/** Loads of the curves, phits per cycle; and as many more as somebody might want to wait for. */
export const loads = [0.15, 0.3, 0.45, 0.6, 0.83] as const;
export const allLoads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.83, 1] as const;

/** A load as what it offers in data, `102 MB/s`. */
export function sayLoad(load: number): string {
  return `${dataRate(load).toFixed(0)} MB/s`;
}

/** Traffic at random times: sizes around 256 KiB and intervals, both of one distribution. */
export function atRandomTimes(pattern: string, distribution: Distribution, load: number): ScenarioDocument {
  const size = distribution === "uniform" ? { kind: "uniform", min: "1 B", max: "524287 B" } : { kind: "exponential", mean: "256 KiB" };
  return { kind: "open-loop", pattern, load, process: distribution, size };
}

/** The six permutations as the paper calls them, by their kind here; the first three are its fast ones. */
export const permutations = [
  ["neighbor", "neighbour"],
  ["butterfly", "butterfly"],
  ["complement", "complement"],
  ["perfect-shuffle", "perfect-shuffle"],
  ["matrix transpose", "transpose"],
  ["bit-reversal", "bit-reversal"],
] as const;
export type Permutation = (typeof permutations)[number];

/** How much of the machine's own number for some traffic, all nodes at full rate, was known beforehand. */
export function wordOf(kind: string): Word {
  if (kind === "uniform")
    return { is: "fitted", constant: `cycles to acknowledge, ${acknowledgement}`, cell: "42 % of 280 MB/s on 64 nodes" };
  const at = permutations.findIndex((each) => each[1] === kind);
  if (at < 3) return { is: "fitted", constant: `the port’s limit both ways, ${bothWays} MB/s each`, cell: "Figure 10(a)" };
  return { is: "chosen", what: "of the streams on a channel the oldest goes first" };
}

/** What somebody finds who opens a run of this paper in the workbench. */
export const [inWorkbench] = notesOf({
  "our model: In the workbench": `There, MB/s are all bytes on the wire, as the links carry them: ${packet.wire} for every ${packet.data} of data in full packets. ${bothWays} MB/s of data are shown there as ${wireRate(bothWays).toFixed(0)}.`,
});
/** The same where what is opened is a sweep over distributions. */
export const onTheWire: Note = {
  ...inWorkbench,
  text: `${inWorkbench.text} A sweep changes the intervals between messages; their sizes stay exponential.`,
};

/** What counts as agreement in every run of this paper. */
export const tolerance = { relative: 0.05, why: "Five parts in a hundred, for all runs of the QsNET paper alike." } as const;
