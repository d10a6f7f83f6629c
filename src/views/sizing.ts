/** Size of a drawing: its preferred size in a card, enlarged in full-page mode and on the stage of a large screen. */
import type { Canvas, View, ViewData } from "./contract.ts";

/** A canvas, and its enlargement on the page. */
export interface Sized {
  readonly canvas: Canvas;
  readonly scale: number;
  /** Whether the drawing is wider than its box, and whether it then starts at its middle. */
  readonly isScrolled: boolean;
  readonly fromMiddle: boolean;
}

/**
 * Box sizes at which a drawing is at scale 1, in full-page mode and on the stage, pixels; larger boxes enlarge it, so that it is legible
 * from the back row.
 */
const plenty = { page: { width: 880, height: 480 }, stage: { width: 960, height: 470 } } as const;
const largest = 2;
const step = 0.05;
/** On the stage, each switch and terminal keeps the area of a square of this side, pixels, so large networks are enlarged less. */
const leastSide = 20;

type Size = Pick<Canvas, "width" | "height">;

/** The canvas of a view in a box. With `fillsBox` it takes the full height and is enlarged. */
export function sized(view: View, data: ViewData, size: Size, theme: Canvas["theme"], fills: boolean): Sized {
  const scale = scaleOf(view, data, size, fills);
  const box = { width: size.width / scale, height: size.height / scale };
  const { width, height, least = height, fromMiddle = false } = view.room?.(data, box.width) ?? { ...box };
  const canvas = { width: Math.floor(width), height: Math.floor(fills ? Math.max(least, box.height) : height), theme, units: data.units };
  return { canvas, scale, isScrolled: canvas.width > box.width, fromMiddle };
}

/** Enlargement of a view in a box: with `fillsBox`, or if the view declares an enlargement, as far as the box permits. */
export function scaleOf(view: View, data: ViewData, size: Size, fills: boolean): number {
  if (fills) return enlargement(view, data, size, plenty.page);
  if (view.grows === undefined) return 1;
  const elements = data.variants.reduce((sum, { network }) => sum + (network?.firstOut.length ?? 0), 1);
  const most = enlargement(view, data, view.grows === "by width" ? { ...size, height: Infinity } : size, plenty.stage);
  return Math.max(1, Math.min(most, Math.sqrt((size.width * size.height) / elements) / leastSide));
}

/** The largest scale at which nothing has to be scrolled. */
function enlargement(view: View, data: ViewData, { width, height }: Size, enough: Size): number {
  const most = Math.max(1, Math.min(largest, width / enough.width, height / enough.height));
  for (let scale = most; scale > 1; scale -= step) {
    const wanted = view.room?.(data, width / scale);
    if (wanted === undefined || (wanted.width <= width / scale + 1 && wanted.height <= height / scale + 1)) return scale;
  }
  return 1;
}

/** Sets the size of a drawing. Returns whether its width has changed. */
export function fit(svg: SVGSVGElement, { canvas: { width, height }, scale }: Sized): boolean {
  const attributes = { width: `${width * scale}`, height: `${height * scale}`, viewBox: `0 0 ${width} ${height}` };
  const isOther = svg.getAttribute("width") !== attributes.width;
  for (const [name, value] of Object.entries(attributes)) if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
  return isOther;
}

/** Sizes a canvas in device pixels, and returns a context whose unit is that of the drawing. */
export function contextOf(element: HTMLCanvasElement | null, { canvas: { width, height }, scale }: Sized): CanvasRenderingContext2D | null {
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  // Include browser zoom, as on a projector.
  const density = scale * Math.min(3, devicePixelRatio * (element.currentCSSZoom ?? 1));
  const [across, down] = [Math.round(width * density), Math.round(height * density)];
  if (element.width !== across || element.height !== down) {
    element.width = across;
    element.height = down;
    element.style.width = `${width * scale}px`;
    element.style.height = `${height * scale}px`;
    // Only on changes: an untouched canvas need not be composited again.
    context.setTransform(density, 0, 0, density, 0, 0);
  }
  return context;
}

/** Minimum width of a drawing among several, and gap between two side by side, pixels. */
export const among = { least: 300, gap: 32 };

/** Whether two drawings fit side by side. */
export function hasRoomForTwo(width: number): boolean {
  return width >= 2 * among.least + among.gap;
}

/** Whether each of this many networks gets a sentence; with more, only the active network does. */
export function isToldOfEach(count: number): boolean {
  return count <= 3;
}
