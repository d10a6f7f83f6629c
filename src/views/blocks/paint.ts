/**
 * The matrix, its moves and the switches as marks. A block keeps the tone of its original row, so that a transposition visibly turns rows
 * into columns.
 */
import { strongWeight } from "../plot/text-width.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Theme } from "../contract.ts";
import { inkPalette, toneCount } from "../marks/color.ts";
import { textHalo, type Mark, pathMark, rectMark, roundedRectanglePath, toTenths, textMark } from "../marks/marks.ts";
import type { BlockMoves, BlockState, BlockMove } from "./block-moves.ts";
import type { MoveLane } from "./lanes.ts";
import { rankCell, type BlockGrid, type BlocksLayout, shortSwitchName } from "./layout.ts";

/** Minimum width of cells with labels where no arrows are drawn, pixels. */
const minLabelCell = 28;
/** Minimum width of cells in which moves are drawn during the run, pixels. */
export const minArrowCell = 52;
/** Maximum number of moves that are drawn as arrows. */
const maxArrows = 600;
/** Margin on each side of a cell's rising diagonal that is reserved for arrows, as a part of the cell's width. */
const diagonalMargin = 0.13;
/** Range of font sizes, pixels, and maximum width and height of a character, as parts of the font size. */
const [maxFontSize, minFontSize, characterWidth, characterHeight] = [13, 9, 0.58, 0.76];

/** Tone of a block: that of its original row. */
export function toneOfBlock({ side }: BlockMoves, block: number): number {
  return 1 + Math.round((0.04 + (0.88 * Math.floor(block / side)) / Math.max(1, side - 1)) * (toneCount - 2));
}

/**
 * Marks of the cells of a block matrix: each cell belongs to a rank and has the tone of the block that the rank has. A block that is
 * arriving (`arrivals`) fills the completed part of the cell from the bottom. Cells of equal tone are one path. Keys begin with `prefix`.
 */
export function blockCellMarks(
  blockMoves: BlockMoves,
  { blockOnRank, arrivals }: Pick<BlockState, "blockOnRank" | "arrivals">,
  grid: BlockGrid,
  { theme }: Pick<Canvas, "theme">,
  prefix = "",
): readonly Mark[] {
  const { fill } = inkPalette(theme);
  const byTone = new Map<number, string>();
  const gap = grid.cellSize > 8 ? 0.75 : 0;
  blockOnRank.forEach((block, rank) => {
    const { x, y, width } = rankCell(grid, rank);
    const d = roundedRectanglePath(x + gap, y + gap, width - 2 * gap, width - 2 * gap, grid.cellSize > 20 ? 3 : 0);
    const tone = toneOfBlock(blockMoves, block);
    byTone.set(tone, (byTone.get(tone) ?? "") + d);
  });
  return [
    ...[...byTone].map(([tone, d]) => pathMark(`${prefix}cells ${tone}`, d, { fill: fill[tone] })),
    ...arrivals.map(({ move, progress }) => {
      const { x, y, width } = rankCell(grid, move.to);
      const height = (width - 2 * gap) * progress;
      const fillStyle = { fill: fill[toneOfBlock(blockMoves, move.block)] };
      return rectMark(`${prefix}coming ${move.to}`, x + gap, y + width - gap - height, width - 2 * gap, height, fillStyle);
    }),
  ];
}

/** Label of a block: its original row and column. */
const blockName = ({ side }: BlockMoves, block: number) => `${Math.floor(block / side)},${block % side}`;

/** Distance of labels from the edges of their cell, pixels. Arrows along neighboring diagonals pass these corners. */
const labelPadding = (cell: number) => (diagonalMargin * cell) / Math.SQRT2;

/** The largest font size at which labels leave the diagonal of a cell free; null where none does. */
function cornerLabelSize(blockMoves: BlockMoves, cell: number): number | null {
  const maxLength = blockName(blockMoves, blockMoves.blockOnRank[0].length - 1).length;
  const padding = labelPadding(cell);
  for (let size = maxFontSize; size >= minFontSize; size--) {
    // Distance of the nearest corner of the label from the diagonal.
    const distanceToDiagonal = (cell - (padding + maxLength * characterWidth * size) - (padding + characterHeight * size)) / Math.SQRT2;
    if (distanceToDiagonal >= diagonalMargin * cell) return size;
  }
  return null;
}

/**
 * Labels of the cells of a block matrix: the block and the number of the node (terminal) of each rank. If the cells have arrows, the labels
 * are in the two corners off the diagonal, or left out. Without arrows, small cells have them in the middle.
 */
