/** Where the switches of a drawing stand, in its own steps: where they were put, or where the layout of their form puts them. */
import { once } from "../../../core/base/once.ts";
import type { Network } from "../../../core/network/network.ts";
import type { StageLayout } from "../scene.ts";

/** Pixels of a step where a drawing is seen in its own size. */
export const stepPixels = 4;
/** The room in which a layout places what nobody has put anywhere, pixels. */
const frame = { width: 960, height: 600 } as const;
/** Neighbours stand about so many steps from each other, at least. */
const apart = 30;

/** [S × 2] Places of all switches, in whole steps about the middle of the drawing. */
export type Standing = Int32Array;

/** @param layouts those that fit by their axes; the last fits all */
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

/** Where a layout puts all switches; in rows where it would put several in one place. */
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

/** Rows from left to right, one below the other. */
export function inRows(count: number): Standing {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count * 1.6)));
  const rows = Math.ceil(count / columns);
  return Int32Array.from({ length: 2 * count }, (_, i) => {
    const s = i >> 1;
    const at = i % 2 === 0 ? (s % columns) - (columns - 1) / 2 : Math.floor(s / columns) - (rows - 1) / 2;
    return Math.round(at * apart);
  });
}

/** Distance from a place to the nearest other one, as most have it; 0 for fewer than two. */
export function usualDistance(places: ArrayLike<number>): number {
  const count = places.length / 2;
  if (count < 2) return 0;
  // Of many, some tell enough.
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
