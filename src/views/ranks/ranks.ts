/**
 * Activity of the ranks of a program over time: a row for each rank, with its computations, sends, receives and waits, and why it waits.
 * (Wolfmann and Tinetti, Figs. 3 and 4)
 */
import { terminalNames } from "../readings/terminal-names.ts";
import { capital, uncapital } from "../../core/base/words.ts";
import { scalar } from "../../core/simulation/frame.ts";
import { choiceOf, exactSpanOf, type Span, type View, type ViewData } from "../contract.ts";
import { csvText } from "../export/export.ts";
import { drawPointed } from "../marks/pointing.ts";
import { withinRun } from "../time-axis/span-rows.ts";
import { leaveTime, takeTime } from "../time-axis/time-hand.ts";
import { layoutRanks, pickedStretch, rankPicked, ranksHeight, type RanksMarks } from "./layout.ts";
import { inSteps, mostComputes } from "./logical-steps.ts";
import { sayRanks, saySteps, sayWhy } from "./say.ts";
import { foundIn, stretchesFor } from "./search.ts";
import { spotAt } from "./spot.ts";
import { stretchKeys, takeStretches } from "./stretch-hand.ts";
import { countedIn } from "./statistics.ts";
import { statisticsTable, stretchTable } from "./table.ts";
import { ranksIn, type Told, toldOf } from "./told.ts";
import { traceOf } from "./trace.ts";

export const ranks: View<RanksMarks> = {
  id: "ranks",
  title: "Ranks over time",
  drawsFrom: ["answer"],
  keys: stretchKeys,
  isUsual: ({ results }) => (results?.timeline?.tasks.length ?? 0) > 0,
  options: [{ id: "time", title: "Time", among: { physical: "Time", logical: "Logical steps" } }],

  room(data, width) {
    const told = shownIn(data);
    return { width, height: told === null ? 90 : ranksHeight(ranksIn(told.timeline), width, countedIn(told).length, isLogical(data)) };
  },

  needs(data) {
    if (toldIn(data) !== null) return null;
    return data.results === null && data.load === null
      ? "Shows what each rank does over time, once the whole run has been computed."
      : "Shows when each rank of a program computes, sends, receives and waits, where there are few enough messages to record each.";
  },

  summary(data) {
    const told = toldIn(data);
    if (told === null) return "What its ranks do is not recorded one by one.";
    const picked = pickedStretch(told, data.selected);
    if (isLogical(data)) return saySteps(data.units, told);
    if (picked >= 0) return sayWhy(data.units, told, picked);
    const span = spanOf(data, told);
    const said = sayRanks(told, span, rankPicked(told, data.selected));
    const steps = mostComputes(told) > 0 ? ` ${saySteps(data.units, told)}` : "";
    if (exactSpanOf(data) === null) return `${said}${steps}`;
    return `${capital(data.units.sayStretch(span.from, span.to, told.end))}: ${uncapital(said)}${steps}`;
  },

  layout(data, canvas) {
    const { results, selected, highlight, frame, sought = "" } = data;
    const told = toldIn(data);
    const shown = shownIn(data);
    const drawn = layoutRanks(told?.timeline ?? none, results?.messages ?? [], canvas, {
      span: exactSpanOf(data),
      end: Math.max(0, ...data.reach),
      isLogical: isLogical(data),
      selected,
      highlight: highlight.terminals,
      found: shown === null || sought === "" ? null : stretchesFor(shown, sought),
      now: isLogical(data) ? 0 : (frame?.scalars[scalar.now] ?? 0),
    });
    return { ...drawn, nameOf: terminalNames(data.network) };
  },

  reach(data) {
    const told = toldIn(data);
    return told === null || isLogical(data) ? [] : [told.end];
  },

  draw(drawn, into, canvas, act) {
    drawPointed(drawn, into, canvas, act, spotAt);
    if (drawn.rows === null || drawn.isLogical) leaveTime(into);
    else takeTime(into, { ...drawn.rows.box, end: drawn.end }, act.choose);
    takeStretches(drawn, into, canvas, act);
  },

  table(data) {
    const told = toldIn(data);
    if (told === null) return { columns: [{ title: "Rank", unit: "" }], rows: [] };
    return statisticsTable(told, spanOf(data, told));
  },

  search: {
    hint: "rank 3, C(4, 1), wave 5, wait",
    find(data) {
      const told = toldIn(data);
      return told === null ? { said: "", hits: [] } : foundIn(data.units, told, data.sought ?? "");
    },
  },

  files: [
    {
      title: "Save every stretch (CSV)",
      name: "stretches.csv",
      type: "text/csv;charset=utf-8",
      text(data) {
        const told = toldIn(data);
        return told === null ? "" : csvText(data.units.inPageUnit(stretchTable(told)));
      },
    },
    {
      title: "Save for Perfetto (JSON)",
      name: "ranks.trace.json",
      type: "application/json",
      text(data) {
        const told = toldIn(data);
        return JSON.stringify(told === null ? { traceEvents: [] } : traceOf(told, data.results?.cycleSeconds ?? null, data.title));
      },
    },
  ],
};

/** A timeline without ranks. */
const none = {
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

function toldIn({ results }: ViewData): Told | null {
  const timeline = results?.timeline;
  return results === null || timeline === undefined || timeline.terminals.length === 0 ? null : toldOf(timeline, results.messages);
}

/** The timeline as it is drawn: in logical steps if the reader has chosen them. */
function shownIn(data: ViewData): Told | null {
  const told = toldIn(data);
  return told !== null && isLogical(data) ? inSteps(told) : told;
}

function isLogical(data: ViewData): boolean {
  return choiceOf(ranks, data.choices, "time", data) === "logical";
}

/** The visible span. */
function spanOf(data: ViewData, { end }: Told): Span {
  return withinRun(exactSpanOf(data), end) ?? { from: 0, to: end };
}
