/** A brush stroke over a traffic matrix: the cells it covers and their values. The matrix itself does not change until the stroke ends. */
import { type CellList, roundCellValue, type TrafficMatrix } from "../../core/traffic/traffic-matrix.ts";
import type { BrushSettings, MatrixPosition } from "../state/mode-state.ts";

/** What a brush needs to know of a matrix of T terminals. */
export interface BrushArea {
  readonly terminals: number;
  /** [T] The switch of each terminal, or any number that terminals of one switch share. */
  readonly switchOf: Int32Array;
}

/** Receives cells as source × terminals + destination. */
type CellVisitor = (cell: number) => void;

/**
 * Visits the cells of the traffic matrix that a brush covers on its way from one cell to another: the cells themselves, their rows, columns
 * or diagonals, or the block between them; with `isBothWays` also the cells of the opposite direction. The diagonal (s = d) is left out,
 * and some cells are visited more than once.
 * @param from First cell, [source, destination].
 * @param to Last cell, [source, destination].
 * @param visit Called with the index of a cell, source × T + destination.
 */
export function visitBrushCells(
  { brush, isBothWays }: BrushSettings,
  from: MatrixPosition,
  to: MatrixPosition,
  area: BrushArea,
  visit: CellVisitor,
): void {
  const { terminals } = area;
  const visitCell = (s: number, d: number) => {
    if (s === d) return;
    visit(s * terminals + d);
    if (isBothWays) visit(d * terminals + s);
  };
  if (brush === "block") return visitBlock(from, to, area, visitCell);
  for (const [s, d] of cellsBetween(from, to)) {
    if (brush === "cell") visitCell(s, d);
    else if (brush === "row") for (let t = 0; t < terminals; t++) visitCell(s, t);
    else if (brush === "column") for (let t = 0; t < terminals; t++) visitCell(t, d);
    // The diagonal through (s, d): all pairs with the same distance of source and destination, modulo T.
    else for (let t = 0, offset = d - s + terminals; t < terminals; t++) visitCell(t, (t + offset) % terminals);
  }
}

/** The cells on the line between two cells. */
function cellsBetween([s0, d0]: MatrixPosition, [s1, d1]: MatrixPosition): readonly MatrixPosition[] {
  const steps = Math.max(Math.abs(s1 - s0), Math.abs(d1 - d0));
  if (steps === 0) return [[s1, d1]];
  return Array.from({ length: steps + 1 }, (_, i): MatrixPosition => [
    Math.round(s0 + ((s1 - s0) * i) / steps),
    Math.round(d0 + ((d1 - d0) * i) / steps),
  ]);
}

/** The rectangle between two corners, extended to all terminals of the switches it touches. */
function visitBlock(
  [s0, d0]: MatrixPosition,
  [s1, d1]: MatrixPosition,
  { terminals, switchOf }: BrushArea,
  visitCell: (s: number, d: number) => void,
): void {
  const terminalsBetween = (a: number, b: number) => {
    const switches = new Set(switchOf.subarray(Math.min(a, b), Math.max(a, b) + 1));
    return Array.from({ length: terminals }, (_, t) => t).filter((t) => switches.has(switchOf[t]));
  };
  const columns = terminalsBetween(d0, d1);
  for (const s of terminalsBetween(s0, s1)) for (const d of columns) visitCell(s, d);
}

/** A stroke in progress. It modifies its own copy of the cells. */
export class Stroke {
  /** [T²] 1 for painted cells. */
  readonly isPainted: Uint8Array;
  /** [T²] The values including the stroke. */
  readonly cells: Float64Array;
  /** Number of painted cells. */
  count = 0;
  private lastCell: MatrixPosition;
  private readonly firstCell: MatrixPosition;
  private readonly value: number;

  /** @param value value to paint; 0 erases */
  constructor(
    private readonly cellsBefore: Float64Array,
    private readonly brush: BrushSettings,
    private readonly area: BrushArea,
    target: MatrixPosition,
    value: number,
  ) {
    this.isPainted = new Uint8Array(cellsBefore.length);
    this.cells = cellsBefore.slice();
    this.value = roundCellValue(value);
    this.firstCell = target;
    this.lastCell = target;
    this.extendTo(target);
  }

  /** Extends the stroke to another cell. A block always has its first corner at the first cell, so it may shrink again. */
  extendTo(target: MatrixPosition): void {
    const isBlock = this.brush.brush === "block";
    if (isBlock) this.clear();
    visitBrushCells(this.brush, isBlock ? this.firstCell : this.lastCell, target, this.area, (cell) => {
      if (this.isPainted[cell] === 1) return;
      this.isPainted[cell] = 1;
      this.cells[cell] = this.value;
      this.count++;
    });
    this.lastCell = target;
  }

  private clear(): void {
    if (this.count === 0) return;
    this.isPainted.fill(0);
    this.cells.set(this.cellsBefore);
    this.count = 0;
  }
}

/** [T²] A sparse matrix as a dense one. Terminals that do not exist are left out. */
export function denseCells({ firstOf, destination, value }: TrafficMatrix, terminals: number): Float64Array {
  const cells = new Float64Array(terminals * terminals);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) if (destination[i] < terminals) cells[s * terminals + destination[i]] = value[i];
  }
  return cells;
}

/** The cells of a dense matrix that satisfy a predicate, as a list. */
export function cellListOf(cells: Float64Array, terminals: number, isIncluded: (cell: number) => boolean): CellList {
  const indices: number[] = [];
  for (let cell = 0; cell < cells.length; cell++) if (isIncluded(cell)) indices.push(cell);
  return {
    source: indices.map((cell) => Math.floor(cell / terminals)),
    destination: indices.map((cell) => cell % terminals),
    value: indices.map((cell) => cells[cell]),
  };
}
