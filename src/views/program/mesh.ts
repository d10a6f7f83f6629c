/** Ranks as a square mesh of neighbors, with the step of every message at its arrow, so that wavefronts are visible. */
import { small } from "../plot/axes.ts";
import type { Canvas } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { halo, type Mark, rectMark, textMark } from "../marks/marks.ts";
import type { Arrow } from "./arrows.ts";
import type { Excerpt } from "./graph.ts";
import { type Strip, stripHeight } from "./steps.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Range of the distance of neighboring ranks, pixels. */
const pitches = { narrowest: 15, widest: 78 };
/** Maximum width of the square, pixels. */
const largest = 560;
const margin = { side: 10, top: 34, strip: 36 };

/** Positions of ranks, pixels. */
export interface Mesh {
  readonly places: ReadonlyMap<number, { readonly x: number; readonly y: number }>;
  readonly pitch: number;
  readonly arrows: readonly Arrow[];
  /** Position of the row of steps below the mesh. */
  readonly strip: Strip;
}

/** Maximum number of ranks along a side. */
export function mostAlong(width: number): number {
  return Math.max(2, Math.floor((Math.min(width, largest) - 2 * margin.side) / pitches.narrowest));
}

/** Preferred height of a square of ranks, pixels. */
export function heightOfMesh(side: number, width: number): number {
  return margin.top + side * pitchOf(side, width) + stripHeight;
}

function pitchOf(side: number, width: number): number {
  return Math.max(pitches.narrowest, Math.min(pitches.widest, (Math.min(width, largest) - 2 * margin.side) / side));
}

/** Places the ranks of an excerpt and their messages. Arrows in opposite directions are side by side. */
export function meshOf(shown: Excerpt & { readonly side: number }, { width }: Canvas): Mesh {
  const { side, ranks, messages, graph } = shown;
  const pitch = pitchOf(side, width);
  const left = Math.max(margin.side, (width - side * pitch) / 2) + pitch / 2;
  const places = new Map(
    ranks.map((rank, i) => [rank, { x: left + (i % side) * pitch, y: margin.top + pitch / 2 + Math.floor(i / side) * pitch }]),
  );
  const { from, to } = graph.listed;
  const away = pitch * 0.3;
  const apart = pitch * 0.1;
  const arrows = messages.map((m): Arrow => {
    const [a, b] = [places.get(from[m]), places.get(to[m])];
    if (a === undefined || b === undefined) throw new Error("a message shown has both its ends");
    const [ux, uy] = [Math.sign(b.x - a.x), Math.sign(b.y - a.y)];
    // Shifted to the right of its direction, so that the arrow in the opposite direction is on the other side.
    const [sx, sy] = [-uy * apart, ux * apart];
    return {
      message: m,
      column: graph.columnOf[m],
      x1: a.x + ux * away + sx,
      y1: a.y + uy * away + sy,
      x2: b.x - ux * away + sx,
      y2: b.y - uy * away + sy,
    };
  });
  const column = (width - margin.strip - 12) / Math.max(1, graph.perColumn.length);
  return { places, pitch, arrows, strip: { left: margin.strip, top: margin.top + side * pitch, column } };
}

/** The ranks as squares, with their numbers where they fit. */
export function rankMarks({ places, pitch }: Mesh, highlight: ReadonlySet<number>, { theme }: Canvas): readonly Mark[] {
  const half = pitch * 0.25;
  return [...places].flatMap(([rank, { x, y }]): readonly Mark[] => {
    const isHighlighted = highlight.has(rank);
    const style = isHighlighted ? { stroke: theme.accent, "stroke-width": 1.8 } : { stroke: theme.edge, "stroke-width": 1 };
    const box = rectMark(`rank ${rank}`, x - half, y - half, 2 * half, 2 * half, { fill: theme.surface, rx: 2, ...style });
    const label = formatCount(rank);
    if (2 * half < textWidth(label) + 2) return [box];
    const tone = isHighlighted ? { fill: theme.accent, "font-weight": strongWeight } : { fill: theme.ink2 };
    return [box, textMark(`number ${rank}`, x, y + 4, label, { "font-size": 11, "text-anchor": "middle", ...tone })];
  });
}

/** The step of every message beside its arrow, where there is room. */
export function waveMarks({ arrows, pitch }: Mesh, { theme }: Canvas): readonly Mark[] {
  if (pitch < 58) return [];
  return arrows.map(({ message, column, x1, y1, x2, y2 }) => {
    const isAcross = Math.abs(x2 - x1) > Math.abs(y2 - y1);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const beyond = isAcross ? Math.sign(x2 - x1) : Math.sign(y2 - y1);
    return textMark(`wave ${message}`, isAcross ? x : x - beyond * 9, isAcross ? y + 4 + beyond * 9 : y + 4, String(column + 1), {
      ...small(theme, "middle"),
      ...halo(theme.surface),
    });
  });
}
