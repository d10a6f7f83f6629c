/** Keyboard navigation between the cells of a matrix. The current cell is stored in the drawing's DOM. */
import { select } from "d3-selection";
import type { Actions } from "../contract.ts";
import { setHoverPoint, type HoverTarget } from "../marks/hover-target.ts";
import type { CongestionMatrix, MatrixCell } from "./layout.ts";

/** Help text on the keys of the view. */
export const cellKeysHelp =
  "Arrow keys go from cell to cell and show which flows waited there, and behind which flows. Enter selects the channel or switch, Escape leaves the cells.";

/** Row and column of a cell, from the top left. */
export interface CellPosition {
  readonly row: number;
  readonly column: number;
}

/** A cell closer than this to the edge of the box is scrolled into its middle, pixels. */
const scrollMargin = 40;

const cellCenterX = ({ x, width }: MatrixCell) => x + width / 2;

/** All cells in rows, from top to bottom. */
export function rowsOfCells({ ports, switches }: Pick<CongestionMatrix, "ports" | "switches">): readonly (readonly MatrixCell[])[] {
  const rows = new Map<number, MatrixCell[]>();
  for (const cell of [...ports, ...switches]) {
    const y = Math.round(cell.y + cell.height / 2);
    rows.set(y, [...(rows.get(y) ?? []), cell]);
  }
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.toSorted((a, b) => a.x - b.x));
}

/**
 * The cell of the matrix that a key leads to: the neighbor in the row, or the cell of the next row that is nearest horizontally. Null after
 * Escape, which leaves the matrix; undefined if the key has no function here.
 * @param rows Cells of each row from left to right.
 */
export function cellAfterKey(
  key: string,
  current: CellPosition | null,
  rows: readonly (readonly MatrixCell[])[],
): CellPosition | null | undefined {
  if (rows.length === 0) return undefined;
  const directions: Readonly<Record<string, readonly [number, number]>> = {
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
  };
  const direction = directions[key];
  if (current === null) return direction === undefined ? undefined : { row: 0, column: 0 };
  if (key === "Escape") return null;
  if (key === "Home") return { row: current.row, column: 0 };
  if (key === "End") return { row: current.row, column: rows[current.row].length - 1 };
  if (direction === undefined) return undefined;
  const [rowStep, columnStep] = direction;
  if (rowStep === 0) return { row: current.row, column: Math.max(0, Math.min(rows[current.row].length - 1, current.column + columnStep)) };
  const row = Math.max(0, Math.min(rows.length - 1, current.row + rowStep));
  const centerX = cellCenterX(rows[current.row][current.column]);
  const distance = (column: number) => Math.abs(cellCenterX(rows[row][column]) - centerX);
  return {
    row,
    column: [...rows[row].keys()].reduce((nearest, candidate) => (distance(candidate) < distance(nearest) ? candidate : nearest)),
  };
}

/** A drawn matrix. In a comparison several networks have matrices in one box. */
interface DrawnMatrix {
  readonly rows: readonly (readonly MatrixCell[])[];
  readonly actions: Actions;
}

const matricesInBox = new WeakMap<Element, Map<SVGGElement, DrawnMatrix>>();

/** Binds the keys of a drawn matrix. The current cell is announced to screen readers through the description of the box. */
export function bindCellKeys(matrix: CongestionMatrix, drawingGroup: SVGGElement, actions: Actions): void {
  const viewBox = drawingGroup.closest<HTMLElement>(".view-box");
  if (viewBox === null) return;
  const matrices = matricesInBox.get(viewBox) ?? new Map<SVGGElement, DrawnMatrix>();
  matricesInBox.set(viewBox, matrices);
  for (const group of matrices.keys()) if (!group.isConnected) matrices.delete(group);
  matrices.set(drawingGroup, { rows: rowsOfCells(matrix), actions });
  if (currentCell(drawingGroup, matrices) !== null) showCell(viewBox, drawingGroup, matrices);
  select(viewBox)
    .on("focusout.cells", () => leaveCells(viewBox, matrices))
    .on("keydown.cells", (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !handleKey(event.key, viewBox, matrices)) return;
      event.preventDefault();
      event.stopPropagation();
    });
}

