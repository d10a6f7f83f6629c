/** Winner matrix: a row for each network, a column for each size, and in each cell the fastest contender with its value. */
import { truncateText } from "../plot/text-fit.ts";
import { isTimeUnit } from "../../core/base/time-unit.ts";
import { uncapitalize } from "../../core/base/words.ts";
import {
  type SizeWinner,
  winnersOf,
  contestOf,
  ascendingOrder,
  contenderNamesOf,
  type ContestAxes,
  winnerValueOf,
} from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { smallText, strongText } from "../plot/vertical-axis.ts";
import { textWidth, maxTextWidth, strongWeight } from "../plot/text-width.ts";
import { legendHeight, legendLineHeight, plotLegendMarks } from "../plot/legend.ts";
import { sayLead } from "../../words/contest.ts";
import type { Canvas, Variant } from "../contract.ts";
import { categoryColor, textColorOn, parseColor } from "../marks/color.ts";
import { type Mark, rectMark, textMark } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { lineStyleCount } from "../marks/line-styles.ts";
import { wrapName, networkName } from "./names.ts";
import { boldWidth, boldStyle, fitName } from "./best-ranges.ts";

/** Below this width the matrix is transposed, sizes down and networks across, because there are more sizes than networks. */
const transposeWidth = 620;
/** Minimum width and height of a cell, pixels. */
const [minCellWidth, minCellHeight] = [44, 34];
/** A compact cell has its value on the line of its name: its minimum height, and the characters reserved for the value. */
const compactCell = { height: 20, value: 8 };
/** Height of a line of text in a cell, and the free space above and below all lines together, pixels. */
const [lineHeight, cellPadding] = [13, 8];
const headHeight = 44;
/** Share of the width that the names of networks may take at the left of their rows. */
const maxNameShare = 0.26;

/** The fastest contender for each size, by network. */
export function bestContenders(
  table: SweepTable,
  contestAxes: ContestAxes,
  variants: readonly Variant[],
): readonly (readonly SizeWinner[])[] {
  return variants.map((_, variant) => winnersOf(contestOf(table, contestAxes, variant)));
}

/**
 * Size, in pixels, of the matrix that shows the winner of each network (rows) at each message size (columns); in a narrow area rows and
 * columns are exchanged. `height` includes the whole legend; `least` is the height with compact cells and a short legend.
 */
export function winnersSize(table: SweepTable, contestAxes: ContestAxes, variants: readonly Variant[], width: number) {
  const [sizeLabels, names] = [table.axes[contestAxes.sizeAxis].labels, contenderNamesOf(table.axes[contestAxes.contenderAxis])];
  const winningNames = [...new Set(bestContenders(table, contestAxes, variants).flat())].map(({ contender }) => names[contender]);
  const isTransposed = width < transposeWidth;
  const [rowCount, columnCount] = isTransposed ? [sizeLabels.length, variants.length] : [variants.length, sizeLabels.length];
  const totalWidth = Math.max(width, (isTransposed ? 64 : 40) + columnCount * minCellWidth);
  const cellWidth = (totalWidth - (isTransposed ? 10 + maxTextWidth(sizeLabels) : totalWidth * maxNameShare)) / columnCount;
  const legendSpace = legendHeight(names, totalWidth) + 14;
  if (isTransposed) {
    // Cells are as high as the longest wrapped name needs.
    const lines = Math.max(1, ...winningNames.map((name) => wrapName(name, cellWidth - 8, boldStyle)?.length ?? 1));
    const cellHeight = Math.max(minCellHeight, lineHeight * (lines + 1) + cellPadding);
    return {
      width: totalWidth,
      height: headHeight + rowCount * cellHeight + legendSpace,
      least: headHeight + rowCount * cellHeight + legendLineHeight + 14,
    };
  }
  const isCompact = winningNames.every((name) => boldWidth(name) + 6 + textWidth("n".repeat(compactCell.value)) <= cellWidth - 8);
  return {
    width: totalWidth,
    height: headHeight + rowCount * Math.max(minCellHeight, Math.min(96, 340 / rowCount)) + legendSpace,
    least: headHeight + (isCompact ? rowCount * compactCell.height + 6 : rowCount * minCellHeight + legendLineHeight + 14),
  };
}

