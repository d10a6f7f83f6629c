/** The measures of tables and exports, each with its unit and formula, in order. */
import { allreduceFactors, hasTwoFactors, collectiveSpeedOf } from "./collective.ts";
import { serviceFairnessOf } from "./fairness.ts";
import type { Results } from "./results.ts";

export interface Measure {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** How the number is computed. */
  readonly formula: string;
  value(results: Results): number | string | null;
}

/** The measures that apply to some runs, with the measures of collective operations and of precision if any of the runs has these. */
export function measuresOf(runs: readonly Results[]): readonly Measure[] {
  const has = (part: "collective" | "precision") => runs.some((run) => run[part] !== undefined);
  return [
    ...measures,
    ...(has("precision") ? precisionMeasures : []),
    ...(has("collective") ? collectiveMeasures : []),
    ...(runs.some(({ collective }) => collective !== undefined && hasTwoFactors(collective)) ? [sendReceiveBandwidth] : []),
  ];
}

const perTerminal = "phits/cycle per terminal";

/** Measures of any run. */
export const measures: readonly Measure[] = [
  { id: "status", title: "Status", unit: "", formula: "how the run ended", value: (results) => results.status },
  { id: "cycles", title: "Simulated time", unit: "cycles", formula: "warm-up, window and drain", value: (results) => results.cycles },
  {
    id: "offered",
    title: "Offered load",
    unit: perTerminal,
    formula: "phits created in the window / (cycles × terminals)",
    value: (results) => results.offered,
  },
  {
    id: "accepted",
    title: "Accepted load",
    unit: perTerminal,
    formula: "phits consumed in the window / (cycles × terminals)",
    value: (results) => results.accepted,
  },
  {
    id: "offered-per-sender",
    title: "Offered load, senders only",
    unit: "phits/cycle per sender",
    formula: "phits created in the window / (cycles × sending terminals, or clients where servers send for them)",
    value: (results) => results.offeredPerSender,
  },
  {
    id: "accepted-per-sender",
    title: "Accepted load, senders only",
    unit: "phits/cycle per sender",
    formula: "phits consumed in the window / (cycles × sending terminals, or clients where servers send for them)",
    value: (results) => results.acceptedPerSender,
  },
  {
    id: "sending",
    title: "Sending terminals",
    unit: "terminals",
    formula: "terminals that the pattern does not map to themselves",
    value: (results) => results.sending,
  },
  {
    id: "latency-mean",
    title: "Latency, mean",
    unit: "cycles",
    formula: "consumption − creation + 1, over packets created in the window",
    value: (results) => results.latency?.mean ?? null,
  },
  {
    id: "latency-median",
    title: "Latency, median",
    unit: "cycles",
    formula: "exact up to 63 cycles, to within 3 % above",
    value: (results) => results.latency?.median ?? null,
  },
  {
    id: "latency-p95",
    title: "Latency, 95 %",
    unit: "cycles",
    formula: "95 % of packets have at most this latency",
    value: (results) => results.latency?.p95 ?? null,
  },
  {
    id: "latency-p99",
    title: "Latency, 99 %",
    unit: "cycles",
    formula: "99 % of packets have at most this latency",
    value: (results) => results.latency?.p99 ?? null,
  },
  {
    id: "latency-max",
    title: "Latency, largest",
    unit: "cycles",
    formula: "maximum over packets created in the window",
    value: (results) => results.latency?.max ?? null,
  },
  {
    id: "latency-network",
    title: "Latency since injection, mean",
    unit: "cycles",
    formula: "consumption − injection + 1: without the source queue",
    value: (results) => results.latency?.network ?? null,
  },
  {
    id: "hops",
    title: "Hops, mean",
    unit: "channels",
    formula: "channels crossed, with terminal channels",
    value: (results) => results.hops,
  },
  {
    id: "load-mean",
    title: "Channel load, mean",
    unit: "phits/cycle",
    formula: "phits that crossed a channel in the window / (cycles × capacity of the channel), mean over all channels",
    value: (results) => results.load.mean,
  },
  {
    id: "load-worst",
    title: "Channel load, worst",
    unit: "phits/cycle",
    formula: "the largest of these loads",
    value: (results) => results.load.worst,
  },
  {
    id: "load-worst-channel",
    title: "Worst channel",
    unit: "",
    formula: "the channel with the largest load",
    value: (results) => results.load.worstName,
  },
  {
    id: "packets",
    title: "Packets created in the window",
    unit: "packets",
    formula: "with packets still in source queues",
    value: (results) => results.packets,
  },
  { id: "arrived", title: "Of these consumed", unit: "packets", formula: "by the end of the run", value: (results) => results.arrived },
  {
    id: "fairness",
    title: "Fairness over terminals",
    unit: "",
    formula:
      "Jain's index of the shares x = served / created of each sending terminal, (Σx)² / (n Σx²) (Jain, Chiu, Hawe, 1984); served: packets injected in the window, or, in a finite workload, consumed",
    value: (results) => serviceFairnessOf(results)?.jain ?? null,
  },
  {
    id: "share-lowest",
    title: "Share served, lowest",
    unit: "",
    formula:
      "packets of a terminal served in the window / packets that it created in the window, at most 1: the smallest over all terminals",
    value: (results) => serviceFairnessOf(results)?.lowest ?? null,
  },
  {
    id: "share-highest",
    title: "Share served, highest",
    unit: "",
    formula: "the largest over all terminals",
    value: (results) => serviceFairnessOf(results)?.highest ?? null,
  },
  {
    id: "makespan",
    title: "Makespan",
    unit: "cycles",
    formula: "from cycle 0 to the last arrival, inclusive, or until the last rank of a program has finished; finite workloads only",
    value: (results) => results.makespan,
  },
  {
    id: "ranks-first-done",
    title: "First rank done",
    unit: "cycles",
    formula: "end of the rank of a program that finishes first",
    value: (results) => results.ranks?.firstDone ?? null,
  },
  {
    id: "ranks-mean-done",
    title: "Ranks done, mean",
    unit: "cycles",
    formula: "end of a rank, mean over the ranks",
    value: (results) => results.ranks?.meanDone ?? null,
  },
  {
    id: "ranks-mean-waited",
    title: "Waiting of a rank, mean",
    unit: "cycles",
    formula: "cycles in which a rank waits for a message to arrive, for its own messages to leave, or at a barrier; mean over the ranks",
    value: (results) => results.ranks?.meanWaited ?? null,
  },
  {
    id: "steady",
    title: "Steady state",
    unit: "",
    formula: "accepted load within 3 % of offered load, and mean latencies of the two halves of the window within 15 %",
    value: (results) => (results.steady.is ? "yes" : "no"),
  },
  {
    id: "fingerprint",
    title: "Fingerprint",
    unit: "",
    formula: "hash over all grants: cycle, virtual channel, source",
    value: (results) => results.fingerprint,
  },
];

