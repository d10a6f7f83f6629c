/** Panel below the rows: statistics of interval kinds as a small table, and the causes of not computing as a bar. */
import { smallText, strongText } from "../plot/vertical-axis.ts";
import type { Canvas, Span, Theme } from "../contract.ts";
import { formatOfColumn } from "../../words/column-format.ts";
import { formatCount, sayPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import { patternIn, patternStyle, phaseSwatch } from "../bars/stacked-bars.ts";
import { idleCyclesWithin } from "./idle-causes.ts";
import { causeStyles, kindStyles, shortCauseTitles } from "./styles.ts";
import { statisticsRowsOf, type KindStatistics, statisticsOf } from "./statistics.ts";
import { workSortsOf, type RankTimeline } from "./rank-timeline.ts";
import type { Units } from "../../words/units.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Scope of the panel: a span, and one rank or all (−1). */
export interface PanelScope {
  readonly span: Span;
  readonly rank: number;
  /** Whether times are logical steps, which have no unit and no causes. */
  readonly isLogical: boolean;
}

/** Height of a line, width of the names of kinds, and range of the width of a column, pixels. */
const lineHeight = 17;
const nameWidth = 74;
const columnWidth = { least: 46, most: 64 };
/** From this width on, table and bar are side by side, and the table has a maximum width, pixels. */
const sideBySide = { from: 700, table: 520, gap: 44 };

/** Columns in their order on screen. If not all fit, the columns with the highest `rank` are left out. */
const columns: readonly {
  readonly title: string;
  readonly rank: number;
  readonly isTime: boolean;
  numberOf(own: KindStatistics): number;
}[] = [
  { title: "count", rank: 3, isTime: false, numberOf: ({ count }) => count },
  { title: "sum", rank: 1, isTime: true, numberOf: ({ sum }) => sum },
  { title: "mean", rank: 2, isTime: true, numberOf: ({ mean }) => mean },
  { title: "min", rank: 6, isTime: true, numberOf: ({ min }) => min },
  { title: "p95", rank: 5, isTime: true, numberOf: ({ p95 }) => p95 },
  { title: "max", rank: 4, isTime: true, numberOf: ({ max }) => max },
];

const tableHeight = (rows: number) => (1 + rows) * lineHeight;
const barHeight = (isNarrow: boolean) => lineHeight + 18 + (isNarrow ? 2 : 1) * lineHeight;

/** Height of the panel for a number of table rows, pixels. */
export function panelHeight(width: number, isLogical: boolean, rows: number): number {
  return isLogical || width >= sideBySide.from ? tableHeight(rows) : tableHeight(rows) + 10 + barHeight(true);
}

/** The panel, with its top at a given height. */
export function panelMarks(rankTimeline: RankTimeline, scope: PanelScope, top: number, { units, width, theme }: Canvas): readonly Mark[] {
  const isBeside = width >= sideBySide.from;
  const tableWidth = isBeside && !scope.isLogical ? Math.min(sideBySide.table, width * 0.55) : Math.min(sideBySide.table, width);
  const table = tableMarks(units, rankTimeline, scope, top, tableWidth, theme);
  if (scope.isLogical) return table;
  const left = isBeside ? tableWidth + sideBySide.gap : 0;
  return [
    ...table,
    ...causeMarks(rankTimeline, scope, left, isBeside ? top : top + tableHeight(statisticsRowsOf(rankTimeline).length) + 10, width, theme),
  ];
}

/**
 * Marks of the statistics as a table: a row for each kind of interval (computing, sending, …), and the most important columns that fit.
 * Rows of sorts of work, which are parts of computing, are indented. `numberOf` returns the number of a column from the statistics of a
 * kind.
 * @param top Top of the table, pixels.
 * @param width Available width, pixels.
 */
function tableMarks(
  units: Units,
  rankTimeline: RankTimeline,
  { span, rank, isLogical }: PanelScope,
  top: number,
  width: number,
  theme: Theme,
): readonly Mark[] {
  const statistics = statisticsOf(rankTimeline, span, rank);
  const longestTime = Math.max(...statistics.map((each) => Math.max(each.max, each.sum)));
  const maxColumns = Math.min(columns.length, Math.max(1, Math.floor((width - nameWidth - columnWidth.least) / columnWidth.least)));
  const shownColumns = columns.filter((each) => each.rank <= maxColumns);
  const columnStep = Math.min(columnWidth.most, (width - nameWidth) / (shownColumns.length + 1));
  const isPartOfRun = span.from > 0 || span.to < rankTimeline.end;
  const rightAligned = smallText(theme, "end");
  const numberStyle = { ...rightAligned, fill: theme.ink };
  const columnX = (c: number) => nameWidth + (c + 1) * columnStep;
  const baseline = (row: number) => top + 11 + row * lineHeight;
  // One unit for the whole table, chosen for the largest number. Cycles are not named here, because the axis names them.
  const unit = isLogical ? "steps" : units.timeUnit(longestTime).name;
  const scopeText = `${rank < 0 ? "all ranks" : `rank ${rank}`}${unit === "cycles" ? "" : `, ${unit}`}`;
  const styles = kindStyles(theme, workSortsOf(rankTimeline.timeline));
  const cells = shownColumns.map(({ isTime, numberOf }) => {
    const numbers = statistics.map((each) => (isTime && !isLogical ? units.toPageTime(numberOf(each), longestTime) : numberOf(each)));
    const write = isTime ? formatOfColumn(numbers) : formatCount;
    return numbers.map(write);
  });
  return [
    textMark("table of", 0, baseline(0), scopeText, rank < 0 ? smallText(theme) : strongText(theme.accent)),
    // The sum counts the parts of intervals within the visible span; all other columns count whole intervals.
    ...shownColumns.map(({ title }, c) =>
      textMark(`head ${title}`, columnX(c), baseline(0), title === "sum" && isPartOfRun ? "visible" : title, rightAligned),
    ),
    textMark("head share", columnX(shownColumns.length), baseline(0), "share", rightAligned),
    pathMark("table rule", `M0 ${baseline(0) + 4.5}H${toTenths(columnX(shownColumns.length))}`, { stroke: theme.line }),
    ...statisticsRowsOf(rankTimeline).flatMap(({ title: rowTitle, index, styleIndex, isWorkSort }, row) => {
      const style = styleIndex === undefined ? undefined : styles[styleIndex];
      const left = isWorkSort ? 14 : 0;
      const y = baseline(row + 1);
      return [
        ...(style === undefined ? [] : phaseSwatch(`swatch ${rowTitle}`, style, left, y - 9, 9, theme)),
        textMark(`kind ${rowTitle}`, left + 14, y, rowTitle, { "font-size": 11, fill: theme.ink }),
        ...(statistics[index].count === 0
          ? [textMark(`none ${rowTitle}`, columnX(0), y, "–", rightAligned)]
          : [
              ...shownColumns.map(({ title }, c) => textMark(`${title} ${rowTitle}`, columnX(c), y, cells[c][index], numberStyle)),
              textMark(`share ${rowTitle}`, columnX(shownColumns.length), y, sayPercent(statistics[index].share), {
                ...numberStyle,
                "font-weight": strongWeight,
              }),
            ]),
      ];
    }),
  ];
}

/**
 * Marks of the causes for which ranks do not compute: a title with the share of the time, a bar with a part for each cause, and its legend.
 * The causes are those within the visible span of one rank, or of all ranks together if `rank` is −1. Positions are in pixels.
 */
function causeMarks(
  rankTimeline: RankTimeline,
  { span, rank }: PanelScope,
  left: number,
  top: number,
  width: number,
  theme: Theme,
): readonly Mark[] {
  const sums = idleCyclesWithin(rankTimeline, span, rank);
  const totalCycles = sums.reduce((sum, each) => sum + each, 0);
  const ranks = rank < 0 ? rankTimeline.timeline.terminals.length : 1;
  const share = totalCycles / Math.max(1, ranks * (span.to - span.from));
  const becauseText = totalCycles === 0 ? "" : ", because of";
  const title = textMark("causes", left, top + 11, `not computing ${sayPercent(share)} of the time${becauseText}`, smallText(theme));
  if (totalCycles === 0) return [title];
  const [barTop, partHeight] = [top + lineHeight, 13];
  const availableWidth = width - left;
  const marks: Mark[] = [title];
  // The bar, with a part for each cause.
  let partLeft = left;
  const styles = causeStyles(theme);
  styles.forEach((style, c) => {
    const partWidth = (sums[c] / totalCycles) * availableWidth;
    if (partWidth < 0.3) return;
    const outline = style.pattern === "outlined" ? { stroke: theme.edge, "stroke-width": 0.7 } : {};
    marks.push(rectMark(`cause ${style.id}`, partLeft, barTop, partWidth, partHeight, { fill: style.fill, ...outline }));
    const lines = patternIn(style.pattern, toTenths(partLeft), toTenths(partWidth), barTop, barTop + partHeight);
    if (lines !== "") marks.push(pathMark(`cause ${style.id} pattern`, lines, patternStyle(style.pattern, theme)));
    partLeft += partWidth;
  });
  const isNarrow = availableWidth < 520;
  // The legend, in one line or, where it is narrow, in two.
  let [x, y] = [left, barTop + partHeight + 14];
  styles.forEach((style, c) => {
    const text = `${availableWidth < 340 ? shortCauseTitles[style.id] : style.title} ${sayPercent(sums[c] / totalCycles)}`;
    if (isNarrow && c === 2) [x, y] = [left, y + lineHeight];
    marks.push(...phaseSwatch(`cause swatch ${style.id}`, style, x, y - 9, 9, theme));
    marks.push(textMark(`cause name ${style.id}`, x + 14, y, text, { "font-size": 11, fill: theme.ink }));
    x += isNarrow ? availableWidth / 2 : 14 + textWidth(text) + 14;
  });
  return marks;
}
