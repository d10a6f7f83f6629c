/** QsNET, Figures 11 and 12: uniform traffic by offered load, network size, and message size. */
import type { ExhibitRun, OpenDocument, Published, RunResults, ComputedValue, Provenance } from "../contract.ts";
import { standardErrorOf, isSignificantlyAbove, sampleMeanOf, withoutError, printedAs } from "../numbers.ts";
import { type RowColumn, rowsOfOneSeries, rowsBySeries, joinTables, meanOfRuns, numberOfRun } from "../rows.ts";
import { checkedStatements, exhibit, measuredStatements, notesOf, series } from "../exhibit.ts";
import {
  acceptedRate,
  acknowledgementCycles,
  sweepLoads,
  randomTraffic,
  bidirectionalRate,
  type TrafficDistribution,
  distributions,
  workbenchNote,
  qsnetCurveLoads,
  qsnetDocument,
  distributionSweepNote,
  sayOfferedRate,
  saturatingTraffic,
  qsnetTolerance,
  qsnetDataUnit,
} from "./machine.ts";
import { percent } from "../verdict.ts";
import { qsnetSentences } from "./printed.ts";

/** Networks of Figure 11: number of nodes, levels of the tree, and ranks of the job if it does not use all nodes. */
const networks = [
  { nodes: 16, levels: 2, ranks: 0, panel: "(a)" },
  { nodes: 32, levels: 3, ranks: 32, panel: "(b)" },
  { nodes: 64, levels: 3, ranks: 0, panel: "(c)" },
] as const;
type NetworkSize = (typeof networks)[number];

const highestLoad = qsnetCurveLoads[qsnetCurveLoads.length - 1];
const titleOf = ({ nodes }: NetworkSize) => `${nodes} nodes`;
const seeds = [1, 2, 3] as const;
const curveRunId = ({ nodes }: NetworkSize, distribution: TrafficDistribution, load: number) => `${distribution} ${nodes} ${load}`;
/** Run id of a seed at the highest load. */
const highestLoadRunId = (size: NetworkSize, distribution: TrafficDistribution, seed: number) =>
  seed === seeds[0] ? curveRunId(size, distribution, highestLoad) : `${curveRunId(size, distribution, highestLoad)} ${seed}`;

const randomDocument = (size: NetworkSize, distribution: TrafficDistribution, load: number, seed: number = seeds[0]) =>
  qsnetDocument(
    `QsNET, uniform traffic of ${titleOf(size)}, ${distribution}`,
    { ...randomTraffic("uniform", distribution, load), ranks: size.ranks },
    { run: settledRun, seed },
    size.levels,
  );

/** Messages of 256 KB are milliseconds apart, so a load takes a while to settle. */
const settledRun = { warmUp: 300_000, window: 600_000, drain: 0 } as const;

const runs: readonly ExhibitRun[] = networks.flatMap((size) =>
  distributions.flatMap((each) => [
    ...qsnetCurveLoads.map((load) => ({ id: curveRunId(size, each, load), document: randomDocument(size, each, load) })),
    ...seeds.slice(1).map((seed) => ({ id: highestLoadRunId(size, each, seed), document: randomDocument(size, each, highestLoad, seed) })),
  ]),
);

const fittedProvenance64: Provenance = {
  is: "fitted",
  constant: `acknowledgement time, ${acknowledgementCycles} cycles`,
  cell: "42 % of 280 MB/s on 64 nodes",
};
const predictedProvenance: Provenance = { is: "predicted" };

/** The published number of a network size, and its place in the paper. */
function publishedOf({ nodes }: NetworkSize): { readonly published: Published | null; readonly detail?: string } {
  if (nodes === 64) return { published: printedAs(`42 % of ${bidirectionalRate}`, 0.42 * bidirectionalRate, 1) };
  return nodes === 32
    ? { published: printedAs("about 130", 130, 0), detail: "Section 5.7, a job on half of the machine" }
    : { published: null };
}

