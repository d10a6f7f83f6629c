/** Positions of the switches of a grid: planes of two dimensions, arranged in the number of columns that uses the room best. */
import type { Axis } from "../../../../core/network/network.ts";
import type { Viewport } from "../../viewport.ts";
import { type FittedLayout, fitLayout, labelMargins, type Margins } from "../fit.ts";
import type { ScenePoint } from "../build-scene.ts";

export interface GridPlan {
  /** Distance of neighbors along x and along y, pixels. */
  readonly pitchX: number;
  readonly pitchY: number;
  /** Center of the switch with those coordinates, pixels. */
  centerOf(coordinates: readonly number[]): ScenePoint;
}

/** Caption on the two lines of a link. */
export const trafficCaption = "Two channels per link, each drawn on the left of its direction";

/** Distance between two planes, steps. */
const planeGap = 2;
/** Maximum ratio of the distance of neighbors in a row to that in a column, and the reverse. */
const maxAspect: ScenePoint = [2.2, 1.2];
/** Width and height of a switch for a distance of neighbors, pixels. */
export function boxSize(pitchX: number, pitchY: number): ScenePoint {
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
export function coordinateDistances([first, second, ...further]: readonly Axis[], pitchX: number, pitchY: number): ScenePoint {
  const [width, height] = boxSize(pitchX, pitchY);
  const arcRoom = further.some(({ size }) => size > 1) ? 0.75 * arcRise(Math.min(pitchX, pitchY)) : 0;
  return [
    width / 2 + Math.max(arcRoom, hasWraparound(first) ? stubLength(pitchX) : 0) + 6,
    height / 2 + Math.max(arcRoom, hasWraparound(second) ? stubLength(pitchY) : 0) + 5,
  ];
}

export const hasWraparound = (axis: Axis | undefined) => axis?.kind === "ring" && axis.size > 2;

/** Whether a network is a single ring, which is drawn as a closed curve. */
export const isRingLayoutFor = (axes: readonly Axis[]) => axes[0]?.kind === "ring" && axes.filter(({ size }) => size > 1).length === 1;

/** Whether a network is drawn as a hypercube: three or more dimensions of two switches each. */
export const isHypercubeLayoutFor = (axes: readonly Axis[]) =>
  axes.length > 2 && axes.every(({ kind, size }) => kind === "line" && size <= 2);

/**
 * Computes the steps of a grid in pixels and the positions of its switches. The first two dimensions form a plane. The planes of further
 * dimensions are arranged in rows and columns, with the number of columns that makes the cells of the grid largest.
 */
export function planGrid(axes: readonly Axis[], width: number, height: number, viewport: Viewport): GridPlan {
  const sizes = axes.map((axis) => axis.size);
  const [nx, ny = 1, ...furtherSizes] = sizes;
  const planeCount = furtherSizes.reduce((product, size) => product * size, 1);
  // The number of columns is a multiple of this, so that a row of planes contains whole rows of the third dimension.
  const columnUnit = furtherSizes.length > 1 ? furtherSizes[0] : 1;
  const labelMargin = labelMargins(width, height);
  const labelLength = Math.max(3, String(ny).length);
  const marginsFor = (x: number, y: number): Margins => {
    const [boxWidth, boxHeight] = boxSize(x, y);
    const [leftDistance, topDistance] = coordinateDistances(axes, x, y);
    const pitch = Math.min(x, y);
    const terminalRoom = pitch < 14 ? 0 : terminalLength(pitch) + 3;
    const [labelWidth, labelHeight] = hasCoordinates(x, y) ? [ny > 1 ? 6.5 * labelLength : 0, 11] : [0, 0];
    return [
      leftDistance + labelWidth,
      labelMargin.top + topDistance + labelHeight,
      Math.max(leftDistance - 4, boxWidth / 2 + terminalRoom),
      Math.max(hasWraparound(axes[1]) ? topDistance - 3 : 0, boxHeight / 2 + terminalRoom) + labelMargin.foot,
    ];
  };
  const fitWith = (columns: number) => {
    const rows = Math.ceil(planeCount / columns);
    const extent: ScenePoint = [columns * (nx - 1 + planeGap) - planeGap, rows * (ny - 1 + planeGap) - planeGap];
    return { columns, ...fitLayout({ extent, maxAspect, marginsFor }, width, height, viewport) };
  };
  // Try every number of columns of planes, and use the one with the largest area of a grid cell.
  const area = ({ step: [x, y] }: FittedLayout) => x * y;
  let bestFit = fitWith(columnUnit);
  for (let columns = 2 * columnUnit; columns <= planeCount; columns += columnUnit) {
    const candidate = fitWith(columns);
    if (area(candidate) > area(bestFit)) bestFit = candidate;
  }
  const { step, columns, toPixels } = bestFit;
  return {
    pitchX: step[0],
    pitchY: step[1],
    centerOf(coordinates) {
      // Index of the plane among all planes; the third dimension varies fastest.
      let plane = 0;
      for (let d = sizes.length - 1; d >= 2; d--) plane = plane * sizes[d] + coordinates[d];
      return toPixels(
        (plane % columns) * (nx - 1 + planeGap) + coordinates[0],
        Math.floor(plane / columns) * (ny - 1 + planeGap) + (coordinates[1] ?? 0),
      );
    },
  };
}
