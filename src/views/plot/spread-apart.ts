/** Words one below the other that would lie on each other. */

/** Heights in their order, each at least a distance from the next and none below the floor: down first, and up from the floor. */
export function spreadApart(heights: readonly number[], distance: number, floor = Infinity): readonly number[] {
  const order = [...heights.keys()].toSorted((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((i, rank) => (placed[i] = rank === 0 ? heights[i] : Math.max(heights[i], placed[order[rank - 1]] + distance)));
  order.toReversed().forEach((i, rank, back) => (placed[i] = Math.min(placed[i], rank === 0 ? floor : placed[back[rank - 1]] - distance)));
  return placed;
}
