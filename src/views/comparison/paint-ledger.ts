/** Marks of the comparison table: a row for each measure, with a number and a bar for each network. The bars of a row share one scale. */
import { small } from "../plot/axes.ts";
import type { Canvas, Variant } from "../contract.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import type { LedgerLine } from "./ledger-measures.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Width of the names beside the numbers; minimum width of a cell with names beside and above the numbers; gap between cells, pixels. */
const names = 196;
const least = { beside: 92, below: 56 } as const;
const gap = 12;
/** Heights of a bar, of a line of small text, and of a network's line where the networks are listed below each other, pixels. */
const thick = 5;
const wordLine = 14;
const listed = 18;

/** Layout of the table for a width. */
interface Form {
  /** Width of the column of names; 0 where names are above the numbers. */
  readonly names: number;
  /** Whether the networks of a row are listed below each other because their numbers do not fit side by side. */
  readonly isList: boolean;
  /** Width of a network's cell, including the gap behind it. */
  readonly cell: number;
  /** Height of the header with the networks, pixels. */
  readonly head: number;
  readonly rows: readonly Row[];
  readonly height: number;
}

/** Layout of a measure: its top edge, position of its unit, and the formatted numbers. */
interface Row {
  readonly top: number;
  readonly unit: string;
  readonly unitAt: readonly [x: number, y: number];
  /** Baseline of the first number. */
  readonly line: number;
  readonly texts: readonly string[];
}

/** Width of text in the default size, pixels. */
const wide = (text: string) => textWidth(text, { size: 12 });

/** Computes the layout of the table: columns of names and numbers, or a list per measure, and the position of each row. */
export function ledgerForm(
  lines: readonly LedgerLine[],
  variants: readonly Variant[],
  { width, units }: Pick<Canvas, "width" | "units">,
): Form {
  const count = variants.length;
  const texts = lines.map(({ measure, values, most, growing }) =>
    values.map((value, i) => (value === null ? "–" : `${measure.write(value, most, units)}${growing.has(i) ? " ↗" : ""}`)),
  );
  const number = Math.max(0, ...texts.flat().map(wide)) + gap;
  const hasNames = width >= names + count * Math.max(least.beside, number);
  const isList = !hasNames && width < count * Math.max(least.below, number);
  const left = hasNames ? names : 0;
  const head = isList ? 4 : 30;
  let top = head;
  const rows = lines.map(({ measure, most, notes }, row): Row => {
    const unit = units.headOf(measure.unit, most);
    const beside = wide(measure.title) + 8;
    // The unit is beside the name, or below it where it does not fit.
    const isBelow = hasNames || beside + wide(unit) > width;
    const line = top + (hasNames ? 18 : isBelow ? 46 : 34);
    const own = { top, unit, unitAt: isBelow ? ([0, top + 31] as const) : ([beside, top + 17] as const), line, texts: texts[row] };
    top = line + (isList ? listed * (count - 1) + 10 : 20) + wordLine * notes.length;
    return own;
  });
  return { names: left, isList, cell: (width - left + (isList ? 0 : gap)) / (isList ? 1 : count), head, rows, height: top + 4 };
}

/** Marks of all measures; the networks keep the order given. */
export function ledgerMarks(lines: readonly LedgerLine[], variants: readonly Variant[], canvas: Canvas): readonly Mark[] {
  const { theme, width } = canvas;
  const { names: left, isList, cell, rows } = ledgerForm(lines, variants, canvas);
  const hasTitles = variants.every(({ title }) => 22 + wide(title) < cell - gap);
  const head = variants.flatMap((variant, i) => [
    ...letterTag(`${i} `, left + i * cell + 8.5, 12, variant, theme, theme.surface),
    ...(hasTitles ? [textMark(`title ${i}`, left + i * cell + 23, 16, variant.title, { "font-size": 12, fill: theme.ink })] : []),
  ]);
  return [
    ...(isList ? [] : head),
    ...rows.flatMap(({ top, unit, unitAt, line, texts }, row) => {
      const { measure, values, spreads, best, notes } = lines[row];
      const most = Math.max(...values.map((value) => value ?? 0), ...spreads.map((spread) => spread?.high ?? 0));
      const feet = line + (isList ? listed * (variants.length - 1) + 2 : 12);
      return [
        pathMark(`rule ${row}`, `M0 ${tenth(top)}H${width}`, { stroke: theme.line }),
        textMark(`name ${row}`, 0, top + 17, measure.title, { "font-size": 12, fill: theme.ink }),
        ...(unit === "" ? [] : [textMark(`unit ${row}`, ...unitAt, unit, small(theme))]),
        ...texts.flatMap((text, i) => {
          const isBest = best.has(i);
          const style = { fill: isBest || best.size === 0 ? theme.ink : theme.ink2, "font-weight": isBest ? strongWeight : 400 };
          // In a list: letter, bar, then the number. Otherwise: the number with the bar below.
          const y = isList ? line + i * listed : line;
          const from = isList ? 18 : left + i * cell;
          const long = isList ? width - 18 - Math.max(...texts.map(wide)) - 8 : cell - gap;
          const at = isList ? y - 4 - thick / 2 : y + 6;
          const scale = (value: number) => (most === 0 ? 0 : (long * value) / most);
          const [value, spread] = [values[i], spreads[i]];
          return [
            ...(isList ? [textMark(`letter ${row} ${i}`, 0, y, variants[i].letter, { "font-size": 12, ...style })] : []),
            textMark(`value ${row} ${i}`, isList ? width : from, y, text, {
              "font-size": 12,
              ...(isList ? { "text-anchor": "end" } : {}),
              ...style,
            }),
            ...(value === null ? [] : [rectMark(`track ${row} ${i}`, from, at, long, thick, { fill: theme.line, rx: thick / 2 })]),
            ...(value === null || value <= 0
              ? []
              : [rectMark(`bar ${row} ${i}`, from, at, Math.max(1, scale(value)), thick, { fill: style.fill, rx: thick / 2 })]),
            // Spread over seeds.
            ...(value === null || spread === null
              ? []
              : [
                  pathMark(
                    `spread ${row} ${i}`,
                    `M${tenth(from + scale(spread.low))} ${tenth(at + thick + 2)}H${tenth(from + scale(spread.high))}`,
                    {
                      stroke: theme.ink,
                      "stroke-width": 2,
                    },
                  ),
                ]),
          ];
        }),
        ...notes.map((note, i) => textMark(`note ${row} ${i}`, left, feet + wordLine * (i + 1) - 1, note, small(theme))),
      ];
    }),
  ];
}
