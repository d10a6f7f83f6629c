/** Layout of a traffic matrix in its box: cells as large as possible; a matrix that does not fit is scrolled. */

/** Minimum and maximum side of a cell, and minimum side with a number in the cell, pixels. */
export const cellSides = { least: 9, most: 34, numbered: 22 } as const;

/** Margins around the cells for numbers, names, and sums with their bars, pixels. */
export interface SheetMargins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Margins by width of the box, and with or without names of switches. */
export function sheetMargins(isNarrow: boolean, hasSwitchNames: boolean): SheetMargins {
  return isNarrow
    ? { left: hasSwitchNames ? 50 : 26, top: 20, right: 42, bottom: 22 }
    : { left: hasSwitchNames ? 92 : 34, top: 26, right: 118, bottom: 48 };
}

/** Zoom and scroll position of a matrix. */
export interface SheetViewport {
  /** Side of a cell as chosen by the reader, pixels; null for as large as possible. */
  readonly side: number | null;
  /** Scroll offset, pixels. */
  readonly x: number;
  readonly y: number;
}

export const fullSheetViewport: SheetViewport = { side: null, x: 0, y: 0 };

/** The cells in their box. */
export interface SheetLayout {
  readonly terminals: number;
  readonly width: number;
  readonly height: number;
  readonly margins: SheetMargins;
  readonly isNarrow: boolean;
  /** Side of a cell, pixels. */
  readonly side: number;
  /** Position and size of the visible part, pixels. */
  readonly left: number;
  readonly top: number;
  readonly visibleWidth: number;
  readonly visibleHeight: number;
  /** Scroll offset, pixels. */
  readonly x: number;
  readonly y: number;
}

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** The side of a cell at which the whole matrix fits, within the limits of a cell. */
export function fittingCellSide(terminals: number, width: number, height: number, { left, top, right, bottom }: SheetMargins): number {
  return clamp(
    Math.floor(Math.min((width - left - right) / terminals, (height - top - bottom) / terminals)),
    cellSides.least,
    cellSides.most,
  );
}

/**
 * Computes the layout of a traffic matrix (a cell for each source and destination) in a box of `width` × `height` pixels: the length of a
 * cell's side, the edges of the visible part, and the scroll offset `x`, `y`, clamped such that the matrix fills the visible part.
 * @param hasSwitchNames Whether the margin has room for the names of the switches that terminals are attached to.
 */
export function layoutSheet(
  terminals: number,
  width: number,
  height: number,
  { isNarrow, hasSwitchNames }: { readonly isNarrow: boolean; readonly hasSwitchNames: boolean },
  viewport: SheetViewport,
): SheetLayout {
  const margins = sheetMargins(isNarrow, hasSwitchNames);
  const side = clamp(viewport.side ?? fittingCellSide(terminals, width, height, margins), cellSides.least, cellSides.most);
  const visibleWidth = Math.max(0, Math.min(side * terminals, width - margins.left - margins.right));
  const visibleHeight = Math.max(0, Math.min(side * terminals, height - margins.top - margins.bottom));
  return {
    terminals,
    width,
    height,
    margins,
    isNarrow,
    side,
    left: margins.left + Math.floor((width - margins.left - margins.right - visibleWidth) / 2),
    top: margins.top,
    visibleWidth,
    visibleHeight,
    x: clamp(viewport.x, 0, side * terminals - visibleWidth),
    y: clamp(viewport.y, 0, side * terminals - visibleHeight),
  };
}

/** The cell at a point of the box. For a point outside all cells null, or the nearest cell if `isNearest`. */
export function hitTestSheet(
  layout: SheetLayout,
  px: number,
  py: number,
  isNearest = false,
): readonly [source: number, destination: number] | null {
  const { left, top, visibleWidth, visibleHeight, side, x, y, terminals } = layout;
  const [offsetX, offsetY] = [px - left, py - top];
  if (!isNearest && (offsetX < 0 || offsetY < 0 || offsetX >= visibleWidth || offsetY >= visibleHeight)) return null;
  const cellIndex = (offset: number, visibleLength: number, scrollOffset: number) =>
    clamp(Math.floor((clamp(offset, 0, Math.max(0, visibleLength - 0.01)) + scrollOffset) / side), 0, terminals - 1);
  return [cellIndex(offsetY, visibleHeight, y), cellIndex(offsetX, visibleWidth, x)];
}

/** The viewport scrolled as little as necessary for a cell and its neighbors to be visible. */
export function scrollToSheetCell(layout: SheetLayout, [source, destination]: readonly [number, number]): SheetViewport {
  const { side, visibleWidth, visibleHeight, x, y } = layout;
  const scrollFor = (cell: number, visibleLength: number, scrollOffset: number) =>
    Math.min(Math.max(scrollOffset, (cell + 2) * side - visibleLength), (cell - 1) * side);
  return { side, x: Math.max(0, scrollFor(destination, visibleWidth, x)), y: Math.max(0, scrollFor(source, visibleHeight, y)) };
}

/** The viewport zoomed by a factor about a point of the box. */
export function zoomSheet(layout: SheetLayout, px: number, py: number, factor: number): SheetViewport {
  const { side, left, top, x, y } = layout;
  const newSide = clamp(side * factor, cellSides.least, cellSides.most);
  const scale = newSide / side;
  return { side: newSide, x: (px - left + x) * scale - (px - left), y: (py - top + y) * scale - (py - top) };
}

/** The range of visible rows or columns; the end is exclusive. */
export function visibleCellRange(scrollOffset: number, visibleLength: number, side: number, terminals: number): readonly [number, number] {
  return [Math.floor(scrollOffset / side), Math.min(terminals, Math.ceil((scrollOffset + visibleLength) / side))];
}
