/** A bill as marks: a line for each kind of part with a quiet bar, and the sum below. */
import { strongWeight } from "../plot/text-width.ts";
import { small } from "../plot/axes.ts";
import { capital } from "../../core/base/words.ts";
import type { BillLine } from "../../core/costs/bill.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { countOf, formatCount, formatMoney } from "../../words/numbers.ts";
import { type Attributes, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";

/** A line of the bill with what of it a job uses; `used` is null where all of it is in use, or none. */
export interface BillRow extends BillLine {
  readonly used: BillLine | null;
}

type Page = Pick<ViewData, "bill" | "usedBill" | "reach">;

/** Where the parts of a line stand. */
interface Columns {
  /** Whether name, bar and numbers stand on one line; else the bar has a line of its own. */
  readonly isOneLine: boolean;
  readonly row: number;
  /** Height of a sum. */
  readonly sum: number;
  /** Left edge and room of the bars, and right edge of the counts, pixels. */
  readonly bar: { readonly left: number; readonly width: number };
  readonly counts: number;
}

/** Widest name, count and total, pixels. */
const room = { name: 184, count: 148, total: 96 } as const;
const least = 120;
/** Height of the key above, and of a bar, pixels. */
const key = 24;
const thick = 8;

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

/** The marks of a bill. */
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

/** How many are bought, and how many of them are in use where that is told. */
function counted({ count, used }: BillRow, { usedBill }: Page): string {
  return usedBill === null ? formatCount(count) : `${formatCount(used?.count ?? 0)} of ${formatCount(count)}`;
}

const outlined = (theme: Canvas["theme"]): Attributes => ({ rx: 1.5, fill: "none", stroke: theme.edge });

/** What is filled, and what is only drawn round. */
function keyMarks(theme: Canvas["theme"], words: Attributes): Mark[] {
  return [
    rectMark("key used", 0, 3, 18, thick, { rx: 1.5, fill: theme.edge }),
    textMark("name of used", 24, 11, "in use", words),
    rectMark("key whole", 70.5, 3.5, 17, thick - 1, outlined(theme)),
    textMark("name of whole", 94, 11, "the whole network", words),
  ];
}

/** The sum of all lines, and of what is in use. */
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
