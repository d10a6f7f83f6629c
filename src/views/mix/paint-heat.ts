/** Heat map of relative times: a row for each program and size, a column for each network; slower is darker. */
import { strongWeight } from "../plot/text-width.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas } from "../contract.ts";
import { inkPalette, toneOf } from "../marks/color.ts";
import { letterTag } from "../marks/letter-tag.ts";
import { type Mark, pathMark, rectMark, toTenths, textMark } from "../marks/marks.ts";
import type { MixTable } from "../../core/measures/mix.ts";
import { targetBoxBetween } from "../plot/targets.ts";
import { formatRelative, timeTarget } from "./time-target.ts";

const lineHeight = 18;
const rowGap = 7;
const headHeight = 30;

/** Position of the row names: beside their rows, or above them in a narrow table. */
function rowNamesLayout(
  { rows, columns }: MixTable,
  width: number,
): { readonly isAbove: boolean; readonly left: number; readonly rowHeight: number } {
  const nameWidth = 16 + 6.8 * Math.max(...rows.labels.map(({ length }) => length));
  const sizeWidth = 12 + 6.6 * Math.max(...columns.labels.map(({ length }) => length));
  const isAbove = nameWidth + sizeWidth > 0.4 * width;
  const rowHeight = (columns.labels.length + (isAbove ? 1 : 0)) * lineHeight + rowGap;
  return { isAbove, left: isAbove ? sizeWidth : nameWidth + sizeWidth, rowHeight };
}

/** Height of the heat map for a width, pixels. */
export function heatHeight(mix: MixTable, width: number): number {
  return headHeight + mix.rows.labels.length * rowNamesLayout(mix, width).rowHeight + 4;
}

/**
 * Heat map of relative times in a mix of applications: for each program a group of lines, one for each message size, with a cell for each
 * network. A relative time is the time divided by that of the baseline network: 1 is equally fast, and darker cells are slower. Programs
 * and sizes with weight 0 are pale.
 */
export function heatMarks(mix: MixTable, { width, theme }: Canvas): readonly Mark[] {
  const { networks, rows, columns, relative } = mix;
  const { isAbove, left, rowHeight } = rowNamesLayout(mix, width);
  const columnWidth = Math.min(120, (width - left) / networks.length);
  const knownValues = relative.flat(2).filter((each) => each !== null && each < Infinity) as readonly number[];
  // Tones are logarithmic: the same factor is always the same step.
  const maxLog = Math.log(Math.max(2, ...knownValues));
  const colors = inkPalette(theme);
  const marks: Mark[] = networks.flatMap((network, i) =>
    network.letter === ""
      ? [textMark(`head ${i}`, left + (i + 0.5) * columnWidth, 14, network.title, smallText(theme, "middle"))]
      : letterTag(`head ${i} `, left + (i + 0.5) * columnWidth, 11, network, theme, theme.surface),
  );
  rows.labels.forEach((label, row) => {
    const top = headHeight + row * rowHeight;
    marks.push(
      pathMark(`rule ${row}`, `M0 ${toTenths(top - rowGap / 2)}H${toTenths(left + columnWidth * networks.length)}`, { stroke: theme.line }),
      textMark(`row ${row}`, 0, top + 13, label, { "font-size": 12, fill: theme.ink }),
    );
    // A line for each message size of the program, with a cell for each network.
    columns.labels.forEach((size, column) => {
      const y = top + (column + (isAbove ? 1 : 0)) * lineHeight;
      const opacity = rows.weights[row] > 0 && columns.weights[column] > 0 ? {} : { opacity: 0.35 };
      marks.push(textMark(`column ${row} ${column}`, left - 8, y + 13, size, smallText(theme, "end")));
      for (const i of networks.keys()) {
        const value = relative[i]?.[row]?.[column] ?? null;
        const tone = value === null || value <= 1 ? 0 : toneOf(Math.min(1, Math.log(value) / maxLog));
        const x = left + i * columnWidth;
        if (tone > 0)
          marks.push(
            rectMark(`cell ${row} ${column} ${i}`, x, y, columnWidth - 1, lineHeight - 1, { fill: colors.fill[tone], ...opacity }),
          );
        const box = { ...targetBoxBetween(x, x + columnWidth - 1, y, y + lineHeight - 1), row: `${row} ${column}` };
        marks.push({
          ...textMark(`value ${row} ${column} ${i}`, x + columnWidth / 2, y + 13, value === null ? "·" : formatRelative(value), {
            "font-size": 11,
            "text-anchor": "middle",
            fill: value === null ? theme.ink2 : tone > 0 ? colors.ink[tone] : theme.ink,
            // Values faster than the baseline have no tone, so they are bold.
            "font-weight": value !== null && value < 0.95 ? strongWeight : 400,
            ...opacity,
          }),
          targets: value === null ? [] : [timeTarget(mix, { network: i, row, column }, value, box)],
        });
      }
    });
  });
  return marks;
}
