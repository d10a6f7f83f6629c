/**
 * The cube of terminals of Three Quads in oblique projection: x to the right, y downwards, z backwards. The shift for each step of z is
 * chosen such that no two terminals and no two lines of the cube coincide.
 */
import { gcd } from "../../../../core/base/integers.ts";
import type { ScenePoint } from "../build-scene.ts";
import { type Viewport, fullViewport } from "../../viewport.ts";

/** Three coordinates; integers from 0 for terminals. */
export type CubeCoordinates = readonly [number, number, number];

/** Projection of the cube, and sizes. */
export interface Cube {
  /** Pixel position of coordinates, shifted by pixels in the directions of x, y and z. */
  toPixels(place: CubeCoordinates, by?: CubeCoordinates): ScenePoint;
  /** Distance of parallel lines of the cube, pixels; sizes of marks are derived from it. */
  readonly pitch: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** Distance from the cube to the trunks beside it, and from the trunks to the switches at their ends, pixels. */
  readonly trunkDistance: number;
  readonly switchDistance: number;
}

/** Approximate length of a step of z along x and y, in steps of x and of y. */
const depthStep: readonly [number, number] = [0.66, 0.3];
/** Maximum ratio of the step along x to the step along y, and the reverse. */
const maxAspect = 1.9;

/**
 * Scales the oblique drawing of a cube with `m` terminals along each edge to the size of the drawing. A step is the distance between two
 * neighboring terminals along x or y, pixels; a step along z is `depthX` steps to the right and `depthY` steps up.
 */
export function fitCube(m: number, width: number, height: number, viewport: Viewport = fullViewport): Cube {
  const [depthX, depthY] = depthStep.map((wantedFraction) => coprimeFraction(m, wantedFraction));
  const stepsPerEdge = Math.max(1, m - 1);
  const maxBoxWidth = Math.min(46, (width / ((stepsPerEdge + 1) * (1 + depthX) + 2)) * 0.6);
  const trunkDistance = Math.max(5, Math.min(30, width * 0.022, height * 0.05));
  const switchDistance = trunkDistance * 0.7 + maxBoxWidth / 2;
  const availableWidth = width - 2 * (trunkDistance + switchDistance) - maxBoxWidth;
  const availableHeight = height - 2 * (trunkDistance + switchDistance) - maxBoxWidth * 0.7;
  const [maxStepX, maxStepY] = [availableWidth / (stepsPerEdge * (1 + depthX)), availableHeight / (stepsPerEdge * (1 + depthY))];
  const stepX = Math.min(maxStepX, maxStepY * maxAspect);
  const stepY = Math.min(maxStepY, maxStepX * maxAspect);
  const boxWidth = Math.min(maxBoxWidth, stepX * 0.8 * Math.min(1, depthX * 1.4));
  const boxHeight = Math.min(boxWidth * 0.7, stepY * 0.72);
  const depthLength = Math.hypot(depthX * stepX, depthY * stepY);
  // Direction of z in the drawing, as a vector of length 1.
  const [alongX, alongY] = [(depthX * stepX) / depthLength, (depthY * stepY) / depthLength];
  // Position of the terminal with coordinates 0, 0, 0.
  const left = (width - stepsPerEdge * (1 + depthX) * stepX) / 2;
  const top = (height - stepsPerEdge * (1 + depthY) * stepY) / 2 + stepsPerEdge * depthY * stepY;
  return {
    toPixels([x, y, z], [dx, dy, dz] = [0, 0, 0]) {
      const px = left + (x + depthX * z) * stepX + dx + dz * alongX;
      const py = top + (y - depthY * z) * stepY + dy - dz * alongY;
      return [px * viewport.zoom + viewport.x, py * viewport.zoom + viewport.y];
    },
    pitch: (Math.min(stepX, stepY) / m) * viewport.zoom,
    boxWidth: Math.min(46, boxWidth * viewport.zoom),
    boxHeight: Math.min(32, boxHeight * viewport.zoom),
    trunkDistance,
    switchDistance,
  };
}

/**
 * The fraction a / m nearest to `target` with a and m coprime. Its first m multiples have distinct, equally spaced fractional parts.
 */
function coprimeFraction(m: number, target: number): number {
  let bestNumerator = 1;
  for (let numerator = 1; numerator < m; numerator++) {
    if (gcd(numerator, m) === 1 && Math.abs(numerator / m - target) < Math.abs(bestNumerator / m - target)) bestNumerator = numerator;
  }
  return bestNumerator / m;
}
