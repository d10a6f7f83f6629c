/**
 * How the time of each terminal is spent: sending, idle, or blocked by the network; for ranks, the phases of their program. (Petrini et
 * al., time breakdown; Three Quads, Figs. 3 and 4)
 */
import { defined } from "../../core/base/defined.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type Bar, barsFor, meanOf, nameOfBar } from "../bars/bars.ts";
import type { Drawing } from "../marks/marks.ts";
import { drawPlot } from "../plot/draw.ts";
import { plotKeys } from "../plot/plot-keys.ts";
import { groupLine, groupRoom, type StackRow } from "../bars/stacked-bars.ts";
import { groupTimesOf } from "./group-times.ts";
import { axisTicks, type Content, edge, groupNamesOf, keyRoom, leftOf, marksOf } from "./paint.ts";
import { sayTold } from "./say.ts";
import { tableOf } from "./table.ts";
import { groupsFor, hasPhases, isPastChannels, type Told, toldOf } from "./told.ts";

export interface BreakdownMarks extends Drawing, Content {
  readonly told: Told | null;
}

export const breakdown: View<BreakdownMarks> = {
  id: "breakdown",
  title: "Where the time goes",
  drawsFrom: ["answer", "analysis"],
  isUsual: ({ analysis }) => (analysis?.program?.phases.length ?? 0) > 1,
  keys: plotKeys,
  options: [
    {
      id: "of",
      title: "Of",
      among: { terminals: "Terminals", ranks: "Ranks", phases: "Phases" },
      // Where messages bypass the terminals' channels, the channels show no activity, so ranks are the better default.
      usual: (data) => (hasPhases(data) ? "phases" : hasRanks(data) && isPastChannels(data) ? "ranks" : "terminals"),
      offers: (data, id) => id === "terminals" || (id === "ranks" ? hasRanks(data) : hasPhases(data)),
    },
    {
      id: "order",
      title: "Order",
      among: { number: "By number", sorted: "Sorted" },
      usual: (data) => (groupsFor(data, chosen(data, "of")).length > 0 ? "sorted" : "number"),
    },
    {
      id: "axis",
      title: "Axis",
      among: { percent: "Per cent", time: "Time" },
      usual: (data) => (chosen(data, "of") === "phases" ? "time" : "percent"),
    },
  ],

  // Names of groups may need two lines below the bars.
  room: (data, width) => ({
    width,
    height: Math.max(groupsFor(data, chosen(data, "of")).length > 0 ? 190 + 2 * groupLine : 190, Math.min(360, width * 0.42)),
  }),

  needs: ({ network, frame }) =>
    network === null || frame === null ? "Shows how long each terminal was sending, blocked and idle." : null,

  summary(data) {
    const told = toldFor(data, null);
    if (told === null) return "Nothing has run yet.";
    if (told.cycles === 0) return "No cycle has passed yet.";
    return sayTold(data.units, told);
  },

  layout(data, canvas) {
    const told = toldFor(data, canvas.theme);
    const isSorted = chosen(data, "order") === "sorted";
    const isTimed = chosen(data, "axis") === "time";
    const hasGroups = isSorted && (told?.groups.length ?? 0) > 0;
    const top = told === null ? 34 : keyRoom(data.units, told, isTimed, canvas.width);
    const feet = { isSorted, isTimed, top, bottom: canvas.height - 26 };
    const empty = {
      ...feet,
      ticks: [],
      left: edge.left,
      marks: [],
      bars: [],
      order: new Int32Array(0),
      rows: [],
      groupNames: [],
      told: null,
    };
    if (told === null || canvas.width < 120) return empty;
    const order = orderOf(told, isSorted);
    // The width of the tick labels does not depend on the height of the bars.
    const left = leftOf(axisTicks(data.units, told, isTimed, empty.bottom, top));
    const bars = barsFor(order.length, left, canvas.width - edge.right);
    const rows = rowsOf(bars, order, told, isSorted);
    const groupNames = hasGroups ? groupNamesOf(rows, bars) : [];
    const lines = Math.max(0, ...groupNames.map(({ line }) => line));
    const bottom = hasGroups ? canvas.height - 22 - groupRoom - lines * groupLine : empty.bottom;
    const ticks = axisTicks(data.units, told, isTimed, bottom, top);
    const content = { ...empty, ticks, left, bars, order, rows, groupNames, told, bottom };
    return { ...content, marks: marksOf(content, told, data, canvas) };
  },

  draw: drawPlot,

  table(data) {
    const told = toldFor(data, null);
    return told === null ? { columns: [{ title: "Terminal", unit: "" }], rows: [] } : tableOf(told);
  },
};

const hasRanks = ({ frame }: ViewData) => frame !== null && frame.rankDone.length > 0;

const chosen = (data: ViewData, option: string) => choiceOf(breakdown, data.choices, option, data);

function toldFor(data: ViewData, theme: Canvas["theme"] | null): Told | null {
  return toldOf(data, chosen(data, "of"), theme);
}

/**
 * Order of the bars: by number, or sorted. Groups and their ranks are sorted by their end. Without groups, the items with the shortest idle
 * time come first; ties are sorted by the time in the last phase, the longest first.
 */
function orderOf(told: Told, isSorted: boolean): Int32Array {
  const { times, idle, groups } = told;
  const order = Int32Array.from(times[0].keys());
  if (!isSorted) return order;
  if (groups.length > 0) return Int32Array.from(groupTimesOf(told).flatMap((group) => group.order));
  const [rest, last] = [times[idle], times[times.length - 1]];
  return order.sort((a, b) => rest[a] - rest[b] || last[b] - last[a] || a - b);
}

/** The stacked bars: for each bar its name, the mean time in each phase, and its group. */
function rowsOf(bars: readonly Bar[], order: Int32Array, told: Told, isSorted: boolean): readonly StackRow[] {
  const { noun, phases, times, groups, nameOf } = told;
  const groupOf = new Map(groups.flatMap(({ title, ranks }) => ranks.map((rank) => [rank, `${title} · ${ranks.length}`] as const)));
  return bars.map((bar) => {
    const group = isSorted ? groupOf.get(order[bar.from]) : undefined;
    return {
      label: nameOfBar(bar, order, isSorted, nameOf, noun),
      parts: phases.map(({ id }, p) => ({ phase: id, cycles: meanOf(bar, order, (thing) => times[p][thing]) })),
      ...defined({ group }),
    };
  });
}
