/** Traffic matrix of a file: a cell for each source and destination, or for blocks of them. */
import { smallText } from "../plot/vertical-axis.ts";
import type { View } from "../contract.ts";
import { inkPalette, toneOf, toneCount } from "../marks/color.ts";
import { type MarksDrawing, drawMarks, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";
import { countOf } from "../../words/numbers.ts";

/** A summed traffic matrix: [side × side] sums over blocks of `block` × `block` sources and destinations. */
export interface PairSums {
  readonly ends: number;
  readonly side: number;
  readonly block: number;
  readonly sums: Float64Array;
}

/** Margins around the matrix, pixels. */
const margin = { left: 44, top: 8, foot: 38 };

/**
 * View of a traffic matrix that was read from a file: a square with a row for each source and a column for each destination, darker for
 * more traffic. Large matrices are summed over blocks of `block` × `block` ends (an end is a source or destination in the file), so the
 * square has `side` × `side` cells.
 */
export function pairSumsView(pairs: PairSums): View<MarksDrawing> {
  const { ends, side, block, sums } = pairs;
  const largestSum = sums.reduce((largest, value) => Math.max(largest, value), 0);
  return {
    id: "pairs",
    title: "Who sends to whom in the file",
    region: "stage",
    emptyMessage: () => null,
    summary: () => `${countOf(ends, "end", "ends")}: sources from top to bottom, destinations from left to right.`,
    /** The square with its cells (all cells of one tone are one path), and labels at both ends of its two axes. */
    layout(_, { width, height, theme }) {
      const squareSize = Math.max(0, Math.min(width - 2 * margin.left, height - margin.top - margin.foot));
      const cellSize = squareSize / side;
      const [left, top] = [(width - squareSize) / 2, margin.top];
      const offsetOf = (i: number) => Math.round(i * cellSize);
      const pathByTone = Array.from({ length: toneCount + 1 }, () => "");
      sums.forEach((value, i) => {
        const [row, column] = [Math.floor(i / side), i % side];
        // The square root keeps many small values visible beside a few large ones.
        const tone = toneOf(largestSum > 0 ? Math.sqrt(value / largestSum) : 0);
        if (tone === 0) return;
        const [x, y] = [offsetOf(column), offsetOf(row)];
        pathByTone[tone] += `M${left + x} ${top + y}h${offsetOf(column + 1) - x}v${offsetOf(row + 1) - y}h${x - offsetOf(column + 1)}z`;
      });
      const { fill } = inkPalette(theme);
      const cells = pathByTone.flatMap((d, tone): Mark[] =>
        d === "" ? [] : [pathMark(`cells ${tone}`, d, { fill: fill[tone], "shape-rendering": "crispEdges" })],
      );
      const labelStyle = smallText(theme);
      const lastLabel = String(ends - 1);
      return {
        marks: [
          rectMark("square", left - 0.5, top - 0.5, squareSize + 1, squareSize + 1, { fill: "none", stroke: theme.line }),
          ...cells,
          textMark("first source", left - 6, top + 11, "0", { ...labelStyle, "text-anchor": "end" }),
          ...(ends > 1
            ? [textMark("last source", left - 6, top + squareSize - 2, lastLabel, { ...labelStyle, "text-anchor": "end" })]
            : []),
          textMark("first destination", left, top + squareSize + 14, "0", labelStyle),
          ...(ends > 1
            ? [textMark("last destination", left + squareSize, top + squareSize + 14, lastLabel, { ...labelStyle, "text-anchor": "end" })]
            : []),
          textMark(
            "said",
            left + squareSize / 2,
            top + squareSize + 30,
            `rows: sources, columns: destinations${block > 1 ? `; ${block} per cell` : ""}; ${theme.dark ? "lighter" : "darker"} is more`,
            {
              ...labelStyle,
              "text-anchor": "middle",
            },
          ),
        ],
      };
    },
    draw: ({ marks }, into) => drawMarks(marks, into),
    table: () => ({
      columns: ["From", "To", "Sum"].map((title) => ({ title, unit: "" })),
      rows: [...sums].flatMap((value, i) => (value > 0 ? [[block * Math.floor(i / side), block * (i % side), value]] : [])),
    }),
  };
}
