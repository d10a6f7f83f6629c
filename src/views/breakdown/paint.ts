/** Marks of a time breakdown: stacked bars on an axis of time or percent, a legend of the phases, and brackets below groups. */
import type { Canvas, ViewData } from "../contract.ts";
import { type Bar, terminalAxis } from "../bars/bars.ts";
import { formatPercent, sayPercent } from "../../words/numbers.ts";
import { halo, type Mark, pathMark, tenth, textMark } from "../marks/marks.ts";
import { axisUp, small, type Tick, ticksAt } from "../plot/axes.ts";
import { textWidth } from "../plot/text-width.ts";
import { linearScale, ticksIn } from "../plot/scale.ts";
import { groupMarks, type GroupName, groupNames, phaseSwatch, stackedBars, type StackRow } from "../bars/stacked-bars.ts";
import { targetMark } from "../plot/targets.ts";
import { ranksThrough } from "./meet.ts";
import { barTargets } from "./targets.ts";
import type { Told } from "./told.ts";
import type { Units } from "../../words/units.ts";

/** Margin at the right of the bars, and minimum margin at their left, for numbers, pixels. */
export const edge = { left: 34, right: 4 };
/** Height of terminal numbers between the bars and the brackets, pixels. */
const numberRoom = 18;

/** Elements of the drawing, and their positions. */
export interface Content {
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
 * Shorter forms: `step 1 and step 2 · 8` → `step 1 + step 2 · 8`, finally `8`; `no communication · 8` → `none · 8`; `step 1 only · 8` →
 * `step 1 · 8`.
 */
function shorterNames(group: string): readonly string[] {
  const short = group.replace("no communication", "none").replaceAll(" and ", " + ");
  return [short, short.replace(" only ", " "), group.split(" · ").at(-1) ?? ""];
}

/** Names of the groups below the bars, in two lines if one has no room for all. */
export function groupNamesOf(rows: readonly StackRow[], bars: readonly Bar[]): readonly GroupName[] {
  const inOne = groupNames(rows, bars);
  const isWhole = new Set(rows.map(({ group }) => group)).size === inOne.length;
  return isWhole ? inOne : groupNames(rows, bars, { shorter: shorterNames, lines: 2 });
}

/** All marks of the drawing. */
export function marksOf(content: Content, told: Told, data: ViewData, canvas: Canvas): readonly Mark[] {
  const { bars, order, rows, isSorted, top, bottom } = content;
  const { theme } = canvas;
  const isHighlighted = (thing: number) => data.highlight.terminals.has(told.terminalOf(thing));
  const highlight = { ...data.highlight, terminals: new Set(data.highlight.terminals.size === 0 ? [] : order.filter(isHighlighted)) };
  const hasGroups = rows.some(({ group }) => group !== undefined);
  const box = { bars, top, bottom, most: told.cycles };
  return [
    ...keyMarks(content, told, canvas),
    targetMark(() => barTargets(content, told, canvas)),
    ...axisMarks(content, told, canvas),
    ...stackedBars(rows, told.phases, box, theme),
    ...dimmed(content, told, data, theme),
    ...terminalAxis(bars, order, isSorted, highlight, bottom, theme),
    ...(hasGroups
      ? groupMarks(rows, { ...box, bottom: bottom + (highlight.terminals.size > 0 ? numberRoom : 0) }, theme, content.groupNames)
      : []),
    ...(isSorted && !hasGroups ? sortedNames(content, canvas) : []),
  ];
}

/** Maximum number of lines of the legend. */
const mostLines = 3;
/** Height of a line of the legend, pixels. */
const keyLine = 16;

/** Height of the legend above the bars for a width, pixels. */
export function keyRoom(units: Units, told: Told, isTimed: boolean, width: number): number {
  return 18 + keyLine * keyLines(units, told, isTimed, width).length;
}

/** An entry of the legend: index of its phase, and its position in the line. */
interface KeyName {
  readonly p: number;
  readonly x: number;
  readonly label: string;
}

/** Legend entries in lines. Each has the phase's share of all time, or its maximum time, in addition to its name. */
function keyLines(units: Units, { phases, times, idle, cycles }: Told, isTimed: boolean, width: number): readonly (readonly KeyName[])[] {
  const lines: KeyName[][] = [];
  let x = Infinity;
  for (const [p, { title, fill }] of phases.entries()) {
    if (fill === "none") continue;
    const sum = times[p].reduce((total, own) => total + own, 0);
    const most = times[p].reduce((far, own) => Math.max(far, own), 0);
    const part = cycles > 0 ? sum / times[p].length / cycles : 0;
    const label = `${title} ${isTimed && p !== idle ? `up to ${units.sayTime(most)}` : sayPercent(part)}`;
    if (x + 14 + textWidth(label) > width) {
      // Phases that have no room in the legend are named only in tooltips.
      if (lines.length === mostLines) break;
      lines.push([]);
      x = 1;
    }
    lines[lines.length - 1].push({ p, x, label });
    x += textWidth(label) + 28;
  }
  return lines;
}

function keyMarks({ isTimed }: Content, told: Told, { units, width, theme }: Canvas): readonly Mark[] {
  return keyLines(units, told, isTimed, width).flatMap((line, row) =>
    line.flatMap(({ p, x, label }) => {
      const { id } = told.phases[p];
      return [
        ...phaseSwatch(`key ${id}`, told.phases[p], x, 3 + row * keyLine, 9, theme),
        textMark(`name ${id}`, x + 14, 12 + row * keyLine, label, small(theme)),
      ];
    }),
  );
}

/** Ticks of the vertical axis: round times, or shares of all time. */
export function axisTicks(units: Units, { cycles }: Told, isTimed: boolean, bottom: number, top: number): readonly Tick[] {
  const y = linearScale([0, Math.max(1, cycles)], [bottom, top]);
  if (!isTimed) return ticksAt([0, 0.5, 1], (part) => y(part * cycles), formatPercent);
  const values = units.roundTimes(cycles, (perCycle) => ticksIn([0, cycles * perCycle], bottom - top > 200 ? 5 : 3));
  return ticksAt(values, y, (tick) => units.formatTime(tick, cycles));
}

/** Width of the tick labels at the left, pixels. */
export function leftOf(ticks: readonly Tick[]): number {
  return Math.max(edge.left, ...ticks.map(({ text }) => 6 + textWidth(text)));
}

function axisMarks({ ticks, left, isTimed, top }: Content, { cycles }: Told, { units, width, theme }: Canvas): readonly Mark[] {
  const unit = isTimed ? units.timeUnit(cycles).name : "% of the time";
  return [
    ...axisUp(ticks, left, width - edge.right, theme),
    textMark("unit", left + 2, top - 3, unit, { ...small(theme), ...halo(theme.surface) }),
  ];
}

/** Fades the bars of ranks that have no messages through the selected switch. */
function dimmed(
  { bars, order, top, bottom }: Content,
  { met }: Told,
  { selected, network }: ViewData,
  theme: Canvas["theme"],
): readonly Mark[] {
  if (selected.is !== "switch" || met === null || network === null) return [];
  const uses = ranksThrough(selected.node, met.meetings, network);
  const others = bars.filter(({ from, to }) => !order.subarray(from, to).some((rank) => uses[rank] === 1));
  const d = others.map(({ x, width }) => `M${x} ${tenth(top)}h${width}V${tenth(bottom)}h${-width}z`).join("");
  return d === "" || others.length === bars.length ? [] : [pathMark("dimmed", d, { fill: theme.surface, "fill-opacity": 0.72 })];
}

function sortedNames({ left, bottom }: Content, { width, theme }: Canvas): readonly Mark[] {
  return [
    textMark("first", left, bottom + 18, "longest busy", small(theme)),
    textMark("last", width - edge.right, bottom + 18, "longest idle", small(theme, "end")),
  ];
}
