/** Where the cells of a sheet lie in its box: as large as there is room for, and beyond that looked at in part. */

/** Smallest and largest side of a cell, and the side from which on numbers stand in cells, pixels. */
export const cellSides = { least: 9, most: 34, numbered: 22 } as const;

/** What stands around the cells, pixels: numbers and names, and the sums with their bars. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margins of a box: with the names of switches or without, and with bars where it is not narrow. */
export function marginsOf(isNarrow: boolean, hasHomes: boolean): Margins {
  return isNarrow
    ? { left: hasHomes ? 50 : 26, top: 20, right: 42, bottom: 22 }
    : { left: hasHomes ? 92 : 34, top: 26, right: 118, bottom: 48 };
}

/** How a sheet is looked at. */
export interface Looked {
  /** Side of a cell as chosen, pixels; null for as large as there is room. */
  readonly side: number | null;
  /** How far it is scrolled, pixels. */
  readonly x: number;
  readonly y: number;
}

export const wholeSheet: Looked = { side: null, x: 0, y: 0 };

/** Cells in their box. */
export interface Placed {
  readonly terminals: number;
  readonly width: number;
  readonly height: number;
  readonly margins: Margins;
  readonly isNarrow: boolean;
  /** Side of a cell, pixels. */
  readonly side: number;
  /** Where the cells seen begin, and how far they go, pixels. */
  readonly left: number;
  readonly top: number;
  readonly across: number;
  readonly down: number;
  /** How far the sheet is scrolled, pixels. */
  readonly x: number;
  readonly y: number;
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The side of a cell that lets all be seen, within what cells may have. */
export function fittingSide(terminals: number, width: number, height: number, { left, top, right, bottom }: Margins): number {
  return clamp(
    Math.floor(Math.min((width - left - right) / terminals, (height - top - bottom) / terminals)),
    cellSides.least,
    cellSides.most,
  );
}

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

/** The cell at a point of the box; null beside the cells, unless the nearest is wanted. */
export function cellAt(placed: Placed, px: number, py: number, isNearest = false): readonly [source: number, destination: number] | null {
  const { left, top, across, down, side, x, y, terminals } = placed;
  const [inX, inY] = [px - left, py - top];
  if (!isNearest && (inX < 0 || inY < 0 || inX >= across || inY >= down)) return null;
  const along = (at: number, room: number, by: number) =>
    clamp(Math.floor((clamp(at, 0, Math.max(0, room - 0.01)) + by) / side), 0, terminals - 1);
  return [along(inY, down, y), along(inX, across, x)];
}

/** How a sheet is looked at once a cell is in sight, with its neighbours. */
export function inSight(placed: Placed, [source, destination]: readonly [number, number]): Looked {
  const { side, across, down, x, y } = placed;
  const along = (cell: number, room: number, by: number) => Math.min(Math.max(by, (cell + 2) * side - room), (cell - 1) * side);
  return { side, x: Math.max(0, along(destination, across, x)), y: Math.max(0, along(source, down, y)) };
}

/** How a sheet is looked at after zooming by a factor about a point of the box, which stays where it is. */
export function zoomed(placed: Placed, px: number, py: number, factor: number): Looked {
  const { side, left, top, x, y } = placed;
  const next = clamp(side * factor, cellSides.least, cellSides.most);
  const by = next / side;
  return { side: next, x: (px - left + x) * by - (px - left), y: (py - top + y) * by - (py - top) };
}

/** The cells seen of one side: from one on to before another. */
export function seen(by: number, room: number, side: number, terminals: number): readonly [number, number] {
  return [Math.floor(by / side), Math.min(terminals, Math.ceil((by + room) / side))];
}
