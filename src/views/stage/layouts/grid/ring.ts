/**
 * A single ring as a closed curve of two straight sides and two half circles. Switches are at equal steps; the first is left of the middle
 * at the top.
 */
import { coordinate, type Network } from "../../../../core/network/network.ts";
import type { Scene, StageLayout } from "../../scene.ts";
import { type Viewport, whole } from "../../viewport.ts";
import { noteIn, wordRoom } from "../fit.ts";
import { fan, type Point, sceneAt } from "../placed.ts";
import { boxSize, isRing, trafficNote } from "./planes.ts";

export const ring: StageLayout = { fits: isRing, place };

/** Minimum length of the straight sides, in radii. They become longer until switches are `apart` pixels from each other. */
const sides = { least: 1.2, apart: 130 } as const;
/** Distance from the border of a switch to its terminals, pixels. */
const terminalLength = (pitch: number) => Math.min(13, pitch * 0.16);

/** Lays out a single ring: the size of the curve, positions along it, and terminals outside it. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { zoom } = viewport;
  const size = network.switches;
  const axis = network.axes.findIndex((each) => each.size > 1);
  const words = wordRoom(width, height);
  const free = height - words.top - words.foot;
  const curveIn = (across: number, down: number) => {
    const radius = Math.max(10, Math.min(free / 2 - down, width / 2 - across));
    const wanted = Math.max(sides.least * radius, (size * sides.apart) / 2 - Math.PI * radius);
    const side = Math.max(0, Math.min(width - 2 * (radius + across), wanted));
    return { radius, side, length: 2 * side + 2 * Math.PI * radius };
  };
  // Half a switch and its terminals lie outside the curve. Their size is computed as if the curve filled the whole drawing: an upper bound.
  const most = curveIn(0, 0).length / size;
  const beside = boxSize(most, most).map((each) => each / 2 + terminalLength(most) + 3);
  const isFan = network.terminals > size;
  const corner = Math.hypot(...beside);
  const { radius, side, length } = isFan ? curveIn(corner, corner) : curveIn(beside[0], beside[1]);
  const [cx, cy] = [width / 2, words.top + free / 2];
  const pointAt = (along: number): Point => {
    let s = (along + length) % length;
    if (s < side) return [cx - side / 2 + s, cy - radius];
    s -= side;
    if (s < Math.PI * radius) return [cx + side / 2 + radius * Math.sin(s / radius), cy - radius * Math.cos(s / radius)];
    s -= Math.PI * radius;
    if (s < side) return [cx + side / 2 - s, cy + radius];
    s -= side;
    return [cx - side / 2 - radius * Math.sin(s / radius), cy + radius * Math.cos(s / radius)];
  };
  const placeOf = (n: number) => pointAt(side / 2 + ((coordinate(network, n, axis) - 0.5) * length) / size);
  // On a half circle the straight distance of neighbors is slightly shorter than along the curve.
  const step = length / size;
  const pitch = (step < 2 * radius ? 2 * radius * Math.sin(step / (2 * radius)) : radius) * zoom;
  const [boxWidth, boxHeight] = boxSize(pitch, pitch);
  const at = (n: number): Point => {
    const [x, y] = placeOf(n);
    return [x * zoom + viewport.x, y * zoom + viewport.y];
  };
  return sceneAt(
    network,
    {
      at,
      boxWidth,
      boxHeight,
      pitch,
      terminalAt: (_, home, i, count) => {
        if (pitch < 14) return null;
        const [x, y] = placeOf(home);
        const outwards: Point = [x - Math.max(cx - side / 2, Math.min(cx + side / 2, x)), y - cy];
        const border = Math.min(...[boxWidth, boxHeight].map((size, d) => (size / 2) * (radius / Math.max(0.01, Math.abs(outwards[d])))));
        return fan(at(home), outwards, (isFan ? Math.hypot(boxWidth, boxHeight) / 2 : border) + terminalLength(pitch), i, count);
      },
      words: noteIn(width, height, trafficNote),
    },
    width,
    height,
    viewport,
  );
}
