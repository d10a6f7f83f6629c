/** Marks of the comparison table: a row for each measure, with a number and a bar for each network. The bars of a row share one scale. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas, Variant } from "../contract.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import type { LedgerLine } from "./ledger-measures.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Width of the names beside the numbers; minimum width of a cell with names beside and above the numbers; gap between cells, pixels. */
const nameColumnWidth = 196;
const minCellWidth = { beside: 92, below: 56 } as const;
const cellGap = 12;
/** Heights of a bar, of a line of small text, and of a network's line where the networks are listed below each other, pixels. */
const barHeight = 5;
const smallLineHeight = 14;
const listLineHeight = 18;

/** Layout of the table for a width. */
interface LedgerForm {
  /** Width of the column of names; 0 where names are above the numbers. */
  readonly nameWidth: number;
  /** Whether the networks of a row are listed below each other because their numbers do not fit side by side. */
  readonly isList: boolean;
  /** Width of a network's cell, including the gap at its right. */
  readonly cellWidth: number;
  /** Height of the header with the networks, pixels. */
  readonly headHeight: number;
  readonly rows: readonly RowForm[];
  readonly height: number;
}

/** Layout of a measure: its top edge, position of its unit, and the formatted numbers. */
interface RowForm {
  readonly top: number;
  readonly unit: string;
  readonly unitPosition: readonly [x: number, y: number];
  /** Baseline of the first number. */
  readonly firstBaseline: number;
  readonly texts: readonly string[];
}

/** Width of text in the default size, pixels. */
const widthOf = (text: string) => textWidth(text, { size: 12 });

/**
 * Computes the layout of the table of measures. Names of measures are in a column at the left where there is room, otherwise above the
 * cells; in a narrow table the networks are listed below each other (`isList`).
 */
export function ledgerForm(
  lines: readonly LedgerLine[],
  variants: readonly Variant[],
  { width, units }: Pick<Canvas, "width" | "units">,
): LedgerForm {
  const count = variants.length;
  // The texts of all cells determine which layout fits.
  const texts = lines.map(({ measure, values, largest, growing }) =>
    values.map((value, i) => (value === null ? "–" : `${measure.write(value, largest, units)}${growing.has(i) ? " ↗" : ""}`)),
  );
  const numberWidth = Math.max(0, ...texts.flat().map(widthOf)) + cellGap;
  const hasNameColumn = width >= nameColumnWidth + count * Math.max(minCellWidth.beside, numberWidth);
  const isList = !hasNameColumn && width < count * Math.max(minCellWidth.below, numberWidth);
  const nameWidth = hasNameColumn ? nameColumnWidth : 0;
  const headHeight = isList ? 4 : 30;
  let top = headHeight;
  // Place the rows from top to bottom.
  const rows = lines.map(({ measure, largest, notes }, row): RowForm => {
    const unit = units.headOf(measure.unit, largest);
    const unitX = widthOf(measure.title) + 8;
    // The unit is beside the name, or below it where it does not fit.
    const isUnitBelow = hasNameColumn || unitX + widthOf(unit) > width;
    const firstBaseline = top + (hasNameColumn ? 18 : isUnitBelow ? 46 : 34);
    const rowForm = {
      top,
      unit,
      unitPosition: isUnitBelow ? ([0, top + 31] as const) : ([unitX, top + 17] as const),
      firstBaseline,
      texts: texts[row],
    };
    top = firstBaseline + (isList ? listLineHeight * (count - 1) + 10 : 20) + smallLineHeight * notes.length;
    return rowForm;
  });
  return {
    nameWidth,
    isList,
    cellWidth: (width - nameWidth + (isList ? 0 : cellGap)) / (isList ? 1 : count),
    headHeight,
    rows,
    height: top + 4,
  };
}

