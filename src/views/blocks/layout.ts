/** Layout of the matrix, the tabs of its steps, and the switches. */
import { axisOf, coordinate, switchFamilyAxis, nameOfNode, type Network } from "../../core/network/network.ts";

/** A rectangle of the drawing, pixels. */
export interface BlocksRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A row of switches with its name. */
export interface SwitchRow {
  readonly name: string;
  readonly y: number;
  readonly switches: readonly (BlocksRectangle & { readonly node: number })[];
}

/** A square matrix of cells: number of cells along a side, size of a cell, and top left corner; pixels. */
export interface BlockGrid {
  readonly side: number;
  readonly cellSize: number;
  readonly left: number;
  readonly top: number;
}

export interface BlocksLayout extends BlockGrid {
  /** Small matrices of the initial state and of the state after each step; empty where there is no room. */
  readonly smallMatrices: readonly (BlockGrid & { readonly name: string })[];
  /** Tabs: one for the matrix during the run, then one for each step. */
  readonly tabs: readonly (BlocksRectangle & { readonly name: string })[];
  readonly switchRows: readonly SwitchRow[];
}

/** Height of the tabs, height of a row of switches, and distance of the switches from the matrix, pixels. */
const [tabsHeight, switchRowHeight, switchDistance] = [32, 26, 20];
/** Height of the caption below the matrix, pixels. */
const captionHeight = 18;
/** Maximum width of the matrix, and minimum width of a drawing whose switches are at the right of the matrix, pixels. */
const [maxMatrixWidth, minWideWidth] = [560, 620];
/** Maximum number of switches that are drawn. */
const maxDrawnSwitches = 96;

/** Preferred height at a width, pixels. */
export function preferredBlocksHeight(width: number, network: Network | null): number {
  const switchRowCount = network === null ? 0 : switchRowsOf(network).length;
  const matrixSize = Math.min(maxMatrixWidth, width >= minWideWidth ? width * 0.6 : width);
  return width >= minWideWidth
    ? tabsHeight + Math.max(matrixSize + captionHeight, switchRowCount * switchRowHeight)
    : tabsHeight + matrixSize + captionHeight + (switchRowCount > 0 ? switchDistance + switchRowCount * switchRowHeight : 0);
}

/**
 * Positions of all elements in a drawing of `width` × `height` pixels: the matrix of blocks, the tabs of the steps above it, the rows of
 * switches, and in a wide drawing a small matrix for the state after each step. A wide drawing has the switches at the right of the matrix,
 * a narrow one below it.
 * @param side Blocks along a side of the matrix.
 */
export function layoutBlockMatrix(width: number, height: number, side: number, steps: number, network: Network | null): BlocksLayout {
  const switchRows = network === null ? [] : switchRowsOf(network);
  const isWide = width >= minWideWidth;
  const availableWidth = isWide ? width * 0.6 : width;
  const availableHeight =
    height - tabsHeight - captionHeight - (isWide || switchRows.length === 0 ? 0 : switchDistance + switchRows.length * switchRowHeight);
  const cellSize = Math.max(1, Math.min(availableWidth, availableHeight, isWide ? Infinity : maxMatrixWidth) / side);
  const [switchesX, switchesY] = isWide
    ? [cellSize * side + 2 * switchDistance, tabsHeight + 18]
    : [0, tabsHeight + cellSize * side + captionHeight + switchDistance];
  // Neighboring switches have the same distance in all rows, so that their columns are aligned.
  const maxPerRow = Math.max(1, ...switchRows.map(({ nodes }) => nodes.length));
  const pitch = Math.min(46, (width - switchesX - 22) / maxPerRow);
  return {
    side,
    cellSize,
    smallMatrices: isWide
      ? layoutSmallMatrices(
          switchesX,
          switchesY + switchRows.length * switchRowHeight + (switchRows.length > 0 ? switchDistance : 0),
          width,
          height,
          side,
          steps,
        )
      : [],
    left: 0,
    top: tabsHeight,
    tabs: layoutTabs(steps, width),
    switchRows: switchRows.map(({ name, nodes }, i) => ({
      name,
      y: switchesY + i * switchRowHeight,
      switches: nodes.map((node, switchIndex) => ({
        node,
        x: switchesX + 22 + switchIndex * pitch,
        y: switchesY + i * switchRowHeight,
        width: pitch - 4,
        height: switchRowHeight - 6,
      })),
    })),
  };
}

/** A small matrix for each state, side by side. */
function layoutSmallMatrices(
  left: number,
  top: number,
  width: number,
  height: number,
  side: number,
  steps: number,
): BlocksLayout["smallMatrices"] {
  const availableSize = (width - left) / (steps + 1) - 14;
  const cellSize = Math.min(availableSize, 150, height - top - 24) / side;
  if (cellSize < 2) return [];
  const stateNames = ["initial", ...Array.from({ length: steps }, (_, i) => (i + 1 === steps ? "final" : `after step ${i + 1}`))];
  return stateNames.map((name, i) => ({ name, side, cellSize, left: left + i * (cellSize * side + 14), top: top + 18 }));
}

function layoutTabs(steps: number, width: number): BlocksLayout["tabs"] {
  const tabNames = ["now", ...Array.from({ length: steps }, (_, i) => `step ${i + 1}`)];
  const tabWidth = Math.min(84, width / tabNames.length);
  return tabNames.map((name, i) => ({ name, x: 1 + i * tabWidth, y: 1, width: tabWidth - 6, height: 24 }));
}

/** Rows of switches by family, by level, or all in one row; empty if there are too many switches. */
function switchRowsOf(network: Network): readonly { readonly name: string; readonly nodes: readonly number[] }[] {
  const { terminals, switches, axes } = network;
  if (switches > maxDrawnSwitches) return [];
  const level = axisOf(network, "level");
  const nodesByName = new Map<string, number[]>();
  for (let node = terminals; node < terminals + switches; node++) {
    const family = switchFamilyAxis(network, node);
    const name = family >= 0 ? axes[family].name : level >= 0 ? String(coordinate(network, node, level)) : "";
    nodesByName.set(name, [...(nodesByName.get(name) ?? []), node]);
  }
  return [...nodesByName].map(([name, nodes]) => ({ name, nodes }));
}

/** The cell of a rank. */
export function rankCell({ left, top, side, cellSize }: BlockGrid, rank: number): BlocksRectangle {
  return { x: left + (rank % side) * cellSize, y: top + Math.floor(rank / side) * cellSize, width: cellSize, height: cellSize };
}

/** The rectangle at a point; undefined for none. */
export function rectangleAt<P extends BlocksRectangle>(rectangles: readonly P[], x: number, y: number): P | undefined {
  return rectangles.find(
    (rectangle) => x >= rectangle.x && x <= rectangle.x + rectangle.width && y >= rectangle.y && y <= rectangle.y + rectangle.height,
  );
}

/** The number of a switch, for a row that has the family's name in front. */
export function shortSwitchName(network: Network, node: number): string {
  return /\d+/.exec(nameOfNode(network, node))?.[0] ?? "";
}
