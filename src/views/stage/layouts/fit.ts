/** How a placing is fitted to its room: as large as it goes evenly, and then further apart in the direction that has room left. */
import { type Viewport, whole } from "../viewport.ts";
import type { Scene, Word } from "../scene.ts";
import type { Point } from "./placed.ts";

/** A placing before it is fitted to its room: places of switches are in steps from the first one. */
export interface Steps {
  /** From the first switch to the last, along x and along y. */
  readonly extent: Point;
  /** How many times as long as the other one a step along x, and one along y, may be. */
  readonly stretch: Point;
  /** What reaches beyond the middles of the outermost switches where steps are that long, pixels. */
  readonly reach: (x: number, y: number) => Reach;
}

export type Reach = readonly [left: number, top: number, right: number, bottom: number];

export interface Fit {
  /** A step along x and along y, pixels. */
  readonly step: Point;
  /** From steps from the first switch to pixels. */
  at(x: number, y: number): Point;
}

/** The placing in the middle of its room, as it is looked at. */
export function fitToRoom({ extent, stretch, reach }: Steps, width: number, height: number, viewport: Viewport = whole): Fit {
  const rest = ([x, y]: Point): Point => {
    const [left, top, right, bottom] = reach(x, y);
    return [width - left - right - extent[0] * x, height - top - bottom - extent[1] * y];
  };
  /** The largest steps whose x is `ratio` times as long as their y. */
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

/** Halves a range to where a condition that holds for smaller numbers ends. */
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
 * What words take of a room that a network fills to its corners, pixels: a line on top that says how the picture is read, and at its end what a
 * dot means; where it is small, only that, at the foot.
 */
const lines = { from: { width: 560, height: 300 }, top: 22, foot: 14 } as const;

const hasLine = (width: number, height: number) => width >= lines.from.width && height >= lines.from.height;

/** What words take of a room on top and at its foot, pixels. */
export function wordRoom(width: number, height: number): { readonly top: number; readonly foot: number } {
  return hasLine(width, height) ? { top: lines.top, foot: 0 } : { top: 0, foot: lines.foot };
}

/** How a picture is read, where its room has a line for it. */
export function noteIn(width: number, height: number, text: string): readonly Word[] {
  return hasLine(width, height) ? [{ x: 0, y: 13, anchor: "start", text, bold: false, size: 12 }] : [];
}

/** Where the words on dots are put then. */
export function packetsIn(width: number, height: number): Pick<Scene, "packetsAt"> {
  return hasLine(width, height) ? { packetsAt: { x: width, y: 13, anchor: "end" } } : {};
}