export function blockLabelMarks(
  blockMoves: BlockMoves,
  { blockOnRank, arrivals }: Pick<BlockState, "blockOnRank" | "arrivals">,
  grid: BlockGrid,
  { theme }: Pick<Canvas, "theme">,
  hasArrows: boolean,
): readonly Mark[] {
  const size = cornerLabelSize(blockMoves, grid.cellSize);
  if (grid.cellSize < minLabelCell || (hasArrows && size === null)) return [];
  const { ink, fill } = inkPalette(theme);
  const shownBlocks = blockOnRank.slice();
  for (const { move, progress } of arrivals) if (progress > 0.5) shownBlocks[move.to] = move.block;
  const padding = labelPadding(grid.cellSize);
  return Array.from(shownBlocks).flatMap((block, rank) => {
    const { x, y, width } = rankCell(grid, rank);
    const tone = toneOfBlock(blockMoves, block);
    const haloStyle = { fill: ink[tone], ...textHalo(fill[tone]) };
    const [name, node] = [blockName(blockMoves, block), String(blockMoves.terminalOf[rank])];
    const boldStyle = { ...haloStyle, "font-weight": strongWeight };
    // In a small cell both labels are in the middle; otherwise they are in the upper left and lower right corners.
    if (size === null) {
      const centeredStyle = { "font-size": 11, "text-anchor": "middle" };
      return [
        textMark(`block ${rank}`, x + width / 2, y + width / 2 - 2, name, { ...boldStyle, ...centeredStyle }),
        textMark(`node ${rank}`, x + width / 2, y + width / 2 + 11, node, { ...haloStyle, ...centeredStyle }),
      ];
    }
    const nodeFontSize = Math.min(11, size);
    return [
      textMark(`block ${rank}`, x + padding, y + padding + characterHeight * size, name, { ...boldStyle, "font-size": size }),
      textMark(`node ${rank}`, x + width - padding, y + width - padding, node, {
        ...haloStyle,
        "font-size": nodeFontSize,
        "text-anchor": "end",
      }),
    ];
  });
}

/** Small matrices of the initial state and of the state after each step. */
export function smallMatrixMarks(blockMoves: BlockMoves, { smallMatrices }: BlocksLayout, canvas: Canvas): readonly Mark[] {
  return smallMatrices.flatMap((grid, i) => [
    textMark(`small ${i}`, grid.left, grid.top - 6, grid.name, { "font-size": 12, fill: canvas.theme.ink2 }),
    ...blockCellMarks(blockMoves, { blockOnRank: blockMoves.blockOnRank[i], arrivals: [] }, grid, canvas, `small ${i} `),
  ]);
}

/** Caption: the meaning of the numbers in the cells. */
export function captionMarks(
  blockMoves: BlockMoves,
  { cellSize, side, left, top }: BlocksLayout,
  { theme }: Canvas,
  hasArrows: boolean,
): readonly Mark[] {
  const size = cornerLabelSize(blockMoves, cellSize);
  if (cellSize < minLabelCell || (hasArrows && size === null)) return [];
  const caption = size === null ? "original row, column; node that holds it" : "above: original row, column; below: node that holds it";
  return [textMark("caption", left, top + cellSize * side + 13, caption, smallText(theme))];
}

/** Ends of a move's arrow: between the centers of its cells, shifted to its lane. */
export function arrowEndsOf(grid: BlockGrid, { from, to, lane, lanes }: Pick<BlockMove, "from" | "to" | keyof MoveLane>): ArrowEnds {
  // The lane must not depend on the direction of the move.
  const [firstCell, lastCell] = [Math.min(from, to), Math.max(from, to)].map((rank) => rankCell(grid, rank));
  const halfCell = firstCell.width / 2;
  const [unitX, unitY] = unitVector(lastCell.x - firstCell.x, lastCell.y - firstCell.y);
  const laneOffset = lane * Math.min(6, (2 * (diagonalMargin * grid.cellSize - halfArrowWidth)) / Math.max(1, lanes - 1));
  const [ax, ay, bx, by] = [
    firstCell.x + halfCell - unitY * laneOffset,
    firstCell.y + halfCell + unitX * laneOffset,
    lastCell.x + halfCell - unitY * laneOffset,
    lastCell.y + halfCell + unitX * laneOffset,
  ];
  return from < to ? [ax, ay, bx, by] : [bx, by, ax, ay];
}

/** Start and end of an arrow, pixels. */
type ArrowEnds = readonly [x: number, y: number, toX: number, toY: number];
/** Half the width of an arrow with its halo, pixels. */
const halfArrowWidth = 2;