/** The accepted rate of each seed at the highest load, in MB/s. */
const ratesAtHighestLoad = (results: RunResults, size: NetworkSize, distribution: TrafficDistribution) =>
  highestLoadRunIds(size, distribution).map((run) => acceptedRate(results(run)));
const highestLoadRunIds = (size: NetworkSize, distribution: TrafficDistribution) =>
  seeds.map((seed) => highestLoadRunId(size, distribution, seed));
const allHighestLoadRunIds = (size: NetworkSize) => distributions.flatMap((each) => highestLoadRunIds(size, each));
const maximumOf = (results: RunResults, size: NetworkSize) =>
  sampleMeanOf(distributions.flatMap((each) => ratesAtHighestLoad(results, size, each)));

const maximumTable = rowsOfOneSeries(
  series(
    "maximum",
    "Maximum by network size",
    `(d); at the highest load, ${sayOfferedRate(highestLoad)} offered; mean of both distributions`,
    "MB/s",
  ),
  networks.map((size) => ({
    key: size.nodes,
    label: titleOf(size),
    ...publishedOf(size),
    provenance: size.nodes === 64 ? fittedProvenance64 : predictedProvenance,
    formula: `data delivered per node at ${sayOfferedRate(highestLoad)} offered; mean over uniform and exponential sizes and times, three seeds each`,
    decimals: 0,
    ...meanOfRuns(allHighestLoadRunIds(size), acceptedRate),
  })),
);

/** The curves. Their points have one seed, except those at the highest load, which panel (d) shows too. */
const curveTable = rowsBySeries(
  qsnetCurveLoads,
  (load) => ({ key: load, label: sayOfferedRate(load), decimals: 0 }),
  networks.flatMap((size) =>
    distributions.map((each): RowColumn<number> => [
      series(`${each} ${size.nodes}`, `${size.panel} ${size.nodes} nodes, ${each}`, "by offered bandwidth", "MB/s"),
      (load) =>
        load === highestLoad
          ? {
              formula: "data delivered per node in the measurement window; mean of three seeds",
              ...meanOfRuns(highestLoadRunIds(size, each), acceptedRate),
            }
          : { formula: "data delivered per node in the measurement window", ...numberOfRun(curveRunId(size, each, load), acceptedRate) },
    ]),
  ),
);

const sayValue = (each: ComputedValue) => `${each.value.toFixed(1)} ± ${standardErrorOf(each).toFixed(1)}`;

/**
 * How much higher the rate is with uniform than with exponential sizes and times, at the highest load, in percent with its standard error.
 */
const distributionGap = (results: RunResults, size: NetworkSize): ComputedValue => {
  const [uniform, exponential] = distributions.map((each) => sampleMeanOf(ratesAtHighestLoad(results, size, each)));
  const ratio = uniform.value / exponential.value;
  const error = 100 * ratio * Math.hypot(standardErrorOf(uniform) / uniform.value, standardErrorOf(exponential) / exponential.value);
  return { value: 100 * (ratio - 1), spread: { error, draws: seeds.length } };
};

const highestLoadRuns = networks.flatMap(allHighestLoadRunIds);
const sayGap = (gap: ComputedValue) => `${sayValue(gap).replace("-", "−")} %`;

