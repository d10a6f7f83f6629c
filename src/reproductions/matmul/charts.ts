/**
 * The two charts of the matrix multiplication paper, from complete runs: Figure 3 with broadcasts over Ethernet, Figure 4 with the
 * wavefront over InfiniBand.
 */
import type { Results } from "../../core/measures/results.ts";
import { activityKinds } from "../../core/measures/timeline.ts";
import type { Exhibit, ExhibitNote, Statement, Provenance } from "../contract.ts";
import { checkedStatements, exhibit, type ExhibitSpec, notesOf, series } from "../exhibit.ts";
import { sumOfNumbers, withDecimals } from "../numbers.ts";
import { increases, isAbove, isAtLeast } from "../predicates.ts";
import { type RowColumn, rowsBySeries, numberOfRun, type RowTable } from "../rows.ts";
import { matmulConstants, clusterDocument, matmulProcesses, ranksCard, matmulProvenanceOf } from "./machine.ts";
import { percent } from "../verdict.ts";
import { matmulSentences } from "./printed.ts";

/** The paper says that the charts of all sizes look similar; this size is in the middle. */
const chartSize = 8000;
const documents = {
  "Figure 3": clusterDocument("Ethernet", "broadcast", chartSize),
  "Figure 4": clusterDocument("InfiniBand", "point to point", chartSize),
} as const;
type Chart = keyof typeof documents;
/** Provenances of the runs, the same as in Table 1. */
const provenances: Readonly<Record<Chart, Provenance>> = {
  "Figure 3": matmulProvenanceOf("Ethernet", "broadcast", chartSize),
  "Figure 4": matmulProvenanceOf("InfiniBand", "point to point", chartSize),
};

/** Times of one process, in seconds: computing, and the gaps around its blocks. */
interface ProcessTimes {
  /** Time for computing blocks; the start-up computation does not count. */
  readonly computing: number;
  /** Time between start-up and the first block, and between the last block and the end of the last process. */
  readonly filling: number;
  readonly emptying: number;
  /** Gaps between consecutive blocks; blocks without a gap are left out. */
  readonly gaps: readonly number[];
}

/** Shorter gaps are ignored, in seconds: even a single message takes longer. */
const shortestGap = 1e-6;

const computeKind = activityKinds.indexOf("compute");

/**
 * How each process of a matrix multiplication spends its time, in seconds; empty if the run has no timeline. A task below 0 is the start-up
 * computation before the multiplication; every other computing interval is the computation of one block of the product.
 */
function processTimesOf({ timeline, cycleSeconds = NaN }: Results): readonly ProcessTimes[] {
  if (timeline === undefined) return [];
  const { first: intervalOffsets, from: startCycles, to: endCycles, kind: kinds, task: tasks } = timeline;
  // The intervals of process p are those from intervalOffsets[p] to intervalOffsets[p + 1].
  const programEnd = Math.max(...endCycles);
  return intervalOffsets.slice(1).map((endInterval, process) => {
    const intervals = Array.from({ length: endInterval - intervalOffsets[process] }, (_, interval) => intervalOffsets[process] + interval);
    const computeIntervals = intervals.filter((interval) => kinds[interval] === computeKind);
    const blockIntervals = computeIntervals.filter((interval) => tasks[interval] >= 0);
    const secondsOf = (cycles: number) => cycles * cycleSeconds;
    const startUpEnd = Math.max(0, ...computeIntervals.filter((interval) => tasks[interval] < 0).map((interval) => endCycles[interval]));
    return {
      computing: secondsOf(blockIntervals.reduce((sum, interval) => sum + endCycles[interval] - startCycles[interval], 0)),
      filling: secondsOf(startCycles[blockIntervals[0]] - startUpEnd),
      emptying: secondsOf(programEnd - endCycles[blockIntervals[blockIntervals.length - 1]]),
      gaps: blockIntervals
        .slice(1)
        .map((interval, blockIndex) => secondsOf(startCycles[interval] - endCycles[blockIntervals[blockIndex]]))
        .filter((gap) => gap > shortestGap),
    };
  });
}

const communicationSecondsOf = ({ filling, gaps }: ProcessTimes) => filling + sumOfNumbers(gaps);

/** The table of a chart: a row per process, a column per kind of time. */
function chartTable(chart: Chart): RowTable {
  const column = (id: string, title: string, caption: string, of: (times: ProcessTimes) => number): RowColumn<number> => [
    series(id, title, caption, "s"),
    (process) => ({
      formula: "sum of the intervals of its timeline",
      ...numberOfRun(chart, (results) => of(processTimesOf(results)[process])),
    }),
  ];
  const line = { provenance: provenances[chart], decimals: 2 };
  return rowsBySeries([...Array(matmulProcesses).keys()], (process) => ({ key: process, label: `process ${process}`, ...line }), [
    column("computing", "Computing", "of its blocks, without the start-up", ({ computing }) => computing),
    column("filling", "Before the first block", "after the start-up", ({ filling }) => filling),
    column("between", "Between blocks", "sending, receiving and waiting", ({ gaps }) => sumOfNumbers(gaps)),
    column("emptying", "After the last block", "until the last process has ended", ({ emptying }) => emptying),
  ]);
}

const notes: readonly ExhibitNote[] = [
  ...notesOf({
    "in the source: No numbers":
      "The charts have no readable scale and no matrix size; the paper says that the timing is about the same for all sizes. So only the shape can be compared, and no number is judged.",
    "our model: Xeon and Opteron nodes":
      "In the paper the first two rows are Xeons. Here all nodes have the same speed unless you change it; then the first two nodes are faster and wait for the others.",
  }),
];

