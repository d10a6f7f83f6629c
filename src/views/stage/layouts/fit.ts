/** Scales a layout to the drawing: as large as possible with equal steps, and then longer steps in the direction that has room left. */
import { type Viewport, fullViewport } from "../viewport.ts";
import type { Scene, SceneLabel } from "../scene.ts";
import type { ScenePoint } from "./build-scene.ts";

/** A layout before scaling: positions of switches are in steps from the first switch. */
export interface UnscaledLayout {
  /** Distance from the first switch to the last along x and along y, steps. */
  readonly extent: ScenePoint;
  /** Maximum ratio of a step along x to one along y, and the reverse. */
  readonly maxAspect: ScenePoint;
  /** Margins beyond the centers of the outermost switches, pixels, for steps of x by y pixels. */
  readonly marginsFor: (x: number, y: number) => Margins;
}

export type Margins = readonly [left: number, top: number, right: number, bottom: number];

export interface FittedLayout {
  /** Length of a step along x and along y, pixels. */
  readonly step: ScenePoint;
  /** Converts a position in steps to pixels. */
  toPixels(x: number, y: number): ScenePoint;
}

/**
 * Finds the largest steps (pixels per unit of a layout, along x and along y) at which the layout with its margins fits the drawing, and
 * centers it. Margins depend on the steps, so these are found by bisection. The two steps may differ by the factors of `maxAspect` if that
 * uses the area better.
 */
export function fitLayout(
  { extent, maxAspect, marginsFor }: UnscaledLayout,
  width: number,
  height: number,
  viewport: Viewport = fullViewport,
): FittedLayout {
  /** Unused width and height at steps of x and y pixels; negative where the layout does not fit. */
  const unusedLength = ([x, y]: ScenePoint): ScenePoint => {
    const [left, top, right, bottom] = marginsFor(x, y);
    return [width - left - right - extent[0] * x, height - top - bottom - extent[1] * y];
  };
  /** The largest steps, in pixels, that fit if a step along x is `ratio` times as long as one along y. */
  const largestSteps = (ratio: number): ScenePoint => {
    const stepsFor = (shorter: number): ScenePoint => [shorter * Math.max(1, ratio), shorter * Math.max(1, 1 / ratio)];
    return stepsFor(bisect((shorter) => Math.min(...unusedLength(stepsFor(shorter))) >= 0, 0.1, Math.max(width, height)));
  };
  const isWidthLeft = (ratio: number) => {
    const [unusedX, unusedY] = unusedLength(largestSteps(ratio));
    return unusedX > unusedY;
  };
  // Steps along x become longer than those along y while more width than height would be left, and the reverse.
  const [x, y] = largestSteps(isWidthLeft(1) ? bisect(isWidthLeft, 1, maxAspect[0]) : bisect(isWidthLeft, 1 / maxAspect[1], 1));
  const [left, top] = marginsFor(x, y);
  const [unusedX, unusedY] = unusedLength([x, y]);
  const { zoom } = viewport;
  return {
    step: [x * zoom, y * zoom],
    toPixels: (stepsX, stepsY) => [
      (left + unusedX / 2 + stepsX * x) * zoom + viewport.x,
      (top + unusedY / 2 + stepsY * y) * zoom + viewport.y,
    ],
  };
}

/** Bisection: the largest value in the range for which a monotonic condition holds. */
function bisect(holds: (value: number) => boolean, from: number, to: number): number {
  if (holds(to)) return to;
  for (let i = 0; i < 24; i++) {
    const middle = (from + to) / 2;
    if (holds(middle)) from = middle;
    else to = middle;
  }
  return from;
}

/**
 * Margins for labels, pixels, where a network fills the whole drawing. A large drawing has a line on top: a caption at its left and the
 * legend of moving dots at its right. A small drawing has only the legend, at the bottom.
 */
const captionLine = { from: { width: 560, height: 300 }, top: 22, foot: 14 } as const;

const hasCaptionLine = (width: number, height: number) => width >= captionLine.from.width && height >= captionLine.from.height;

/** Margins for labels at the top and at the bottom of a drawing, pixels. */
export function labelMargins(width: number, height: number): { readonly top: number; readonly foot: number } {
  return hasCaptionLine(width, height) ? { top: captionLine.top, foot: 0 } : { top: 0, foot: captionLine.foot };
}

/** The caption in the top line; none where the drawing has no room for it. */
export function captionIn(width: number, height: number, text: string): readonly SceneLabel[] {
  return hasCaptionLine(width, height) ? [{ x: 0, y: 13, anchor: "start", text, bold: false, size: 12 }] : [];
}

/** Position of the legend of moving dots: in the top line if there is one, otherwise the default. */
export function packetLegendIn(width: number, height: number): Pick<Scene, "packetLegendPosition"> {
  return hasCaptionLine(width, height) ? { packetLegendPosition: { x: width, y: 13, anchor: "end" } } : {};
}