/** Measures of runs with a requested precision. */
export const precisionMeasures: readonly Measure[] = [
  {
    id: "latency-error",
    title: "Latency, mean, ±",
    unit: "cycles",
    formula: "half of the 95 % confidence interval, by batch means",
    value: (results) => results.precision?.latency ?? null,
  },
  {
    id: "accepted-error",
    title: "Accepted load, senders only, ±",
    unit: "phits/cycle per sender",
    formula: "half of the 95 % confidence interval, by batch means",
    value: (results) => results.precision?.accepted ?? null,
  },
  {
    id: "precision",
    title: "Requested precision",
    unit: "%",
    formula: "±, of the mean",
    value: (results) => results.precision?.asked ?? null,
  },
  {
    id: "precision-verdict",
    title: "Means known",
    unit: "",
    formula: "known; not known within the largest number of cycles; or full: beyond saturation, only the accepted load is known",
    value: (results) => results.precision?.verdict ?? null,
  },
  { id: "warm-up", title: "Warm-up found", unit: "cycles", formula: "by MSER-5", value: (results) => results.precision?.warmUp ?? null },
  {
    id: "measured",
    title: "Cycles measured",
    unit: "cycles",
    formula: "in the window",
    value: (results) => results.precision?.measured ?? null,
  },
];

/** Numbers of a collective operation that are measures. */
type CollectiveMeasureKey =
  | "steps"
  | "bytes"
  | "bytesPerRank"
  | "algorithmBandwidth"
  | "busBandwidth"
  | "sendReceiveBusBandwidth"
  | "share";

const collectiveMeasure = (id: string, title: string, unit: string, formula: string, key: CollectiveMeasureKey): Measure => ({
  id,
  title,
  unit,
  formula,
  value: (results) => collectiveSpeedOf(results)?.[key] ?? null,
});

/** The second bus bandwidth of an allreduce with in-network reduction. */
const sendReceiveBandwidth = collectiveMeasure(
  "bus-bandwidth-send-receive",
  `Bus bandwidth by ${allreduceFactors.sendReceive}`,
  "bytes/cycle",
  `algorithm bandwidth × ${allreduceFactors.sendReceive}, the factor of nccl-tests for every allreduce except with NVLS`,
  "sendReceiveBusBandwidth",
);

/** Measures of a collective operation; its time is the makespan. */
const collectiveMeasures: readonly Measure[] = [
  collectiveMeasure("collective-bytes", "Vector", "bytes", "bytes that a rank contributes or receives", "bytes"),
  collectiveMeasure("collective-steps", "Steps", "steps", "rounds of messages that depend on each other", "steps"),
  collectiveMeasure("collective-bytes-per-rank", "Sent by a rank, most", "bytes", "the largest over all ranks", "bytesPerRank"),
  collectiveMeasure("algorithm-bandwidth", "Algorithm bandwidth", "bytes/cycle", "bytes of the vector / makespan", "algorithmBandwidth"),
  collectiveMeasure(
    "bus-bandwidth",
    "Bus bandwidth",
    "bytes/cycle",
    `algorithm bandwidth × the factor of nccl-tests; for an in-network allreduce ${allreduceFactors.inNetwork}, as with NVLS`,
    "busBandwidth",
  ),
  {
    id: "least-time",
    title: "Lower bound on this network",
    unit: "cycles",
    formula: "the time that any algorithm needs: bytes across a cut / bandwidth of the cut, or the latency of a message",
    value: ({ collective }) => collective?.bound?.cycles ?? null,
  },
  {
    id: "least-time-by",
    title: "Set by",
    unit: "",
    formula: "the cut that limits it, or the latency",
    value: ({ collective }) => collective?.bound?.by ?? null,
  },
  collectiveMeasure("least-time-share", "Share of this bound", "", "lower bound / makespan, 0 to 1", "share"),
];
