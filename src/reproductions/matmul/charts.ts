/**
 * The two charts of the matrix multiplication paper, from complete runs: Figure 3 with broadcasts over Ethernet, Figure 4 with the
 * wavefront over InfiniBand.
 */
import type { Results } from "../../core/measures/results.ts";
import { stretchKinds } from "../../core/measures/timeline.ts";
import type { Exhibit, Note, Statement, Word } from "../contract.ts";
import { checked, exhibit, type ExhibitSpec, notesOf, series } from "../exhibit.ts";
import { total, withDecimals } from "../numbers.ts";
import { increases, isAbove, isAtLeast } from "../predicates.ts";
import { type RowColumn, columnByColumn, readFrom, type Table } from "../rows.ts";
import { constants, onCluster, processes, ranksCard, wordOf } from "./machine.ts";
import { percent } from "../verdict.ts";
import { says } from "./printed.ts";

/** The paper says that the charts of all sizes look similar; this size is in the middle. */
const size = 8000;
const documents = {
  "Figure 3": onCluster("Ethernet", "broadcast", size),
  "Figure 4": onCluster("InfiniBand", "point to point", size),
} as const;
type Chart = keyof typeof documents;
/** The same provenance as for these runs in Table 1. */
const words: Readonly<Record<Chart, Word>> = {
  "Figure 3": wordOf("Ethernet", "broadcast", size),
  "Figure 4": wordOf("InfiniBand", "point to point", size),
};

/** Times of one process, in seconds: computing, and the gaps around its blocks. */
interface ProcessTimes {
  /** Time for computing blocks; the start-up computation does not count. */
  readonly computing: number;
  /** Time between start-up and the first block, and between the last block and the end of the last process. */
  readonly filling: number;
  readonly emptying: number;
  /** Gaps between consecutive blocks; blocks without a gap are left out. */
  readonly between: readonly number[];
}

/** Shorter gaps are ignored, in seconds: even a single message takes longer. */
const nothing = 1e-6;

const compute = stretchKinds.indexOf("compute");

/** Times of each process, from the timeline of a run. Tasks below 0 are the start-up computation. */
function timesOf({ timeline, cycleSeconds = NaN }: Results): readonly ProcessTimes[] {
  if (timeline === undefined) return [];
  const { first, from, to, kind, task } = timeline;
  const end = Math.max(...to);
  return first.slice(1).map((last, process) => {
    const stretches = Array.from({ length: last - first[process] }, (_, s) => first[process] + s);
    const computes = stretches.filter((s) => kind[s] === compute);
    const blocks = computes.filter((s) => task[s] >= 0);
    const seconds = (cycles: number) => cycles * cycleSeconds;
    const began = Math.max(0, ...computes.filter((s) => task[s] < 0).map((s) => to[s]));
    return {
      computing: seconds(blocks.reduce((sum, s) => sum + to[s] - from[s], 0)),
      filling: seconds(from[blocks[0]] - began),
      emptying: seconds(end - to[blocks[blocks.length - 1]]),
      between: blocks
        .slice(1)
        .map((s, b) => seconds(from[s] - to[blocks[b]]))
        .filter((gap) => gap > nothing),
    };
  });
}

const communicating = ({ filling, between }: ProcessTimes) => filling + total(between);

/** The table of a chart: a row per process, a column per kind of time. */
function partsOf(chart: Chart): Table {
  const column = (id: string, title: string, caption: string, of: (times: ProcessTimes) => number): RowColumn<number> => [
    series(id, title, caption, "s"),
    (process) => ({ formula: "from the stretches of its timeline", ...readFrom(chart, (results) => of(timesOf(results)[process])) }),
  ];
  const line = { word: words[chart], decimals: 2 };
  return columnByColumn([...Array(processes).keys()], (process) => ({ key: process, label: `process ${process}`, ...line }), [
    column("computing", "Computing", "its blocks; the start left out", ({ computing }) => computing),
    column("filling", "Before the first block", "the start left out", ({ filling }) => filling),
    column("between", "Between blocks", "sending, receiving and waiting", ({ between }) => total(between)),
    column("emptying", "After the last block", "until the last process has ended", ({ emptying }) => emptying),
  ]);
}

const notes: readonly Note[] = [
  ...notesOf({
    "in the source: No numbers":
      "The charts have no scale that could be read and no size of the matrix; the paper says that the timing is about the same in all sizes. So the shape can be compared, and no number is judged.",
    "our model: Xeons above, Opterons below":
      "In the paper the first two rows are Xeons. Our nodes are equal until somebody moves their speed; then the first two get ahead, and wait for the others.",
  }),
];