/** The point at part t, 0 to 1, of an arrow, shifted to its right by `offset` pixels, so that opposite moves pass each other. */
export function pointBesideArrow([ax, ay, bx, by]: ArrowEnds, t: number, offset: number): readonly [number, number] {
  const [unitX, unitY] = unitVector(bx - ax, by - ay);
  return [ax + (bx - ax) * t - unitY * offset, ay + (by - ay) * t + unitX * offset];
}

/**
 * The moves of blocks as arrows on a halo, from cell to cell. Two blocks that change places share a line. No arrows if there are more than
 * `maxArrows`. Keys begin with `key`.
 */
export function moveArrowMarks(key: string, moves: readonly BlockMove[], grid: BlockGrid, color: string, theme: Theme): readonly Mark[] {
  if (moves.length === 0 || moves.length > maxArrows) return [];
  const headSize = Math.max(3, Math.min(7, grid.cellSize * 0.1));
  let lines = "";
  let heads = "";
  for (const move of moves) {
    const [ax, ay, x, y] = arrowEndsOf(grid, move);
    const [unitX, unitY] = unitVector(x - ax, y - ay);
    lines += `M${toTenths(ax)} ${toTenths(ay)}L${toTenths(x)} ${toTenths(y)}`;
    heads += `M${toTenths(x + unitX * headSize)} ${toTenths(y + unitY * headSize)}L${toTenths(x - unitY * headSize * 0.6)} ${toTenths(y + unitX * headSize * 0.6)}L${toTenths(x + unitY * headSize * 0.6)} ${toTenths(y - unitX * headSize * 0.6)}z`;
  }
  const width = grid.cellSize >= minArrowCell ? 1.6 : 1;
  return [
    pathMark(`${key} halo`, lines, { stroke: theme.surface, "stroke-width": width + 2, "stroke-opacity": 0.85 }),
    pathMark(`${key} ways`, lines, { stroke: color, "stroke-width": width }),
    pathMark(`${key} heads`, heads, { fill: color, stroke: theme.surface, "stroke-width": 0.6 }),
  ];
}

function unitVector(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** Marks of the rows of switches: a box with the number of each switch, filled if one of the moves crosses it, and the name of each row. */
export function blockSwitchMarks(
  { switchRows }: BlocksLayout,
  moves: readonly BlockMove[],
  network: Network,
  color: string,
  { theme }: Canvas,
): readonly Mark[] {
  const used = new Set(moves.flatMap(({ switches }) => switches));
  const allSwitches = switchRows.flatMap(({ switches }) => switches);
  const outline = (boxes: typeof allSwitches) =>
    boxes.map(({ x, y, width, height }) => roundedRectanglePath(x, y, width, height, 4)).join("");
  const [usedSwitches, unusedSwitches] = [true, false].map((isUsed) => allSwitches.filter(({ node }) => used.has(node) === isUsed));
  return [
    ...(unusedSwitches.length === 0
      ? []
      : [pathMark("switches", outline(unusedSwitches), { fill: theme.surface, stroke: theme.edge, "stroke-width": 1 })]),
    ...(usedSwitches.length === 0 ? [] : [pathMark("switches used", outline(usedSwitches), { fill: color })]),
    ...switchRows.map(({ name, switches }) =>
      textMark(`shelf ${name}`, switches[0].x - 22, switches[0].y + 14, name, {
        "font-size": 12,
        "font-weight": strongWeight,
        fill: theme.ink,
      }),
    ),
    ...allSwitches
      .filter(({ width }) => width >= 15)
      .map(({ node, x, y, width }) =>
        textMark(`switch ${node}`, x + width / 2, y + 14, shortSwitchName(network, node), {
          "font-size": 11,
          "text-anchor": "middle",
          fill: used.has(node) ? theme.surface : theme.ink2,
        }),
      ),
  ];
}

/** Tabs with the names of the states; the current one is marked. */
export function stepTabMarks({ tabs }: BlocksLayout, current: number, { theme }: Canvas): readonly Mark[] {
  return tabs.flatMap(({ name, x, y, width, height }, i) => [
    rectMark(`moment ${i}`, x, y, width, height, {
      rx: 6,
      fill: i === current ? theme.ink : theme.surface,
      stroke: i === current ? theme.ink : theme.edge,
      "stroke-width": 1,
    }),
    textMark(`moment name ${i}`, x + width / 2, y + 16, name, {
      "font-size": 12,
      "text-anchor": "middle",
      fill: i === current ? theme.surface : theme.ink,
    }),
  ]);
}
