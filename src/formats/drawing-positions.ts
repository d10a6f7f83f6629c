/** Scales the positions of nodes, in any unit, to positions in a drawing. */
import { maxCoordinate, type DrawnPlace, switchSteps } from "../core/network/drawing/drawing.ts";
import type { ReadNode } from "./contract.ts";

/** Space that a node needs on average, in steps: two switches and the gap between them. */
const nodeSpace = { width: 3 * switchSteps.width, height: 3 * switchSteps.height } as const;

/**
 * [N] Positions of the nodes of a read network on the integer grid of a drawing; null for nodes without a position, and for all if they
 * share one point. Integer positions that leave enough space for every switch stay as they are. All others are scaled, with the same factor
 * in both directions, and centered.
 */
export function drawingPositions(nodes: readonly Pick<ReadNode, "place">[]): readonly (DrawnPlace | null)[] {
  let [left, right, top, bottom, count, areIntegers] = [Infinity, -Infinity, Infinity, -Infinity, 0, true];
  for (const { place } of nodes) {
    if (place === undefined) continue;
    const [x, y] = place;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    count++;
    areIntegers &&= Number.isInteger(x) && Number.isInteger(y) && Math.max(Math.abs(x), Math.abs(y)) <= maxCoordinate;
  }
  const [width, height] = [right - left, bottom - top];
  if (
    areIntegers &&
    count > 0 &&
    (width + switchSteps.width) * (height + switchSteps.height) >= count * switchSteps.width * switchSteps.height
  )
    return nodes.map(({ place }) => place ?? null);
  if (!(width > 0 || height > 0)) return nodes.map(() => null);
  // Keep the aspect ratio, with an area that suits the number of nodes; nodes in a single row limit the scale.
  const area = count * nodeSpace.width * nodeSpace.height;
  const rowScale = (count * nodeSpace.width) / Math.max(width, height);
  const scale = Math.min(Math.sqrt(area / width / height), rowScale, (2 * maxCoordinate) / Math.max(width, height));
  // Adding 0 turns −0 into 0.
  return nodes.map(({ place }) => {
    if (place === undefined) return null;
    const [x, y] = [(place[0] - left - width / 2) * scale, (place[1] - top - height / 2) * scale];
    return Number.isFinite(x) && Number.isFinite(y) ? [Math.round(x) + 0, Math.round(y) + 0] : null;
  });
}
