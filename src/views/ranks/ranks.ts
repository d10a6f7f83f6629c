/**
 * Activity of the ranks of a program over time: a row for each rank, with its computations, sends, receives and waits, and why it waits.
 * (Wolfmann and Tinetti, Figs. 3 and 4)
 */
import { terminalNames } from "../readings/terminal-names.ts";
import { capitalize, uncapitalize } from "../../core/base/words.ts";
import { scalar } from "../../core/simulation/frame.ts";
import { choiceOf, exactSpanOf, type Span, type View, type ViewData } from "../contract.ts";
import { csvText } from "../export/export.ts";
import { drawWithHover } from "../marks/hover-target.ts";
import { clipToRun } from "../time-axis/span-rows.ts";
import { unbindTimeController, bindTimeController } from "../time-axis/time-controller.ts";
import { layoutRanks, selectedInterval, selectedRank, ranksHeight, type RanksMarks } from "./layout.ts";
import { toLogicalSteps, maxComputationsPerRank } from "./logical-steps.ts";
import { sayRanks, sayLogicalSteps, sayWhy } from "./say.ts";
import { searchIntervals, intervalsMatching } from "./search.ts";
import { hitTestRanks } from "./hit-test.ts";
import { rankKeysHelp, bindRankKeys } from "./keyboard.ts";
import { statisticsRowsOf } from "./statistics.ts";
import { statisticsTable, intervalTable } from "./table.ts";
import { rankCount, type RankTimeline, rankTimelineOf } from "./rank-timeline.ts";
import { traceDocumentOf } from "./trace.ts";

export const ranksView: View<RanksMarks> = {
  id: "ranks",
  title: "Ranks over time",
  sources: ["answer"],
  keys: rankKeysHelp,
  isOpenByDefault: ({ results }) => (results?.timeline?.tasks.length ?? 0) > 0,
  options: [{ id: "time", title: "Time", choices: { physical: "Time", logical: "Logical steps" } }],

  preferredSize(data, width) {
    const rankTimeline = shownTimelineIn(data);
    return {
      width,
      height:
        rankTimeline === null
          ? 90
          : ranksHeight(rankCount(rankTimeline.timeline), width, statisticsRowsOf(rankTimeline).length, isLogical(data)),
    };
  },

  emptyMessage(data) {
    if (rankTimelineIn(data) !== null) return null;
    return data.results === null && data.load === null
      ? "Shows what each rank does over time, once the whole run has been computed."
      : "Shows when each rank of a program computes, sends, receives and waits, if there are few enough messages to record each of them.";
  },

  summary(data) {
    const rankTimeline = rankTimelineIn(data);
    if (rankTimeline === null) return "This run does not record the activity of each rank.";
    const picked = selectedInterval(rankTimeline, data.selected);
    if (isLogical(data)) return sayLogicalSteps(data.units, rankTimeline);
    if (picked >= 0) return sayWhy(data.units, rankTimeline, picked);
    const span = visibleSpan(data, rankTimeline);
    const description = sayRanks(rankTimeline, span, selectedRank(rankTimeline, data.selected));
    const steps = maxComputationsPerRank(rankTimeline) > 0 ? ` ${sayLogicalSteps(data.units, rankTimeline)}` : "";
    if (exactSpanOf(data) === null) return `${description}${steps}`;
    return `${capitalize(data.units.sayStretch(span.from, span.to, rankTimeline.end))}: ${uncapitalize(description)}${steps}`;
  },

  layout(data, canvas) {
    const { results, selected, highlight, frame, searchText = "" } = data;
    const rankTimeline = rankTimelineIn(data);
    const shownTimeline = shownTimelineIn(data);
    const ranksMarks = layoutRanks(rankTimeline?.timeline ?? emptyTimeline, results?.messages ?? [], canvas, {
      span: exactSpanOf(data),
      end: Math.max(0, ...data.sharedMaxima),
      isLogical: isLogical(data),
      selected,
      highlight: highlight.terminals,
      foundIntervals: shownTimeline === null || searchText === "" ? null : intervalsMatching(shownTimeline, searchText),
      now: isLogical(data) ? 0 : (frame?.scalars[scalar.now] ?? 0),
    });
    return { ...ranksMarks, nameOf: terminalNames(data.network) };
  },

  axisMaxima(data) {
    const rankTimeline = rankTimelineIn(data);
    return rankTimeline === null || isLogical(data) ? [] : [rankTimeline.end];
  },

  draw(ranksMarks, group, canvas, actions) {
    drawWithHover(ranksMarks, group, canvas, actions, hitTestRanks);
    if (ranksMarks.rows === null || ranksMarks.isLogical) unbindTimeController(group);
    else bindTimeController(group, { ...ranksMarks.rows.timeBox, end: ranksMarks.end }, actions.selectSpan);
    bindRankKeys(ranksMarks, group, canvas, actions);
  },

  table(data) {
    const rankTimeline = rankTimelineIn(data);
    if (rankTimeline === null) return { columns: [{ title: "Rank", unit: "" }], rows: [] };
    return statisticsTable(rankTimeline, visibleSpan(data, rankTimeline));
  },

  search: {
    example: "rank 3, C(4, 1), wave 5, wait",
    find(data) {
      const rankTimeline = rankTimelineIn(data);
      return rankTimeline === null ? { summary: "", hits: [] } : searchIntervals(data.units, rankTimeline, data.searchText ?? "");
    },
  },

  files: [
    {
      title: "Save all intervals (CSV)",
      name: "stretches.csv",
      type: "text/csv;charset=utf-8",
      text(data) {
        const rankTimeline = rankTimelineIn(data);
        return rankTimeline === null ? "" : csvText(data.units.inPageUnit(intervalTable(rankTimeline)));
      },
    },
    {
      title: "Save for Perfetto (JSON)",
      name: "ranks.trace.json",
      type: "application/json",
      text(data) {
        const rankTimeline = rankTimelineIn(data);
        return JSON.stringify(
          rankTimeline === null ? { traceEvents: [] } : traceDocumentOf(rankTimeline, data.results?.cycleSeconds ?? null, data.title),
        );
      },
    },
  ],
};

/** A timeline without ranks. */
const emptyTimeline = {
  terminals: [],
  first: [0],
  kind: [],
  from: [],
  to: [],
  task: [],
  message: [],
  source: [],
  destination: [],
  after: [],
  tasks: [],
};

function rankTimelineIn({ results }: ViewData): RankTimeline | null {
  const timeline = results?.timeline;
  return results === null || timeline === undefined || timeline.terminals.length === 0 ? null : rankTimelineOf(timeline, results.messages);
}

/** The timeline as it is drawn: in logical steps if the reader has chosen them. */
function shownTimelineIn(data: ViewData): RankTimeline | null {
  const rankTimeline = rankTimelineIn(data);
  return rankTimeline !== null && isLogical(data) ? toLogicalSteps(rankTimeline) : rankTimeline;
}

function isLogical(data: ViewData): boolean {
  return choiceOf(ranksView, data.choices, "time", data) === "logical";
}

/** The visible span. */
function visibleSpan(data: ViewData, { end }: RankTimeline): Span {
  return clipToRun(exactSpanOf(data), end) ?? { from: 0, to: end };
}