const statements = measuredStatements(qsnetSentences["Figure 11"], [], {
  "below 120": {
    interpretation: "the mean over both distributions at the highest load is below 120 by more than twice its standard error",
    runs: allHighestLoadRunIds(networks[2]),
    check({ results }) {
      const maximum = maximumOf(results, networks[2]);
      const isDistinguishable = isSignificantlyAbove(maximum, withoutError(120)) || isSignificantlyAbove(withoutError(120), maximum);
      return {
        holds: isSignificantlyAbove(withoutError(120), maximum),
        because: `The mean is ${sayValue(maximum)} MB/s${isDistinguishable ? "" : ", not significantly different from 120"}.`,
      };
    },
  },
  "small networks": {
    interpretation:
      "on 16 nodes, at the highest load, uniform sizes and times give more bandwidth than exponential ones, by more than twice the standard error, and by at most 10 %",
    runs: highestLoadRuns,
    check({ results }) {
      const gap = distributionGap(results, networks[0]);
      const isDistinguishable = isSignificantlyAbove(gap);
      return {
        holds: isDistinguishable && gap.value <= 10,
        because: `With uniform sizes and times the bandwidth is ${sayGap(gap)} higher than with exponential ones on 16 nodes${isDistinguishable ? "" : ", which is not significant"}.`,
      };
    },
  },
  "gap narrows": {
    interpretation:
      "at the highest load, the gap exceeds twice its standard error on 16 nodes, becomes smaller with each size, and is below 2 % on 64 nodes",
    runs: highestLoadRuns,
    check({ results }) {
      const gaps = networks.map((size) => distributionGap(results, size));
      const [small, medium, large] = gaps.map(({ value }) => Math.abs(value));
      const isDistinguishable = isSignificantlyAbove(gaps[0]);
      return {
        holds: isDistinguishable && medium < small && large < medium && large < 2,
        because: `With uniform sizes and times the bandwidth is higher than with exponential ones by ${networks.map((size, i) => `${sayGap(gaps[i])} on ${titleOf(size)}`).join(", ")}${isDistinguishable ? "" : ". On 16 nodes the gap is not significant, so it cannot narrow"}.`,
      };
    },
  },
  "does not scale": {
    interpretation: "the bandwidth per node decreases with each size, by more than twice the standard error",
    runs: highestLoadRuns,
    check({ results }) {
      const rates = networks.map((size) => maximumOf(results, size));
      return {
        holds: isSignificantlyAbove(rates[0], rates[1]) && isSignificantlyAbove(rates[1], rates[2]),
        because: `The bandwidth per node is ${networks.map((size, i) => `${sayValue(rates[i])} MB/s on ${titleOf(size)}`).join(", ")}.`,
      };
    },
  },
});

