/** Ranks as a square mesh of neighbors, with the step of every message at its arrow, so that wavefronts are visible. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { textHalo, type Mark, rectMark, textMark } from "../marks/marks.ts";
import type { ProgramArrow } from "./message-arrows.ts";
import type { ProgramExcerpt } from "./message-graph.ts";
import { type StepRowPosition, stepRowHeight } from "./step-row.ts";
import { textWidth, strongWeight } from "../plot/text-width.ts";

/** Range of the distance of neighboring ranks, pixels. */
const pitchRange = { narrowest: 15, widest: 78 };
/** Maximum width of the square, pixels. */
const maxMeshWidth = 560;
const margin = { side: 10, top: 34, strip: 36 };

/** Positions of ranks, pixels. */
export interface MeshLayout {
  readonly positions: ReadonlyMap<number, { readonly x: number; readonly y: number }>;
  readonly pitch: number;
  readonly arrows: readonly ProgramArrow[];
  /** Position of the row of steps below the mesh. */
  readonly strip: StepRowPosition;
}

/** Maximum number of ranks along a side. */
export function maxMeshSide(width: number): number {
  return Math.max(2, Math.floor((Math.min(width, maxMeshWidth) - 2 * margin.side) / pitchRange.narrowest));
}

/** Preferred height of a square of ranks, pixels. */
export function preferredMeshHeight(side: number, width: number): number {
  return margin.top + side * meshPitch(side, width) + stepRowHeight;
}

function meshPitch(side: number, width: number): number {
  return Math.max(pitchRange.narrowest, Math.min(pitchRange.widest, (Math.min(width, maxMeshWidth) - 2 * margin.side) / side));
}

/**
 * Lays out ranks on a square mesh and their messages as arrows between neighbors, for programs in which only neighbors send messages to
 * each other. Arrows in opposite directions are side by side. `excerpt` contains the ranks that fit, row by row, `side` of them in each
 * row; in the result, `strip` is the position of the row of steps below the mesh.
 */
export function layoutMesh(excerpt: ProgramExcerpt & { readonly side: number }, { width }: Canvas): MeshLayout {
  const { side, ranks, messages, graph } = excerpt;
  const pitch = meshPitch(side, width);
  const left = Math.max(margin.side, (width - side * pitch) / 2) + pitch / 2;
  const positions = new Map(
    ranks.map((rank, i) => [rank, { x: left + (i % side) * pitch, y: margin.top + pitch / 2 + Math.floor(i / side) * pitch }]),
  );
  const { from, to } = graph.listed;
  const endDistance = pitch * 0.3;
  const sideShift = pitch * 0.1;
  const arrows = messages.map((message): ProgramArrow => {
    const [sender, receiver] = [positions.get(from[message]), positions.get(to[message])];
    if (sender === undefined || receiver === undefined) throw new Error("a message shown has both its ends");
    const [directionX, directionY] = [Math.sign(receiver.x - sender.x), Math.sign(receiver.y - sender.y)];
    // The arrow is shifted to the right of its direction, so that the arrow in the opposite direction is on the other side.
    const [shiftX, shiftY] = [-directionY * sideShift, directionX * sideShift];
    return {
      message,
      column: graph.columnOf[message],
      x1: sender.x + directionX * endDistance + shiftX,
      y1: sender.y + directionY * endDistance + shiftY,
      x2: receiver.x - directionX * endDistance + shiftX,
      y2: receiver.y - directionY * endDistance + shiftY,
    };
  });
  const columnWidth = (width - margin.strip - 12) / Math.max(1, graph.perColumn.length);
  return { positions, pitch, arrows, strip: { left: margin.strip, top: margin.top + side * pitch, columnWidth } };
}

/** The ranks as squares, with their numbers where they fit. */
export function rankMarks({ positions, pitch }: MeshLayout, highlight: ReadonlySet<number>, { theme }: Canvas): readonly Mark[] {
  const halfSide = pitch * 0.25;
  return [...positions].flatMap(([rank, { x, y }]): readonly Mark[] => {
    const isHighlighted = highlight.has(rank);
    const style = isHighlighted ? { stroke: theme.accent, "stroke-width": 1.8 } : { stroke: theme.edge, "stroke-width": 1 };
    const box = rectMark(`rank ${rank}`, x - halfSide, y - halfSide, 2 * halfSide, 2 * halfSide, { fill: theme.surface, rx: 2, ...style });
    const label = formatCount(rank);
    if (2 * halfSide < textWidth(label) + 2) return [box];
    const tone = isHighlighted ? { fill: theme.accent, "font-weight": strongWeight } : { fill: theme.ink2 };
    return [box, textMark(`number ${rank}`, x, y + 4, label, { "font-size": 11, "text-anchor": "middle", ...tone })];
  });
}

/** The number of the step of every message, beside its arrow. None where ranks are less than 58 pixels apart. */
export function stepNumberMarks({ arrows, pitch }: MeshLayout, { theme }: Canvas): readonly Mark[] {
  if (pitch < 58) return [];
  return arrows.map(({ message, column, x1, y1, x2, y2 }) => {
    const isHorizontal = Math.abs(x2 - x1) > Math.abs(y2 - y1);
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
    const direction = isHorizontal ? Math.sign(x2 - x1) : Math.sign(y2 - y1);
    return textMark(
      `wave ${message}`,
      isHorizontal ? x : x - direction * 9,
      isHorizontal ? y + 4 + direction * 9 : y + 4,
      String(column + 1),
      {
        ...smallText(theme, "middle"),
        ...textHalo(theme.surface),
      },
    );
  });
}
