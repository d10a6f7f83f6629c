/**
 * The cube of terminals of Three Quads in oblique projection: x to the right, y downwards, z backwards. The shift for each step of z is
 * chosen such that no two terminals and no two lines of the cube coincide.
 */
import { commonDivisor } from "../../../../core/base/integers.ts";
import type { Point } from "../placed.ts";
import { type Viewport, whole } from "../../viewport.ts";

/** Three coordinates; integers from 0 for terminals. */
export type Place = readonly [number, number, number];

/** Projection of the cube, and sizes. */
export interface Cube {
  /** Pixel position of coordinates, shifted by pixels in the directions of x, y and z. */
  at(place: Place, by?: Place): Point;
  /** Distance of parallel lines of the cube, pixels; sizes of marks are derived from it. */
  readonly pitch: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** Distance from the cube to the trunks beside it, and from there to the switches at their ends, pixels. */
  readonly gap: number;
  readonly reach: number;
}

/** Approximate length of a step of z along x and y, in steps of x and of y. */
const depth: readonly [number, number] = [0.66, 0.3];
/** Maximum ratio of the two steps. */
const stretched = 1.9;

/** A cube with `m` terminals along each edge, as large as the drawing allows. */
export function cubeIn(m: number, width: number, height: number, viewport: Viewport = whole): Cube {
  const [f, g] = depth.map((part) => staggered(m, part));
  const edges = Math.max(1, m - 1);
  const large = Math.min(46, (width / ((edges + 1) * (1 + f) + 2)) * 0.6);
  const gap = Math.max(5, Math.min(30, width * 0.022, height * 0.05));
  const reach = gap * 0.7 + large / 2;
  const roomX = width - 2 * (gap + reach) - large;
  const roomY = height - 2 * (gap + reach) - large * 0.7;
  const [mostX, mostY] = [roomX / (edges * (1 + f)), roomY / (edges * (1 + g))];
  const stepX = Math.min(mostX, mostY * stretched);
  const stepY = Math.min(mostY, mostX * stretched);
  const boxWidth = Math.min(large, stepX * 0.8 * Math.min(1, f * 1.4));
  const boxHeight = Math.min(boxWidth * 0.7, stepY * 0.72);
  const length = Math.hypot(f * stepX, g * stepY);
  const [alongX, alongY] = [(f * stepX) / length, (g * stepY) / length];
  const left = (width - edges * (1 + f) * stepX) / 2;
  const top = (height - edges * (1 + g) * stepY) / 2 + edges * g * stepY;
  return {
    at([x, y, z], [dx, dy, dz] = [0, 0, 0]) {
      const px = left + (x + f * z) * stepX + dx + dz * alongX;
      const py = top + (y - g * z) * stepY + dy - dz * alongY;
      return [px * viewport.zoom + viewport.x, py * viewport.zoom + viewport.y];
    },
    pitch: (Math.min(stepX, stepY) / m) * viewport.zoom,
    boxWidth: Math.min(46, boxWidth * viewport.zoom),
    boxHeight: Math.min(32, boxHeight * viewport.zoom),
    gap,
    reach,
  };
}

/**
 * The fraction a / m nearest to the wanted one with a and m coprime. Its first m multiples have distinct, equally spaced fractional parts.
 */
function staggered(m: number, wanted: number): number {
  let best = 1;
  for (let a = 1; a < m; a++) {
    if (commonDivisor(a, m) === 1 && Math.abs(a / m - wanted) < Math.abs(best / m - wanted)) best = a;
  }
  return best / m;
}
