/** Positions of the switches of a grid: planes of two dimensions, arranged in the number of columns that uses the room best. */
import type { Axis } from "../../../../core/network/network.ts";
import type { Viewport } from "../../viewport.ts";
import { type Fit, fitToRoom, wordRoom, type Reach } from "../fit.ts";
import type { Point } from "../placed.ts";

export interface GridPlan {
  /** Distance of neighbors along x and along y, pixels. */
  readonly pitchX: number;
  readonly pitchY: number;
  /** Center of the switch with those coordinates, pixels. */
  at(coordinates: readonly number[]): Point;
}

/** Caption on the two lines of a link. */
export const trafficNote = "Each link is two channels: traffic keeps to the left";

/** Distance between two planes, steps. */
const gap = 2;
/** Maximum ratio of the distance of neighbors in a row to that in a column, and the reverse. */
const stretch: Point = [2.2, 1.2];
/** Width and height of a switch for a distance of neighbors, pixels. */
export function boxSize(pitchX: number, pitchY: number): Point {
  return [Math.max(1.5, Math.min(72, pitchX * 0.58)), Math.max(1.5, Math.min(46, pitchY * 0.52))];
}

/** Length of the stub of a wraparound link beyond its switch, pixels. */
export function stubLength(pitch: number): number {
  return Math.min(48, pitch * 0.36);
}

/** Height of an arc between planes above its switches, and its sideways extent, pixels. */
export const arcRise = (pitch: number) => pitch * 0.42;

/** Distance from a switch to its terminals along each axis, pixels. */
export function terminalLength(pitch: number): number {
  return Math.min(16, pitch * 0.2) * 0.72;
}

/** Whether the distance of neighbors, pixels, leaves room for coordinates beside the first row and column. */
export const hasCoordinates = (pitchX: number, pitchY: number) => pitchX >= 22 && pitchY >= 15;

/** Distances of the coordinate labels from the center of the first switch, to its left and above it, pixels. */
export function coordinatesAt([first, second, ...further]: readonly Axis[], pitchX: number, pitchY: number): Point {
  const [width, height] = boxSize(pitchX, pitchY);
  const arc = further.some(({ size }) => size > 1) ? 0.75 * arcRise(Math.min(pitchX, pitchY)) : 0;
  return [
    width / 2 + Math.max(arc, isClosed(first) ? stubLength(pitchX) : 0) + 6,
    height / 2 + Math.max(arc, isClosed(second) ? stubLength(pitchY) : 0) + 5,
  ];
}

const isClosed = (axis: Axis | undefined) => axis?.kind === "ring" && axis.size > 2;

/** Whether a network is a single ring, which is drawn as a closed curve. */
export const isRing = (axes: readonly Axis[]) => axes[0]?.kind === "ring" && axes.filter(({ size }) => size > 1).length === 1;

/** Whether a network is drawn as a hypercube: three or more dimensions of two switches each. */
export const isHypercube = (axes: readonly Axis[]) => axes.length > 2 && axes.every(({ kind, size }) => kind === "line" && size <= 2);

/** Arranges a grid with any number of dimensions, seen through a viewport. */
export function planGrid(axes: readonly Axis[], width: number, height: number, viewport: Viewport): GridPlan {
  const sizes = axes.map((axis) => axis.size);
  const [nx, ny = 1, ...further] = sizes;
  const planes = further.reduce((product, size) => product * size, 1);
  const unit = further.length > 1 ? further[0] : 1;
  const words = wordRoom(width, height);
  const letters = Math.max(3, String(ny).length);
  const reach = (x: number, y: number): Reach => {
    const [w, h] = boxSize(x, y);
    const [before, above] = coordinatesAt(axes, x, y);
    const pitch = Math.min(x, y);
    const terminal = pitch < 14 ? 0 : terminalLength(pitch) + 3;
    const [left, top] = hasCoordinates(x, y) ? [ny > 1 ? 6.5 * letters : 0, 11] : [0, 0];
    return [
      before + left,
      words.top + above + top,
      Math.max(before - 4, w / 2 + terminal),
      Math.max(isClosed(axes[1]) ? above - 3 : 0, h / 2 + terminal) + words.foot,
    ];
  };
  const fitWith = (columns: number) => {
    const rows = Math.ceil(planes / columns);
    const extent: Point = [columns * (nx - 1 + gap) - gap, rows * (ny - 1 + gap) - gap];
    return { columns, ...fitToRoom({ extent, stretch, reach }, width, height, viewport) };
  };
  const area = ({ step: [x, y] }: Fit) => x * y;
  let best = fitWith(unit);
  for (let columns = 2 * unit; columns <= planes; columns += unit) {
    const other = fitWith(columns);
    if (area(other) > area(best)) best = other;
  }
  const { step, columns, at } = best;
  return {
    pitchX: step[0],
    pitchY: step[1],
    at(coordinates) {
      let plane = 0;
      for (let d = sizes.length - 1; d >= 2; d--) plane = plane * sizes[d] + coordinates[d];
      return at((plane % columns) * (nx - 1 + gap) + coordinates[0], Math.floor(plane / columns) * (ny - 1 + gap) + (coordinates[1] ?? 0));
    },
  };
}
