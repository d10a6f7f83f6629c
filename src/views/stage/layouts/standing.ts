/**
 * Positions of switches in a network that is drawn by hand, in steps: stored positions, and positions from a layout for all other switches.
 */
import { once } from "../../../core/base/once.ts";
import type { Network } from "../../../core/network/network.ts";
import type { StageLayout } from "../scene.ts";

/** Pixels of a step at the nominal scale. */
export const stepPixels = 4;
/** Size of the drawing in which a layout computes missing positions, pixels. */
const frame = { width: 960, height: 600 } as const;
/** Minimum typical distance of neighbors, steps. */
const apart = 30;

/** [S × 2] Positions x, y of all switches, integer steps relative to the center of the drawing. */
export type Standing = Int32Array;

/**
 * Returns a memoized function from a network to its switch positions.
 * @param layouts Candidate layouts; the last accepts every network.
 */
export function standingBy(layouts: readonly StageLayout[]): (network: Network) => Standing {
  const bySelf = once((network: Network) => placesBy(layouts, network));
  return once((network) => {
    const { terminals, look } = network;
    const standing = bySelf(network).slice();
    for (const [n, [x, y]] of look?.places ?? []) {
      if (n < terminals) continue;
      standing[2 * (n - terminals)] = x;
      standing[2 * (n - terminals) + 1] = y;
    }
    return standing;
  });
}

/** Positions that a layout gives to all switches. If it merges several switches, positions in rows instead. */
function placesBy(layouts: readonly StageLayout[], network: Network): Standing {
  const { terminals, switches, axes } = network;
  const places = new Float64Array(2 * switches);
  const found = new Uint8Array(switches);
  const layout = layouts.find((each) => each.fits(axes));
  const boxes = switches === 0 ? [] : (layout?.place(network, frame.width, frame.height).boxes ?? []);
  for (const { switches: own, x, y, width, height } of boxes) {
    if (own.length > 1) continue;
    const s = own[0] - terminals;
    places[2 * s] = x + width / 2 - frame.width / 2;
    places[2 * s + 1] = y + height / 2 - frame.height / 2;
    found[s] = 1;
  }
  if (found.includes(0)) return inRows(switches);
  const near = usualDistance(places);
  const scale = Math.max(1 / stepPixels, near === 0 ? 0 : apart / near);
  return Int32Array.from(places, (each) => Math.round(each * scale));
}

/** Positions in rows from left to right, top to bottom. */
export function inRows(count: number): Standing {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count * 1.6)));
  const rows = Math.ceil(count / columns);
  return Int32Array.from({ length: 2 * count }, (_, i) => {
    const s = i >> 1;
    const at = i % 2 === 0 ? (s % columns) - (columns - 1) / 2 : Math.floor(s / columns) - (rows - 1) / 2;
    return Math.round(at * apart);
  });
}

/** The first quartile of the distances from a position to its nearest neighbor; 0 for fewer than two positions. */
export function usualDistance(places: ArrayLike<number>): number {
  const count = places.length / 2;
  if (count < 2) return 0;
  // A sample of about 200 positions is sufficient.
  const step = Math.max(1, Math.floor(count / 200));
  const nearest: number[] = [];
  for (let i = 0; i < count; i += step) {
    let least = Infinity;
    for (let k = 0; k < count; k++) {
      if (k !== i) least = Math.min(least, (places[2 * i] - places[2 * k]) ** 2 + (places[2 * i + 1] - places[2 * k + 1]) ** 2);
    }
    nearest.push(Math.sqrt(least));
  }
  return nearest.sort((a, b) => a - b)[Math.floor(nearest.length / 4)];
}
