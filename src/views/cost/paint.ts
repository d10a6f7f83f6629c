/** Marks of a bill: a line with a bar for each kind of part, and the total below. */
import { strongWeight } from "../plot/text-width.ts";
import { small } from "../plot/axes.ts";
import { capital } from "../../core/base/words.ts";
import type { BillLine } from "../../core/costs/bill.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { countOf, formatCount, formatMoney } from "../../words/numbers.ts";
import { type Attributes, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";

/** A line of the bill with the part that a job uses; `used` is null if the whole network is in use, or nothing of this line. */
export interface BillRow extends BillLine {
  readonly used: BillLine | null;
}

type Page = Pick<ViewData, "bill" | "usedBill" | "reach">;

/** Positions of the parts of a line. */
interface Columns {
  /** Whether name, bar and numbers share a line; otherwise the bar has a line below. */
  readonly isOneLine: boolean;
  readonly row: number;
  /** Height of a total, pixels. */
  readonly sum: number;
  /** Left edge and width of the bars, and right edge of the counts, pixels. */
  readonly bar: { readonly left: number; readonly width: number };
  readonly counts: number;
}

/** Maximum widths of names, counts and totals, pixels. */
const room = { name: 184, count: 148, total: 96 } as const;
const least = 120;
/** Height of the legend above, and of a bar, pixels. */
const key = 24;
const thick = 8;

/** Columns for a width: everything on one line if it fits, otherwise name and total above, bar and count below. */
function columnsIn(width: number): Columns {
  const isOneLine = width >= room.name + least + room.count + room.total;
  return isOneLine
    ? {
        isOneLine,
        row: 27,
        sum: 22,
        bar: { left: room.name, width: width - room.name - room.count - room.total - 12 },
        counts: width - room.total,
      }
    : { isOneLine, row: 44, sum: 40, bar: { left: 0, width: width - room.count - 8 }, counts: width };
}

/** Height of the drawing of a bill, pixels. */
export function billHeight(rows: readonly BillRow[], { usedBill }: Page, width: number): number {
  const sums = usedBill === null ? 1 : 2;
  const { row, sum } = columnsIn(width);
  return (usedBill === null ? 0 : key) + rows.length * row + 14 + sums * sum;
}

/** Marks of the bill: legend, a line per part with its bar, a rule between categories, and the totals. */
export function billMarks(rows: readonly BillRow[], page: Page, { width, theme }: Canvas): readonly Mark[] {
  const columns = columnsIn(width);
  const most = page.reach[0] ?? Math.max(0, ...rows.map(({ total }) => total));
  const words = { "font-size": 12, fill: theme.ink };
  const atEnd = { "text-anchor": "end" };
  const marks: Mark[] = page.usedBill === null ? [] : keyMarks(theme, small(theme));
  let y = page.usedBill === null ? 0 : key;
  rows.forEach((line, i) => {
    const { isOneLine, row, bar, counts } = columns;
    if (i > 0 && rows[i - 1].of !== line.of) marks.push(pathMark(`rule ${line.what}`, `M0 ${y + 0.5}H${width}`, { stroke: theme.line }));
    const base = y + (isOneLine ? 18 : 17);
    const below = isOneLine ? base : y + 35;
    const x = Math.max(1, most > 0 ? (line.total / most) * bar.width : 0);
    const part = line.used === null ? (page.usedBill === null ? x : 0) : (line.used.total / most) * bar.width;
    marks.push(
      textMark(`name ${line.what}`, 0, base, capital(line.what), words),
      textMark(`total ${line.what}`, width, base, formatMoney(line.total), { ...words, ...atEnd }),
      textMark(
        `count ${line.what}`,
        counts - (isOneLine ? 12 : 0),
        below,
        `${counted(line, page)} × ${formatMoney(line.each)}`,
        small(theme, "end"),
      ),
      rectMark(`bar ${line.what}`, bar.left, below - thick, part, thick, { rx: 1.5, fill: theme.edge }),
    );
    if (page.usedBill !== null)
      marks.push(rectMark(`whole ${line.what}`, bar.left + 0.5, below - thick + 0.5, x - 1, thick - 1, outlined(theme)));
    y += row;
  });
  return [...marks, ...sumMarks(page, y + 6, { width, theme })];
}

/** Number bought, and the number in use where it is known. */
function counted({ count, used }: BillRow, { usedBill }: Page): string {
  return usedBill === null ? formatCount(count) : `${formatCount(used?.count ?? 0)} of ${formatCount(count)}`;
}

const outlined = (theme: Canvas["theme"]): Attributes => ({ rx: 1.5, fill: "none", stroke: theme.edge });

/** Legend: filled bars are in use, outlined bars are the whole network. */
function keyMarks(theme: Canvas["theme"], words: Attributes): Mark[] {
  return [
    rectMark("key used", 0, 3, 18, thick, { rx: 1.5, fill: theme.edge }),
    textMark("name of used", 24, 11, "in use", words),
    rectMark("key whole", 70.5, 3.5, 17, thick - 1, outlined(theme)),
    textMark("name of whole", 94, 11, "the whole network", words),
  ];
}

/** Total of all lines, and of the part in use. */
function sumMarks({ bill, usedBill }: Page, top: number, { width, theme }: Pick<Canvas, "width" | "theme">): readonly Mark[] {
  if (bill === null) return [];
  const { isOneLine, sum } = columnsIn(width);
  const sums = [
    ["Whole network", bill] as const,
    ...(usedBill === null ? [] : [[`In use by ${countOf(usedBill.terminals, "terminal", "terminals")}`, usedBill] as const]),
  ];
  return [
    pathMark("rule", `M0 ${top + 0.5}H${width}`, { stroke: theme.edge }),
    ...sums.flatMap(([name, { total, perTerminal }], i) => {
      const y = top + 19 + i * sum;
      const style = { "font-size": 12, "font-weight": i === 0 ? strongWeight : 400, fill: theme.ink };
      return [
        textMark(`sum ${i}`, 0, y, name, style),
        textMark(
          `each ${i}`,
          isOneLine ? width - room.total - 12 : width,
          isOneLine ? y : y + 17,
          `${formatMoney(perTerminal)} per terminal`,
          small(theme, "end"),
        ),
        textMark(`all ${i}`, width, y, formatMoney(total), { ...style, "text-anchor": "end" }),
      ];
    }),
  ];
}
