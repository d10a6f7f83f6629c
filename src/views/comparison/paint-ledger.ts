/** Networks in numbers, as marks: a row for each measure, in it the number of each network, and a bar from zero on one scale for the row. */
import { small } from "../plot/axes.ts";
import type { Canvas, Variant } from "../contract.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import type { LedgerLine } from "./ledger-measures.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Width of the names where they stand beside the numbers, narrowest place of a number and its bar, and between two of them, pixels. */
const names = 196;
const least = { beside: 92, below: 56 } as const;
const gap = 12;
/** Heights of a bar, of a line of small words, and of a network's line where one stands below the other, pixels. */
const thick = 5;
const wordLine = 14;
const listed = 18;

/** How the networks stand in a width. */
interface Form {
  /** Width of the names, 0 where they stand above the numbers. */
  readonly names: number;
  /** Whether the networks stand below each other in each row: beside each other they have no room for their numbers. */
  readonly isList: boolean;
  /** Width of a network's place, with the gap behind it. */
  readonly cell: number;
  /** Where the networks are named, pixels from the top. */
  readonly head: number;
  readonly rows: readonly Row[];
  readonly height: number;
}

/** A measure's row: its edge, its unit and numbers from there, and what the numbers say. */
interface Row {
  readonly top: number;
  readonly unit: string;
  readonly unitAt: readonly [x: number, y: number];
  /** Foot of the first number. */
  readonly line: number;
  readonly texts: readonly string[];
}

/** Width of words of the usual size, pixels. */
const wide = (text: string) => textWidth(text, { size: 12 });

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
    // Beside the name, or below it where it has no room.
    const isBelow = hasNames || beside + wide(unit) > width;
    const line = top + (hasNames ? 18 : isBelow ? 46 : 34);
    const own = { top, unit, unitAt: isBelow ? ([0, top + 31] as const) : ([beside, top + 17] as const), line, texts: texts[row] };
    top = line + (isList ? listed * (count - 1) + 10 : 20) + wordLine * notes.length;
    return own;
  });
  return { names: left, isList, cell: (width - left + (isList ? 0 : gap)) / (isList ? 1 : count), head, rows, height: top + 4 };
}

/** The marks of all measures, for the networks in their order. */
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
          // A letter, a bar and the number behind it; or the number, and the bar below.
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
            // How far the seed alone moves it.
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
