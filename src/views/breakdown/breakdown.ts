/**
 * How the time of each terminal is spent: sending, idle, or blocked by the network; for ranks, the phases of their program. (Petrini et
 * al., time breakdown; Three Quads, Figs. 3 and 4)
 */
import { withoutUndefined } from "../../core/base/defined.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type Bar, barsFor, meanOverBar, barName } from "../bars/bars.ts";
import type { MarksDrawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeysHelp } from "../plot/plot-keys.ts";
import { groupLineHeight, groupNamesHeight, type StackRow } from "../bars/stacked-bars.ts";
import { groupTimesOf } from "./group-times.ts";
import {
  axisTicks,
  type BreakdownContent,
  barMargin,
  placeGroupNames,
  breakdownLegendHeight,
  tickLabelWidth,
  breakdownMarks,
} from "./paint.ts";
import { sayTimeBreakdown } from "./describe.ts";
import { breakdownTable } from "./table.ts";
import { rankGroupsFor, hasPhases, hasBypassedChannels, type TimeBreakdown, timeBreakdownOf } from "./time-breakdown.ts";

export interface BreakdownMarks extends MarksDrawing, BreakdownContent {
  readonly timeBreakdown: TimeBreakdown | null;
}

export const breakdownView: View<BreakdownMarks> = {
  id: "breakdown",
  title: "Where the time goes",
  sources: ["answer", "analysis"],
  isOpenByDefault: ({ analysis }) => (analysis?.program?.phases.length ?? 0) > 1,
  keys: plotKeysHelp,
  options: [
    {
      id: "of",
      title: "Of",
      choices: { terminals: "Terminals", ranks: "Ranks", phases: "Phases" },
      // Where messages bypass the terminals' channels, the channels show no activity, so ranks are the better default.
      defaultChoice: (data) => (hasPhases(data) ? "phases" : hasRanks(data) && hasBypassedChannels(data) ? "ranks" : "terminals"),
      isAvailable: (data, id) => id === "terminals" || (id === "ranks" ? hasRanks(data) : hasPhases(data)),
    },
    {
      id: "order",
      title: "Order",
      choices: { number: "By number", sorted: "Sorted" },
      defaultChoice: (data) => (rankGroupsFor(data, chosenOption(data, "of")).length > 0 ? "sorted" : "number"),
    },
    {
      id: "axis",
      title: "Axis",
      choices: { percent: "Per cent", time: "Time" },
      defaultChoice: (data) => (chosenOption(data, "of") === "phases" ? "time" : "percent"),
    },
  ],

  // Names of groups may need two lines below the bars.
  preferredSize: (data, width) => ({
    width,
    height: Math.max(
      rankGroupsFor(data, chosenOption(data, "of")).length > 0 ? 190 + 2 * groupLineHeight : 190,
      Math.min(360, width * 0.42),
    ),
  }),

  emptyMessage: ({ network, frame }) =>
    network === null || frame === null ? "Shows how long each terminal is sending, blocked and idle." : null,

  summary(data) {
    const timeBreakdown = timeBreakdownFor(data, null);
    if (timeBreakdown === null) return "The run has not started yet.";
    if (timeBreakdown.cycles === 0) return "The run is at cycle 0.";
    return sayTimeBreakdown(data.units, timeBreakdown);
  },

  /**
   * Computes the drawing: a stacked bar for each rank or terminal, or for several adjacent ones, whose parts are the shares of the time in
   * each phase, and below it numbers or the names of groups. `order` contains the ranks or terminals from left to right, `timeBreakdown`
   * the times that are shown, and `line` the line of a group's name below the bars.
   */
  layout(data, canvas) {
    const timeBreakdown = timeBreakdownFor(data, canvas.theme);
    const isSorted = chosenOption(data, "order") === "sorted";
    const isTimed = chosenOption(data, "axis") === "time";
    const hasGroups = isSorted && (timeBreakdown?.groups.length ?? 0) > 0;
    const top = timeBreakdown === null ? 34 : breakdownLegendHeight(data.units, timeBreakdown, isTimed, canvas.width);
    const commonFields = { isSorted, isTimed, top, bottom: canvas.height - 26 };
    const emptyMarks = {
      ...commonFields,
      ticks: [],
      left: barMargin.left,
      marks: [],
      bars: [],
      order: new Int32Array(0),
      rows: [],
      groupNames: [],
      timeBreakdown: null,
    };
    if (timeBreakdown === null || canvas.width < 120) return emptyMarks;
    const order = orderOf(timeBreakdown, isSorted);
    // The width of the tick labels does not depend on the height of the bars.
    const left = tickLabelWidth(axisTicks(data.units, timeBreakdown, isTimed, emptyMarks.bottom, top));
    const bars = barsFor(order.length, left, canvas.width - barMargin.right);
    const rows = stackRowsOf(bars, order, timeBreakdown, isSorted);
    const groupNames = hasGroups ? placeGroupNames(rows, bars) : [];
    const lastNameLine = Math.max(0, ...groupNames.map(({ line }) => line));
    const bottom = hasGroups ? canvas.height - 22 - groupNamesHeight - lastNameLine * groupLineHeight : emptyMarks.bottom;
    const ticks = axisTicks(data.units, timeBreakdown, isTimed, bottom, top);
    const content = { ...emptyMarks, ticks, left, bars, order, rows, groupNames, timeBreakdown, bottom };
    return { ...content, marks: breakdownMarks(content, timeBreakdown, data, canvas) };
  },

  draw: drawPlot,

  table(data) {
    const timeBreakdown = timeBreakdownFor(data, null);
    return timeBreakdown === null ? { columns: [{ title: "Terminal", unit: "" }], rows: [] } : breakdownTable(timeBreakdown);
  },
};

