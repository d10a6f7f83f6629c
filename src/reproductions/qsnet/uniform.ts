/** QsNET, Figures 11 and 12: uniform traffic by offered load, network size, and message size. */
import type { ExhibitRun, OpenDocument, Published, ResultsOf, Value, Word } from "../contract.ts";
import { errorOf, isSurelyAbove, meanOf, plain, printedAs } from "../numbers.ts";
import { type RowColumn, column, columnByColumn, joinedTables, meanOver, readFrom } from "../rows.ts";
import { checked, exhibit, measured, notesOf, series } from "../exhibit.ts";
import {
  acceptedRate,
  acknowledgement,
  allLoads,
  atRandomTimes,
  bothWays,
  type Distribution,
  distributions,
  inWorkbench,
  loads,
  onQsnet,
  onTheWire,
  sayLoad,
  saturating,
  tolerance,
} from "./machine.ts";
import { percent } from "../verdict.ts";
import { says } from "./printed.ts";

/** Networks of Figure 11: number of nodes, levels of the tree, and ranks of the job if it does not use all nodes. */
const networks = [
  { nodes: 16, levels: 2, ranks: 0, panel: "(a)" },
  { nodes: 32, levels: 3, ranks: 32, panel: "(b)" },
  { nodes: 64, levels: 3, ranks: 0, panel: "(c)" },
] as const;
type Size = (typeof networks)[number];

const highest = loads[loads.length - 1];
const titleOf = ({ nodes }: Size) => `${nodes} nodes`;
const seeds = [1, 2, 3] as const;
const drawn = ({ nodes }: Size, distribution: Distribution, load: number) => `${distribution} ${nodes} ${load}`;
/** Run id of a seed at the highest load. */
const again = (size: Size, distribution: Distribution, seed: number) =>
  seed === seeds[0] ? drawn(size, distribution, highest) : `${drawn(size, distribution, highest)} ${seed}`;

const randomDocument = (size: Size, distribution: Distribution, load: number, seed: number = seeds[0]) =>
  onQsnet(
    `QsNET, uniform traffic of ${titleOf(size)}, ${distribution}`,
    { ...atRandomTimes("uniform", distribution, load), ranks: size.ranks },
    { run: settled, seed },
    size.levels,
  );

/** Messages of 256 KB are milliseconds apart, so a load takes a while to settle. */
const settled = { warmUp: 300_000, window: 600_000, drain: 0 } as const;

const runs: readonly ExhibitRun[] = networks.flatMap((size) =>
  distributions.flatMap((each) => [
    ...loads.map((load) => ({ id: drawn(size, each, load), document: randomDocument(size, each, load) })),
    ...seeds.slice(1).map((seed) => ({ id: again(size, each, seed), document: randomDocument(size, each, highest, seed) })),
  ]),
);

const fittedHere: Word = { is: "fitted", constant: `cycles to acknowledge, ${acknowledgement}`, cell: "42 % of 280 MB/s on 64 nodes" };
const predicted: Word = { is: "predicted" };

/** The published number of each size, and its place in the paper. */
function publishedOf({ nodes }: Size): { readonly published: Published | null; readonly detail?: string } {
  if (nodes === 64) return { published: printedAs(`42 % of ${bothWays}`, 0.42 * bothWays, 1) };
  return nodes === 32
    ? { published: printedAs("about 130", 130, 0), detail: "Section 5.7, a job on half of the machine" }
    : { published: null };
}

/** The accepted rate of each seed at the highest load, in MB/s. */
const ends = (results: ResultsOf, size: Size, distribution: Distribution) =>
  seedsOf(size, distribution).map((run) => acceptedRate(results(run)));
const seedsOf = (size: Size, distribution: Distribution) => seeds.map((seed) => again(size, distribution, seed));
const endRuns = (size: Size) => distributions.flatMap((each) => seedsOf(size, each));
const maximumOf = (results: ResultsOf, size: Size) => meanOf(distributions.flatMap((each) => ends(results, size, each)));

