/** The viewport of a network: zoom, shift, and the switch groups that the reader has expanded or collapsed. */

/** Screen position = zoom × position in the full view + shift. */
export interface Viewport {
  /** 1 where the whole network is visible. */
  readonly zoom: number;
  /** Shift, CSS pixels. */
  readonly x: number;
  readonly y: number;
  /** Groups that the reader has expanded (true) or collapsed (false), by name. All other groups are expanded where there is room. */
  readonly expanded: ReadonlyMap<string, boolean>;
}

/** The whole network, with no group expanded or collapsed by the reader. */
export const fullViewport: Viewport = { zoom: 1, x: 0, y: 0, expanded: new Map() };

/** The size of a drawing, pixels, and the limits of its zoom. */
export interface ViewportLimits {
  readonly width: number;
  readonly height: number;
  /** Maximum zoom. */
  readonly maxZoom: number;
  /** Maximum zoom of the height. For trees it is small: while the width is spread, the rows remain visible together, or nearly so. */
  readonly maxHeightZoom: number;
}

/** The zoom of the height at a zoom of the width. */
export function heightZoom(zoom: number, maxHeightZoom: number): number {
  return Math.min(zoom, maxHeightZoom);
}

/** The viewport zoomed by a factor about the point x, y. */
export function zoomViewport(viewport: Viewport, factor: number, x: number, y: number, limits: ViewportLimits): Viewport {
  const zoom = Math.max(1, Math.min(limits.maxZoom, viewport.zoom * factor));
  const [widthFactor, heightFactor] = zoomFactors(viewport.zoom, zoom, limits.maxHeightZoom);
  return clampToDrawing({ ...viewport, zoom, x: x - (x - viewport.x) * widthFactor, y: y - (y - viewport.y) * heightFactor }, limits);
}

/** The viewport shifted by that many pixels. */
export function panViewport(viewport: Viewport, dx: number, dy: number, limits: ViewportLimits): Viewport {
  return clampToDrawing({ ...viewport, x: viewport.x + dx, y: viewport.y + dy }, limits);
}

/** The viewport that shows a rectangle of the present drawing with some margin. */
export function viewportShowing(viewport: Viewport, area: DrawingArea, limits: ViewportLimits): Viewport {
  // Where the zoom of the height is limited, only the width counts.
  const maxFactor = limits.maxHeightZoom < Infinity ? Infinity : limits.height / area.height;
  const factor = Math.min(limits.width / area.width, maxFactor) * 0.9;
  const zoom = Math.max(1, Math.min(limits.maxZoom, viewport.zoom * factor));
  const [widthFactor, heightFactor] = zoomFactors(viewport.zoom, zoom, limits.maxHeightZoom);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  return clampToDrawing(
    { ...viewport, zoom, x: limits.width / 2 - (x - viewport.x) * widthFactor, y: limits.height / 2 - (y - viewport.y) * heightFactor },
    limits,
  );
}

/** Factors by which width and height change from one zoom to another. */
function zoomFactors(from: number, to: number, maxHeightZoom: number): readonly [number, number] {
  return [to / from, heightZoom(to, maxHeightZoom) / heightZoom(from, maxHeightZoom)];
}

/** An affine transform of the drawing, in the order of the CSS function `matrix`. */
export type AffineTransform = readonly [number, number, number, number, number, number];
export const identityTransform: AffineTransform = [1, 0, 0, 1, 0, 0];

/** The transform of a scene that was laid out for one viewport to another viewport. */
export function transformBetween(from: Viewport, to: Viewport, maxHeightZoom = Infinity): AffineTransform {
  if (from.zoom === to.zoom && from.x === to.x && from.y === to.y) return identityTransform;
  const [widthFactor, heightFactor] = zoomFactors(from.zoom, to.zoom, maxHeightZoom);
  return [widthFactor, 0, 0, heightFactor, to.x - from.x * widthFactor, to.y - from.y * heightFactor];
}

/** A rectangle of the drawing, pixels. */
export interface DrawingArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The viewport shifted as little as necessary for the scene to cover the drawing. */
function clampToDrawing(viewport: Viewport, { width, height, maxHeightZoom: tallest }: ViewportLimits): Viewport {
  // Adding 0 turns −0 into 0, so that an unchanged viewport compares as equal.
  const clampOffset = (offset: number, length: number, zoom: number) => Math.max(length * (1 - zoom), Math.min(0, offset)) + 0;
  return {
    ...viewport,
    x: clampOffset(viewport.x, width, viewport.zoom),
    y: clampOffset(viewport.y, height, heightZoom(viewport.zoom, tallest)),
  };
}