export const qsnetFigure11 = exhibit("qsnet", "Figure 11", "Section 5.3", {
  loadUnit: qsnetDataUnit,
  title: "Uniform traffic: the bandwidth per node decreases with the number of nodes",
  lede: ({ numberOf, textOf }) =>
    `At maximum offered load, each node has ${textOf("maximum 16", 0)} MB/s on 16 nodes, ${textOf("maximum 32", 0)} on 32 and ${textOf("maximum 64", 0)} on 64, which is ${((100 * numberOf("maximum 64")) / bidirectionalRate).toFixed(0)} % of its bidirectional limit. One constant was fitted to the last number, within the bounds of the ping; the others are predictions.`,
  ...joinTables(maximumTable, curveTable),
  statements,
  figures: [
    ...networks.map((size) => ({
      is: "growth" as const,
      title: `${size.panel} ${titleOf(size)}`,
      caption: "accepted by offered bandwidth, per node; one seed, at the highest load the mean of three",
      panel: { columns: 2 as const, most: 160 },
      unit: "MB/s",
      horizontalTitle: "MB/s offered",
      scale: "linear" as const,
      columns: qsnetCurveLoads.map((load) => ({ text: sayOfferedRate(load).replace(" MB/s", ""), x: load })),
      lines: distributions.map((each) => ({ title: each, rows: qsnetCurveLoads.map((load) => curveRunId(size, each, load)) })),
    })),
    {
      is: "growth",
      title: "(d) Scalability",
      caption: "maximum by network size",
      panel: { columns: 2, most: 160 },
      unit: "MB/s",
      horizontalTitle: "nodes",
      scale: "linear",
      columns: networks.map(({ nodes }) => ({ text: String(nodes), x: nodes })),
      lines: [{ title: "maximum", rows: networks.map(({ nodes }) => `maximum ${nodes}`) }],
    },
  ],
  runs,
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: One constant": `A destination acknowledges a packet ${acknowledgementCycles} cycles (${acknowledgementCycles * 10} ns) after its end, and the acknowledgement takes as long to return as the header took. The paper gives no number for this time; it was fitted to uniform traffic of 64 nodes, 42 % of 280 MB/s, within the bounds of the ping: above 530 ns there would be gaps between a node’s packets, and Figure 9 would not reach 335 MB/s. So uniform traffic is slightly above the fitted number, but not significantly different from the paper’s 120 MB/s. This constant is used in every run of this paper. Single short runs vary around this mean by about 5 MB/s (Section 5.3).`,
      "our model: Network sizes":
        "16 nodes are a tree of two levels. 32 nodes are half of the machine of 64, with all 16 switches of the top level: the paper does not say how they were connected. The number for 32 nodes is that of Section 5.7, for the compute job on half of the machine.",
      "our model: Distributions":
        "Uniform: sizes from 1 byte to twice the mean, intervals from 0 to twice the mean. Exponential: both exponentially distributed. The measurement window is 6 ms, after 3 ms of warm-up: about 130 to 500 messages, so at light loads the offered load in the window differs from its mean by up to 10 or 20 %.",
      "in the source: Curves":
        "The figure shows curves. The paper’s text gives numbers for 64 nodes: less than 120 MB/s, which is 42 % of 280 MB/s.",
    }),
    distributionSweepNote,
  ],
  documents: networks.map((size): OpenDocument => ({
    title: `${titleOf(size)}, by offered load, as a sweep`,
    document: {
      ...randomDocument(size, "exponential", highestLoad),
      sweep: [
        { path: "workload.process", values: [...distributions] },
        { path: "workload.load", values: [...sweepLoads] },
      ],
    },
  })),
});

/** Message sizes of Figure 12, with the measured cycles for each: long enough for several messages. */
const messageSizes = [
  { bytes: "320 B", at: 320, window: 200_000 },
  { bytes: "1 KiB", at: 1024, window: 200_000 },
  { bytes: "4 KiB", at: 4096, window: 200_000 },
  { bytes: "16 KiB", at: 16_384, window: 200_000 },
  { bytes: "64 KiB", at: 65_536, window: 200_000 },
  { bytes: "256 KiB", at: 262_144, window: 300_000 },
] as const;
type MessageSize = (typeof messageSizes)[number];

const sayBytes = ({ bytes }: MessageSize) => bytes.replace("iB", "B");
const sizeRunId = ({ bytes }: MessageSize, seed: number) => `${bytes} ${seed}`;
const sizeDocument = (message: MessageSize, seed: number) =>
  qsnetDocument(`QsNET, uniform traffic of 64 nodes, messages of ${sayBytes(message)}`, saturatingTraffic("uniform", message.bytes), {
    run: { warmUp: message.window, window: message.window, drain: 0 },
    seed,
  });

const sizeRunIds = (message: MessageSize) => seeds.map((seed) => sizeRunId(message, seed));
const rateOfSize = (results: RunResults, message: MessageSize) =>
  sampleMeanOf(sizeRunIds(message).map((run) => acceptedRate(results(run))));
const [onePacket, oneKilobyte, , sixteenKilobytes, , defaultSize] = messageSizes;

