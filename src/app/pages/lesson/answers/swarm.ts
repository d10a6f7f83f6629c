/**
 * A bee swarm plot: dots beside a vertical line, each at the height of its value and as close to the line as it can be without covering
 * another dot.
 */

export interface SwarmDot {
  /** Index of the value. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Minimum distance between the centers of two dots, in radii. */
const minDotDistance = 2.2;

/**
 * Places each dot in the first column where it covers no other dot.
 * @param heights The y coordinates of the values, in pixels.
 * @param startX The x coordinate of the first column.
 * @param direction −1 if the columns extend to the left, 1 if to the right.
 * @param maxWidth Width for all columns, in pixels. If there are too many columns, they move closer together.
 */
export function swarmPlot(
  heights: readonly number[],
  startX: number,
  direction: -1 | 1,
  radius: number,
  maxWidth: number,
): readonly SwarmDot[] {
  const columns: number[][] = [];
  const columnOf = heights.map((y) => {
    const freeColumn = columns.findIndex((column) => column.every((other) => Math.abs(other - y) >= radius * minDotDistance));
    const column = freeColumn === -1 ? columns.push([]) - 1 : freeColumn;
    columns[column].push(y);
    return column;
  });
  const columnDistance = Math.min(radius * minDotDistance, maxWidth / Math.max(1, columns.length - 1));
  return heights.map((y, index) => ({ index, x: startX + direction * columnOf[index] * columnDistance, y }));
}
