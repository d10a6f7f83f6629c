/** Marks of a bill: a line with a bar for each kind of part, and the total below. */
import { strongWeight } from "../plot/text-width.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { capitalize } from "../../core/base/words.ts";
import type { BillLine } from "../../core/costs/bill.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { countOf, formatCount, formatMoney } from "../../words/numbers.ts";
import { type Attributes, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";

/** A line of the bill with the part that a job uses; `used` is null if the whole network is in use, or nothing of this line. */
export interface BillRow extends BillLine {
  readonly used: BillLine | null;
}

type BillData = Pick<ViewData, "bill" | "usedBill" | "sharedMaxima">;

/** Positions of the parts of a line. */
interface BillColumns {
  /** Whether name, bar and numbers share a line; otherwise the bar has a line below. */
  readonly isOneLine: boolean;
  readonly rowHeight: number;
  /** Height of a total, pixels. */
  readonly sumHeight: number;
  /** Left edge and width of the bars, and right edge of the counts, pixels. */
  readonly bar: { readonly left: number; readonly width: number };
  readonly countsRight: number;
}

/** Maximum widths of names, counts and totals, pixels. */
const maxWidths = { name: 184, count: 148, total: 96 } as const;
const minBarWidth = 120;
/** Height of the legend above, and of a bar, pixels. */
const legendHeight = 24;
const barHeight = 8;

/** Columns for a width: everything on one line if it fits, otherwise name and total above, bar and count below. */
function billColumns(width: number): BillColumns {
  const isOneLine = width >= maxWidths.name + minBarWidth + maxWidths.count + maxWidths.total;
  return isOneLine
    ? {
        isOneLine,
        rowHeight: 27,
        sumHeight: 22,
        bar: { left: maxWidths.name, width: width - maxWidths.name - maxWidths.count - maxWidths.total - 12 },
        countsRight: width - maxWidths.total,
      }
    : { isOneLine, rowHeight: 44, sumHeight: 40, bar: { left: 0, width: width - maxWidths.count - 8 }, countsRight: width };
}

/** Height of the drawing of a bill, pixels. */
export function billHeight(rows: readonly BillRow[], { usedBill }: BillData, width: number): number {
  const sums = usedBill === null ? 1 : 2;
  const { rowHeight, sumHeight } = billColumns(width);
  return (usedBill === null ? 0 : legendHeight) + rows.length * rowHeight + 14 + sums * sumHeight;
}

/**
 * Marks (SVG shapes) of the bill of materials: a line for each kind of part with its name, its count and price, its total, and a bar as
 * long as the total. A rule separates the categories of parts, and the sums are at the end. If a job uses only a part of the network, the
 * filled bar is the cost of that part and an outline is the whole.
 */
export function billMarks(rows: readonly BillRow[], data: BillData, { width, theme }: Canvas): readonly Mark[] {
  const columns = billColumns(width);
  const largestTotal = data.sharedMaxima[0] ?? Math.max(0, ...rows.map(({ total }) => total));
  const nameStyle = { "font-size": 12, fill: theme.ink };
  const atEnd = { "text-anchor": "end" };
  const marks: Mark[] = data.usedBill === null ? [] : usageLegend(theme, smallText(theme));
  let y = data.usedBill === null ? 0 : legendHeight;
  rows.forEach((row, i) => {
    const { isOneLine, rowHeight, bar, countsRight } = columns;
    if (i > 0 && rows[i - 1].of !== row.of) marks.push(pathMark(`rule ${row.what}`, `M0 ${y + 0.5}H${width}`, { stroke: theme.line }));
    const baseline = y + (isOneLine ? 18 : 17);
    const numbersBaseline = isOneLine ? baseline : y + 35;
    const barLength = Math.max(1, largestTotal > 0 ? (row.total / largestTotal) * bar.width : 0);
    // Without a job that uses only a part of the network, the filled bar is the whole.
    const lengthWithoutUse = data.usedBill === null ? barLength : 0;
    const filledLength = row.used === null ? lengthWithoutUse : (row.used.total / largestTotal) * bar.width;
    marks.push(
      textMark(`name ${row.what}`, 0, baseline, capitalize(row.what), nameStyle),
      textMark(`total ${row.what}`, width, baseline, formatMoney(row.total), { ...nameStyle, ...atEnd }),
      textMark(
        `count ${row.what}`,
        countsRight - (isOneLine ? 12 : 0),
        numbersBaseline,
        `${countText(row, data)} × ${formatMoney(row.each)}`,
        smallText(theme, "end"),
      ),
      rectMark(`bar ${row.what}`, bar.left, numbersBaseline - barHeight, filledLength, barHeight, { rx: 1.5, fill: theme.edge }),
    );
    if (data.usedBill !== null)
      marks.push(
        rectMark(`whole ${row.what}`, bar.left + 0.5, numbersBaseline - barHeight + 0.5, barLength - 1, barHeight - 1, outlineStyle(theme)),
      );
    y += rowHeight;
  });
  return [...marks, ...sumMarks(data, y + 6, { width, theme })];
}

/** Number bought, and the number in use where it is known. */
function countText({ count, used }: BillRow, { usedBill }: BillData): string {
  return usedBill === null ? formatCount(count) : `${formatCount(used?.count ?? 0)} of ${formatCount(count)}`;
}

const outlineStyle = (theme: Canvas["theme"]): Attributes => ({ rx: 1.5, fill: "none", stroke: theme.edge });

/** Legend: filled bars are in use, outlined bars are the whole network. */
function usageLegend(theme: Canvas["theme"], words: Attributes): Mark[] {
  return [
    rectMark("key used", 0, 3, 18, barHeight, { rx: 1.5, fill: theme.edge }),
    textMark("name of used", 24, 11, "in use", words),
    rectMark("key whole", 70.5, 3.5, 17, barHeight - 1, outlineStyle(theme)),
    textMark("name of whole", 94, 11, "the whole network", words),
  ];
}

/**
 * The last lines of the bill: total cost and cost per terminal of the whole network and, if a job uses only a part of it, of that part.
 * `top` is the y of the rule above them, pixels.
 */
function sumMarks({ bill, usedBill }: BillData, top: number, { width, theme }: Pick<Canvas, "width" | "theme">): readonly Mark[] {
  if (bill === null) return [];
  const { isOneLine, sumHeight } = billColumns(width);
  const sums = [
    ["Whole network", bill] as const,
    ...(usedBill === null ? [] : [[`In use by ${countOf(usedBill.terminals, "terminal", "terminals")}`, usedBill] as const]),
  ];
  return [
    pathMark("rule", `M0 ${top + 0.5}H${width}`, { stroke: theme.edge }),
    ...sums.flatMap(([name, { total, perTerminal }], i) => {
      const y = top + 19 + i * sumHeight;
      const style = { "font-size": 12, "font-weight": i === 0 ? strongWeight : 400, fill: theme.ink };
      return [
        textMark(`sum ${i}`, 0, y, name, style),
        textMark(
          `each ${i}`,
          isOneLine ? width - maxWidths.total - 12 : width,
          isOneLine ? y : y + 17,
          `${formatMoney(perTerminal)} per terminal`,
          smallText(theme, "end"),
        ),
        textMark(`all ${i}`, width, y, formatMoney(total), { ...style, "text-anchor": "end" }),
      ];
    }),
  ];
}
