/** The matrix, its moves and the switches as marks. A block keeps the tone of the row it comes from: rows become columns. */
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Theme } from "../contract.ts";
import { palette, tones } from "../shared/colour.ts";
import { halo, type Mark, pathMark, rectMark, roundedRectangle, tenth, textMark } from "../shared/marks.ts";
import type { Journey, Moment, Move } from "./journey.ts";
import { cellOf, type Grid, type Places, shortName } from "./place.ts";

/** Cells as wide as this say what they hold, and on which node. */
const legible = 28;
/** In cells as wide as this there is room for curves beside the words. */
export const roomy = 52;
/** More moves than these are not drawn as curves. */
const mostCurves = 600;

/** Tone of a block: that of the row it comes from. */
export function toneOfBlock({ side }: Journey, block: number): number {
  return 1 + Math.round((0.04 + (0.88 * Math.floor(block / side)) / Math.max(1, side - 1)) * (tones - 2));
}

/** The cells with what each rank holds, and what is coming as a part of its cell. */
export function cellMarks(
  journey: Journey,
  { held, coming }: Pick<Moment, "held" | "coming">,
  grid: Grid,
  { theme }: Pick<Canvas, "theme">,
  prefix = "",
): readonly Mark[] {
  const { fill } = palette(theme, "surface");
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

/** What each cell holds, and its node: in its corners, before the curves that run from middle to middle. */
export function labelMarks(
  journey: Journey,
  { held, coming }: Pick<Moment, "held" | "coming">,
  grid: Grid,
  { theme }: Pick<Canvas, "theme">,
): readonly Mark[] {
  if (grid.cell < legible) return [];
  const { ink, fill } = palette(theme, "surface");
  const { side, terminalOf } = journey;
  const shown = held.slice();
  for (const { move, part } of coming) if (part > 0.5) shown[move.to] = move.block;
  const isRoomy = grid.cell >= roomy;
  return Array.from(shown).flatMap((block, rank) => {
    const { x, y, width } = cellOf(grid, rank);
    const tone = toneOfBlock(journey, block);
    const own = { fill: ink[tone], ...halo(fill[tone]), ...(isRoomy ? {} : { "text-anchor": "middle" }) };
    const left = isRoomy ? x + 6 : x + width / 2;
    const [first, second] = isRoomy ? [y + 17, y + width - 7] : [y + width / 2 - 2, y + width / 2 + 11];
    const name = `${Math.floor(block / side)},${block % side}`;
    return [
      textMark(`block ${rank}`, left, first, name, { ...own, "font-size": isRoomy ? 13 : 11, "font-weight": 650 }),
      textMark(`node ${rank}`, left, second, `${isRoomy ? "node " : ""}${terminalOf[rank]}`, { ...own, "font-size": 11 }),
    ];
  });
}

/** The matrix at first and after each step, small: what the rows become. */
export function smallMarks(journey: Journey, { small }: Places, canvas: Canvas): readonly Mark[] {
  return small.flatMap((grid, i) => [
    textMark(`small ${i}`, grid.left, grid.top - 6, grid.name, { "font-size": 12, fill: canvas.theme.ink2 }),
    ...cellMarks(journey, { held: journey.held[i], coming: [] }, grid, canvas, `small ${i} `),
  ]);
}

/** What the numbers in the cells are. */
export function captionMark({ cell, side, left, top }: Places, { theme }: Canvas): readonly Mark[] {
  if (cell < legible) return [];
  const words = cell >= roomy ? "row, column it comes from, and the node it is on" : "row, column it comes from; node it is on";
  return [textMark("caption", left, top + cell * side + 13, words, { "font-size": 11, fill: theme.ink2 })];
}

/** The two ends of a move's curve and its two control points: bent to one side, so that what comes back has its own. */
export function courseOf(
  places: Places,
  { from, to }: Pick<Move, "from" | "to">,
): readonly [number, number, number, number, number, number] {
  const [a, b] = [from, to].map((rank) => cellOf(places, rank));
  const [ax, ay, bx, by] = [a.x + a.width / 2, a.y + a.height / 2, b.x + b.width / 2, b.y + b.height / 2];
  const bend = 0.22;
  return [ax, ay, (ax + bx) / 2 + (by - ay) * bend, (ay + by) / 2 - (bx - ax) * bend, bx, by];
}

/** Point of a course at t of 0 … 1. */
export function pointOf([ax, ay, cx, cy, bx, by]: ReturnType<typeof courseOf>, t: number): readonly [number, number] {
  const s = 1 - t;
  return [s * s * ax + 2 * s * t * cx + t * t * bx, s * s * ay + 2 * s * t * cy + t * t * by];
}

/** Moves as curves with heads, on a halo. */
export function curveMarks(key: string, moves: readonly Move[], places: Places, colour: string, theme: Theme): readonly Mark[] {
  if (moves.length === 0 || moves.length > mostCurves) return [];
  const trim = Math.min(0.3, (places.cell * 0.3) / Math.max(1, places.cell * 2));
  let lines = "";
  let heads = "";
  for (const move of moves) {
    const course = courseOf(places, move);
    const [ax, ay, cx, cy] = course;
    const [x, y] = pointOf(course, 1 - trim * 0.4);
    const [ux, uy] = unit(x - pointOf(course, 0.85)[0], y - pointOf(course, 0.85)[1]);
    const size = Math.max(3, Math.min(7, places.cell * 0.16));
    lines += `M${tenth(ax)} ${tenth(ay)}Q${tenth(cx)} ${tenth(cy)} ${tenth(x)} ${tenth(y)}`;
    heads += `M${tenth(x + ux * size)} ${tenth(y + uy * size)}L${tenth(x - uy * size * 0.6)} ${tenth(y + ux * size * 0.6)}L${tenth(x + uy * size * 0.6)} ${tenth(y - ux * size * 0.6)}z`;
  }
  const width = places.cell >= legible ? 1.6 : 1;
  return [
    pathMark(`${key} halo`, lines, { stroke: theme.surface, "stroke-width": width + 2.4, "stroke-opacity": 0.85 }),
    pathMark(`${key} curves`, lines, { stroke: colour, "stroke-width": width }),
    pathMark(`${key} heads`, heads, { fill: colour, stroke: theme.surface, "stroke-width": 0.8 }),
  ];
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** The switches: full where blocks go through them, with the number of the switch. */
export function switchMarks(
  { shelves }: Places,
  moves: readonly Move[],
  network: Network,
  colour: string,
  { theme }: Canvas,
  prefix = "",
): readonly Mark[] {
  const used = new Set(moves.flatMap(({ switches }) => switches));
  const each = shelves.flatMap(({ switches }) => switches);
  const outline = (those: typeof each) => those.map(({ x, y, width, height }) => roundedRectangle(x, y, width, height, 4)).join("");
  const [full, empty] = [true, false].map((is) => each.filter(({ node }) => used.has(node) === is));
  return [
    ...(empty.length === 0
      ? []
      : [pathMark(`${prefix}switches`, outline(empty), { fill: theme.surface, stroke: theme.edge, "stroke-width": 1 })]),
    ...(full.length === 0 ? [] : [pathMark(`${prefix}switches used`, outline(full), { fill: colour })]),
    ...shelves.map(({ name, switches }) =>
      textMark(`${prefix}shelf ${name}`, switches[0].x - 22, switches[0].y + 14, name, {
        "font-size": 12,
        "font-weight": 650,
        fill: theme.ink,
      }),
    ),
    ...each
      .filter(({ width }) => width >= 15)
      .map(({ node, x, y, width }) =>
        textMark(`${prefix}switch ${node}`, x + width / 2, y + 14, shortName(network, node), {
          "font-size": 11,
          "text-anchor": "middle",
          fill: used.has(node) ? theme.surface : theme.ink2,
        }),
      ),
  ];
}

/** The names of the moments, the one shown marked. */
export function stepMarks({ steps }: Places, shown: number, { theme }: Canvas, prefix = ""): readonly Mark[] {
  return steps.flatMap(({ name, x, y, width, height }, i) => [
    rectMark(`${prefix}moment ${i}`, x, y, width, height, {
      rx: 6,
      fill: i === shown ? theme.ink : theme.surface,
      stroke: i === shown ? theme.ink : theme.edge,
      "stroke-width": 1,
    }),
    textMark(`${prefix}moment name ${i}`, x + width / 2, y + 16, name, {
      "font-size": 12,
      "text-anchor": "middle",
      fill: i === shown ? theme.surface : theme.ink,
    }),
  ]);
}
