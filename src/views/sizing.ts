/** How large a view is drawn: as it wants in its card; enlarged over the whole page, and on the stage of a large screen. */
import type { Canvas, View, ViewData } from "./contract.ts";

/** A canvas, and how many times it is enlarged on the page. */
export interface Sized {
  readonly canvas: Canvas;
  readonly scale: number;
  /** Whether it is wider than its box, and shown from its middle then. */
  readonly isScrolled: boolean;
  readonly fromMiddle: boolean;
}

/** Room in which a drawing has all it needs, over the whole page and on the stage, pixels; what is left makes it larger, so that it reads from the back row. */
const plenty = { page: { width: 880, height: 480 }, stage: { width: 960, height: 470 } } as const;
const largest = 2;
const step = 0.05;
/** Each switch and each terminal of the networks on the page has the room of a square of that side, pixels: a large network is enlarged less. */
const leastSide = 20;

type Size = Pick<Canvas, "width" | "height">;

/** The canvas of a view in a box of that size; one that `fills` it takes all of its height, and is enlarged. */
export function sized(view: View, data: ViewData, size: Size, theme: Canvas["theme"], fills: boolean): Sized {
  const scale = scaleOf(view, data, size, fills);
  const box = { width: size.width / scale, height: size.height / scale };
  const { width, height, least = height, fromMiddle = false } = view.room?.(data, box.width) ?? { ...box };
  const canvas = { width: Math.floor(width), height: Math.floor(fills ? Math.max(least, box.height) : height), theme, units: data.units };
  return { canvas, scale, isScrolled: canvas.width > box.width, fromMiddle };
}

/** How many times a view is enlarged in a box of that size: one that `fills` it, and one that grows with it, as far as it has room enough. */
export function scaleOf(view: View, data: ViewData, size: Size, fills: boolean): number {
  if (fills) return enlargement(view, data, size, plenty.page);
  if (view.grows === undefined) return 1;
  const elements = data.variants.reduce((sum, { network }) => sum + (network?.firstOut.length ?? 0), 1);
  const most = enlargement(view, data, view.grows === "by width" ? { ...size, height: Infinity } : size, plenty.stage);
  return Math.max(1, Math.min(most, Math.sqrt((size.width * size.height) / elements) / leastSide));
}

/** As much as the box has room for, as long as nothing has to be scrolled. */
function enlargement(view: View, data: ViewData, { width, height }: Size, enough: Size): number {
  const most = Math.max(1, Math.min(largest, width / enough.width, height / enough.height));
  for (let scale = most; scale > 1; scale -= step) {
    const wanted = view.room?.(data, width / scale);
    if (wanted === undefined || (wanted.width <= width / scale + 1 && wanted.height <= height / scale + 1)) return scale;
  }
  return 1;
}

/** Gives a drawing the size of its canvas; true where its width has changed. */
export function fit(svg: SVGSVGElement, { canvas: { width, height }, scale }: Sized): boolean {
  const attributes = { width: `${width * scale}`, height: `${height * scale}`, viewBox: `0 0 ${width} ${height}` };
  const isOther = svg.getAttribute("width") !== attributes.width;
  for (const [name, value] of Object.entries(attributes)) if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
  return isOther;
}

/** A canvas given the drawing's size in the screen's own pixels, with a context whose unit is that of the drawing. */
export function contextOf(element: HTMLCanvasElement | null, { canvas: { width, height }, scale }: Sized): CanvasRenderingContext2D | null {
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  // Where the page is enlarged, as on a projector, so is the drawing.
  const density = scale * Math.min(3, devicePixelRatio * (element.currentCSSZoom ?? 1));
  const [across, down] = [Math.round(width * density), Math.round(height * density)];
  if (element.width !== across || element.height !== down) {
    element.width = across;
    element.height = down;
    element.style.width = `${width * scale}px`;
    element.style.height = `${height * scale}px`;
    // Once is enough, and a canvas that is not touched need not be put onto the screen again.
    context.setTransform(density, 0, 0, density, 0, 0);
  }
  return context;
}

/** Least width of a drawing among others, and the room between two beside each other, pixels. */
export const among = { least: 300, gap: 32 };

/** Whether two drawings have room beside each other. */
export function hasRoomForTwo(width: number): boolean {
  return width >= 2 * among.least + among.gap;
}

/** Whether so many networks have a sentence each; of more, the one in front has. */
export function isToldOfEach(count: number): boolean {
  return count <= 3;
}