const maxima = column(
  series(
    "maximum",
    "Maximum by size of the network",
    `(d); where the curves end, at ${sayLoad(highest)} offered; mean of both distributions`,
    "MB/s",
  ),
  networks.map((size) => ({
    key: size.nodes,
    label: titleOf(size),
    ...publishedOf(size),
    word: size.nodes === 64 ? fittedHere : predicted,
    formula: `data consumed per node at ${sayLoad(highest)} offered; mean over uniform and exponential sizes and times, three seeds each`,
    decimals: 0,
    ...meanOver(endRuns(size), acceptedRate),
  })),
);

/** The curves. Their points have one seed, except those at the highest load, which panel (d) shows too. */
const curves = columnByColumn(
  loads,
  (load) => ({ key: load, label: sayLoad(load), decimals: 0 }),
  networks.flatMap((size) =>
    distributions.map((each): RowColumn<number> => [
      series(`${each} ${size.nodes}`, `${size.panel} ${size.nodes} nodes, ${each}`, "by what is offered", "MB/s"),
      (load) =>
        load === highest
          ? { formula: "data consumed per node in the window; mean of three seeds", ...meanOver(seedsOf(size, each), acceptedRate) }
          : { formula: "data consumed per node in the window", ...readFrom(drawn(size, each, load), acceptedRate) },
    ]),
  ),
);

const sayValue = (each: Value) => `${each.value.toFixed(1)} ± ${errorOf(each).toFixed(1)}`;

/** Excess of uniform over exponential sizes and times at the highest load, in percent, with its standard error. */
const gapOf = (results: ResultsOf, size: Size): Value => {
  const [uniform, exponential] = distributions.map((each) => meanOf(ends(results, size, each)));
  const ratio = uniform.value / exponential.value;
  const error = 100 * ratio * Math.hypot(errorOf(uniform) / uniform.value, errorOf(exponential) / exponential.value);
  return { value: 100 * (ratio - 1), spread: { error, draws: seeds.length } };
};

const atHighest = networks.flatMap(endRuns);
const sayGap = (gap: Value) => `${sayValue(gap).replace("-", "−")} %`;

const statements = measured(says["Figure 11"], [], {
  "below 120": {
    readAs: "the mean over both distributions, where the curves end, below 120 by more than twice its standard error",
    runs: endRuns(networks[2]),
    check({ results }) {
      const found = maximumOf(results, networks[2]);
      const isTold = isSurelyAbove(found, plain(120)) || isSurelyAbove(plain(120), found);
      return {
        holds: isSurelyAbove(plain(120), found),
        because: `${sayValue(found)} MB/s${isTold ? "" : ": not to be told apart from 120"}.`,
      };
    },
  },
  "small networks": {
    readAs:
      "on 16 nodes, at the highest load: uniform above exponential by more than twice the standard error, and by no more than a tenth",
    runs: atHighest,
    check({ results }) {
      const gap = gapOf(results, networks[0]);
      const isTold = isSurelyAbove(gap);
      return {
        holds: isTold && gap.value <= 10,
        because: `Uniform above exponential by ${sayGap(gap)} on 16 nodes${isTold ? "" : ": not to be told from chance"}.`,
      };
    },
  },
  "gap narrows": {
    readAs:
      "at the highest load: on 16 nodes a gap of more than twice its standard error, smaller with every size, and below 2 % with 64 nodes",
    runs: atHighest,
    check({ results }) {
      const gaps = networks.map((size) => gapOf(results, size));
      const [small, medium, large] = gaps.map(({ value }) => Math.abs(value));
      const isTold = isSurelyAbove(gaps[0]);
      return {
        holds: isTold && medium < small && large < medium && large < 2,
        because: `Uniform above exponential by ${networks.map((size, i) => `${sayGap(gaps[i])} on ${titleOf(size)}`).join(", ")}${isTold ? "" : ": none on 16 nodes that differs from chance, and so none that could narrow"}.`,
      };
    },
  },
  "does not scale": {
    readAs: "a node gets less with every size, by more than twice the standard error",
    runs: atHighest,
    check({ results }) {
      const rates = networks.map((size) => maximumOf(results, size));
      return {
        holds: isSurelyAbove(rates[0], rates[1]) && isSurelyAbove(rates[1], rates[2]),
        because: `${networks.map((size, i) => `${sayValue(rates[i])} MB/s on ${titleOf(size)}`).join(", ")}.`,
      };
    },
  },
});

