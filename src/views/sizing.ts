/** Size of a drawing: its preferred size in a card, enlarged in full-page mode and on the stage of a large screen. */
import type { Canvas, View, ViewData } from "./contract.ts";

/** A canvas, and its enlargement on the page. */
export interface SizedCanvas {
  readonly canvas: Canvas;
  readonly scale: number;
  /** Whether the drawing is wider than its box, and whether it then starts at its middle. */
  readonly isScrolled: boolean;
  readonly startsAtMiddle: boolean;
}

/**
 * Box sizes at which a drawing is at scale 1, in full-page mode and on the stage, pixels; larger boxes enlarge it, so that it is legible
 * from the back row.
 */
const unscaledBox = { page: { width: 880, height: 480 }, stage: { width: 960, height: 470 } } as const;
const maxScale = 2;
const scaleStep = 0.05;
/** On the stage, each switch and terminal keeps the area of a square of this side, pixels, so large networks are enlarged less. */
const minElementSide = 20;

type BoxSize = Pick<Canvas, "width" | "height">;

/** The canvas of a view in a box. With `fillsBox` it takes the full height and is enlarged. */
export function sizeCanvas(view: View, data: ViewData, size: BoxSize, theme: Canvas["theme"], fillsBox: boolean): SizedCanvas {
  const scale = viewScale(view, data, size, fillsBox);
  const box = { width: size.width / scale, height: size.height / scale };
  const { width, height, least: minHeight = height, fromMiddle = false } = view.preferredSize?.(data, box.width) ?? { ...box };
  const canvas = {
    width: Math.floor(width),
    height: Math.floor(fillsBox ? Math.max(minHeight, box.height) : height),
    theme,
    units: data.units,
  };
  return { canvas, scale, isScrolled: canvas.width > box.width, startsAtMiddle: fromMiddle };
}

/** Enlargement of a view in a box: with `fillsBox`, or if the view declares an enlargement, as far as the box permits. */
export function viewScale(view: View, data: ViewData, size: BoxSize, fillsBox: boolean): number {
  if (fillsBox) return largestScale(view, data, size, unscaledBox.page);
  if (view.enlargement === undefined) return 1;
  const elements = data.variants.reduce((sum, { network }) => sum + (network?.firstOut.length ?? 0), 1);
  const maxByBox = largestScale(view, data, view.enlargement === "by width" ? { ...size, height: Infinity } : size, unscaledBox.stage);
  return Math.max(1, Math.min(maxByBox, Math.sqrt((size.width * size.height) / elements) / minElementSide));
}

/** The largest scale at which nothing has to be scrolled. */
function largestScale(view: View, data: ViewData, { width, height }: BoxSize, unscaled: BoxSize): number {
  const limit = Math.max(1, Math.min(maxScale, width / unscaled.width, height / unscaled.height));
  for (let scale = limit; scale > 1; scale -= scaleStep) {
    const preferred = view.preferredSize?.(data, width / scale);
    if (preferred === undefined || (preferred.width <= width / scale + 1 && preferred.height <= height / scale + 1)) return scale;
  }
  return 1;
}

/** Sets the size of a drawing. Returns whether its width has changed. */
export function resizeSvg(svg: SVGSVGElement, { canvas: { width, height }, scale }: SizedCanvas): boolean {
  const attributes = { width: `${width * scale}`, height: `${height * scale}`, viewBox: `0 0 ${width} ${height}` };
  const hasNewWidth = svg.getAttribute("width") !== attributes.width;
  for (const [name, value] of Object.entries(attributes)) if (svg.getAttribute(name) !== value) svg.setAttribute(name, value);
  return hasNewWidth;
}

/** The drawing context of a canvas in device pixels, scaled so that its unit is a pixel of the drawing. Null without a canvas. */
export function sizedContext(
  element: HTMLCanvasElement | null,
  { canvas: { width, height }, scale }: SizedCanvas,
): CanvasRenderingContext2D | null {
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  // Include browser zoom, as on a projector.
  const density = scale * Math.min(3, devicePixelRatio * (element.currentCSSZoom ?? 1));
  const [pixelWidth, pixelHeight] = [Math.round(width * density), Math.round(height * density)];
  if (element.width !== pixelWidth || element.height !== pixelHeight) {
    element.width = pixelWidth;
    element.height = pixelHeight;
    element.style.width = `${width * scale}px`;
    element.style.height = `${height * scale}px`;
    // The transform is set only after a change of size: an untouched canvas need not be composited again.
    context.setTransform(density, 0, 0, density, 0, 0);
  }
  return context;
}

/** Minimum width of drawings that are side by side, and the gap between them, pixels. */
export const sideBySideSizes = { least: 300, gap: 32 };

/** Whether two drawings fit side by side. */
export function hasRoomForTwo(width: number): boolean {
  return width >= 2 * sideBySideSizes.least + sideBySideSizes.gap;
}

/** Whether each network gets a sentence if there are `count` networks; otherwise only the active network does. */
export function hasSentenceEach(count: number): boolean {
  return count <= 3;
}
