/** Scales a layout to the drawing: as large as possible with equal steps, and then longer steps in the direction that has room left. */
import { type Viewport, whole } from "../viewport.ts";
import type { Scene, Word } from "../scene.ts";
import type { Point } from "./placed.ts";

/** A layout before scaling: positions of switches are in steps from the first switch. */
export interface Steps {
  /** Distance from the first switch to the last along x and along y, steps. */
  readonly extent: Point;
  /** Maximum ratio of a step along x to one along y, and the reverse. */
  readonly stretch: Point;
  /** Margins beyond the centers of the outermost switches, pixels, for steps of x by y pixels. */
  readonly reach: (x: number, y: number) => Reach;
}

export type Reach = readonly [left: number, top: number, right: number, bottom: number];

export interface Fit {
  /** Length of a step along x and along y, pixels. */
  readonly step: Point;
  /** Converts a position in steps to pixels. */
  at(x: number, y: number): Point;
}

/** The layout centered in the drawing, seen through a viewport. */
export function fitToRoom({ extent, stretch, reach }: Steps, width: number, height: number, viewport: Viewport = whole): Fit {
  const rest = ([x, y]: Point): Point => {
    const [left, top, right, bottom] = reach(x, y);
    return [width - left - right - extent[0] * x, height - top - bottom - extent[1] * y];
  };
  /** The largest steps that fit where a step along x is `ratio` times as long as one along y. */
  const largest = (ratio: number): Point => {
    const steps = (shorter: number): Point => [shorter * Math.max(1, ratio), shorter * Math.max(1, 1 / ratio)];
    return steps(halved((shorter) => Math.min(...rest(steps(shorter))) >= 0, 0.1, Math.max(width, height)));
  };
  const isWide = (ratio: number) => {
    const [restX, restY] = rest(largest(ratio));
    return restX > restY;
  };
  const [x, y] = largest(isWide(1) ? halved(isWide, 1, stretch[0]) : halved(isWide, 1 / stretch[1], 1));
  const [left, top] = reach(x, y);
  const [restX, restY] = rest([x, y]);
  const { zoom } = viewport;
  return {
    step: [x * zoom, y * zoom],
    at: (across, down) => [(left + restX / 2 + across * x) * zoom + viewport.x, (top + restY / 2 + down * y) * zoom + viewport.y],
  };
}

/** Bisection: the largest value in the range for which a monotonic condition holds. */
function halved(holds: (value: number) => boolean, from: number, to: number): number {
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
const lines = { from: { width: 560, height: 300 }, top: 22, foot: 14 } as const;

const hasLine = (width: number, height: number) => width >= lines.from.width && height >= lines.from.height;

/** Margins for labels at the top and at the bottom of a drawing, pixels. */
export function wordRoom(width: number, height: number): { readonly top: number; readonly foot: number } {
  return hasLine(width, height) ? { top: lines.top, foot: 0 } : { top: 0, foot: lines.foot };
}

/** The caption in the top line; none where the drawing has no room for it. */
export function noteIn(width: number, height: number, text: string): readonly Word[] {
  return hasLine(width, height) ? [{ x: 0, y: 13, anchor: "start", text, bold: false, size: 12 }] : [];
}

/** Position of the legend of moving dots: in the top line if there is one, otherwise the default. */
export function packetsIn(width: number, height: number): Pick<Scene, "packetsAt"> {
  return hasLine(width, height) ? { packetsAt: { x: width, y: 13, anchor: "end" } } : {};
}
