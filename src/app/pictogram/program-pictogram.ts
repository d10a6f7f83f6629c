/** The pictogram of a rank program: ranks as horizontal lines, messages as lines between them, steps from left to right. */
import { causalityOf } from "../../core/analysis/programs/causality.ts";
import type { Program } from "../../core/programs/program.ts";
import { type MessageGraph, messageGraphOf } from "../../views/program/message-graph.ts";
import { type PictogramData, pictureSize } from "./pictogram-data.ts";

const margin = { x: 3, y: 4 };
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Pictogram of a rank program: a horizontal line for each rank, and a tapered line for each message, from its sender to its receiver in the
 * column of its step. A program of one step between neighbors of a mesh is drawn as that mesh. Null if the program has no messages that are
 * listed one by one.
 */
export function programPictogram(program: Program): PictogramData | null {
  const graph = messageGraphOf(causalityOf(program, null));
  if (graph === null || graph.perColumn.length === 0) return null;
  const { listed, columnOf, perColumn, side } = graph;
  // A single step between neighbors is drawn as a mesh, which shows who the neighbors are.
  if (side !== null && perColumn.length === 1) return neighborPictogram(graph, side);
  const { width, height } = pictureSize;
  const columnWidth = (width - 2 * margin.x) / perColumn.length;
  const yOfRank = (rank: number) => roundToTenth(margin.y + (rank / Math.max(1, program.ranks - 1)) * (height - 2 * margin.y));
  let lines = "";
  for (let rank = 0; rank < program.ranks; rank++) lines += `M0 ${yOfRank(rank)}H${width}`;
  let strokes = "";
  columnOf.forEach((columnIndex, message) => {
    if (columnIndex >= 0)
      strokes += taperedLine(
        margin.x + (columnIndex + 0.12) * columnWidth,
        yOfRank(listed.from[message]),
        margin.x + (columnIndex + 0.88) * columnWidth,
        yOfRank(listed.to[message]),
      );
  });
  return { lines, marks: [{ path: strokes, opacity: 1 }] };
}

/**
 * Pictogram of a program whose ranks send only to neighbors in a square mesh of `side` × `side` ranks: a square for each rank, and a line
 * for each message. Messages in opposite directions are drawn side by side.
 */
function neighborPictogram({ listed }: MessageGraph, side: number): PictogramData {
  const { width, height } = pictureSize;
  const pitch = (height - 2) / side;
  const left = (width - side * pitch) / 2;
  const positionOf = (rank: number) => [left + ((rank % side) + 0.5) * pitch, 1 + (Math.floor(rank / side) + 0.5) * pitch] as const;
  let strokes = "";
  listed.from.forEach((sender, message) => {
    const [[ax, ay], [bx, by]] = [positionOf(sender), positionOf(listed.to[message])];
    // The direction of the message. The line ends before the squares, and is shifted to one side of their centers.
    const [ux, uy] = [Math.sign(bx - ax), Math.sign(by - ay)];
    strokes += taperedLine(ax + ux * 1.8 - uy * 0.9, ay + uy * 1.8 + ux * 0.9, bx - ux * 1.8 - uy * 0.9, by - uy * 1.8 + ux * 0.9);
  });
  const square = (rank: number) => {
    const [x, y] = positionOf(rank);
    return `M${roundToTenth(x - 1.2)} ${roundToTenth(y - 1.2)}h2.4v2.4h-2.4z`;
  };
  const squares = Array.from({ length: side * side }, (_, rank) => square(rank)).join("");
  return {
    lines: "",
    marks: [
      { path: strokes, opacity: 0.6 },
      { path: squares, opacity: 1 },
    ],
  };
}

/** A line as a filled shape, thicker at its end. */
function taperedLine(x1: number, y1: number, x2: number, y2: number): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length];
  const [thin, thick] = [0.25, 0.9];
  const corner = (x: number, y: number, offset: number) => `${roundToTenth(x + nx * offset)} ${roundToTenth(y + ny * offset)}`;
  return `M${corner(x1, y1, thin)}L${corner(x2, y2, thick)}L${corner(x2, y2, -thick)}L${corner(x1, y1, -thin)}z`;
}