/** The share of communication in the time of all processes, without start and end of the run. */
const shareOf = (all: readonly ProcessTimes[]) =>
  total(all.map(communicating)) / total(all.map((each) => each.computing + communicating(each)));

function chart(
  label: Chart,
  rest: Pick<ExhibitSpec, "title" | "lede"> & {
    readonly caption: string;
    readonly statements: readonly Statement[];
    readonly more?: Exhibit["runs"];
  },
): Exhibit {
  const { title, lede, caption, statements, more = [] } = rest;
  return exhibit("matmul", label, "Section 3", {
    title,
    lede,
    ...partsOf(label),
    statements,
    figures: [{ is: "ranks", title: caption, caption: `N = ${size}; a row for each process`, run: label }],
    runs: [{ id: label, document: documents[label] }, ...more],
    constants: constants.filter(({ id }) => id !== "pending" && id !== (label === "Figure 3" ? "blocks" : "pieces")),
    tolerance: { relative: 0, why: "Nothing is printed that could be compared." },
    notes,
    documents: [{ title: `${caption}, N = ${size}`, document: documents[label], card: ranksCard }],
  });
}

export const matmulFigure3 = chart("Figure 3", {
  title: "Four broadcasts, in which nobody computes",
  lede: ({ shown }) =>
    `Every process takes part in each of four broadcasts and computes after it: over Ethernet process 0 spends ${shown("filling 0", 2)} s before the first of its four blocks and ${shown("between 0", 2)} s between them, beside ${shown("computing 0", 2)} s of computing.`,
  caption: "Broadcasts over Ethernet",
  statements: checked(says["Figure 3"], [], {
    "long-waits": {
      readAs:
        "a tenth of the time or more, a limit of ours, goes into broadcasts, sending and receiving their pieces as well as waiting for them; the start left out",
      runs: ["Figure 3"],
      check({ results }) {
        const all = timesOf(results("Figure 3"));
        const seconds = Math.max(...all.map(communicating)).toFixed(1);
        return isAtLeast(shareOf(all), 0.1, `It is {}, ${seconds} s of a process.`, percent);
      },
    },
  }),
});

export const matmulFigure4 = chart("Figure 4", {
  title: "A pipeline that fills, empties, and stops in the middle",
  lede: ({ shown }) =>
    `Process 3 has nothing to do for ${shown("filling 3", 2)} s until the wavefront comes to it, and waits for ${shown("between 3", 2)} s more between its blocks; process 0 begins at once and has done its last block ${shown("emptying 0", 2)} s before the end.`,
  caption: "The wavefront over InfiniBand",
  more: [{ id: "Figure 3", document: documents["Figure 3"] }],
  statements: checked(says["Figure 4"], [], {
    "many-small": {
      readAs: "more stretches between blocks than in Figure 3, and the median one shorter",
      otherwise: "not reproduced",
      runs: ["Figure 3", "Figure 4"],
      check({ results }) {
        const [before, own] = (["Figure 3", "Figure 4"] as const).map((run) =>
          timesOf(results(run))
            .flatMap(({ between }) => between)
            .sort((a, b) => a - b),
        );
        const median = (all: readonly number[]) => all[Math.floor(all.length / 2)] ?? NaN;
        return {
          holds: own.length > before.length && median(own) < median(before),
          because: `They are ${own.length} instead of ${before.length}, the median ${median(own).toFixed(2)} s instead of ${median(before).toFixed(2)} s.`,
        };
      },
    },
    "fill-and-empty": {
      readAs: "each process begins its first block later than the one before, and ends its last one later",
      runs: ["Figure 4"],
      check({ results }) {
        const all = timesOf(results("Figure 4"));
        const filling = increases(
          all.map((each) => each.filling),
          "They begin after {list} s",
        );
        const emptying = increases(
          all.map((each) => each.emptying).toReversed(),
          "from the last to the first they end {list} s before the end.",
        );
        return { holds: filling.holds && emptying.holds, because: `${filling.because}; ${emptying.because}` };
      },
    },
    middle: {
      readAs: "processes wait between their blocks for longer than their messages take, in all",
      runs: ["Figure 4"],
      check({ results }) {
        const all = timesOf(results("Figure 4"));
        const between = total(all.flatMap((each) => each.between));
        const { messages, cycleSeconds = NaN } = results("Figure 4");
        const travelling = messages.length * Math.min(...messages.map(({ latency }) => latency)) * cycleSeconds;
        const sentence = `It is {} over all processes, where all ${messages.length} messages one after the other take {limit}.`;
        return isAbove(between, travelling, sentence, withDecimals(1, " s"));
      },
    },
  }),
});