const hasRanks = ({ frame }: ViewData) => frame !== null && frame.rankDone.length > 0;

const chosenOption = (data: ViewData, option: string) => choiceOf(breakdownView, data.choices, option, data);

function timeBreakdownFor(data: ViewData, theme: Canvas["theme"] | null): TimeBreakdown | null {
  return timeBreakdownOf(data, chosenOption(data, "of"), theme);
}

/**
 * Order of the bars: by number, or sorted. Groups and their ranks are sorted by their end. Without groups, the items with the shortest idle
 * time come first; ties are sorted by the time in the last phase, the longest first.
 */
function orderOf(timeBreakdown: TimeBreakdown, isSorted: boolean): Int32Array {
  const { times, idle, groups } = timeBreakdown;
  const order = Int32Array.from(times[0].keys());
  if (!isSorted) return order;
  if (groups.length > 0) return Int32Array.from(groupTimesOf(timeBreakdown).flatMap((group) => group.rankOrder));
  const [idleTimes, lastPhaseTimes] = [times[idle], times[times.length - 1]];
  return order.sort((a, b) => idleTimes[a] - idleTimes[b] || lastPhaseTimes[b] - lastPhaseTimes[a] || a - b);
}

/** The stacked bars: for each bar its name, the mean time in each phase, and its group. */
function stackRowsOf(bars: readonly Bar[], order: Int32Array, timeBreakdown: TimeBreakdown, isSorted: boolean): readonly StackRow[] {
  const { noun, phases, times, groups, nameOf } = timeBreakdown;
  const groupOf = new Map(groups.flatMap(({ title, ranks }) => ranks.map((rank) => [rank, `${title} · ${ranks.length}`] as const)));
  return bars.map((bar) => {
    const group = isSorted ? groupOf.get(order[bar.from]) : undefined;
    return {
      label: barName(bar, order, isSorted, nameOf, noun),
      parts: phases.map(({ id }, phaseIndex) => ({ phase: id, cycles: meanOverBar(bar, order, (item) => times[phaseIndex][item]) })),
      ...withoutUndefined({ group }),
    };
  });
}
