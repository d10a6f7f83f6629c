/** Hit test on a drawing. */
import { memoize } from "../../core/base/memoize.ts";
import { nearestStrand } from "../stage/hit-test.ts";
import type { DrawingDraft } from "./contract.ts";
import { type PlacedDrawing, switchPoint } from "./place-draft.ts";
import type { StagePoint, HoveredObject } from "./session.ts";

/**
 * Width of the edge zone of a switch, from which links are dragged: outside and inside its border, for a mouse and for a finger, pixels.
 */
const edgeZone = { fine: { out: 11, in: 7 }, coarse: { out: 14, in: 6 } } as const;
/** Hit distance of a terminal and of a link, pixels. */
const hitDistance = { fine: { terminal: 7, link: 7 }, coarse: { terminal: 13, link: 16 } } as const;
/** A link being drawn snaps to a switch within this distance, pixels. */
const linkSnapDistance = 30;

/**
 * Finds the object of a drawn network at a point of the stage, in this order: a terminal, the edge of a switch (a zone around its border,
 * from which links are dragged), a switch, a link, otherwise the ground. Switches are given by their index in the drawing; the ends `a` and
 * `b` of a link are a switch s ≥ 0, or −1 − t for terminal t.
 * @param isCoarse Whether the pointer is a finger. Then only a single selected switch has an edge zone.
 */
export function hitTestDrawing(
  { network, selectedSwitches }: DrawingDraft,
  placement: PlacedDrawing,
  point: StagePoint,
  isCoarse: boolean,
): HoveredObject {
  const [x, y] = point;
  const pointerKind = isCoarse ? "coarse" : "fine";
  const switchIndex = nearestSwitch(placement, point, edgeZone[pointerKind].out);
  const { scene, switchSize } = placement;
  const [halfWidth, halfHeight] = [switchSize[0] / 2, switchSize[1] / 2];
  /** Whether the point is in the box of the switch, at least `margin` pixels from its border; a negative margin enlarges the box. */
  const isInsideBox = (margin: number) => {
    if (switchIndex < 0) return false;
    const [switchX, switchY] = switchPoint(placement, switchIndex);
    return Math.abs(x - switchX) <= halfWidth - margin && Math.abs(y - switchY) <= halfHeight - margin;
  };
  const terminal = nearestDot(placement, point, hitDistance[pointerKind].terminal);
  if (terminal >= 0 && !isInsideBox(-2) && !isNearHandle(placement, selectedSwitches, point, terminal)) return { is: "terminal", terminal };
  if (switchIndex >= 0) {
    // Small switches can still be dragged: their edge zone is mostly outside.
    const innerZone = Math.min(edgeZone[pointerKind].in, Math.min(halfWidth, halfHeight) * 0.42);
    const hasEdge = !isCoarse || (selectedSwitches.size === 1 && selectedSwitches.has(switchIndex));
    if (!isInsideBox(innerZone) && hasEdge)
      return {
        is: "edge",
        switchIndex,
        point: projectOnBorder(switchPoint(placement, switchIndex), [halfWidth + 4, halfHeight + 4], point),
      };
    if (isInsideBox(isCoarse ? -8 : 0)) return { is: "switch", switchIndex, point };
  }
  const strand = nearestStrand(scene, x, y, hitDistance[pointerKind].link);
  if (strand === null) return { is: "ground" };
  const { terminals, tail, head } = network;
  const [channel] = strand.channels;
  const ends = [tail[channel], head[channel]].map((n) => (n < terminals ? -1 - n : n - terminals));
  return { is: "link", a: Math.min(...ends), b: Math.max(...ends) };
}

/** Whether a point is closer to a handle of the selected switch than to a terminal. */
function isNearHandle(placement: PlacedDrawing, chosen: ReadonlySet<number>, [x, y]: StagePoint, terminal: number): boolean {
  const [s] = chosen;
  const dot = placement.scene.dots.find((each) => each.terminal === terminal);
  if (chosen.size !== 1 || dot === undefined) return false;
  const [sx, sy] = switchPoint(placement, s);
  const [w, h] = [placement.switchSize[0] / 2 + 4, placement.switchSize[1] / 2 + 4];
  const handleDistance = Math.min(
    ...[
      [0, -h],
      [0, h],
      [-w, 0],
      [w, 0],
    ].map(([dx, dy]) => Math.hypot(sx + dx - x, sy + dy - y)),
  );
  return handleDistance < Math.hypot(dot.x - x, dot.y - y);
}

/** The switch whose box is nearest to a point, within a distance in pixels; −1 if there is none. */
export function nearestSwitch(placement: PlacedDrawing, [x, y]: StagePoint, maxDistance = linkSnapDistance, excluded = -1): number {
  const { positions, switchSize } = placement;
  let [nearest, lowestRank] = [-1, maxDistance];
  for (let s = 0; s < positions.length / 2; s++) {
    if (s === excluded) continue;
    const [sx, sy] = switchPoint(placement, s);
    const distance = Math.hypot(Math.max(0, Math.abs(x - sx) - switchSize[0] / 2), Math.max(0, Math.abs(y - sy) - switchSize[1] / 2));
    // Of two boxes that contain the point, prefer the nearer center.
    const rank = distance + Math.hypot(x - sx, y - sy) / 1e4;
    if (rank < lowestRank) [nearest, lowestRank] = [s, rank];
  }
  return nearest;
}

function nearestDot({ scene: { dots, dotRadius } }: PlacedDrawing, [x, y]: StagePoint, maxDistance: number): number {
  if (dotRadius === 0) return -1;
  let [nearest, shortest] = [-1, maxDistance];
  for (const dot of dots) {
    const distance = Math.hypot(dot.x - x, dot.y - y);
    if (distance < shortest) [nearest, shortest] = [dot.terminal, distance];
  }
  return nearest;
}

/** Projection of a point onto the border of a box with half-sizes w and h. */
function projectOnBorder([sx, sy]: StagePoint, [w, h]: StagePoint, [x, y]: StagePoint): StagePoint {
  const [dx, dy] = [x - sx, y - sy];
  const factor = Math.max(Math.abs(dx) / w, Math.abs(dy) / h, 1e-6);
  return [sx + dx / factor, sy + dy / factor];
}

/** Whether a point is inside a lasso. */
export function isInLasso([x, y]: StagePoint, lasso: readonly StagePoint[]): boolean {
  const loop = closedLasso(lasso);
  let isInside = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i++) {
    const [[ax, ay], [bx, by]] = [loop[i], loop[j]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

/** A lasso with hardly any area counts as its bounding box: a straight drag selects a rectangle. */
export const closedLasso = memoize((points: readonly StagePoint[]): readonly StagePoint[] => {
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
