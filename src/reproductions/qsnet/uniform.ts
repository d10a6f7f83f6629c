/** QsNET, Figures 11 and 12: uniform traffic by offered load, network size, and message size. */
import type { ExhibitRun, OpenDocument, Published, RunResults, ComputedValue, Provenance } from "../contract.ts";
import { standardErrorOf, isSignificantlyAbove, sampleMeanOf, withoutError, printedAs } from "../numbers.ts";
import { type RowColumn, column, columnByColumn, joinTables, meanOver, readFrom } from "../rows.ts";
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
  constant: `cycles to acknowledge, ${acknowledgementCycles}`,
  cell: "42 % of 280 MB/s on 64 nodes",
};
const predictedProvenance: Provenance = { is: "predicted" };

/** The published number of each size, and its place in the paper. */
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

const maximumTable = column(
  series(
    "maximum",
    "Maximum by size of the network",
    `(d); where the curves end, at ${sayOfferedRate(highestLoad)} offered; mean of both distributions`,
    "MB/s",
  ),
  networks.map((size) => ({
    key: size.nodes,
    label: titleOf(size),
    ...publishedOf(size),
    word: size.nodes === 64 ? fittedProvenance64 : predictedProvenance,
    formula: `data consumed per node at ${sayOfferedRate(highestLoad)} offered; mean over uniform and exponential sizes and times, three seeds each`,
    decimals: 0,
    ...meanOver(allHighestLoadRunIds(size), acceptedRate),
  })),
);

/** The curves. Their points have one seed, except those at the highest load, which panel (d) shows too. */
const curveTable = columnByColumn(
  qsnetCurveLoads,
  (load) => ({ key: load, label: sayOfferedRate(load), decimals: 0 }),
  networks.flatMap((size) =>
    distributions.map((each): RowColumn<number> => [
      series(`${each} ${size.nodes}`, `${size.panel} ${size.nodes} nodes, ${each}`, "by what is offered", "MB/s"),
      (load) =>
        load === highestLoad
          ? {
              formula: "data consumed per node in the window; mean of three seeds",
              ...meanOver(highestLoadRunIds(size, each), acceptedRate),
            }
          : { formula: "data consumed per node in the window", ...readFrom(curveRunId(size, each, load), acceptedRate) },
    ]),
  ),
);

const sayValue = (each: ComputedValue) => `${each.value.toFixed(1)} ± ${standardErrorOf(each).toFixed(1)}`;

/** Excess of uniform over exponential sizes and times at the highest load, in percent, with its standard error. */
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
    readAs: "the mean over both distributions, where the curves end, below 120 by more than twice its standard error",
    runs: allHighestLoadRunIds(networks[2]),
    check({ results }) {
      const maximum = maximumOf(results, networks[2]);
      const isDistinguishable = isSignificantlyAbove(maximum, withoutError(120)) || isSignificantlyAbove(withoutError(120), maximum);
      return {
        holds: isSignificantlyAbove(withoutError(120), maximum),
        because: `${sayValue(maximum)} MB/s${isDistinguishable ? "" : ": not to be told apart from 120"}.`,
      };
    },
  },
  "small networks": {
    readAs:
      "on 16 nodes, at the highest load: uniform above exponential by more than twice the standard error, and by no more than a tenth",
    runs: highestLoadRuns,
    check({ results }) {
      const gap = distributionGap(results, networks[0]);
      const isDistinguishable = isSignificantlyAbove(gap);
      return {
        holds: isDistinguishable && gap.value <= 10,
        because: `Uniform above exponential by ${sayGap(gap)} on 16 nodes${isDistinguishable ? "" : ": not to be told from chance"}.`,
      };
    },
  },
  "gap narrows": {
    readAs:
      "at the highest load: on 16 nodes a gap of more than twice its standard error, smaller with every size, and below 2 % with 64 nodes",
    runs: highestLoadRuns,
    check({ results }) {
      const gaps = networks.map((size) => distributionGap(results, size));
      const [small, medium, large] = gaps.map(({ value }) => Math.abs(value));
      const isDistinguishable = isSignificantlyAbove(gaps[0]);
      return {
        holds: isDistinguishable && medium < small && large < medium && large < 2,
        because: `Uniform above exponential by ${networks.map((size, i) => `${sayGap(gaps[i])} on ${titleOf(size)}`).join(", ")}${isDistinguishable ? "" : ": none on 16 nodes that differs from chance, and so none that could narrow"}.`,
      };
    },
  },
  "does not scale": {
    readAs: "a node gets less with every size, by more than twice the standard error",
    runs: highestLoadRuns,
    check({ results }) {
      const rates = networks.map((size) => maximumOf(results, size));
      return {
        holds: isSignificantlyAbove(rates[0], rates[1]) && isSignificantlyAbove(rates[1], rates[2]),
        because: `${networks.map((size, i) => `${sayValue(rates[i])} MB/s on ${titleOf(size)}`).join(", ")}.`,
      };
    },
  },
});

