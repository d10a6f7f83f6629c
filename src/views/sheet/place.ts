/** Layout of a traffic matrix in its box: cells as large as possible; a matrix that does not fit is scrolled. */

/** Minimum and maximum side of a cell, and minimum side with a number in the cell, pixels. */
export const cellSides = { least: 9, most: 34, numbered: 22 } as const;

/** Margins around the cells for numbers, names, and sums with their bars, pixels. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margins by width of the box, and with or without names of switches. */
export function marginsOf(isNarrow: boolean, hasHomes: boolean): Margins {
  return isNarrow
    ? { left: hasHomes ? 50 : 26, top: 20, right: 42, bottom: 22 }
    : { left: hasHomes ? 92 : 34, top: 26, right: 118, bottom: 48 };
}

/** Zoom and scroll position of a matrix. */
export interface Looked {
  /** Side of a cell as chosen by the reader, pixels; null for as large as possible. */
  readonly side: number | null;
  /** Scroll offset, pixels. */
  readonly x: number;
  readonly y: number;
}

export const wholeSheet: Looked = { side: null, x: 0, y: 0 };

/** The cells in their box. */
export interface Placed {
  readonly terminals: number;
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  readonly isNarrow: boolean;
  /** Side of a cell, pixels. */
  readonly side: number;
  /** Position and size of the visible part, pixels. */
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  /** Scroll offset, pixels. */
  readonly x: number;
  readonly y: number;
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The side of a cell at which the whole matrix fits, within the limits of a cell. */
export function fittingSide(terminals: number, width: number, height: number, { left, top, right, bottom }: Margins): number {
  return clamp(
    Math.floor(Math.min((width - left - right) / terminals, (height - top - bottom) / terminals)),
    cellSides.least,
    cellSides.most,
  );
}

/** Computes the layout of a matrix in a box, with the scroll offset clamped to the matrix. */
export function place(
  terminals: number,
  width: number,
  height: number,
  { isNarrow, hasHomes }: { readonly isNarrow: boolean; readonly hasHomes: boolean },
  looked: Looked,
): Placed {
  const margins = marginsOf(isNarrow, hasHomes);
  const side = clamp(looked.side ?? fittingSide(terminals, width, height, margins), cellSides.least, cellSides.most);
  const across = Math.max(0, Math.min(side * terminals, width - margins.left - margins.right));
  const down = Math.max(0, Math.min(side * terminals, height - margins.top - margins.bottom));
  return {
    terminals,
    width,
    height,
    margins,
    isNarrow,
    side,
    left: margins.left + Math.floor((width - margins.left - margins.right - across) / 2),
    top: margins.top,
    across,
    down,
    x: clamp(looked.x, 0, side * terminals - across),
    y: clamp(looked.y, 0, side * terminals - down),
  };
}

/** The cell at a point of the box; null beside the cells, or the nearest cell if `isNearest`. */
export function cellAt(placed: Placed, px: number, py: number, isNearest = false): readonly [source: number, destination: number] | null {
  const { left, top, across, down, side, x, y, terminals } = placed;
  const [inX, inY] = [px - left, py - top];
  if (!isNearest && (inX < 0 || inY < 0 || inX >= across || inY >= down)) return null;
  const along = (at: number, room: number, by: number) =>
    clamp(Math.floor((clamp(at, 0, Math.max(0, room - 0.01)) + by) / side), 0, terminals - 1);
  return [along(inY, down, y), along(inX, across, x)];
}

/** The viewport scrolled as little as necessary for a cell and its neighbors to be visible. */
export function inSight(placed: Placed, [source, destination]: readonly [number, number]): Looked {
  const { side, across, down, x, y } = placed;
  const along = (cell: number, room: number, by: number) => Math.min(Math.max(by, (cell + 2) * side - room), (cell - 1) * side);
  return { side, x: Math.max(0, along(destination, across, x)), y: Math.max(0, along(source, down, y)) };
}

/** The viewport zoomed by a factor about a point of the box. */
export function zoomed(placed: Placed, px: number, py: number, factor: number): Looked {
  const { side, left, top, x, y } = placed;
  const next = clamp(side * factor, cellSides.least, cellSides.most);
  const by = next / side;
  return { side: next, x: (px - left + x) * by - (px - left), y: (py - top + y) * by - (py - top) };
}

/** The range of visible rows or columns; the end is exclusive. */
export function seen(by: number, room: number, side: number, terminals: number): readonly [number, number] {
  return [Math.floor(by / side), Math.min(terminals, Math.ceil((by + room) / side))];
}
