/** The measures of tables and exports, each with its unit and formula, in order. */
import { allreduceFactors, hasTwoFactors, speedOf } from "./collective.ts";
import { serviceIn } from "./fairness.ts";
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
  { id: "status", title: "Status", unit: "", formula: "how the run ended", value: (r) => r.status },
  { id: "cycles", title: "Cycles simulated", unit: "cycles", formula: "warm-up, window and drain", value: (r) => r.cycles },
  {
    id: "offered",
    title: "Offered load",
    unit: perTerminal,
    formula: "phits created in the window / (cycles × terminals)",
    value: (r) => r.offered,
  },
  {
    id: "accepted",
    title: "Accepted load",
    unit: perTerminal,
    formula: "phits consumed in the window / (cycles × terminals)",
    value: (r) => r.accepted,
  },
  {
    id: "offered-per-sender",
    title: "Offered load, senders only",
    unit: "phits/cycle per sender",
    formula: "phits created in the window / (cycles × sending terminals, or clients where servers send for them)",
    value: (r) => r.offeredPerSender,
  },
  {
    id: "accepted-per-sender",
    title: "Accepted load, senders only",
    unit: "phits/cycle per sender",
    formula: "phits consumed in the window / (cycles × sending terminals, or clients where servers send for them)",
    value: (r) => r.acceptedPerSender,
  },
  {
    id: "sending",
    title: "Sending terminals",
    unit: "terminals",
    formula: "those the pattern does not map to themselves",
    value: (r) => r.sending,
  },
  {
    id: "latency-mean",
    title: "Latency, mean",
    unit: "cycles",
    formula: "consumption − creation + 1, over packets created in the window",
    value: (r) => r.latency?.mean ?? null,
  },
  {
    id: "latency-median",
    title: "Latency, median",
    unit: "cycles",
    formula: "exact up to 63, 3 % coarse above",
    value: (r) => r.latency?.median ?? null,
  },
  {
    id: "latency-p95",
    title: "Latency, 95 %",
    unit: "cycles",
    formula: "95 % of packets are no later",
    value: (r) => r.latency?.p95 ?? null,
  },
  {
    id: "latency-p99",
    title: "Latency, 99 %",
    unit: "cycles",
    formula: "99 % of packets are no later",
    value: (r) => r.latency?.p99 ?? null,
  },
  {
    id: "latency-max",
    title: "Latency, largest",
    unit: "cycles",
    formula: "of packets created in the window",
    value: (r) => r.latency?.max ?? null,
  },
  {
    id: "latency-network",
    title: "Latency since injection, mean",
    unit: "cycles",
    formula: "consumption − injection + 1: the source queue left out",
    value: (r) => r.latency?.network ?? null,
  },
  { id: "hops", title: "Hops, mean", unit: "channels", formula: "channels crossed, terminal channels counted", value: (r) => r.hops },
  {
    id: "load-mean",
    title: "Channel load, mean",
    unit: "phits/cycle",
    formula: "phits crossed in the window / (cycles × what the channel carries), mean over all channels",
    value: (r) => r.load.mean,
  },
  {
    id: "load-worst",
    title: "Channel load, worst",
    unit: "phits/cycle",
    formula: "the largest of these loads",
    value: (r) => r.load.worst,
  },
  { id: "load-worst-channel", title: "Worst channel", unit: "", formula: "where it is", value: (r) => r.load.worstName },
  { id: "packets", title: "Packets created in the window", unit: "packets", formula: "source queues included", value: (r) => r.packets },
  { id: "arrived", title: "Of these consumed", unit: "packets", formula: "by the end of the run", value: (r) => r.arrived },
  {
    id: "fairness",
    title: "Fairness over terminals",
    unit: "",
    formula:
      "Jain's index of the shares x = served / created of each sending terminal, (Σx)² / (n Σx²) (Jain, Chiu, Hawe, 1984); served: packets that entered the network in the window, of a finite workload those consumed",
    value: (r) => serviceIn(r)?.jain ?? null,
  },
  {
    id: "share-lowest",
    title: "Share served, lowest",
    unit: "",
    formula: "packets of a terminal served in the window / those it created in it, at most 1: the smallest",
    value: (r) => serviceIn(r)?.lowest ?? null,
  },
  { id: "share-highest", title: "Share served, highest", unit: "", formula: "the largest", value: (r) => serviceIn(r)?.highest ?? null },
  {
    id: "makespan",
    title: "Makespan",
    unit: "cycles",
    formula: "from cycle 0 to the last arrival, inclusive, or until the last rank of a program is done; finite workloads only",
    value: (r) => r.makespan,
  },
  {
    id: "ranks-first-done",
    title: "First rank done",
    unit: "cycles",
    formula: "from when on the first rank of a program has nothing left to do",
    value: (r) => r.ranks?.firstDone ?? null,
  },
  {
    id: "ranks-mean-done",
    title: "Ranks done, mean",
    unit: "cycles",
    formula: "from when on a rank has nothing left to do, mean over the ranks",
    value: (r) => r.ranks?.meanDone ?? null,
  },
  {
    id: "ranks-mean-waited",
    title: "Waiting of a rank, mean",
    unit: "cycles",
    formula: "cycles in which a rank waits for a message, its own messages or a barrier, mean over the ranks",
    value: (r) => r.ranks?.meanWaited ?? null,
  },
  {
    id: "steady",
    title: "Steady state",
    unit: "",
    formula: "accepted within 3 % of offered, mean latency of both halves of the window within 15 %",
    value: (r) => (r.steady.is ? "yes" : "no"),
  },
  {
    id: "fingerprint",
    title: "Fingerprint",
    unit: "",
    formula: "hash of every grant: cycle, virtual channel, source",
    value: (r) => r.fingerprint,
  },
];

