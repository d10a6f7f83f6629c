/** A brush stroke over a traffic matrix: the cells it covers and their values. The matrix itself does not change until the stroke ends. */
import { type CellList, keptValue, type TrafficMatrix } from "../../core/traffic/traffic-matrix.ts";
import type { BrushSettings, Spot } from "../state/mode-state.ts";

/** What a brush needs to know of a matrix of T terminals. */
export interface Ground {
  readonly terminals: number;
  /** [T] The switch of each terminal, or any number that terminals of one switch share. */
  readonly homeOf: Int32Array;
}

/** Receives cells as source × terminals + destination. */
type Told = (cell: number) => void;

/** Visits the cells that a brush covers between two cells, without the diagonal. Some are visited more than once. */
export function cellsUnder({ brush, isBothWays }: BrushSettings, from: Spot, to: Spot, ground: Ground, told: Told): void {
  const { terminals } = ground;
  const each = (s: number, d: number) => {
    if (s === d) return;
    told(s * terminals + d);
    if (isBothWays) told(d * terminals + s);
  };
  if (brush === "block") return block(from, to, ground, each);
  for (const [s, d] of line(from, to)) {
    if (brush === "cell") each(s, d);
    else if (brush === "row") for (let t = 0; t < terminals; t++) each(s, t);
    else if (brush === "column") for (let t = 0; t < terminals; t++) each(t, d);
    else for (let t = 0, by = d - s + terminals; t < terminals; t++) each(t, (t + by) % terminals);
  }
}

/** The cells on the line between two cells. */
function line([s0, d0]: Spot, [s1, d1]: Spot): readonly Spot[] {
  const steps = Math.max(Math.abs(s1 - s0), Math.abs(d1 - d0));
  if (steps === 0) return [[s1, d1]];
  return Array.from({ length: steps + 1 }, (_, i): Spot => [
    Math.round(s0 + ((s1 - s0) * i) / steps),
    Math.round(d0 + ((d1 - d0) * i) / steps),
  ]);
}

/** The rectangle between two corners, extended to all terminals of the switches it touches. */
function block([s0, d0]: Spot, [s1, d1]: Spot, { terminals, homeOf }: Ground, each: (s: number, d: number) => void): void {
  const within = (a: number, b: number) => {
    const homes = new Set(homeOf.subarray(Math.min(a, b), Math.max(a, b) + 1));
    return Array.from({ length: terminals }, (_, t) => t).filter((t) => homes.has(homeOf[t]));
  };
  const columns = within(d0, d1);
  for (const s of within(s0, s1)) for (const d of columns) each(s, d);
}

/** A stroke in progress. It modifies its own copy of the cells. */
export class Stroke {
  /** [T²] 1 for painted cells. */
  readonly isPainted: Uint8Array;
  /** [T²] The values including the stroke. */
  readonly cells: Float64Array;
  /** Number of painted cells. */
  count = 0;
  private last: Spot;
  private readonly first: Spot;
  private readonly value: number;

  /** @param value value to paint; 0 erases */
  constructor(
    private readonly before: Float64Array,
    private readonly held: BrushSettings,
    private readonly ground: Ground,
    at: Spot,
    value: number,
  ) {
    this.isPainted = new Uint8Array(before.length);
    this.cells = before.slice();
    this.value = keptValue(value);
    this.first = at;
    this.last = at;
    this.to(at);
  }

  /** Extends the stroke to another cell. A block always has its first corner at the first cell, so it may shrink again. */
  to(at: Spot): void {
    const isBlock = this.held.brush === "block";
    if (isBlock) this.clear();
    cellsUnder(this.held, isBlock ? this.first : this.last, at, this.ground, (cell) => {
      if (this.isPainted[cell] === 1) return;
      this.isPainted[cell] = 1;
      this.cells[cell] = this.value;
      this.count++;
    });
    this.last = at;
  }

  private clear(): void {
    if (this.count === 0) return;
    this.isPainted.fill(0);
    this.cells.set(this.before);
    this.count = 0;
  }
}

/** [T²] A sparse matrix as a dense one. Terminals that do not exist are left out. */
export function sideBySide({ firstOf, destination, value }: TrafficMatrix, terminals: number): Float64Array {
  const cells = new Float64Array(terminals * terminals);
  for (let s = 0; s < Math.min(terminals, firstOf.length - 1); s++) {
    for (let i = firstOf[s]; i < firstOf[s + 1]; i++) if (destination[i] < terminals) cells[s * terminals + destination[i]] = value[i];
  }
  return cells;
}

/** The cells of a dense matrix that satisfy a predicate, as a list. */
export function listed(cells: Float64Array, terminals: number, isIn: (cell: number) => boolean): CellList {
  const found: number[] = [];
  for (let cell = 0; cell < cells.length; cell++) if (isIn(cell)) found.push(cell);
  return {
    source: found.map((cell) => Math.floor(cell / terminals)),
    destination: found.map((cell) => cell % terminals),
    value: found.map((cell) => cells[cell]),
  };
}
