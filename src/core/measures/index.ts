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

/** The measures that apply to some runs, with those of collective operations and of precision if any of the runs has them. */
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
  { id: "cycles", title: "Cycles simulated", unit: "cycles", formula: "warm-up, window and drain", value: (results) => results.cycles },
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
    formula: "those the pattern does not map to themselves",
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
    formula: "exact up to 63, 3 % coarse above",
    value: (results) => results.latency?.median ?? null,
  },
  {
    id: "latency-p95",
    title: "Latency, 95 %",
    unit: "cycles",
    formula: "95 % of packets are no later",
    value: (results) => results.latency?.p95 ?? null,
  },
  {
    id: "latency-p99",
    title: "Latency, 99 %",
    unit: "cycles",
    formula: "99 % of packets are no later",
    value: (results) => results.latency?.p99 ?? null,
  },
  {
    id: "latency-max",
    title: "Latency, largest",
    unit: "cycles",
    formula: "of packets created in the window",
    value: (results) => results.latency?.max ?? null,
  },
  {
    id: "latency-network",
    title: "Latency since injection, mean",
    unit: "cycles",
    formula: "consumption − injection + 1: the source queue left out",
    value: (results) => results.latency?.network ?? null,
  },
  {
    id: "hops",
    title: "Hops, mean",
    unit: "channels",
    formula: "channels crossed, terminal channels counted",
    value: (results) => results.hops,
  },
  {
    id: "load-mean",
    title: "Channel load, mean",
    unit: "phits/cycle",
    formula: "phits crossed in the window / (cycles × what the channel carries), mean over all channels",
    value: (results) => results.load.mean,
  },
  {
    id: "load-worst",
    title: "Channel load, worst",
    unit: "phits/cycle",
    formula: "the largest of these loads",
    value: (results) => results.load.worst,
  },
  { id: "load-worst-channel", title: "Worst channel", unit: "", formula: "where it is", value: (results) => results.load.worstName },
  {
    id: "packets",
    title: "Packets created in the window",
    unit: "packets",
    formula: "source queues included",
    value: (results) => results.packets,
  },
  { id: "arrived", title: "Of these consumed", unit: "packets", formula: "by the end of the run", value: (results) => results.arrived },
  {
    id: "fairness",
    title: "Fairness over terminals",
    unit: "",
    formula:
      "Jain's index of the shares x = served / created of each sending terminal, (Σx)² / (n Σx²) (Jain, Chiu, Hawe, 1984); served: packets that entered the network in the window, of a finite workload those consumed",
    value: (results) => serviceFairnessOf(results)?.jain ?? null,
  },
  {
    id: "share-lowest",
    title: "Share served, lowest",
    unit: "",
    formula: "packets of a terminal served in the window / those it created in it, at most 1: the smallest",
    value: (results) => serviceFairnessOf(results)?.lowest ?? null,
  },
  {
    id: "share-highest",
    title: "Share served, highest",
    unit: "",
    formula: "the largest",
    value: (results) => serviceFairnessOf(results)?.highest ?? null,
  },
  {
    id: "makespan",
    title: "Makespan",
    unit: "cycles",
    formula: "from cycle 0 to the last arrival, inclusive, or until the last rank of a program is done; finite workloads only",
    value: (results) => results.makespan,
  },
  {
    id: "ranks-first-done",
    title: "First rank done",
    unit: "cycles",
    formula: "from when on the first rank of a program has nothing left to do",
    value: (results) => results.ranks?.firstDone ?? null,
  },
  {
    id: "ranks-mean-done",
    title: "Ranks done, mean",
    unit: "cycles",
    formula: "from when on a rank has nothing left to do, mean over the ranks",
    value: (results) => results.ranks?.meanDone ?? null,
  },
  {
    id: "ranks-mean-waited",
    title: "Waiting of a rank, mean",
    unit: "cycles",
    formula: "cycles in which a rank waits for a message, its own messages or a barrier, mean over the ranks",
    value: (results) => results.ranks?.meanWaited ?? null,
  },
  {
    id: "steady",
    title: "Steady state",
    unit: "",
    formula: "accepted within 3 % of offered, mean latency of both halves of the window within 15 %",
    value: (results) => (results.steady.is ? "yes" : "no"),
  },
  {
    id: "fingerprint",
    title: "Fingerprint",
    unit: "",
    formula: "hash of every grant: cycle, virtual channel, source",
    value: (results) => results.fingerprint,
  },
];

/** Measures of runs with a requested precision. */
export const precisionMeasures: readonly Measure[] = [
  {
    id: "latency-error",
    title: "Latency, mean, ±",
    unit: "cycles",
    formula: "half of its 95 % interval, by batch means",
    value: (results) => results.precision?.latency ?? null,
  },
  {
    id: "accepted-error",
    title: "Accepted load, senders only, ±",
    unit: "phits/cycle per sender",
    formula: "half of its 95 % interval, by batch means",
    value: (results) => results.precision?.accepted ?? null,
  },
  {
    id: "precision",
    title: "Precision asked for",
    unit: "%",
    formula: "±, of the mean",
    value: (results) => results.precision?.asked ?? null,
  },
  {
    id: "precision-verdict",
    title: "Means known",
    unit: "",
    formula: "known, not within the cycles that may be measured, or full: then only the accepted load is",
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
  `algorithm bandwidth × ${allreduceFactors.sendReceive}, the factor of nccl-tests for any allreduce but under NVLS`,
  "sendReceiveBusBandwidth",
);

/** Measures of a collective operation; its time is the makespan. */
const collectiveMeasures: readonly Measure[] = [
  collectiveMeasure("collective-bytes", "Vector", "bytes", "what a rank puts in, or gets out", "bytes"),
  collectiveMeasure("collective-steps", "Steps", "steps", "rounds of messages that wait for each other", "steps"),
  collectiveMeasure("collective-bytes-per-rank", "Sent by a rank", "bytes", "most of all ranks", "bytesPerRank"),
  collectiveMeasure("algorithm-bandwidth", "Algorithm bandwidth", "bytes/cycle", "bytes of the vector / makespan", "algorithmBandwidth"),
  collectiveMeasure(
    "bus-bandwidth",
    "Bus bandwidth",
    "bytes/cycle",
    `algorithm bandwidth × the factor of nccl-tests; of an allreduce in the network ${allreduceFactors.inNetwork}, as under NVLS`,
    "busBandwidth",
  ),
  {
    id: "least-time",
    title: "Least time on this network",
    unit: "cycles",
    formula: "what any algorithm needs: bytes over a cut / what it carries, or the way of a message",
    value: ({ collective }) => collective?.bound?.cycles ?? null,
  },
  {
    id: "least-time-by",
    title: "Set by",
    unit: "",
    formula: "the cut that sets it, or the latency",
    value: ({ collective }) => collective?.bound?.by ?? null,
  },
  collectiveMeasure("least-time-share", "Share of this bound", "", "least time / makespan, 0 to 1", "share"),
];
