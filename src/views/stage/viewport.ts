/** The viewport of a network: zoom, shift, and the switch groups that the reader has expanded or collapsed. */

/** Screen position = zoom × position in the full view + shift. */
export interface Viewport {
  /** 1 where the whole network is visible. */
  readonly zoom: number;
  /** Shift, CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Groups that the reader has expanded (true) or collapsed (false), by name. All others follow the room available. */
  readonly opened: ReadonlyMap<string, boolean>;
}

/** The whole network, with no group expanded or collapsed by the reader. */
export const whole: Viewport = { zoom: 1, x: 0, y: 0, opened: new Map() };

/** The size of a drawing, pixels, and the limits of its zoom. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  /** Maximum zoom. */
  readonly closest: number;
  /** Maximum zoom of the height. For trees it is small: while the width is spread, the rows remain visible together, or nearly so. */
  readonly tallest: number;
}

/** The zoom of the height at a zoom of the width. */
export function heightOf(zoom: number, tallest: number): number {
  return Math.min(zoom, tallest);
}

/** The viewport zoomed by a factor about the point x, y. */
export function zoomed(viewport: Viewport, factor: number, x: number, y: number, ground: Ground): Viewport {
  const zoom = Math.max(1, Math.min(ground.closest, viewport.zoom * factor));
  const [by, up] = growth(viewport.zoom, zoom, ground.tallest);
  return within({ ...viewport, zoom, x: x - (x - viewport.x) * by, y: y - (y - viewport.y) * up }, ground);
}

/** The viewport shifted by that many pixels. */
export function panned(viewport: Viewport, dx: number, dy: number, ground: Ground): Viewport {
  return within({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, ground);
}

/** The viewport that shows a rectangle of the present drawing with some margin. */
export function viewportAt(viewport: Viewport, area: Area, ground: Ground): Viewport {
  // Where the zoom of the height is limited, only the width counts.
  const most = ground.tallest < Infinity ? Infinity : ground.height / area.height;
  const factor = Math.min(ground.width / area.width, most) * 0.9;
  const zoom = Math.max(1, Math.min(ground.closest, viewport.zoom * factor));
  const [by, up] = growth(viewport.zoom, zoom, ground.tallest);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return within({ ...viewport, zoom, x: ground.width / 2 - (x - viewport.x) * by, y: ground.height / 2 - (y - viewport.y) * up }, ground);
}

/** Factors by which width and height change from one zoom to another. */
function growth(from: number, to: number, tallest: number): readonly [number, number] {
  return [to / from, heightOf(to, tallest) / heightOf(from, tallest)];
}

/** An affine transform of the drawing, in the order of the CSS function `matrix`. */
export type Move = readonly [number, number, number, number, number, number];
export const still: Move = [1, 0, 0, 1, 0, 0];

/** The transform of a scene that was laid out for one viewport to another viewport. */
export function between(from: Viewport, to: Viewport, tallest = Infinity): Move {
  if (from.zoom === to.zoom && from.x === to.x && from.y === to.y) return still;
  const [by, up] = growth(from.zoom, to.zoom, tallest);
  return [by, 0, 0, up, to.x - from.x * by, to.y - from.y * up];
}

/** A rectangle of the drawing, pixels. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The viewport shifted as little as necessary for the scene to cover the drawing. */
function within(viewport: Viewport, { width, height, tallest }: Ground): Viewport {
  // Adding 0 turns −0 into 0, so that an unchanged viewport compares as equal.
  const shift = (by: number, room: number, zoom: number) => Math.max(room * (1 - zoom), Math.min(0, by)) + 0;
  return { ...viewport, x: shift(viewport.x, width, viewport.zoom), y: shift(viewport.y, height, heightOf(viewport.zoom, tallest)) };
}