export const qsnetFigure11 = exhibit("qsnet", "Figure 11", "Section 5.3", {
  title: "Uniform traffic: the more nodes there are, the less each gets",
  lede: ({ of, shown }) =>
    `Offered as much as it could send, each node gets ${shown("maximum 16", 0)} MB/s among 16, ${shown("maximum 32", 0)} among 32 and ${shown("maximum 64", 0)} among 64: ${((100 * of("maximum 64")) / bothWays).toFixed(0)} % of what it could send and receive at once. One constant was set on the last, as far as the ping lets it; the others follow.`,
  ...joinedTables(maxima, curves),
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
      columns: loads.map((load) => ({ text: sayLoad(load).replace(" MB/s", ""), at: load })),
      lines: distributions.map((each) => ({ title: each, rows: loads.map((load) => drawn(size, each, load)) })),
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
  tolerance,
  notes: [
    ...notesOf({
      "our model: One constant": `A destination acknowledges a packet ${acknowledgement} cycles (${acknowledgement * 10} ns) after its end, and the acknowledgement takes as long back as the header took. The paper gives no figure; this one was set on uniform traffic of 64 nodes, 42 % of 280 MB/s, as far as the ping lets it: beyond 530 ns a node’s own packets would come with gaps, and Figure 9 would fall short of 335 MB/s. So uniform traffic ends a little above what it was set on, not to be told apart from the paper’s 120 MB/s. It stands in every run of this paper. Single short runs scatter around this mean by some 5 MB/s (Section 5.3).`,
      "our model: Sizes of network":
        "16 nodes are a tree of two levels. 32 nodes are half of the machine of 64, with all 16 switches of the top level: the paper does not say how they were plugged. For 32, the number is that of Section 5.7, for the compute job on half of the machine.",
      "our model: Distributions":
        "Uniform: sizes from 1 byte to twice the mean, intervals from 0 to twice the mean. Exponential: both exponentially distributed. Nodes are measured for 6 ms after 3: some 130 to 500 messages, so that at light loads what is offered in the window is off by as much as a tenth or two.",
      "in the source: Curves": "The figure shows curves. In numbers the text says less than 120 MB/s, 42 % of 280, for 64 nodes.",
    }),
    onTheWire,
  ],
  documents: networks.map((size): OpenDocument => ({
    title: `${titleOf(size)}, by what is offered, as a sweep`,
    document: {
      ...randomDocument(size, "exponential", highest),
      sweep: [
        { path: "workload.process", values: [...distributions] },
        { path: "workload.load", values: [...allLoads] },
      ],
    },
  })),
});

/** Message sizes of Figure 12, with the measured cycles for each: long enough for several messages. */
const messages = [
  { bytes: "320 B", at: 320, window: 200_000 },
  { bytes: "1 KiB", at: 1024, window: 200_000 },
  { bytes: "4 KiB", at: 4096, window: 200_000 },
  { bytes: "16 KiB", at: 16_384, window: 200_000 },
  { bytes: "64 KiB", at: 65_536, window: 200_000 },
  { bytes: "256 KiB", at: 262_144, window: 300_000 },
] as const;
type Message = (typeof messages)[number];

const sayBytes = ({ bytes }: Message) => bytes.replace("iB", "B");
const sizeRun = ({ bytes }: Message, seed: number) => `${bytes} ${seed}`;
const sizeDocument = (message: Message, seed: number) =>
  onQsnet(`QsNET, uniform traffic of 64 nodes, messages of ${sayBytes(message)}`, saturating("uniform", message.bytes), {
    run: { warmUp: message.window, window: message.window, drain: 0 },
    seed,
  });

