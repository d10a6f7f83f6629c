/** The machine of the QsNET paper: its tree, links, adapters and circuits, and conversions between load and bandwidth. */
import type { LoadUnit } from "../../core/base/load-unit.ts";
import type { Results } from "../../core/measures/results.ts";
import type { ExhibitNote, ScenarioDocument, Provenance } from "../contract.ts";
import { notesOf } from "../exhibit.ts";
import { type ColumnRow, numberOfRun } from "../rows.ts";

/** Bytes of data in a full packet, and its total bytes on the wire. */
export const qsnetPacket = { data: 320, wire: 378 } as const;
/** Rate of a link in MB/s, including overhead. */
export const qsnetLinkRate = 400;
/** Highest data rate of a node that sends and receives at the same time, in MB/s (§5.2). */
export const bidirectionalRate = 280;

/** The unit in which the workbench shows rates of data, as the paper does, and not those on the wire. */
export const qsnetDataUnit: LoadUnit = { is: "rate", channel: Math.round((1e6 * qsnetLinkRate * qsnetPacket.data) / qsnetPacket.wire) };

/** Data rate in MB/s of a load in phits per cycle, with full packets. */
export function dataRate(load: number): number {
  return (load * qsnetLinkRate * qsnetPacket.data) / qsnetPacket.wire;
}

/** Rate on the wire in MB/s for a data rate in MB/s, with full packets. */
export function wireRate(rate: number): number {
  return (rate * qsnetPacket.wire) / qsnetPacket.data;
}

/**
 * Cycles of 10 ns between the end of a packet and its acknowledgement, fitted to the rate of uniform traffic on 64 nodes (42 % of 280
 * MB/s). With more than 53 cycles, the packets of a ping would have gaps.
 */
export const acknowledgementCycles = 50;

/** A scenario of the machine: a quaternary tree of `n` levels with circuits, and buffers in Elan memory. */
export function qsnetDocument(title: string, workload: ScenarioDocument, extraFields: ScenarioDocument = {}, n = 3): ScenarioDocument {
  return {
    version: 1,
    title,
    topology: { kind: "k-ary-n-tree", k: 4, n },
    technology: "qsnet",
    routing: { kind: "nearest-common-ancestor", down: "deterministic" },
    flowControl: { kind: "circuit", acknowledgement: acknowledgementCycles },
    host: "elan3",
    workload,
    run: { warmUp: 100_000, window: 300_000, drain: 0 },
    ...extraFields,
  };
}

/** Traffic of all nodes at full rate: messages of one size that start at the same time. */
export function saturatingTraffic(
  pattern: ScenarioDocument | string,
  bytes = "256 KiB",
  extraParams: ScenarioDocument = {},
): ScenarioDocument {
  return { kind: "open-loop", pattern, load: 1, process: "in-step", size: { kind: "fixed", bytes }, ...extraParams };
}

/** Data rate that each sender gets delivered, in MB/s. */
export function acceptedRate(results: Results): number {
  return dataRate(results.acceptedPerSender ?? NaN);
}

/** The accepted rate per node in a run. The provenance is that of the machine under traffic of a kind, unless `overrides` has one. */
export const acceptedRow = (run: string, kind: string, overrides: Pick<ColumnRow, "label"> & Partial<ColumnRow>): ColumnRow => ({
  id: run,
  provenance: qsnetProvenanceOf(kind),
  formula: "data delivered per sending node; all nodes send at full rate, simultaneous start, messages of 256 KB",
  decimals: 0,
  ...numberOfRun(run, acceptedRate),
  ...overrides,
});

/** Distributions of message sizes and of intervals between messages: S and T in the paper's figures. */
export const distributions = ["uniform", "exponential"] as const;
export type TrafficDistribution = (typeof distributions)[number];

/** Loads of the curves, in phits per cycle; and more loads for sweeps in the workbench. */
export const qsnetCurveLoads = [0.15, 0.3, 0.45, 0.6, 0.83] as const;
export const sweepLoads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.83, 1] as const;

/** A load as an offered data rate, `102 MB/s`. */
export function sayOfferedRate(load: number): string {
  return `${dataRate(load).toFixed(0)} MB/s`;
}

/** Traffic at random times, with message sizes around 256 KiB. Sizes and intervals have the same distribution. */
export function randomTraffic(pattern: string, distribution: TrafficDistribution, load: number): ScenarioDocument {
  const size = distribution === "uniform" ? { kind: "uniform", min: "1 B", max: "524287 B" } : { kind: "exponential", mean: "256 KiB" };
  return { kind: "open-loop", pattern, load, process: distribution, size };
}

/** The six permutations: name in the paper, and kind in this program. The first three are those that are fast according to the paper. */
export const permutations = [
  ["neighbor", "neighbour"],
  ["butterfly", "butterfly"],
  ["complement", "complement"],
  ["perfect-shuffle", "perfect-shuffle"],
  ["matrix transpose", "transpose"],
  ["bit-reversal", "bit-reversal"],
] as const;
export type QsnetPermutation = (typeof permutations)[number];

/** Provenance of the machine's accepted rate for a kind of traffic at full rate. */
export function qsnetProvenanceOf(kind: string): Provenance {
  if (kind === "uniform")
    return { is: "fitted", constant: `acknowledgement time, ${acknowledgementCycles} cycles`, cell: "42 % of 280 MB/s on 64 nodes" };
  const index = permutations.findIndex((each) => each[1] === kind);
  if (index < 3)
    return { is: "fitted", constant: `bidirectional limit of the port, ${bidirectionalRate} MB/s per direction`, cell: "Figure 10(a)" };
  return { is: "chosen", what: "oldest stream of a channel first" };
}

/** A note for readers who open a run of this paper in the workbench. */
export const [workbenchNote] = notesOf({
  "our model: In the workbench": `The links of this page open the workbench in MB/s of data, as in the paper. On the wire there are ${qsnetPacket.wire} bytes for every ${qsnetPacket.data} bytes of data in full packets: in that unit, ${bidirectionalRate} MB/s are ${wireRate(bidirectionalRate).toFixed(0)}.`,
});
/** The note on the workbench for exhibits whose sweep changes the distribution. */
export const distributionSweepNote: ExhibitNote = {
  ...workbenchNote,
  text: `${workbenchNote.text} A sweep changes the distribution of the intervals between messages; message sizes remain exponential.`,
};

/** The tolerance of all runs of this paper. */
export const qsnetTolerance = { relative: 0.05, why: "5 %, the same for all runs of the QsNET paper." } as const;
