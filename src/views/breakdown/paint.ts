/** Marks of a time breakdown: stacked bars on an axis of time or percent, a legend of the phases, and brackets below groups. */
import type { Canvas, ViewData } from "../contract.ts";
import { type Bar, barNumberMarks } from "../bars/bars.ts";
import { formatPercent, sayPercent } from "../../words/numbers.ts";
import { textHalo, type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { verticalAxisMarks, smallText, type Tick, ticksAt } from "../plot/vertical-axis.ts";
import { textWidth } from "../plot/text-width.ts";
import { linearScale, roundTicks } from "../plot/scale.ts";
import { groupBracketMarks, type GroupName, placedGroupNames, phaseSwatch, stackedBarMarks, type StackRow } from "../bars/stacked-bars.ts";
import { targetMark } from "../plot/targets.ts";
import { ranksThrough } from "./partners.ts";
import { barTargets } from "./targets.ts";
import type { TimeBreakdown } from "./time-breakdown.ts";
import type { Units } from "../../words/units.ts";

/** Margin at the right of the bars, and minimum margin at their left, for numbers, pixels. */
export const barMargin = { left: 34, right: 4 };
/** Height of terminal numbers between the bars and the brackets, pixels. */
const numbersHeight = 18;

/** Elements of the drawing, and their positions. */
export interface BreakdownContent {
  readonly bars: readonly Bar[];
  readonly order: Int32Array;
  readonly rows: readonly StackRow[];
  readonly groupNames: readonly GroupName[];
  readonly isSorted: boolean;
  /** Ticks of the vertical axis, and the left edge of the bars. */
  readonly ticks: readonly Tick[];
  readonly left: number;
  readonly isTimed: boolean;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Shorter forms of a group name: `step 1 and step 2 · 8` → `step 1 + step 2 · 8`, finally `8`; `no communication · 8` → `none · 8`; `step 1
 * only · 8` → `step 1 · 8`.
 */
function shorterGroupNames(group: string): readonly string[] {
  const short = group.replace("no communication", "none").replaceAll(" and ", " + ");
  return [short, short.replace(" only ", " "), group.split(" · ").at(-1) ?? ""];
}

/** Names of the groups below the bars, in two lines if one line has no room for all names. */
export function placeGroupNames(rows: readonly StackRow[], bars: readonly Bar[]): readonly GroupName[] {
  const inOneLine = placedGroupNames(rows, bars);
  const doAllFit = new Set(rows.map(({ group }) => group)).size === inOneLine.length;
  return doAllFit ? inOneLine : placedGroupNames(rows, bars, { shorterForms: shorterGroupNames, lines: 2 });
}

/**
 * All marks of the breakdown, a drawing of the time that each rank or terminal spends in each phase: legend, axis, stacked bars, numbers of
 * bars or names of groups. An item is a rank or a terminal, whichever is shown; highlighted terminals are translated into items.
 */
export function breakdownMarks(content: BreakdownContent, timeBreakdown: TimeBreakdown, data: ViewData, canvas: Canvas): readonly Mark[] {
  const { bars, order, rows, isSorted, top, bottom } = content;
  const { theme } = canvas;
  const isHighlighted = (item: number) => data.highlight.terminals.has(timeBreakdown.terminalOf(item));
  const highlight = { ...data.highlight, terminals: new Set(data.highlight.terminals.size === 0 ? [] : order.filter(isHighlighted)) };
  const hasGroups = rows.some(({ group }) => group !== undefined);
  const stackBox = { bars, top, bottom, maxCycles: timeBreakdown.cycles };
  return [
    ...legendMarks(content, timeBreakdown, canvas),
    targetMark(() => barTargets(content, timeBreakdown, canvas)),
    ...axisMarks(content, timeBreakdown, canvas),
    ...stackedBarMarks(rows, timeBreakdown.phases, stackBox, theme),
    ...fadedBarMarks(content, timeBreakdown, data, theme),
    ...barNumberMarks(bars, order, isSorted, highlight, bottom, theme),
    ...(hasGroups
      ? groupBracketMarks(
          rows,
          { ...stackBox, bottom: bottom + (highlight.terminals.size > 0 ? numbersHeight : 0) },
          theme,
          content.groupNames,
        )
      : []),
    ...(isSorted && !hasGroups ? sortLabels(content, canvas) : []),
  ];
}

/** Maximum number of lines of the legend. */
const maxLegendLines = 3;
/** Height of a line of the legend, pixels. */
const legendLineHeight = 16;

/** Height of the legend above the bars for a width, pixels. */
export function breakdownLegendHeight(units: Units, timeBreakdown: TimeBreakdown, isTimed: boolean, width: number): number {
  return 18 + legendLineHeight * legendLines(units, timeBreakdown, isTimed, width).length;
}

/** An entry of the legend: index of its phase, and its position in the line. */
interface PhaseLegendEntry {
  readonly phase: number;
  readonly x: number;
  readonly label: string;
}

/**
 * The entries of the legend in lines that fit into `width` pixels. The label of an entry is the name of a phase with its share of all time,
 * or with the largest time that a rank spends in it (`isTimed`). `x` is the left end of the entry. `idle` is the index of the phase in
 * which nothing is done.
 */
function legendLines(
  units: Units,
  { phases, times, idle, cycles }: TimeBreakdown,
  isTimed: boolean,
  width: number,
): readonly (readonly PhaseLegendEntry[])[] {
  const lines: PhaseLegendEntry[][] = [];
  let x = Infinity;
  for (const [phase, { title, fill }] of phases.entries()) {
    if (fill === "none") continue;
    const sum = times[phase].reduce((total, itemCycles) => total + itemCycles, 0);
    const maxCycles = times[phase].reduce((max, itemCycles) => Math.max(max, itemCycles), 0);
    const share = cycles > 0 ? sum / times[phase].length / cycles : 0;
    const label = `${title} ${isTimed && phase !== idle ? `up to ${units.sayTime(maxCycles)}` : sayPercent(share)}`;
    if (x + 14 + textWidth(label) > width) {
      // Phases that have no room in the legend are named only in tooltips.
      if (lines.length === maxLegendLines) break;
      lines.push([]);
      x = 1;
    }
    lines[lines.length - 1].push({ phase, x, label });
    x += textWidth(label) + 28;
  }
  return lines;
}

function legendMarks({ isTimed }: BreakdownContent, timeBreakdown: TimeBreakdown, { units, width, theme }: Canvas): readonly Mark[] {
  return legendLines(units, timeBreakdown, isTimed, width).flatMap((line, lineIndex) =>
    line.flatMap(({ phase, x, label }) => {
      const { id } = timeBreakdown.phases[phase];
      return [
        ...phaseSwatch(`key ${id}`, timeBreakdown.phases[phase], x, 3 + lineIndex * legendLineHeight, 9, theme),
        textMark(`name ${id}`, x + 14, 12 + lineIndex * legendLineHeight, label, smallText(theme)),
      ];
    }),
  );
}

/** Ticks of the vertical axis: round times, or shares of all time. */
export function axisTicks(units: Units, { cycles }: TimeBreakdown, isTimed: boolean, bottom: number, top: number): readonly Tick[] {
  const y = linearScale([0, Math.max(1, cycles)], [bottom, top]);
  if (!isTimed) return ticksAt([0, 0.5, 1], (share) => y(share * cycles), formatPercent);
  const values = units.roundTimes(cycles, (perCycle) => roundTicks([0, cycles * perCycle], bottom - top > 200 ? 5 : 3));
  return ticksAt(values, y, (tick) => units.formatTime(tick, cycles));
}

/** Width of the tick labels at the left, pixels. */
export function tickLabelWidth(ticks: readonly Tick[]): number {
  return Math.max(barMargin.left, ...ticks.map(({ text }) => 6 + textWidth(text)));
}

function axisMarks(
  { ticks, left, isTimed, top }: BreakdownContent,
  { cycles }: TimeBreakdown,
  { units, width, theme }: Canvas,
): readonly Mark[] {
  const unit = isTimed ? units.timeUnit(cycles).name : "% of the time";
  return [
    ...verticalAxisMarks(ticks, left, width - barMargin.right, theme),
    textMark("unit", left + 2, top - 3, unit, { ...smallText(theme), ...textHalo(theme.surface) }),
  ];
}

/** Fades the bars of ranks that have no messages through the selected switch. */
function fadedBarMarks(
  { bars, order, top, bottom }: BreakdownContent,
  { meetingContext: context }: TimeBreakdown,
  { selected, network }: ViewData,
  theme: Canvas["theme"],
): readonly Mark[] {
  if (selected.is !== "switch" || context === null || network === null) return [];
  const usesSwitch = ranksThrough(selected.node, context.meetings, network);
  const otherBars = bars.filter(({ from, to }) => !order.subarray(from, to).some((rank) => usesSwitch[rank] === 1));
  const d = otherBars.map(({ x, width }) => `M${x} ${toTenths(top)}h${width}V${toTenths(bottom)}h${-width}z`).join("");
  return d === "" || otherBars.length === bars.length ? [] : [pathMark("dimmed", d, { fill: theme.surface, "fill-opacity": 0.72 })];
}

function sortLabels({ left, bottom }: BreakdownContent, { width, theme }: Canvas): readonly Mark[] {
  return [
    textMark("first", left, bottom + 18, "longest busy", smallText(theme)),
    textMark("last", width - barMargin.right, bottom + 18, "longest idle", smallText(theme, "end")),
  ];
}