/** Marks of all measures; the networks keep the order given. */
export function ledgerMarks(lines: readonly LedgerLine[], variants: readonly Variant[], canvas: Canvas): readonly Mark[] {
  const { theme, width } = canvas;
  const { nameWidth, isList, cellWidth, rows } = ledgerForm(lines, variants, canvas);
  const hasTitles = variants.every(({ title }) => 22 + widthOf(title) < cellWidth - cellGap);
  const headerMarks = variants.flatMap((variant, i) => [
    ...letterTag(`${i} `, nameWidth + i * cellWidth + 8.5, 12, variant, theme, theme.surface),
    ...(hasTitles ? [textMark(`title ${i}`, nameWidth + i * cellWidth + 23, 16, variant.title, { "font-size": 12, fill: theme.ink })] : []),
  ]);
  return [
    ...(isList ? [] : headerMarks),
    /**
     * One row: a rule, the name of the measure with its unit, and for each network its number and its bar, with the spread over seeds as a
     * line below the bar. All bars of a row have the same scale, so `largest` is the value of a full bar.
     */
    ...rows.flatMap(({ top, unit, unitPosition, firstBaseline, texts }, row) => {
      const { measure, values, spreads, best, notes } = lines[row];
      const largest = Math.max(...values.map((value) => value ?? 0), ...spreads.map((spread) => spread?.high ?? 0));
      const notesTop = firstBaseline + (isList ? listLineHeight * (variants.length - 1) + 2 : 12);
      return [
        pathMark(`rule ${row}`, `M0 ${toTenths(top)}H${width}`, { stroke: theme.line }),
        textMark(`name ${row}`, 0, top + 17, measure.title, { "font-size": 12, fill: theme.ink }),
        ...(unit === "" ? [] : [textMark(`unit ${row}`, ...unitPosition, unit, smallText(theme))]),
        ...texts.flatMap((text, i) => {
          const isBest = best.has(i);
          const style = { fill: isBest || best.size === 0 ? theme.ink : theme.ink2, "font-weight": isBest ? strongWeight : 400 };
          // In a list: letter, bar, then the number. Otherwise: the number with the bar below.
          const y = isList ? firstBaseline + i * listLineHeight : firstBaseline;
          const barLeft = isList ? 18 : nameWidth + i * cellWidth;
          const barLength = isList ? width - 18 - Math.max(...texts.map(widthOf)) - 8 : cellWidth - cellGap;
          const barTop = isList ? y - 4 - barHeight / 2 : y + 6;
          const lengthOf = (value: number) => (largest === 0 ? 0 : (barLength * value) / largest);
          const [value, spread] = [values[i], spreads[i]];
          return [
            ...(isList ? [textMark(`letter ${row} ${i}`, 0, y, variants[i].letter, { "font-size": 12, ...style })] : []),
            textMark(`value ${row} ${i}`, isList ? width : barLeft, y, text, {
              "font-size": 12,
              ...(isList ? { "text-anchor": "end" } : {}),
              ...style,
            }),
            ...(value === null
              ? []
              : [rectMark(`track ${row} ${i}`, barLeft, barTop, barLength, barHeight, { fill: theme.line, rx: barHeight / 2 })]),
            ...(value === null || value <= 0
              ? []
              : [
                  rectMark(`bar ${row} ${i}`, barLeft, barTop, Math.max(1, lengthOf(value)), barHeight, {
                    fill: style.fill,
                    rx: barHeight / 2,
                  }),
                ]),
            // Spread over seeds.
            ...(value === null || spread === null
              ? []
              : [
                  pathMark(
                    `spread ${row} ${i}`,
                    `M${toTenths(barLeft + lengthOf(spread.low))} ${toTenths(barTop + barHeight + 2)}H${toTenths(barLeft + lengthOf(spread.high))}`,
                    {
                      stroke: theme.ink,
                      "stroke-width": 2,
                    },
                  ),
                ]),
          ];
        }),
        ...notes.map((note, i) =>
          textMark(`note ${row} ${i}`, nameWidth, notesTop + smallLineHeight * (i + 1) - 1, note, smallText(theme)),
        ),
      ];
    }),
  ];
}
