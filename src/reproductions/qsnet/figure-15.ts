/** QsNET, Figure 15: the congestion matrices of complement and bit-reversal traffic. */
import type { EachChannel } from "../../core/measures/results.ts";
import { builtNetwork, levelOfNode, comparisonDocument } from "../documents.ts";
import type { ExhibitInputs, Published } from "../contract.ts";
import { average, printed, withDecimals } from "../numbers.ts";
import { increases, isBelow } from "../predicates.ts";
import { checkedStatements, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { acceptedRate, acceptedRow, workbenchNote, qsnetDocument, saturatingTraffic, qsnetProvenanceOf } from "./machine.ts";
import { printedStageDelays, qsnetSentences } from "./printed.ts";

type Metric = keyof EachChannel;
type Pattern = "complement" | "bit-reversal";

const patterns: readonly Pattern[] = ["complement", "bit-reversal"];
const documentOf = (pattern: Pattern) => qsnetDocument(`QsNET, ${pattern} traffic`, saturatingTraffic(pattern));

/** The links of a packet's path that lead to switches, in order, by the levels that they connect. */
const stages = [
  { id: "first", title: "from the nodes, into the first level", from: -1, to: 0 },
  { id: "second", title: "up, into the second level", from: 0, to: 1 },
  { id: "third", title: "up, into the third level", from: 1, to: 2 },
  { id: "back second", title: "down, into the second level", from: 2, to: 1 },
  { id: "back first", title: "down, into the first level", from: 1, to: 0 },
] as const;
type Stage = (typeof stages)[number];

/** The channels of each stage. */
function channelsOf(): ReadonlyMap<Stage, readonly number[]> {
  const network = builtNetwork(documentOf("complement"));
  const level = levelOfNode(network);
  const all = Array.from(network.head.keys());
  return new Map(
    stages.map((stage) => [stage, all.filter((c) => level(network.tail[c]) === stage.from && level(network.head[c]) === stage.to)]),
  );
}

/** The metric of each link of a stage, in percent of the most loaded link of all stages; 0 if no link has load. */
function percentagesOf({ results, once }: ExhibitInputs, pattern: Pattern, metric: Metric, stage: Stage): readonly number[] {
  const channelsByStage = once(channelsOf);
  const values = results(pattern).channels?.[metric] ?? [];
  const highest = Math.max(...[...channelsByStage.values()].flat().map((c) => values[c]));
  return (channelsByStage.get(stage) ?? []).map((c) => (highest > 0 ? (100 * values[c]) / highest : 0));
}

const rangeOf = (numbers: readonly number[]) => Math.max(...numbers) - Math.min(...numbers);

const stageRow = (pattern: Pattern, metric: Metric, stage: Stage, published: Published | null): RowSpec => ({
  id: `${pattern} ${metric} ${stage.id}`,
  label: stage.title,
  series: `${pattern} ${metric}`,
  published,
  word:
    metric === "sinceInjection" && published !== null
      ? { is: "chosen", what: "which delay the numbers are of: all since injection" }
      : pattern === "bit-reversal"
        ? qsnetProvenanceOf(pattern)
        : { is: "predicted" },
  formula: `${metric === "waiting" ? "cycles waited behind the link for the next one" : "cycles from injection until packets had come by the link"}, added up over all packets; mean over the 64 links of the stage, in % of the most loaded link`,
  runs: [pattern],
  decimals: 0,
  value: (inputs) => average(percentagesOf(inputs, pattern, metric, stage)),
});

/** The published number of a stage. The most loaded link has 100 by definition, so its stage has none. */
const publishedAt = (stage: string) => (stage in printedStageDelays ? printed(printedStageDelays[stage]) : null);
const formatInteger = withDecimals(0);
const hotThreshold = 50;

const statements = checkedStatements(qsnetSentences["Figure 15"], [], {
  even: {
    readAs: "links of one stage differ by less than 5 % of the most loaded link, complement traffic",
    runs: ["complement"],
    check(inputs) {
      const widest = Math.max(...stages.map((stage) => rangeOf(percentagesOf(inputs, "complement", "sinceInjection", stage))));
      return isBelow(widest, 5, "Links of one stage differ by {} % at most.", withDecimals(1));
    },
  },
  increasing: {
    runs: ["complement"],
    check: (inputs) =>
      increases(
        stages.map((stage) => average(percentagesOf(inputs, "complement", "sinceInjection", stage))),
        "Complement traffic, stage by stage: {list} %.",
        formatInteger,
      ),
  },
  hot: {
    readAs: `more than one link into or out of a first-level switch has over ${hotThreshold} % of the most loaded one, and they are fewer than a quarter of theirs, bit-reversal traffic`,
    runs: ["bit-reversal"],
    check(inputs) {
      const percentages = stages
        .filter(({ from, to }) => from === 0 || to === 0)
        .flatMap((stage) => percentagesOf(inputs, "bit-reversal", "sinceInjection", stage));
      const hotCount = percentages.filter((percentage) => percentage > hotThreshold).length;
      return {
        holds: hotCount > 1 && hotCount < percentages.length / 4,
        because: `By the delay since injection ${hotCount} of ${percentages.length} links of the first level have over ${hotThreshold} %.`,
      };
    },
  },
  slower: {
    readAs: "bit-reversal delivers less than complement does",
    runs: [...patterns],
    check({ results }) {
      const [complement, reversal] = patterns.map((pattern) => acceptedRate(results(pattern)));
      return isBelow(reversal, complement, "Bit-reversal delivers {} MB/s to a node, complement {limit}.", formatInteger);
    },
  },
});

const rateRow = (run: Pattern): RowSpec => ({
  ...acceptedRow(run, run, { label: `${run}, all begin together` }),
  id: `rate ${run}`,
  series: "rate",
  formula: "data consumed in the window / nodes that send",
});

/** The workbench card that shows the matrix, with the metric that the paper prints. */
const matrixCard = { id: "congestion-matrix", option: "metric", choice: "delay" };
const openDocuments = patterns.map((pattern) => ({ title: `${pattern} traffic`, document: documentOf(pattern), card: matrixCard }));

export const qsnetFigure15 = exhibit("qsnet", "Figure 15", "Section 5.4", {
  title: "Even rows where nothing waits, a few hot links where much does",
  lede: ({ numberOf }) =>
    `By the delay since injection, complement traffic fills the matrix row by row, ${stages.map(({ id }) => formatInteger(numberOf(`complement sinceInjection ${id}`))).join(", ")} % of the most loaded link from stage to stage, ${Math.max(...stages.map(({ id }) => numberOf(`complement waiting ${id}`))) === 0 ? "without a cycle of waiting behind any switch" : "and some of that is waiting"}. Bit-reversal gathers its delay on a few links on the way back.`,
  series: [
    series("complement sinceInjection", "Complement: delay since injection", "mean of each stage of the way", "%"),
    series("complement waiting", "Complement: waiting", "the same, of time that headers stood still", "%"),
    series("bit-reversal sinceInjection", "Bit-reversal: delay since injection", "mean of each stage of the way", "%"),
    series("rate", "Delivered", "data, of a sending node", "MB/s"),
    series("bit-reversal waiting", "Bit-reversal: waiting", "the same, of time that headers stood still", "%"),
  ],
  rows: patterns
    .flatMap((pattern) =>
      (["sinceInjection", "waiting"] as const).flatMap((metric) =>
        stages.map((stage) =>
          stageRow(pattern, metric, stage, pattern === "complement" && metric === "sinceInjection" ? publishedAt(stage.id) : null),
        ),
      ),
    )
    .concat(patterns.map(rateRow)),
  statements,
  figures: {
    is: "matrix",
    title: "Congestion matrices",
    caption:
      "a box for each switch, the top level above; small numbers are of links, in % of the most loaded link, the large one of the whole switch, in % of the most loaded switch",
    metrics: [
      { id: "sinceInjection", title: "delay since injection" },
      { id: "waiting", title: "waiting" },
    ],
    matrices: [
      { run: "complement", title: "(a) complement traffic" },
      { run: "bit-reversal", title: "(b) bit-reversal traffic" },
    ],
  },
  runs: patterns.map((pattern) => ({ id: pattern, document: documentOf(pattern), isCounted: true as const })),
  tolerance: { relative: 0.05, why: "Five per cent, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "in the source: Which delay":
        "The text calls the numbers the sum of the delay of the packets that come in by a link, and the number in the centre the sum of wait times. Complement traffic has nearly equal steps from link to link, on all links alike, which no waiting makes: it is time since injection. Both are offered here.",
      "our model: 17, 37, 100":
        "Complement traffic that begins in step never meets: a header needs as long for each of five steps, and so the numbers are 20, 40, 60, 80 and 100. The paper's begin with 17 and then grow by 20; its first step is shorter, and something is added on the way back. The most loaded link has 100 by definition, so 17 and 37 are what is judged. What happens in its adapters before and after the network is not in the text.",
      "our model: Cause and effect":
        "The paper says that these hot links are why bandwidth is uneven among destinations and why performance is degraded. What is checked is that less gets through; neither the cause nor the unevenness is.",
      "in the source: Figure 15(b)":
        "Its numbers are in the picture alone. The text names several hot links at the first level; that is what is checked.",
    }),
    workbenchNote,
  ],
  documents: [{ title: "Both side by side", document: comparisonDocument("QsNET, Figure 15", openDocuments) }, ...openDocuments],
});