const sizeRuns = (message: Message) => seeds.map((seed) => sizeRun(message, seed));
const rateOfSize = (results: ResultsOf, message: Message) => meanOf(sizeRuns(message).map((run) => acceptedRate(results(run))));
const [single, next, , knee, , usual] = messages;

export const qsnetFigure12 = exhibit("qsnet", "Figure 12", "Section 5.3", {
  title: "Messages of one packet get the most of uniform traffic; beyond, length matters little, and there is no knee",
  lede({ values }) {
    const of = ({ bytes }: Message) => values.get(bytes) ?? plain(NaN);
    const said = (message: Message) => of(message).value.toFixed(0);
    const isPenalty = isSurelyAbove(of(knee), of(usual));
    return `${said(single)} MB/s with messages of one packet, ${said(next)} with 1 KB. From there to 256 KB little is lost: 16 KB get ${said(knee)}, 256 KB ${said(usual)}${isPenalty ? "" : ", two numbers that three seeds do not tell apart"}.`;
  },
  ...column(
    series("maximum", "Maximum by size of messages", "64 nodes in step, all at full rate; mean of three seeds", "MB/s"),
    messages.map((message) => ({
      id: message.bytes,
      label: sayBytes(message),
      word: message === usual ? ({ ...fittedHere, cell: "Figure 11, 64 nodes: 42 % of 280 MB/s" } as Word) : predicted,
      formula: "data consumed per node; mean of three seeds",
      decimals: 1,
      ...meanOver(sizeRuns(message), acceptedRate),
    })),
  ),
  statements: checked(says["Figure 12"], [], {
    penalty: {
      readAs:
        "64 KB and 256 KB get less than 16 KB, 256 KB by more than twice the standard error, and it loses more than 16 KB does against 320 bytes",
      otherwise: "not reproduced",
      runs: messages.flatMap(sizeRuns),
      check({ results }) {
        const [small, , , at16, at64, at256] = messages.map((message) => rateOfSize(results, message));
        const [before, after] = [1 - at16.value / small.value, 1 - at256.value / at16.value];
        const isTold = isSurelyAbove(at16, at256);
        return {
          holds: isTold && at64.value < at16.value && after > before,
          because: `From 320 B to 16 KB it falls by ${percent(before)}, from 16 KB to 256 KB by ${percent(after)}${isTold ? "" : `: ${sayValue(at16)} and ${sayValue(at256)} MB/s, not to be told apart`}.`,
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
    columns: messages.map((message) => ({ text: sayBytes(message), at: message.at })),
    lines: [{ title: "uniform traffic", rows: messages.map(({ bytes }) => bytes) }],
  },
  runs: messages.flatMap((message) => seeds.map((seed) => ({ id: sizeRun(message, seed), document: sizeDocument(message, seed) }))),
  tolerance,
  notes: [
    ...notesOf({
      "our model: Why no knee":
        "In the model a message is nothing but so many packets to one destination: the network knows packets alone, and those have the same size from 320 bytes on. Nothing in it changes at 16 KB. What the paper saw there has to be in what the model leaves out, such as how the adapter slices its large transfers (Section 2.1) and what the thread of each one costs.",
      "our model: Why one packet is best":
        "With messages of one packet every packet goes elsewhere, and who meets at a destination parts at once. With longer ones, nodes that have drawn the same destination share it for the rest of a message, and what they hold meanwhile blocks others. From 4 KB on the sizes differ by no more than some twice their errors.",
    }),
    inWorkbench,
  ],
  documents: [
    {
      title: "All sizes, as a sweep",
      document: {
        ...sizeDocument(usual, 1),
        sweep: [{ path: "workload.size.bytes", values: messages.map(({ bytes }) => bytes) }],
        seeds: seeds.length,
      },
    },
    ...messages.map((message) => ({ title: `Messages of ${sayBytes(message)}`, document: sizeDocument(message, 1) })),
  ],
});