/** The current cell of a drawing; null where there is none, or where it no longer exists. */
function currentCell(group: SVGGElement, matrices: ReadonlyMap<SVGGElement, DrawnMatrix>): CellPosition | null {
  const { row, column } = group.dataset;
  const position = { row: Number(row), column: Number(column) };
  return row === undefined || matrices.get(group)?.rows[position.row]?.[position.column] === undefined ? null : position;
}

/**
 * Handles a key for the matrices of all networks in a view's box: Enter selects the current cell, other keys move to another cell, and
 * beyond the upper or lower edge to the next matrix. The current cell is stored in the `dataset` of its matrix. Returns false for keys
 * without a function.
 */
function handleKey(key: string, viewBox: HTMLElement, matrices: ReadonlyMap<SVGGElement, DrawnMatrix>): boolean {
  // The matrices of several networks follow each other in document order.
  const drawings = [...matrices.keys()].sort((a, b) => ((a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) > 0 ? -1 : 1));
  const matrixIndex = drawings.findIndex((group) => currentCell(group, matrices) !== null);
  const drawingGroup = drawings[Math.max(0, matrixIndex)];
  const matrix = matrices.get(drawingGroup);
  if (matrix === undefined) return false;
  const current = currentCell(drawingGroup, matrices);
  if (key === "Enter" && current !== null) {
    const selected = showCell(viewBox, drawingGroup, matrices)?.clickSelection ?? null;
    if (selected !== null) matrix.actions.select(selected);
    return true;
  }
  const nextCell = cellAfterKey(key, current, matrix.rows);
  if (nextCell === undefined) return false;
  if (nextCell === null) {
    leaveCells(viewBox, matrices);
    return true;
  }
  const isAtEdge = current !== null && nextCell.row === current.row && (key === "ArrowDown" || key === "ArrowUp");
  const otherGroup = isAtEdge ? drawings[matrixIndex + (key === "ArrowDown" ? 1 : -1)] : undefined;
  if (otherGroup === undefined) Object.assign(drawingGroup.dataset, nextCell);
  else {
    leaveCells(viewBox, matrices);
    Object.assign(otherGroup.dataset, { row: key === "ArrowDown" ? 0 : (matrices.get(otherGroup)?.rows.length ?? 1) - 1, column: 0 });
  }
  scrollToCell(viewBox, otherGroup ?? drawingGroup, matrices);
  showCell(viewBox, otherGroup ?? drawingGroup, matrices);
  return true;
}

/** Scrolls the box so that the current cell is visible. */
function scrollToCell(viewBox: HTMLElement, group: SVGGElement, matrices: ReadonlyMap<SVGGElement, DrawnMatrix>): void {
  const position = currentCell(group, matrices);
  const cell = position === null ? undefined : matrices.get(group)?.rows[position.row][position.column];
  if (cell === undefined || viewBox.scrollWidth <= viewBox.clientWidth) return;
  const x = cellCenterX(cell) * (group.getScreenCTM()?.a ?? 1);
  if (x - viewBox.scrollLeft < scrollMargin || x - viewBox.scrollLeft > viewBox.clientWidth - scrollMargin)
    viewBox.scrollLeft = x - viewBox.clientWidth / 2;
}

/** Shows the tooltip of the current cell. */
function showCell(viewBox: HTMLElement, group: SVGGElement, matrices: ReadonlyMap<SVGGElement, DrawnMatrix>): HoverTarget | null {
  const position = currentCell(group, matrices);
  const cell = position === null ? undefined : matrices.get(group)?.rows[position.row][position.column];
  if (cell === undefined) return null;
  const hoverTarget = setHoverPoint(group, { x: cellCenterX(cell), y: cell.y + cell.height / 2, hitRadius: 0 });
  if (hoverTarget !== null)
    viewBox.setAttribute("aria-description", [hoverTarget.value, hoverTarget.name, ...(hoverTarget.more ?? [])].join(". "));
  return hoverTarget;
}

function leaveCells(viewBox: HTMLElement, matrices: ReadonlyMap<SVGGElement, DrawnMatrix>): void {
  for (const group of matrices.keys()) {
    if (group.dataset["row"] === undefined) continue;
    delete group.dataset["row"];
    setHoverPoint(group, null);
  }
  viewBox.setAttribute("aria-description", cellKeysHelp);
}