/** The share of communication in the time of all processes, without start and end of the run. */
const communicationShareOf = (all: readonly ProcessTimes[]) =>
  sumOfNumbers(all.map(communicationSecondsOf)) / sumOfNumbers(all.map((each) => each.computing + communicationSecondsOf(each)));

/**
 * The exhibit of Figure 3 or 4 of the matrix multiplication paper: one run, whose id is the figure's label, a table with the times of each
 * process, and a timeline with one row per process. Constants that do not affect its program are omitted.
 */
function chartExhibit(
  label: Chart,
  options: Pick<ExhibitSpec, "title" | "lede"> & {
    readonly caption: string;
    readonly statements: readonly Statement[];
    readonly extraRuns?: Exhibit["runs"];
  },
): Exhibit {
  const { title, lede, caption, statements, extraRuns = [] } = options;
  return exhibit("matmul", label, "Section 3", {
    title,
    lede,
    ...chartTable(label),
    statements,
    figures: [{ is: "ranks", title: caption, caption: `N = ${chartSize}; one row per process`, run: label }],
    runs: [{ id: label, document: documents[label] }, ...extraRuns],
    constants: matmulConstants.filter(({ id }) => id !== "pending" && id !== (label === "Figure 3" ? "blocks" : "pieces")),
    tolerance: { relative: 0, why: "The paper prints no number to compare with." },
    notes,
    documents: [{ title: `${caption}, N = ${chartSize}`, document: documents[label], card: ranksCard }],
  });
}

export const matmulFigure3 = chartExhibit("Figure 3", {
  title: "Four broadcasts, during which no process computes",
  lede: ({ textOf }) =>
    `Every process takes part in each of four broadcasts and computes a block after it: over Ethernet, process 0 communicates for ${textOf("filling 0", 2)} s before its first block and for ${textOf("between 0", 2)} s between its four blocks, and computes for ${textOf("computing 0", 2)} s.`,
  caption: "Broadcasts over Ethernet",
  statements: checkedStatements(matmulSentences["Figure 3"], [], {
    "long-waits": {
      interpretation:
        "broadcasts (sending, receiving and waiting) take at least a tenth of the time after the start-up; the tenth is our threshold",
      runs: ["Figure 3"],
      check({ results }) {
        const processTimes = processTimesOf(results("Figure 3"));
        const seconds = Math.max(...processTimes.map(communicationSecondsOf)).toFixed(1);
        return isAtLeast(
          communicationShareOf(processTimes),
          0.1,
          `Broadcasts take {} of the time, up to ${seconds} s per process.`,
          percent,
        );
      },
    },
  }),
});

export const matmulFigure4 = chartExhibit("Figure 4", {
  title: "A pipeline that fills, drains, and stalls in the middle",
  lede: ({ textOf }) =>
    `Process 3 is idle for ${textOf("filling 3", 2)} s until the wavefront reaches it, and waits for another ${textOf("between 3", 2)} s between its blocks; process 0 starts immediately and finishes its last block ${textOf("emptying 0", 2)} s before the end.`,
  caption: "The wavefront over InfiniBand",
  extraRuns: [{ id: "Figure 3", document: documents["Figure 3"] }],
  statements: checkedStatements(matmulSentences["Figure 4"], [], {
    "many-small": {
      interpretation: "there are more gaps between blocks than in Figure 3, and the median gap is shorter",
      otherwise: "not reproduced",
      runs: ["Figure 3", "Figure 4"],
      check({ results }) {
        const [figure3Gaps, figure4Gaps] = (["Figure 3", "Figure 4"] as const).map((run) =>
          processTimesOf(results(run))
            .flatMap(({ gaps: waitSeconds }) => waitSeconds)
            .sort((a, b) => a - b),
        );
        const median = (processTimes: readonly number[]) => processTimes[Math.floor(processTimes.length / 2)] ?? NaN;
        return {
          holds: figure4Gaps.length > figure3Gaps.length && median(figure4Gaps) < median(figure3Gaps),
          because: `There are ${figure4Gaps.length} gaps instead of ${figure3Gaps.length}, with a median of ${median(figure4Gaps).toFixed(2)} s instead of ${median(figure3Gaps).toFixed(2)} s.`,
        };
      },
    },
    "fill-and-empty": {
      interpretation: "each process starts its first block and finishes its last block later than the previous process",
      runs: ["Figure 4"],
      check({ results }) {
        const processTimes = processTimesOf(results("Figure 4"));
        const filling = increases(
          processTimes.map((each) => each.filling),
          "The processes start after {list} s",
        );
        const emptying = increases(
          processTimes.map((each) => each.emptying).toReversed(),
          "from the last to the first, they finish {list} s before the end.",
        );
        return { holds: filling.holds && emptying.holds, because: `${filling.because}; ${emptying.because}` };
      },
    },
    middle: {
      interpretation: "the total waiting time between blocks exceeds the total transfer time of all messages",
      runs: ["Figure 4"],
      check({ results }) {
        const processTimes = processTimesOf(results("Figure 4"));
        const waitSeconds = sumOfNumbers(processTimes.flatMap((each) => each.gaps));
        const { messages, cycleSeconds = NaN } = results("Figure 4");
        const messageSeconds = messages.length * Math.min(...messages.map(({ latency }) => latency)) * cycleSeconds;
        const sentence = `All processes together wait for {}; all ${messages.length} messages, sent one after the other, take {limit}.`;
        return isAbove(waitSeconds, messageSeconds, sentence, withDecimals(1, " s"));
      },
    },
  }),
});