/**
 * Marks of the winner matrix. The cells are hover targets, and a click selects the sweep point that `sweepPointOf` gives for [size,
 * contender].
 */
export function winnerMarks(
  table: SweepTable,
  sides: ContestAxes,
  variants: readonly Variant[],
  measure: SweptMeasure,
  { width, height, theme, units }: Canvas,
  sweepPointOf: (indices: readonly number[]) => readonly number[],
): readonly Mark[] {
  const winners = bestContenders(table, sides, variants);
  const [sizes, contenders] = [table.axes[sides.sizeAxis], table.axes[sides.contenderAxis]];
  const names = contenderNamesOf(contenders);
  const sizeOrder = ascendingOrder(sizes.numbers!);
  const isTransposed = width < transposeWidth;
  // Times grow with the size, so each cell chooses its own unit.
  const hasOwnUnits = isTimeUnit(measure.unit) && units.timeUnit(1).name !== "cycles";
  const title = measure.unit === "" || hasOwnUnits ? measure.title : `${measure.title}, ${units.headOf(measure.unit)}`;
  const write = hasOwnUnits ? units.sayTime : units.writerOf(measure.unit);
  const labelStyle = smallText(theme);
  // With more contenders than colors, only contenders that win somewhere get a color.
  const winningContenders = [...new Set(winners.flat().map(({ contender }) => contender))].sort((a, b) => a - b);
  const hueAt = (contender: number) =>
    categoryColor(names.length > lineStyleCount ? winningContenders.indexOf(contender) : contender, theme);
  const [rows, columns] = isTransposed ? [sizeOrder.length, variants.length] : [variants.length, sizeOrder.length];
  const networkNames = variants.map(networkName);
  const sizeNameWidth = 10 + maxTextWidth(sizes.labels);
  const left = isTransposed
    ? sizeNameWidth
    : Math.min(width * maxNameShare, width - columns * minCellWidth, 14 + maxTextWidth(networkNames, boldStyle));
  const cellWidth = (width - left) / columns;
  const cellHeightAbove = (foot: number) => Math.min(96, (height - headHeight - foot) / rows);
  const valueOf = (variant: number, best: SizeWinner) => {
    const measured = winnerValueOf(table, sides, variant, best, measure);
    return measured === null ? "–" : write(measured);
  };
  const allNamesFit = winners.every((bests, variant) =>
    bests.every((best) => cellText(names[best.contender], valueOf(variant, best), cellWidth, cellHeightAbove(6)).isFullName),
  );
  // No legend is needed where every cell shows the full name.
  const key = (y: number) =>
    plotLegendMarks(
      allNamesFit
        ? []
        : winningContenders.map((id) => ({
            id,
            text: names[id],
            sample: (x, top) => [rectMark(`key ${id}`, x, top, 9, 9, { fill: hueAt(id), rx: 2 })],
          })),
      { x: 0, y, width },
      theme,
    );
  const cellHeight = cellHeightAbove(allNamesFit ? 6 : key(0).height + 6);
  const marks: Mark[] = [textMark("title", 0, 12, `Fastest ${contenders.title.toLowerCase()}, and its ${uncapitalize(title)}`, labelStyle)];
  for (const [i, sizeIndex] of sizeOrder.entries())
    marks.push(
      isTransposed
        ? textMark(`size ${sizeIndex}`, left - 8, headHeight + (i + 0.5) * cellHeight + 4, sizes.labels[sizeIndex], smallText(theme, "end"))
        : textMark(`size ${sizeIndex}`, left + (i + 0.5) * cellWidth, headHeight - 8, sizes.labels[sizeIndex], smallText(theme, "middle")),
    );
  const nameRoom = isTransposed ? cellWidth - 4 : left - 8;
  // Use letters only where not all names fit side by side.
  const usesLetters = isTransposed && networkNames.some((fullName) => boldWidth(fullName) > nameRoom);
  for (const [i, { letter }] of variants.entries()) {
    const text = usesLetters && letter !== "" ? letter : truncateText(networkNames[i], nameRoom, boldStyle);
    marks.push(
      isTransposed
        ? textMark(`network ${i}`, left + (i + 0.5) * cellWidth, headHeight - 8, text, strongText(theme.ink, "middle"))
        : textMark(`network ${i}`, 0, headHeight + (i + 0.5) * cellHeight + 4, text, strongText(theme.ink)),
    );
  }
  for (const [variant, bests] of winners.entries())
    for (const best of bests) {
      const position = sizeOrder.indexOf(best.size);
      const [column, row] = isTransposed ? [variant, position] : [position, variant];
      const [x, y] = [left + column * cellWidth, headHeight + row * cellHeight];
      const fill = hueAt(best.contender);
      const ink = textColorOn(parseColor(fill));
      const id = `${variant} ${best.size}`;
      const middle = { "text-anchor": "middle", fill: ink };
      const measured = winnerValueOf(table, sides, variant, best, measure);
      const target: HoverTarget = {
        x: x + cellWidth / 2,
        y: y + cellHeight / 2,
        width: cellWidth - 2,
        height: cellHeight - 2,
        value: measured === null ? "" : units.sayOf(measured, measure.unit, units.writerOf(measure.unit)),
        name: `${names[best.contender]}, ${sizes.labels[best.size]}`,
        more: [...(variants.length > 1 ? [networkNames[variant]] : []), sayLead(best, names)],
        sweepPoint: sweepPointOf([best.size, best.contender]),
        ...(variants.length > 1 ? { networkIndex: variant } : {}),
      };
      marks.push({ ...rectMark(`cell ${id}`, x + 1, y + 1, cellWidth - 2, cellHeight - 2, { fill, rx: 2 }), targets: [target] });
      const value = valueOf(variant, best);
      const { lines, isOneLine } = cellText(names[best.contender], value, cellWidth, cellHeight);
      const firstBaseline = y + cellHeight / 2 - (isOneLine ? 1 : lines.length + 1) * (lineHeight / 2) + 11;
      for (const [i, name] of lines.entries())
        marks.push(
          textMark(`best ${id} ${i}`, isOneLine ? x + 8 : x + cellWidth / 2, firstBaseline + lineHeight * i, name, {
            "font-size": 11,
            "font-weight": strongWeight,
            ...middle,
            ...(isOneLine ? { "text-anchor": "start" } : {}),
          }),
        );
      const [valueX, valueBaseline, anchor] = isOneLine
        ? [x + cellWidth - 8, firstBaseline, "end"]
        : [x + cellWidth / 2, firstBaseline + lineHeight * lines.length, "middle"];
      marks.push(textMark(`value ${id}`, valueX, valueBaseline, value, { "font-size": 11, ...middle, "text-anchor": anchor }));
    }
  return [...marks, ...key(headHeight + rows * cellHeight + 8).marks];
}

/** Text of a cell: the name on its lines with the value below, or both on one line where the cell is low. */
interface CellText {
  readonly lines: readonly string[];
  readonly isOneLine: boolean;
  /** Whether the name is shown in full. */
  readonly isFullName: boolean;
}

/** Text of a cell of this size. The name is shown in full where it fits, otherwise as its initials, otherwise not at all. */
function cellText(name: string, value: string, width: number, height: number): CellText {
  const isBeside = height < minCellHeight;
  const maxWidth = width - 8 - (isBeside ? textWidth(value) + 6 : 0);
  const fullLines = isBeside ? (boldWidth(name) <= maxWidth ? [name] : null) : wrapName(name, maxWidth, boldStyle);
  const maxLines = isBeside ? 1 : Math.floor((height - cellPadding) / lineHeight) - 1;
  if (fullLines !== null && fullLines.length <= Math.max(1, maxLines)) return { lines: fullLines, isOneLine: isBeside, isFullName: true };
  return { lines: [fitName(name, maxWidth)].filter((each) => each !== ""), isOneLine: isBeside, isFullName: false };
}