export const qsnetFigure12 = exhibit("qsnet", "Figure 12", "Section 5.3", {
  loadUnit: qsnetDataUnit,
  title: "Uniform traffic is fastest with messages of one packet; beyond, message size has little effect",
  lede({ values }) {
    const valueOf = ({ bytes }: MessageSize) => values.get(bytes) ?? withoutError(NaN);
    const sayRate = (message: MessageSize) => valueOf(message).value.toFixed(0);
    const hasPenalty = isSignificantlyAbove(valueOf(sixteenKilobytes), valueOf(defaultSize));
    return `Uniform traffic has ${sayRate(onePacket)} MB/s with messages of one packet and ${sayRate(oneKilobyte)} MB/s with 1 KB. From there to 256 KB the loss is small: ${sayRate(sixteenKilobytes)} MB/s with 16 KB, ${sayRate(defaultSize)} MB/s with 256 KB${hasPenalty ? "" : ", not significantly different with three seeds"}.`;
  },
  ...rowsOfOneSeries(
    series("maximum", "Maximum by message size", "64 nodes at full rate, simultaneous start; mean of three seeds", "MB/s"),
    messageSizes.map((message) => ({
      id: message.bytes,
      label: sayBytes(message),
      provenance:
        message === defaultSize
          ? ({ ...fittedProvenance64, cell: "Figure 11, 64 nodes: 42 % of 280 MB/s" } as Provenance)
          : predictedProvenance,
      formula: "data delivered per node; mean of three seeds",
      decimals: 1,
      ...meanOfRuns(sizeRunIds(message), acceptedRate),
    })),
  ),
  statements: checkedStatements(qsnetSentences["Figure 12"], [], {
    penalty: {
      interpretation:
        "64 KB and 256 KB have less bandwidth than 16 KB, 256 KB by more than twice the standard error; and the loss from 16 KB to 256 KB exceeds that from 320 bytes to 16 KB",
      otherwise: "not reproduced",
      runs: messageSizes.flatMap(sizeRunIds),
      check({ results }) {
        const [small, , , at16, at64, at256] = messageSizes.map((message) => rateOfSize(results, message));
        const [lossTo16, lossTo256] = [1 - at16.value / small.value, 1 - at256.value / at16.value];
        const isDistinguishable = isSignificantlyAbove(at16, at256);
        return {
          holds: isDistinguishable && at64.value < at16.value && lossTo256 > lossTo16,
          because: `The bandwidth falls by ${percent(lossTo16)} from 320 B to 16 KB, and by ${percent(lossTo256)} from 16 KB to 256 KB${isDistinguishable ? "" : `: ${sayValue(at16)} and ${sayValue(at256)} MB/s do not differ significantly`}.`,
        };
      },
    },
  }),
  figures: {
    is: "growth",
    title: "Maximum by message size",
    caption: "64 nodes; both scales are logarithmic",
    unit: "MB/s",
    horizontalTitle: "bytes per message",
    columns: messageSizes.map((message) => ({ text: sayBytes(message), x: message.at })),
    lines: [{ title: "uniform traffic", rows: messageSizes.map(({ bytes }) => bytes) }],
  },
  runs: messageSizes.flatMap((message) => seeds.map((seed) => ({ id: sizeRunId(message, seed), document: sizeDocument(message, seed) }))),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: No knee at 16 KB":
        "In the model a message is simply a sequence of packets to one destination: the network transports packets, which have the same size for all messages from 320 bytes on. So nothing changes at 16 KB. The penalty that the paper observed must come from effects that are not modelled, such as the adapter's splitting of large transfers (Section 2.1) and the overhead of its threads.",
      "our model: Messages of one packet":
        "With messages of one packet every packet has a new destination, so contention at a destination is short. With longer messages, nodes with the same random destination share it for the rest of a message, and the channels that they hold block other nodes. From 4 KB on, the bandwidths differ by no more than about twice their standard errors.",
    }),
    workbenchNote,
  ],
  documents: [
    {
      title: "All sizes, as a sweep",
      document: {
        ...sizeDocument(defaultSize, 1),
        sweep: [{ path: "workload.size.bytes", values: messageSizes.map(({ bytes }) => bytes) }],
        seeds: seeds.length,
      },
    },
    ...messageSizes.map((message) => ({ title: `Messages of ${sayBytes(message)}`, document: sizeDocument(message, 1) })),
  ],
});
