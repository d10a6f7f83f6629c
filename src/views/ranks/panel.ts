/** Panel below the rows: statistics of interval kinds as a small table, and the causes of not computing as a bar. */
import { small, strong } from "../plot/axes.ts";
import type { Canvas, Span, Theme } from "../contract.ts";
import { formatCount, formatOfColumn, sayPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { patternIn, patternStyle, phaseSwatch } from "../bars/stacked-bars.ts";
import { causesWithin } from "./causes.ts";
import { causeStyles, kindStyles, shortCauses } from "./styles.ts";
import { countedIn, type KindStatistics, statisticsOf } from "./statistics.ts";
import { sortsOf, type Told } from "./told.ts";
import type { Units } from "../../words/units.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Scope of the panel: a span, and one rank or all (−1). */
export interface PanelOf {
  readonly span: Span;
  readonly rank: number;
  /** Whether times are logical steps, which have no unit and no causes. */
  readonly isLogical: boolean;
}

/** Height of a line, width of the names of kinds, and range of the width of a column, pixels. */
const line = 17;
const names = 74;
const column = { least: 46, most: 64 };
/** From this width on, table and bar are side by side, and the table has a maximum width, pixels. */
const beside = { from: 700, table: 520, gap: 44 };

/** Columns in their order on screen. Where not all fit, those with the highest rank are left out. */
const columns: readonly {
  readonly title: string;
  readonly rank: number;
  readonly isTime: boolean;
  of(own: KindStatistics): number;
}[] = [
  { title: "count", rank: 3, isTime: false, of: ({ count }) => count },
  { title: "sum", rank: 1, isTime: true, of: ({ sum }) => sum },
  { title: "mean", rank: 2, isTime: true, of: ({ mean }) => mean },
  { title: "min", rank: 6, isTime: true, of: ({ least }) => least },
  { title: "p95", rank: 5, isTime: true, of: ({ p95 }) => p95 },
  { title: "max", rank: 4, isTime: true, of: ({ most }) => most },
];

const tableHeight = (rows: number) => (1 + rows) * line;
const barHeight = (isNarrow: boolean) => line + 18 + (isNarrow ? 2 : 1) * line;

/** Height of the panel for a number of table rows, pixels. */
export function panelHeight(width: number, isLogical: boolean, rows: number): number {
  return isLogical || width >= beside.from ? tableHeight(rows) : tableHeight(rows) + 10 + barHeight(true);
}

/** The panel, with its top at a given height. */
export function panelMarks(told: Told, of: PanelOf, top: number, { units, width, theme }: Canvas): readonly Mark[] {
  const isBeside = width >= beside.from;
  const tableWidth = isBeside && !of.isLogical ? Math.min(beside.table, width * 0.55) : Math.min(beside.table, width);
  const table = tableMarks(units, told, of, top, tableWidth, theme);
  if (of.isLogical) return table;
  const left = isBeside ? tableWidth + beside.gap : 0;
  return [...table, ...causeMarks(told, of, left, isBeside ? top : top + tableHeight(countedIn(told).length) + 10, width, theme)];
}

/** The statistics as a table: as many columns as fit, one row for each category. */
function tableMarks(
  units: Units,
  told: Told,
  { span, rank, isLogical }: PanelOf,
  top: number,
  width: number,
  theme: Theme,
): readonly Mark[] {
  const own = statisticsOf(told, span, rank);
  const longest = Math.max(...own.map((each) => Math.max(each.most, each.sum)));
  const fit = Math.min(columns.length, Math.max(1, Math.floor((width - names - column.least) / column.least)));
  const shown = columns.filter((each) => each.rank <= fit);
  const step = Math.min(column.most, (width - names) / (shown.length + 1));
  const isPart = span.from > 0 || span.to < told.end;
  const right = small(theme, "end");
  const said = { ...right, fill: theme.ink };
  const x = (c: number) => names + (c + 1) * step;
  const base = (row: number) => top + 11 + row * line;
  // One unit for the whole table, chosen for the largest number. Cycles are not named here, because the axis names them.
  const unit = isLogical ? "steps" : units.timeUnit(longest).name;
  const whose = `${rank < 0 ? "all ranks" : `rank ${rank}`}${unit === "cycles" ? "" : `, ${unit}`}`;
  const styles = kindStyles(theme, sortsOf(told.timeline));
  const cells = shown.map(({ isTime, of }) => {
    const numbers = own.map((each) => (isTime && !isLogical ? units.toPageTime(of(each), longest) : of(each)));
    const write = isTime ? formatOfColumn(numbers) : formatCount;
    return numbers.map(write);
  });
  return [
    textMark("table of", 0, base(0), whose, rank < 0 ? small(theme) : strong(theme.accent)),
    // The sum counts the parts of intervals within the visible span; all other columns count whole intervals.
    ...shown.map(({ title }, c) => textMark(`head ${title}`, x(c), base(0), title === "sum" && isPart ? "in sight" : title, right)),
    textMark("head share", x(shown.length), base(0), "share", right),
    pathMark("table rule", `M0 ${base(0) + 4.5}H${tenth(x(shown.length))}`, { stroke: theme.line }),
    ...countedIn(told).flatMap(({ title: sort, place: k, style: which, isPart }, row) => {
      const style = which === undefined ? undefined : styles[which];
      const left = isPart ? 14 : 0;
      const y = base(row + 1);
      return [
        ...(style === undefined ? [] : phaseSwatch(`swatch ${sort}`, style, left, y - 9, 9, theme)),
        textMark(`kind ${sort}`, left + 14, y, sort, { "font-size": 11, fill: theme.ink }),
        ...(own[k].count === 0
          ? [textMark(`none ${sort}`, x(0), y, "–", right)]
          : [
              ...shown.map(({ title }, c) => textMark(`${title} ${sort}`, x(c), y, cells[c][k], said)),
              textMark(`share ${sort}`, x(shown.length), y, sayPercent(own[k].share), { ...said, "font-weight": strongWeight }),
            ]),
      ];
    }),
  ];
}

/** The causes of not computing: the share of the time, a bar with a part for each cause, and its legend. */
function causeMarks(told: Told, { span, rank }: PanelOf, left: number, top: number, width: number, theme: Theme): readonly Mark[] {
  const sums = causesWithin(told, span, rank);
  const all = sums.reduce((sum, each) => sum + each, 0);
  const ranks = rank < 0 ? told.timeline.terminals.length : 1;
  const share = all / Math.max(1, ranks * (span.to - span.from));
  const because = all === 0 ? "" : ", because of";
  const title = textMark("causes", left, top + 11, `not computing ${sayPercent(share)} of the time${because}`, small(theme));
  if (all === 0) return [title];
  const [barTop, high] = [top + line, 13];
  const room = width - left;
  const marks: Mark[] = [title];
  let at = left;
  const styles = causeStyles(theme);
  styles.forEach((style, c) => {
    const wide = (sums[c] / all) * room;
    if (wide < 0.3) return;
    const outline = style.pattern === "outlined" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    marks.push(rectMark(`cause ${style.id}`, at, barTop, wide, high, { fill: style.fill, ...outline }));
    const lines = patternIn(style.pattern, tenth(at), tenth(wide), barTop, barTop + high);
    if (lines !== "") marks.push(pathMark(`cause ${style.id} pattern`, lines, patternStyle(style.pattern, theme)));
    at += wide;
  });
  const isNarrow = room < 520;
  let [x, y] = [left, barTop + high + 14];
  styles.forEach((style, c) => {
    const said = `${room < 340 ? shortCauses[style.id] : style.title} ${sayPercent(sums[c] / all)}`;
    if (isNarrow && c === 2) [x, y] = [left, y + line];
    marks.push(...phaseSwatch(`cause swatch ${style.id}`, style, x, y - 9, 9, theme));
    marks.push(textMark(`cause name ${style.id}`, x + 14, y, said, { "font-size": 11, fill: theme.ink }));
    x += isNarrow ? room / 2 : 14 + textWidth(said) + 14;
  });
  return marks;
}
