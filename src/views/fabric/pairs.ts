/** Traffic matrix of a file: a cell for each source and destination, or for blocks of them. */
import { small } from "../plot/axes.ts";
import type { View } from "../contract.ts";
import { shades, toneOf, tones } from "../marks/colour.ts";
import { type Drawing, drawMarks, type Mark, pathMark, rectMark, textMark } from "../marks/marks.ts";
import { countOf } from "../../words/numbers.ts";

/** The data: [side × side] sums over blocks of `block` × `block` ends, source × destination. */
export interface Pairs {
  readonly ends: number;
  readonly side: number;
  readonly block: number;
  readonly sums: Float64Array;
}

/** Margins around the matrix, pixels. */
const margin = { left: 44, top: 8, foot: 38 };

/** The view of a traffic matrix from a file: a square of cells with their numbering. */
export function pairsOf(pairs: Pairs): View<Drawing> {
  const { ends, side, block, sums } = pairs;
  const most = sums.reduce((largest, value) => Math.max(largest, value), 0);
  return {
    id: "pairs",
    title: "Who sends to whom in the file",
    place: "stage",
    needs: () => null,
    summary: () => `${countOf(ends, "end", "ends")}: sources from top to bottom, destinations from left to right.`,
    layout(_, { width, height, theme }) {
      const room = Math.max(0, Math.min(width - 2 * margin.left, height - margin.top - margin.foot));
      const cell = room / side;
      const [left, top] = [(width - room) / 2, margin.top];
      const edge = (i: number) => Math.round(i * cell);
      const paths = Array.from({ length: tones + 1 }, () => "");
      sums.forEach((value, i) => {
        const [row, column] = [Math.floor(i / side), i % side];
        // The square root keeps many small values visible beside a few large ones.
        const tone = toneOf(most > 0 ? Math.sqrt(value / most) : 0);
        if (tone === 0) return;
        const [x, y] = [edge(column), edge(row)];
        paths[tone] += `M${left + x} ${top + y}h${edge(column + 1) - x}v${edge(row + 1) - y}h${x - edge(column + 1)}z`;
      });
      const { fill } = shades(theme);
      const cells = paths.flatMap((d, tone): Mark[] =>
        d === "" ? [] : [pathMark(`cells ${tone}`, d, { fill: fill[tone], "shape-rendering": "crispEdges" })],
      );
      const words = small(theme);
      const last = String(ends - 1);
      return {
        marks: [
          rectMark("square", left - 0.5, top - 0.5, room + 1, room + 1, { fill: "none", stroke: theme.line }),
          ...cells,
          textMark("first source", left - 6, top + 11, "0", { ...words, "text-anchor": "end" }),
          ...(ends > 1 ? [textMark("last source", left - 6, top + room - 2, last, { ...words, "text-anchor": "end" })] : []),
          textMark("first destination", left, top + room + 14, "0", words),
          ...(ends > 1 ? [textMark("last destination", left + room, top + room + 14, last, { ...words, "text-anchor": "end" })] : []),
          textMark(
            "said",
            left + room / 2,
            top + room + 30,
            `source down, destination across${block > 1 ? `; ${block} a cell` : ""}, ${theme.dark ? "lighter" : "darker"} is more`,
            {
              ...words,
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
