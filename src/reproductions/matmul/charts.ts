/** The two charts of the matrix multiplication paper, from full runs: Figure 3 with broadcasts over Ethernet, Figure 4 with the wavefront over InfiniBand. */
import type { Results } from "../../core/measures/results.ts";
import { stretchKinds } from "../../core/measures/timeline.ts";
import type { Exhibit, Note, Statement, Word } from "../contract.ts";
import { checked, exhibit, inTheSource, ourModel, type RowSpec, series } from "../exhibit.ts";
import { constants, onCluster, processes, ranksCard, wordOf } from "./machine.ts";
import { percent } from "../verdict.ts";
import { says } from "./printed.ts";

/** The paper says that all sizes look about the same; this one is between its extremes. */
const size = 8000;
const documents = {
  "Figure 3": onCluster("Ethernet", "broadcast", size),
  "Figure 4": onCluster("InfiniBand", "point to point", size),
} as const;
type Chart = keyof typeof documents;
/** As the same runs have them in Table 1. */
const words: Readonly<Record<Chart, Word>> = {
  "Figure 3": wordOf("Ethernet", "broadcast", size),
  "Figure 4": wordOf("InfiniBand", "point to point", size),
};

/** Parts of a process's time, seconds: computing, and what lies between its blocks. */
interface ProcessTimes {
  /** Its blocks; the start is none. */
  readonly computing: number;
  /** Before the first block, the start left out; after the last one, until the last process has ended. */
  readonly filling: number;
  readonly emptying: number;
  /** Between two blocks: where something lies between them at all, one after the other. */
  readonly between: readonly number[];
}

/** Shorter times between two blocks are none: a message takes longer, seconds. */
const nothing = 1e-6;

const compute = stretchKinds.indexOf("compute");

/** What each process did, by the timeline of a run. */
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

const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0);
const communicating = ({ filling, between }: ProcessTimes) => filling + sum(between);

const columns = {
  computing: { title: "Computing", caption: "its blocks; the start left out", of: ({ computing }) => computing },
  filling: { title: "Before the first block", caption: "the start left out", of: ({ filling }) => filling },
  between: { title: "Between blocks", caption: "sending, receiving and waiting", of: ({ between }) => sum(between) },
  emptying: { title: "After the last block", caption: "until the last process has ended", of: ({ emptying }) => emptying },
} as const satisfies Readonly<
  Record<string, { readonly title: string; readonly caption: string; readonly of: (times: ProcessTimes) => number }>
>;
type Column = keyof typeof columns;

const rowsOf = (chart: Chart): readonly RowSpec[] =>
  (Object.keys(columns) as Column[]).flatMap((column) =>
    Array.from({ length: processes }, (_, process) => ({
      id: `${column} ${process}`,
      label: `process ${process}`,
      series: column,
      word: words[chart],
      formula: "from the stretches of its timeline",
      runs: [chart],
      decimals: 2,
      value: ({ results }) => columns[column].of(timesOf(results(chart))[process]),
    })),
  );

const allSeries = Object.entries(columns).map(([id, { title, caption }]) => series(id, title, caption, "s"));

const notes: readonly Note[] = [
  ...inTheSource({
    "No numbers":
      "The charts have no scale that could be read and no size of the matrix; the paper says that the timing is about the same in all sizes. So the shape can be compared, and no number is judged.",
  }),
  ...ourModel({
    "Xeons above, Opterons below":
      "In the paper the first two rows are Xeons. Our nodes are equal until somebody moves their speed; then the first two get ahead, and wait for the others.",
  }),
];

/** The share of the time of a run that its processes do not compute, the start and the end left out. */
const shareOf = (all: readonly ProcessTimes[]) =>
  sum(all.map(communicating)) / sum(all.map((each) => each.computing + communicating(each)));

function chart(
  label: Chart,
  rest: Pick<Exhibit, "title" | "lede"> & {
    readonly caption: string;
    readonly statements: readonly Statement[];
    readonly more?: Exhibit["runs"];
  },
): Exhibit {
  const { title, lede, caption, statements, more = [] } = rest;
  return exhibit("matmul", label, "Section 3", {
    title,
    lede,
    series: allSeries,
    rows: rowsOf(label),
    statements,
    figures: [{ is: "ranks", title: caption, caption: `N = ${size}; a row for each process`, run: label }],
    runs: [{ id: label, document: documents[label] }, ...more],
    constants: constants.filter(({ id }) => id !== "pending" && id !== (label === "Figure 3" ? "blocks" : "pieces")),
    tolerance: { relative: 0, why: "Nothing is printed that could be compared." },
    notes,
    documents: [{ title: `${caption}, N = ${size}`, document: documents[label], card: ranksCard }],
  });
}

const of = (values: ReadonlyMap<string, { readonly value: number }>, column: Column, process: number) =>
  values.get(`${column} ${process}`)?.value.toFixed(2) ?? "";

export const matmulFigure3 = chart("Figure 3", {
  title: "Four broadcasts, in which nobody computes",
  lede: ({ values }) =>
    `Every process takes part in each of four broadcasts and computes after it: over Ethernet process 0 spends ${of(values, "filling", 0)} s before the first of its four blocks and ${of(values, "between", 0)} s between them, beside ${of(values, "computing", 0)} s of computing.`,
  caption: "Broadcasts over Ethernet",
  statements: checked(says["Figure 3"], [], {
    "long-waits": {
      readAs:
        "a tenth of the time or more, a limit of ours, goes into broadcasts, sending and receiving their pieces as well as waiting for them; the start left out",
      runs: ["Figure 3"],
      check({ results }) {
        const all = timesOf(results("Figure 3"));
        const share = shareOf(all);
        const seconds = Math.max(...all.map(communicating)).toFixed(1);
        return {
          holds: share >= 0.1,
          because: `It is ${percent(share)}, ${seconds} s of a process.`,
        };
      },
    },
  }),
});

export const matmulFigure4 = chart("Figure 4", {
  title: "A pipeline that fills, empties, and stops in the middle",
  lede: ({ values }) =>
    `Process 3 has nothing to do for ${of(values, "filling", 3)} s until the wavefront comes to it, and waits for ${of(values, "between", 3)} s more between its blocks; process 0 begins at once and has done its last block ${of(values, "emptying", 0)} s before the end.`,
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
        const grows = (list: readonly number[]) => list.every((each, i) => i === 0 || each > list[i - 1]);
        const [filling, emptying] = [all.map((each) => each.filling), all.map((each) => each.emptying).toReversed()];
        return {
          holds: grows(filling) && grows(emptying),
          because: `They begin after ${filling.map((each) => each.toFixed(2)).join(", ")} s; from the last to the first they end ${emptying.map((each) => each.toFixed(2)).join(", ")} s before the end.`,
        };
      },
    },
    middle: {
      readAs: "processes wait between their blocks for longer than their messages take, in all",
      runs: ["Figure 4"],
      check({ results }) {
        const all = timesOf(results("Figure 4"));
        const between = sum(all.flatMap((each) => each.between));
        const { messages, cycleSeconds = NaN } = results("Figure 4");
        const travelling = messages.length * Math.min(...messages.map(({ latency }) => latency)) * cycleSeconds;
        return {
          holds: between > travelling,
          because: `It is ${between.toFixed(1)} s over all processes, where all ${messages.length} messages one after the other take ${travelling.toFixed(1)} s.`,
        };
      },
    },
  }),
});
