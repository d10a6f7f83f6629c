/** Places that were read, in any unit, as places on a drawing. */
import { farthest, type Place, switchSteps } from "../core/network/drawing/drawing.ts";
import type { ReadNode } from "./contract.ts";

/** Room that a node takes on average, steps wide and high: two switches and the ways between. */
const room = { width: 3 * switchSteps.width, height: 3 * switchSteps.height } as const;

/**
 * Where N nodes stand on a drawing; null for those without a place, and for all where they stand on one spot. Whole steps
 * that leave room for every switch stay; all else is enlarged or reduced, and moved to the middle.
 */
export function placesOf(nodes: readonly Pick<ReadNode, "place">[]): readonly (Place | null)[] {
  let [left, right, top, bottom, count, isWhole] = [Infinity, -Infinity, Infinity, -Infinity, 0, true];
  for (const { place } of nodes) {
    if (place === undefined) continue;
    const [x, y] = place;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    count++;
    isWhole &&= Number.isInteger(x) && Number.isInteger(y) && Math.max(Math.abs(x), Math.abs(y)) <= farthest;
  }
  const [width, height] = [right - left, bottom - top];
  if (isWhole && count > 0 && (width + switchSteps.width) * (height + switchSteps.height) >= count * switchSteps.width * switchSteps.height)
    return nodes.map(({ place }) => place ?? null);
  if (!(width > 0 || height > 0)) return nodes.map(() => null);
  // As much room as all need, in the form that they have; in a row at most.
  const area = count * room.width * room.height;
  const row = (count * room.width) / Math.max(width, height);
  const scale = Math.min(Math.sqrt(area / width / height), row, (2 * farthest) / Math.max(width, height));
  return nodes.map(({ place }) => {
    if (place === undefined) return null;
    const [x, y] = [(place[0] - left - width / 2) * scale, (place[1] - top - height / 2) * scale];
    return Number.isFinite(x) && Number.isFinite(y) ? [Math.round(x) + 0, Math.round(y) + 0] : null;
  });
}
