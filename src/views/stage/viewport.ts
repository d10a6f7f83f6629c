/** How the reader looks at a network: how near, at which part of it, and which of its units are open. */

/** Where everything stands: zoom × its place when all is seen, plus a shift. */
export interface Viewport {
  /** 1 when all of the network is seen. */
  readonly zoom: number;
  /** Shift, pixels of the screen. */
  readonly x: number;
  readonly y: number;
  /** Units the reader has opened (true) or closed (false), by their names; the rest is left to the room there is. */
  readonly opened: ReadonlyMap<string, boolean>;
}

/** All of the network, nothing opened by hand. */
export const whole: Viewport = { zoom: 1, x: 0, y: 0, opened: new Map() };

/** The room of a drawing, and how it may be looked at. */
export interface Ground {
  readonly width: number;
  readonly height: number;
  /** Largest zoom that still shows more. */
  readonly closest: number;
  /** Largest zoom of the height: rows of a tree stay in sight together, or nearly so, while its width is spread. */
  readonly tallest: number;
}

/** How many times as high a drawing is that is looked at from that near. */
export function heightOf(zoom: number, tallest: number): number {
  return Math.min(zoom, tallest);
}

/** The look with everything `factor` times as near, and the point at x, y where it was. */
export function zoomed(viewport: Viewport, factor: number, x: number, y: number, ground: Ground): Viewport {
  const zoom = Math.max(1, Math.min(ground.closest, viewport.zoom * factor));
  const [by, up] = growth(viewport.zoom, zoom, ground.tallest);
  return within({ ...viewport, zoom, x: x - (x - viewport.x) * by, y: y - (y - viewport.y) * up }, ground);
}

/** The look with everything moved by so many pixels. */
export function panned(viewport: Viewport, dx: number, dy: number, ground: Ground): Viewport {
  return within({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, ground);
}

/** The look at a rectangle of the present drawing, with some air around it. */
export function viewportAt(viewport: Viewport, area: Area, ground: Ground): Viewport {
  // Where the height cannot follow, the width decides.
  const most = ground.tallest < Infinity ? Infinity : ground.height / area.height;
  const factor = Math.min(ground.width / area.width, most) * 0.9;
  const zoom = Math.max(1, Math.min(ground.closest, viewport.zoom * factor));
  const [by, up] = growth(viewport.zoom, zoom, ground.tallest);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return within({ ...viewport, zoom, x: ground.width / 2 - (x - viewport.x) * by, y: ground.height / 2 - (y - viewport.y) * up }, ground);
}

/** How many times as wide and as high a drawing becomes from one zoom to another. */
function growth(from: number, to: number, tallest: number): readonly [number, number] {
  return [to / from, heightOf(to, tallest) / heightOf(from, tallest)];
}

/** A move of the whole drawing: scale and shift, as transforms have them. */
export type Move = readonly [number, number, number, number, number, number];
export const still: Move = [1, 0, 0, 1, 0, 0];

/** How a drawing placed for one look is moved to stand where another one has it. */
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

/** The look shifted as little as needed for the drawing to cover its ground. */
function within(viewport: Viewport, { width, height, tallest }: Ground): Viewport {
  // Not −0: what was not moved is as it was.
  const shift = (by: number, room: number, zoom: number) => Math.max(room * (1 - zoom), Math.min(0, by)) + 0;
  return { ...viewport, x: shift(viewport.x, width, viewport.zoom), y: shift(viewport.y, height, heightOf(viewport.zoom, tallest)) };
}
