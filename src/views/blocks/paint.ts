/**
 * The matrix, its moves and the switches as marks. A block keeps the tone of its original row, so that a transposition visibly turns rows
 * into columns.
 */
import { strongWeight } from "../plot/text-width.ts";
import { small } from "../plot/axes.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Theme } from "../contract.ts";
import { shades, tones } from "../marks/colour.ts";
import { halo, type Mark, pathMark, rectMark, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import type { Journey, Moment, Move } from "./journey.ts";
import type { Lane } from "./lanes.ts";
import { cellOf, type Grid, type Places, shortName } from "./place.ts";

/** Minimum width of cells with labels where no arrows are drawn, pixels. */
const legible = 28;
/** Minimum width of cells in which moves are drawn during the run, pixels. */
export const roomy = 52;
/** Maximum number of moves that are drawn as arrows. */
const mostWays = 600;
/** Margin on each side of a cell's rising diagonal that is reserved for arrows, as a part of the cell's width. */
const kept = 0.13;
/** Range of font sizes, pixels, and maximum width and height of a character, as parts of the font size. */
const [largest, smallest, wide, high] = [13, 9, 0.58, 0.76];

/** Tone of a block: that of its original row. */
export function toneOfBlock({ side }: Journey, block: number): number {
  return 1 + Math.round((0.04 + (0.88 * Math.floor(block / side)) / Math.max(1, side - 1)) * (tones - 2));
}

/** Cells with the block on each rank. An arriving block fills the completed part of its cell. */
export function cellMarks(
  journey: Journey,
  { held, coming }: Pick<Moment, "held" | "coming">,
  grid: Grid,
  { theme }: Pick<Canvas, "theme">,
  prefix = "",
): readonly Mark[] {
  const { fill } = shades(theme);
  const byTone = new Map<number, string>();
  const gap = grid.cell > 8 ? 0.75 : 0;
  held.forEach((block, rank) => {
    const { x, y, width } = cellOf(grid, rank);
    const d = roundedRectangle(x + gap, y + gap, width - 2 * gap, width - 2 * gap, grid.cell > 20 ? 3 : 0);
    const tone = toneOfBlock(journey, block);
    byTone.set(tone, (byTone.get(tone) ?? "") + d);
  });
  return [
    ...[...byTone].map(([tone, d]) => pathMark(`${prefix}cells ${tone}`, d, { fill: fill[tone] })),
    ...coming.map(({ move, part }) => {
      const { x, y, width } = cellOf(grid, move.to);
      const height = (width - 2 * gap) * part;
      const at = { fill: fill[toneOfBlock(journey, move.block)] };
      return rectMark(`${prefix}coming ${move.to}`, x + gap, y + width - gap - height, width - 2 * gap, height, at);
    }),
  ];
}

/** Label of a block: its original row and column. */
const nameOf = ({ side }: Journey, block: number) => `${Math.floor(block / side)},${block % side}`;

/** Distance of labels from the edges of their cell, pixels. Arrows along neighboring diagonals pass these corners. */
const padOf = (cell: number) => (kept * cell) / Math.SQRT2;

/** The largest font size at which labels leave the diagonal of a cell free; null where none does. */
function sizeSideBySide(journey: Journey, cell: number): number | null {
  const longest = nameOf(journey, journey.held[0].length - 1).length;
  const pad = padOf(cell);
  for (let size = largest; size >= smallest; size--) {
    // Distance of the nearest corner of the label from the diagonal.
    const clear = (cell - (pad + longest * wide * size) - (pad + high * size)) / Math.SQRT2;
    if (clear >= kept * cell) return size;
  }
  return null;
}

/**
 * The block and the node of each cell. Beside arrows, the labels are in the two corners off the diagonal, or left out. Without arrows,
 * small cells have them in the middle.
 */
export function labelMarks(
  journey: Journey,
  { held, coming }: Pick<Moment, "held" | "coming">,
  grid: Grid,
  { theme }: Pick<Canvas, "theme">,
  hasWays: boolean,
): readonly Mark[] {
  const size = sizeSideBySide(journey, grid.cell);
  if (grid.cell < legible || (hasWays && size === null)) return [];
  const { ink, fill } = shades(theme);
  const shown = held.slice();
  for (const { move, part } of coming) if (part > 0.5) shown[move.to] = move.block;
  const pad = padOf(grid.cell);
  return Array.from(shown).flatMap((block, rank) => {
    const { x, y, width } = cellOf(grid, rank);
    const tone = toneOfBlock(journey, block);
    const own = { fill: ink[tone], ...halo(fill[tone]) };
    const [name, node] = [nameOf(journey, block), String(journey.terminalOf[rank])];
    const bold = { ...own, "font-weight": strongWeight };
    if (size === null) {
      const middle = { "font-size": 11, "text-anchor": "middle" };
      return [
        textMark(`block ${rank}`, x + width / 2, y + width / 2 - 2, name, { ...bold, ...middle }),
        textMark(`node ${rank}`, x + width / 2, y + width / 2 + 11, node, { ...own, ...middle }),
      ];
    }
    const small = Math.min(11, size);
    return [
      textMark(`block ${rank}`, x + pad, y + pad + high * size, name, { ...bold, "font-size": size }),
      textMark(`node ${rank}`, x + width - pad, y + width - pad, node, { ...own, "font-size": small, "text-anchor": "end" }),
    ];
  });
}

/** Small matrices of the initial state and of the state after each step. */
export function smallMarks(journey: Journey, { small }: Places, canvas: Canvas): readonly Mark[] {
  return small.flatMap((grid, i) => [
    textMark(`small ${i}`, grid.left, grid.top - 6, grid.name, { "font-size": 12, fill: canvas.theme.ink2 }),
    ...cellMarks(journey, { held: journey.held[i], coming: [] }, grid, canvas, `small ${i} `),
  ]);
}

/** Caption: the meaning of the numbers in the cells. */
export function captionMark(journey: Journey, { cell, side, left, top }: Places, { theme }: Canvas, hasWays: boolean): readonly Mark[] {
  const size = sizeSideBySide(journey, cell);
  if (cell < legible || (hasWays && size === null)) return [];
  const words = size === null ? "row, column it comes from; node it is on" : "above: row, column it comes from; below: the node it is on";
  return [textMark("caption", left, top + cell * side + 13, words, small(theme))];
}

/** Ends of a move's arrow: between the centers of its cells, shifted to its lane. */
export function courseOf(places: Grid, { from, to, lane, lanes }: Pick<Move, "from" | "to" | keyof Lane>): Course {
  // The lane must not depend on the direction of the move.
  const [a, b] = [Math.min(from, to), Math.max(from, to)].map((rank) => cellOf(places, rank));
  const half = a.width / 2;
  const [ux, uy] = unit(b.x - a.x, b.y - a.y);
  const off = lane * Math.min(6, (2 * (kept * places.cell - edge)) / Math.max(1, lanes - 1));
  const [ax, ay, bx, by] = [a.x + half - uy * off, a.y + half + ux * off, b.x + half - uy * off, b.y + half + ux * off];
  return from < to ? [ax, ay, bx, by] : [bx, by, ax, ay];
}

/** Start and end of an arrow, pixels. */
type Course = readonly [x: number, y: number, toX: number, toY: number];
/** Half the width of an arrow with its halo, pixels. */
const edge = 2;

/** The point at part t, 0 to 1, of an arrow, shifted to its right by `offset` pixels, so that opposite moves pass each other. */
export function pointAlongside([ax, ay, bx, by]: Course, t: number, off: number): readonly [number, number] {
  const [ux, uy] = unit(bx - ax, by - ay);
  return [ax + (bx - ax) * t - uy * off, ay + (by - ay) * t + ux * off];
}

/** Moves as arrows on a halo. Two blocks that change places share a line. */
export function wayMarks(key: string, moves: readonly Move[], places: Grid, colour: string, theme: Theme): readonly Mark[] {
  if (moves.length === 0 || moves.length > mostWays) return [];
  const size = Math.max(3, Math.min(7, places.cell * 0.1));
  let lines = "";
  let heads = "";
  for (const move of moves) {
    const [ax, ay, x, y] = courseOf(places, move);
    const [ux, uy] = unit(x - ax, y - ay);
    lines += `M${tenth(ax)} ${tenth(ay)}L${tenth(x)} ${tenth(y)}`;
    heads += `M${tenth(x + ux * size)} ${tenth(y + uy * size)}L${tenth(x - uy * size * 0.6)} ${tenth(y + ux * size * 0.6)}L${tenth(x + uy * size * 0.6)} ${tenth(y - ux * size * 0.6)}z`;
  }
  const width = places.cell >= roomy ? 1.6 : 1;
  return [
    pathMark(`${key} halo`, lines, { stroke: theme.surface, "stroke-width": width + 2, "stroke-opacity": 0.85 }),
    pathMark(`${key} ways`, lines, { stroke: colour, "stroke-width": width }),
    pathMark(`${key} heads`, heads, { fill: colour, stroke: theme.surface, "stroke-width": 0.6 }),
  ];
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** The switches with their numbers; switches that carry blocks are filled. */
export function switchMarks(
  { shelves }: Places,
  moves: readonly Move[],
  network: Network,
  colour: string,
  { theme }: Canvas,
): readonly Mark[] {
  const used = new Set(moves.flatMap(({ switches }) => switches));
  const each = shelves.flatMap(({ switches }) => switches);
  const outline = (those: typeof each) => those.map(({ x, y, width, height }) => roundedRectangle(x, y, width, height, 4)).join("");
  const [full, empty] = [true, false].map((is) => each.filter(({ node }) => used.has(node) === is));
  return [
    ...(empty.length === 0 ? [] : [pathMark("switches", outline(empty), { fill: theme.surface, stroke: theme.edge, "stroke-width": 1 })]),
    ...(full.length === 0 ? [] : [pathMark("switches used", outline(full), { fill: colour })]),
    ...shelves.map(({ name, switches }) =>
      textMark(`shelf ${name}`, switches[0].x - 22, switches[0].y + 14, name, {
        "font-size": 12,
        "font-weight": strongWeight,
        fill: theme.ink,
      }),
    ),
    ...each
      .filter(({ width }) => width >= 15)
      .map(({ node, x, y, width }) =>
        textMark(`switch ${node}`, x + width / 2, y + 14, shortName(network, node), {
          "font-size": 11,
          "text-anchor": "middle",
          fill: used.has(node) ? theme.surface : theme.ink2,
        }),
      ),
  ];
}

/** Tabs with the names of the states; the current one is marked. */
export function stepMarks({ steps }: Places, shown: number, { theme }: Canvas): readonly Mark[] {
  return steps.flatMap(({ name, x, y, width, height }, i) => [
    rectMark(`moment ${i}`, x, y, width, height, {
      rx: 6,
      fill: i === shown ? theme.ink : theme.surface,
      stroke: i === shown ? theme.ink : theme.edge,
      "stroke-width": 1,
    }),
    textMark(`moment name ${i}`, x + width / 2, y + 16, name, {
      "font-size": 12,
      "text-anchor": "middle",
      fill: i === shown ? theme.surface : theme.ink,
    }),
  ]);
}
