/** Links of a tree: two channels each, up on the left and down on the right. Links of collapsed groups share one pair of lines. */
import type { Network } from "../../../core/network/network.ts";
import type { Part, Rows } from "./levels.ts";
import { type Curve, type Line, vertical } from "../scene.ts";

/** Terminals closer than this share one line to their switch, pixels. */
const dense = 2;
/** Half the distance between the two lines of a bundle, pixels. */
const bundleApart = 2.1;

export interface Spacing {
  readonly left: number;
  readonly pitch: number;
  /** Vertical position at which the lines of terminals begin, pixels. */
  readonly axisTop: number;
  /** Half the distance between the two lines of a link, pixels. */
  readonly apart: number;
  readonly roomWidth: number;
}

interface Bundle {
  readonly lower: Part;
  readonly upper: Part;
  /** Channels that lead up. */
  readonly rising: number[];
}

/** The visible lines, and the center line of each link. */
export function joined(network: Network, rows: Rows, partOf: readonly Part[], { left, pitch, axisTop, apart, roomWidth }: Spacing) {
  const { head, tail, reverse } = network;
  const lines: Line[] = [];
  const middles: Curve[] = [];
  const isOutside = (x1: number, x2: number) => (x1 < -8 && x2 < -8) || (x1 > roomWidth + 8 && x2 > roomWidth + 8);
  /** Horizontal center of the port by which a channel leaves a switch. */
  const portAt = (c: number) => {
    const { box } = partOf[tail[c]];
    const side = (rows.rises[c] === 1 ? rows.up : rows.down)[tail[c]];
    return box.x + ((rows.port[c] + 0.5) * box.width) / side.length;
  };
  const join = (rising: readonly number[], x1: number, y1: number, x2: number, y2: number, by: number, bold: boolean) => {
    if (isOutside(x1, x2)) return;
    const middle = vertical(x1, y1, x2, y2);
    const [a, b, c, d, e, f, g, h] = middle;
    middles.push(middle);
    // The up channel is on the left and the down channel on the right, in whichever direction the curve bends.
    lines.push(
      { channels: rising, curve: [a - by, b, c - by, d, e - by, f, g - by, h], light: false, bold },
      { channels: rising.map((c) => reverse[c]), curve: [g + by, h, e + by, f, c + by, d, a + by, b], light: false, bold },
    );
  };
  const foot = ({ box }: Part) => box.y + box.height;

  for (const leaf of rows.switches[0]) {
    const part = partOf[leaf];
    if (part.isClosed && part.box.switches[0] !== leaf) continue;
    const rising = part.box.switches.flatMap((n) => rows.down[n].map((c) => reverse[c]));
    const x = (c: number) => left + (rows.place[tail[c]] + 0.5) * pitch;
    if (rising.length === 0 || isOutside(x(rising[0]), x(rising[rising.length - 1]))) continue;
    if (pitch >= dense && !part.isClosed) for (const c of rising) join([c], x(c), axisTop, portAt(reverse[c]), foot(part), apart, false);
    else {
      const middle = rising.reduce((sum, c) => sum + x(c), 0) / rising.length;
      const [by, isBold] = part.isClosed && part.box.width >= 12 ? [bundleApart, true] : [apart, false];
      join(rising, middle, axisTop, part.box.x + part.box.width / 2, foot(part), by, isBold);
    }
  }
  for (const row of rows.switches) {
    const bundles: Bundle[] = [];
    for (let i = 0; i < row.length; i++) {
      const lower = partOf[row[i]];
      if (lower.isClosed && lower.box.switches[0] !== row[i]) continue;
      const own = new Map<Part, number[]>();
      for (const n of lower.box.switches) {
        for (const c of rows.up[n]) {
          const upper = partOf[head[c]];
          if (!lower.isClosed && !upper.isClosed) {
            join([c], portAt(c), lower.box.y, portAt(reverse[c]), foot(upper), apart, false);
            continue;
          }
          const known = own.get(upper);
          if (known === undefined) own.set(upper, [c]);
          else known.push(c);
        }
      }
      for (const [upper, rising] of own) bundles.push({ lower, upper, rising });
    }
    joinBundles(bundles, (rising, x1, y1, x2, y2, isWide) => join(rising, x1, y1, x2, y2, isWide ? bundleApart : apart, isWide));
  }
  return { lines, middles };
}

/** Places bundles side by side along the edges of their boxes, in the order of the boxes that they lead to. */
function joinBundles(
  bundles: readonly Bundle[],
  join: (rising: readonly number[], x1: number, y1: number, x2: number, y2: number, isWide: boolean) => void,
): void {
  const above = new Map<Part, number>();
  const below = new Map<Part, number>();
  const count = (of: Map<Part, number>, part: Part) => {
    const before = of.get(part) ?? 0;
    of.set(part, before + 1);
    return before;
  };
  const order = bundles.map(({ lower, upper }) => ({ up: count(above, lower), down: count(below, upper) }));
  bundles.forEach(({ lower, upper, rising }, i) => {
    const room = { up: lower.box.width / (above.get(lower) ?? 1), down: upper.box.width / (below.get(upper) ?? 1) };
    const x1 = lower.box.x + (order[i].up + 0.5) * room.up;
    const x2 = upper.box.x + (order[i].down + 0.5) * room.down;
    join(rising, x1, lower.box.y, x2, upper.box.y + upper.box.height, Math.min(room.up, room.down) >= 12);
  });
}
