/**
 * A cube of terminals as Three Quads have it, seen obliquely: x to the right, y downwards, z into the depth. Depths are
 * staggered so that no two terminals and no two lines of the cube lie on each other.
 */
import { commonDivisor } from "../../../../core/base/integers.ts";
import type { Point } from "../placed.ts";
import { type Viewport, whole } from "../../viewport.ts";

/** Three coordinates; those of terminals are whole numbers from 0. */
export type Place = readonly [number, number, number];

/** Where everything of a cube stands. */
export interface Cube {
  /** Point of a place, moved by so many pixels in the directions of x, y and z. */
  at(place: Place, by?: Place): Point;
  /** Distance of parallel lines of the cube, pixels: how fine its marks must be. */
  readonly pitch: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** From the cube to the lines beside it, and from those to the switches at their ends, pixels. */
  readonly gap: number;
  readonly reach: number;
}

/** How deep the cube looks: steps of x and of y that a step of z is about as long as. */
const depth: readonly [number, number] = [0.66, 0.3];
/** How many times as long as the other one of the two steps may be. */
const stretched = 1.9;

/** A cube of so many terminals along each edge, as large as the room allows. */
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

/** The part nearest to the one wanted whose multiples, up to the m-th, leave equal steps when whole ones are taken off. */
function staggered(m: number, wanted: number): number {
  let best = 1;
  for (let a = 1; a < m; a++) {
    if (commonDivisor(a, m) === 1 && Math.abs(a / m - wanted) < Math.abs(best / m - wanted)) best = a;
  }
  return best / m;
}