export const qsnetFigure11 = exhibit("qsnet", "Figure 11", "Section 5.3", {
  title: "Uniform traffic: the more nodes there are, the less each gets",
  lede: ({ numberOf, textOf }) =>
    `Offered as much as it could send, each node gets ${textOf("maximum 16", 0)} MB/s among 16, ${textOf("maximum 32", 0)} among 32 and ${textOf("maximum 64", 0)} among 64: ${((100 * numberOf("maximum 64")) / bidirectionalRate).toFixed(0)} % of what it could send and receive at once. One constant was set on the last, as far as the ping lets it; the others follow.`,
  ...joinTables(maximumTable, curveTable),
  statements,
  figures: [
    ...networks.map((size) => ({
      is: "growth" as const,
      title: `${size.panel} ${titleOf(size)}`,
      caption: "data of a node, by what it offers; one seed, at the highest load the mean of three",
      panel: { columns: 2 as const, most: 160 },
      unit: "MB/s",
      across: "MB/s offered",
      scale: "linear" as const,
      columns: qsnetCurveLoads.map((load) => ({ text: sayOfferedRate(load).replace(" MB/s", ""), at: load })),
      lines: distributions.map((each) => ({ title: each, rows: qsnetCurveLoads.map((load) => curveRunId(size, each, load)) })),
    })),
    {
      is: "growth",
      title: "(d) Scalability",
      caption: "maximum by the size of the network",
      panel: { columns: 2, most: 160 },
      unit: "MB/s",
      across: "nodes",
      scale: "linear",
      columns: networks.map(({ nodes }) => ({ text: String(nodes), at: nodes })),
      lines: [{ title: "maximum", rows: networks.map(({ nodes }) => `maximum ${nodes}`) }],
    },
  ],
  runs,
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: One constant": `A destination acknowledges a packet ${acknowledgementCycles} cycles (${acknowledgementCycles * 10} ns) after its end, and the acknowledgement takes as long back as the header took. The paper gives no figure; this one was set on uniform traffic of 64 nodes, 42 % of 280 MB/s, as far as the ping lets it: beyond 530 ns a node’s own packets would come with gaps, and Figure 9 would fall short of 335 MB/s. So uniform traffic ends a little above what it was set on, not to be told apart from the paper’s 120 MB/s. It stands in every run of this paper. Single short runs scatter around this mean by some 5 MB/s (Section 5.3).`,
      "our model: Sizes of network":
        "16 nodes are a tree of two levels. 32 nodes are half of the machine of 64, with all 16 switches of the top level: the paper does not say how they were plugged. For 32, the number is that of Section 5.7, for the compute job on half of the machine.",
      "our model: Distributions":
        "Uniform: sizes from 1 byte to twice the mean, intervals from 0 to twice the mean. Exponential: both exponentially distributed. Nodes are measured for 6 ms after 3: some 130 to 500 messages, so that at light loads what is offered in the window is off by as much as a tenth or two.",
      "in the source: Curves": "The figure shows curves. In numbers the text says less than 120 MB/s, 42 % of 280, for 64 nodes.",
    }),
    distributionSweepNote,
  ],
  documents: networks.map((size): OpenDocument => ({
    title: `${titleOf(size)}, by what is offered, as a sweep`,
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
  title: "Messages of one packet get the most of uniform traffic; beyond, length matters little, and there is no knee",
  lede({ values }) {
    const valueOf = ({ bytes }: MessageSize) => values.get(bytes) ?? withoutError(NaN);
    const sayRate = (message: MessageSize) => valueOf(message).value.toFixed(0);
    const hasPenalty = isSignificantlyAbove(valueOf(sixteenKilobytes), valueOf(defaultSize));
    return `${sayRate(onePacket)} MB/s with messages of one packet, ${sayRate(oneKilobyte)} with 1 KB. From there to 256 KB little is lost: 16 KB get ${sayRate(sixteenKilobytes)}, 256 KB ${sayRate(defaultSize)}${hasPenalty ? "" : ", two numbers that three seeds do not tell apart"}.`;
  },
  ...column(
    series("maximum", "Maximum by size of messages", "64 nodes in step, all at full rate; mean of three seeds", "MB/s"),
    messageSizes.map((message) => ({
      id: message.bytes,
      label: sayBytes(message),
      word:
        message === defaultSize
          ? ({ ...fittedProvenance64, cell: "Figure 11, 64 nodes: 42 % of 280 MB/s" } as Provenance)
          : predictedProvenance,
      formula: "data consumed per node; mean of three seeds",
      decimals: 1,
      ...meanOver(sizeRunIds(message), acceptedRate),
    })),
  ),
  statements: checkedStatements(qsnetSentences["Figure 12"], [], {
    penalty: {
      readAs:
        "64 KB and 256 KB get less than 16 KB, 256 KB by more than twice the standard error, and it loses more than 16 KB does against 320 bytes",
      otherwise: "not reproduced",
      runs: messageSizes.flatMap(sizeRunIds),
      check({ results }) {
        const [small, , , at16, at64, at256] = messageSizes.map((message) => rateOfSize(results, message));
        const [lossTo16, lossTo256] = [1 - at16.value / small.value, 1 - at256.value / at16.value];
        const isDistinguishable = isSignificantlyAbove(at16, at256);
        return {
          holds: isDistinguishable && at64.value < at16.value && lossTo256 > lossTo16,
          because: `From 320 B to 16 KB it falls by ${percent(lossTo16)}, from 16 KB to 256 KB by ${percent(lossTo256)}${isDistinguishable ? "" : `: ${sayValue(at16)} and ${sayValue(at256)} MB/s, not to be told apart`}.`,
        };
      },
    },
  }),
  figures: {
    is: "growth",
    title: "Maximum by size of messages",
    caption: "64 nodes; both scales are logarithmic",
    unit: "MB/s",
    across: "bytes of a message",
    columns: messageSizes.map((message) => ({ text: sayBytes(message), at: message.at })),
    lines: [{ title: "uniform traffic", rows: messageSizes.map(({ bytes }) => bytes) }],
  },
  runs: messageSizes.flatMap((message) => seeds.map((seed) => ({ id: sizeRunId(message, seed), document: sizeDocument(message, seed) }))),
  tolerance: qsnetTolerance,
  notes: [
    ...notesOf({
      "our model: Why no knee":
        "In the model a message is nothing but so many packets to one destination: the network knows packets alone, and those have the same size from 320 bytes on. Nothing in it changes at 16 KB. What the paper saw there has to be in what the model leaves out, such as how the adapter slices its large transfers (Section 2.1) and what the thread of each one costs.",
      "our model: Why one packet is best":
        "With messages of one packet every packet goes elsewhere, and who meets at a destination parts at once. With longer ones, nodes that have drawn the same destination share it for the rest of a message, and what they hold meanwhile blocks others. From 4 KB on the sizes differ by no more than some twice their errors.",
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
