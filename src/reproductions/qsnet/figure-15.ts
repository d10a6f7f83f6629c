/** QsNET, Figure 15: the congestion matrices of complement and bit-reversal traffic. */
import type { EachChannel } from "../../core/measures/results.ts";
import { builtNetwork, levelOfNode, comparisonDocument } from "../documents.ts";
import type { ExhibitInputs, Published, OpenedCard } from "../contract.ts";
import { average, printed, withDecimals } from "../numbers.ts";
import { increases, isBelow } from "../predicates.ts";
import { checkedStatements, exhibit, notesOf, type RowSpec, series } from "../exhibit.ts";
import { acceptedRate, acceptedRow, workbenchNote, qsnetDocument, saturatingTraffic, qsnetProvenanceOf, qsnetDataUnit } from "./machine.ts";
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
function percentagesOf({ results, memoized }: ExhibitInputs, pattern: Pattern, metric: Metric, stage: Stage): readonly number[] {
  const channelsByStage = memoized(channelsOf);
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
  provenance:
    metric === "sinceInjection" && published !== null
      ? { is: "chosen", what: "the definition of delay: time since injection" }
      : pattern === "bit-reversal"
        ? qsnetProvenanceOf(pattern)
        : { is: "predicted" },
  formula: `${metric === "waiting" ? "cycles that headers waited for the next link" : "cycles from injection until packets had crossed the link"}, sum over all packets; mean over the 64 links of the stage, in % of the highest value of any link`,
  runs: [pattern],
  decimals: 0,
  value: (inputs) => average(percentagesOf(inputs, pattern, metric, stage)),
});

/** The published number of a stage. The most loaded link has 100 by definition, so the stage of that link has none. */
const publishedAt = (stage: string) => (stage in printedStageDelays ? printed(printedStageDelays[stage]) : null);
const formatInteger = withDecimals(0);
const hotThreshold = 50;

const statements = checkedStatements(qsnetSentences["Figure 15"], [], {
  even: {
    interpretation: "complement traffic: the delays of the links of one stage differ by less than 5 % of the highest delay",
    runs: ["complement"],
    check(inputs) {
      const widest = Math.max(...stages.map((stage) => rangeOf(percentagesOf(inputs, "complement", "sinceInjection", stage))));
      return isBelow(widest, 5, "The links of one stage differ by at most {} %.", withDecimals(1));
    },
  },
  increasing: {
    runs: ["complement"],
    check: (inputs) =>
      increases(
        stages.map((stage) => average(percentagesOf(inputs, "complement", "sinceInjection", stage))),
        "Under complement traffic, the mean delays of the stages are {list} % of the highest delay.",
        formatInteger,
      ),
  },
  hot: {
    interpretation: `bit-reversal traffic: more than one link, but less than a quarter of the links, of the first-level switches has over ${hotThreshold} % of the highest delay`,
    runs: ["bit-reversal"],
    check(inputs) {
      const percentages = stages
        .filter(({ from, to }) => from === 0 || to === 0)
        .flatMap((stage) => percentagesOf(inputs, "bit-reversal", "sinceInjection", stage));
      const hotCount = percentages.filter((percentage) => percentage > hotThreshold).length;
      return {
        holds: hotCount > 1 && hotCount < percentages.length / 4,
        because: `${hotCount} of ${percentages.length} links of the first level have over ${hotThreshold} % of the highest delay since injection.`,
      };
    },
  },
  slower: {
    interpretation: "bit-reversal has a lower accepted bandwidth than complement",
    runs: [...patterns],
    check({ results }) {
      const [complement, reversal] = patterns.map((pattern) => acceptedRate(results(pattern)));
      return isBelow(reversal, complement, "Bit-reversal delivers {} MB/s per node, complement {limit} MB/s.", formatInteger);
    },
  },
});

const rateRow = (run: Pattern): RowSpec => ({
  ...acceptedRow(run, run, { label: `${run}, simultaneous start` }),
  id: `rate ${run}`,
  series: "rate",
  formula: "data delivered in the measurement window / nodes that send",
});

/** The workbench card that shows the matrix, with the metric that the paper prints. */
const matrixCard: OpenedCard = { id: "congestion-matrix", choice: { of: "metric", is: "delay" } };
const openDocuments = patterns.map((pattern) => ({ title: `${pattern} traffic`, document: documentOf(pattern), card: matrixCard }));

export const qsnetFigure15 = exhibit("qsnet", "Figure 15", "Section 5.4", {
  loadUnit: qsnetDataUnit,
  title: "Equal delays without contention, a few hot links with contention",
  lede: ({ numberOf }) =>
    `Under complement traffic, the delay since injection grows from stage to stage, ${stages.map(({ id }) => formatInteger(numberOf(`complement sinceInjection ${id}`))).join(", ")} % of the highest delay, ${Math.max(...stages.map(({ id }) => numberOf(`complement waiting ${id}`))) === 0 ? "without any waiting at switches" : "including some waiting at switches"}. Under bit-reversal, the delay is concentrated on a few downward links.`,
  series: [
    series("complement sinceInjection", "Complement: delay since injection", "mean per stage of the path", "%"),
    series("complement waiting", "Complement: waiting", "the same for the time that headers were blocked", "%"),
    series("bit-reversal sinceInjection", "Bit-reversal: delay since injection", "mean per stage of the path", "%"),
    series("rate", "Accepted bandwidth", "data per sending node", "MB/s"),
    series("bit-reversal waiting", "Bit-reversal: waiting", "the same for the time that headers were blocked", "%"),
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
      "one box per switch, top level above; small numbers: links, in % of the highest value of a link; large number: switch, in % of the highest value of a switch",
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
  tolerance: { relative: 0.05, why: "5 %, as for every bandwidth of this paper." },
  notes: [
    ...notesOf({
      "in the source: Definition of delay":
        "The paper’s text calls the numbers the sum of the delay of the packets that enter through a link, and the number in the centre the sum of wait times. Under complement traffic the numbers grow in nearly equal steps from stage to stage, equally on all links. Waiting does not explain this, but the time since injection does. This page shows both.",
      "our model: 17, 37, 100":
        "If all nodes start simultaneously, complement traffic has no contention: a header takes the same time for each of five stages, so the numbers are 20, 40, 60, 80 and 100. The paper's numbers begin with 17 and then grow by 20: its first stage is shorter, and there is an additional delay on the downward path. The highest value is 100 by definition, so only 17 and 37 are judged. The paper’s text does not describe the delays in the adapters.",
      "our model: Cause and effect":
        "The paper says that these hot links cause the uneven bandwidth among destinations and the degraded performance. We check only that the accepted bandwidth is lower, not the cause and not the unevenness.",
      "in the source: Figure 15(b)":
        "The numbers of Figure 15(b) are only in the picture. The paper’s text mentions several hot links at the first level, which is checked.",
    }),
    workbenchNote,
  ],
  documents: [{ title: "Both side by side", document: comparisonDocument("QsNET, Figure 15", openDocuments) }, ...openDocuments],
});
