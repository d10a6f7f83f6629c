/** Hit test on a drawing. */
import { once } from "../../core/base/once.ts";
import { nearestStrand } from "../stage/pick.ts";
import type { Draft } from "./contract.ts";
import { type Placed, pointOf } from "./place.ts";
import type { At, Hovered } from "./session.ts";

/**
 * Width of the edge zone of a switch, from which links are dragged: outside and inside its border, for a mouse and for a finger, pixels.
 */
const edge = { fine: { out: 11, in: 7 }, coarse: { out: 14, in: 6 } } as const;
/** Hit distance of a terminal and of a link, pixels. */
const reach = { fine: { terminal: 7, link: 7 }, coarse: { terminal: 13, link: 16 } } as const;
/** A link being drawn snaps to a switch within this distance, pixels. */
const catches = 30;

/**
 * The object at a point.
 * @param isCoarse Whether the pointer is a finger: then only a single selected switch has an edge zone.
 */
export function hitAt({ network, chosen }: Draft, placed: Placed, at: At, isCoarse: boolean): Hovered {
  const [x, y] = at;
  const kind = isCoarse ? "coarse" : "fine";
  const s = nearestSwitch(placed, at, edge[kind].out);
  const { scene, size } = placed;
  const [w, h] = [size[0] / 2, size[1] / 2];
  const isInside = (by: number) => {
    if (s < 0) return false;
    const [sx, sy] = pointOf(placed, s);
    return Math.abs(x - sx) <= w - by && Math.abs(y - sy) <= h - by;
  };
  const own = nearestDot(placed, at, reach[kind].terminal);
  if (own >= 0 && !isInside(-2) && !isNearHandle(placed, chosen, at, own)) return { is: "terminal", terminal: own };
  if (s >= 0) {
    // Small switches can still be dragged: their edge zone is mostly outside.
    const depth = Math.min(edge[kind].in, Math.min(w, h) * 0.42);
    const hasEdge = !isCoarse || (chosen.size === 1 && chosen.has(s));
    if (!isInside(depth) && hasEdge) return { is: "edge", s, at: onBorder(pointOf(placed, s), [w + 4, h + 4], at) };
    if (isInside(isCoarse ? -8 : 0)) return { is: "switch", s, at };
  }
  const strand = nearestStrand(scene, x, y, reach[kind].link);
  if (strand === null) return { is: "ground" };
  const { terminals, tail, head } = network;
  const [c] = strand.channels;
  const ends = [tail[c], head[c]].map((n) => (n < terminals ? -1 - n : n - terminals));
  return { is: "link", a: Math.min(...ends), b: Math.max(...ends) };
}

/** Whether a point is closer to a handle of the selected switch than to a terminal. */
function isNearHandle(placed: Placed, chosen: ReadonlySet<number>, [x, y]: At, terminal: number): boolean {
  const [s] = chosen;
  const dot = placed.scene.dots.find((each) => each.terminal === terminal);
  if (chosen.size !== 1 || dot === undefined) return false;
  const [sx, sy] = pointOf(placed, s);
  const [w, h] = [placed.size[0] / 2 + 4, placed.size[1] / 2 + 4];
  const nearest = Math.min(
    ...[
      [0, -h],
      [0, h],
      [-w, 0],
      [w, 0],
    ].map(([dx, dy]) => Math.hypot(sx + dx - x, sy + dy - y)),
  );
  return nearest < Math.hypot(dot.x - x, dot.y - y);
}

/** The switch whose box is nearest to a point, within a distance in pixels; −1 if there is none. */
export function nearestSwitch(placed: Placed, [x, y]: At, within = catches, not = -1): number {
  const { standing, size } = placed;
  let [found, least] = [-1, within];
  for (let s = 0; s < standing.length / 2; s++) {
    if (s === not) continue;
    const [sx, sy] = pointOf(placed, s);
    const away = Math.hypot(Math.max(0, Math.abs(x - sx) - size[0] / 2), Math.max(0, Math.abs(y - sy) - size[1] / 2));
    // Of two boxes that contain the point, prefer the nearer center.
    const rank = away + Math.hypot(x - sx, y - sy) / 1e4;
    if (rank < least) [found, least] = [s, rank];
  }
  return found;
}

function nearestDot({ scene: { dots, dotRadius } }: Placed, [x, y]: At, within: number): number {
  if (dotRadius === 0) return -1;
  let [found, least] = [-1, within];
  for (const dot of dots) {
    const away = Math.hypot(dot.x - x, dot.y - y);
    if (away < least) [found, least] = [dot.terminal, away];
  }
  return found;
}

/** Projection of a point onto the border of a box with half-sizes w and h. */
function onBorder([sx, sy]: At, [w, h]: At, [x, y]: At): At {
  const [dx, dy] = [x - sx, y - sy];
  const by = Math.max(Math.abs(dx) / w, Math.abs(dy) / h, 1e-6);
  return [sx + dx / by, sy + dy / by];
}

/** Whether a point is inside a lasso. */
export function isWithin([x, y]: At, drawn: readonly At[]): boolean {
  const loop = asLoop(drawn);
  let isIn = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [[ax, ay], [bx, by]] = [loop[i], loop[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}

/** A lasso with hardly any area counts as its bounding box: a straight drag selects a rectangle. */
export const asLoop = once((points: readonly At[]): readonly At[] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const area = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  if (Math.abs(area) / 2 > 0.12 * (right - left) * (bottom - top)) return points;
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
});