/** Measures of runs with a requested precision. */
export const precisionMeasures: readonly Measure[] = [
  {
    id: "latency-error",
    title: "Latency, mean, ±",
    unit: "cycles",
    formula: "half of its 95 % interval, by batch means",
    value: (r) => r.precision?.latency ?? null,
  },
  {
    id: "accepted-error",
    title: "Accepted load, senders only, ±",
    unit: "phits/cycle per sender",
    formula: "half of its 95 % interval, by batch means",
    value: (r) => r.precision?.accepted ?? null,
  },
  { id: "precision", title: "Precision asked for", unit: "%", formula: "±, of the mean", value: (r) => r.precision?.asked ?? null },
  {
    id: "precision-verdict",
    title: "Means known",
    unit: "",
    formula: "known, not within the cycles that may be measured, or full: then only the accepted load is",
    value: (r) => r.precision?.verdict ?? null,
  },
  { id: "warm-up", title: "Warm-up found", unit: "cycles", formula: "by MSER-5", value: (r) => r.precision?.warmUp ?? null },
  { id: "measured", title: "Cycles measured", unit: "cycles", formula: "in the window", value: (r) => r.precision?.measured ?? null },
];

/** Numbers of a collective operation that are measures. */
type Told = "steps" | "bytes" | "bytesPerRank" | "algorithmBandwidth" | "busBandwidth" | "sendReceiveBusBandwidth" | "share";

const ofCollective = (id: string, title: string, unit: string, formula: string, key: Told): Measure => ({
  id,
  title,
  unit,
  formula,
  value: (results) => speedOf(results)?.[key] ?? null,
});

/** The second bus bandwidth of an allreduce with in-network reduction. */
const sendReceiveBandwidth = ofCollective(
  "bus-bandwidth-send-receive",
  `Bus bandwidth by ${allreduceFactors.sendReceive}`,
  "bytes/cycle",
  `algorithm bandwidth × ${allreduceFactors.sendReceive}, the factor of nccl-tests for any allreduce but under NVLS`,
  "sendReceiveBusBandwidth",
);

/** Measures of a collective operation; its time is the makespan. */
const collectiveMeasures: readonly Measure[] = [
  ofCollective("collective-bytes", "Vector", "bytes", "what a rank puts in, or gets out", "bytes"),
  ofCollective("collective-steps", "Steps", "steps", "rounds of messages that wait for each other", "steps"),
  ofCollective("collective-bytes-per-rank", "Sent by a rank", "bytes", "most of all ranks", "bytesPerRank"),
  ofCollective("algorithm-bandwidth", "Algorithm bandwidth", "bytes/cycle", "bytes of the vector / makespan", "algorithmBandwidth"),
  ofCollective(
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
  ofCollective("least-time-share", "Share of this bound", "", "least time / makespan, 0 to 1", "share"),
];
