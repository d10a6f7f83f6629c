/** Dots beside a line, each at its value and as near to the line as no other dot hides it. */

export interface Dot {
  /** Which of the values. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** Distance of dots that do not touch, radii. */
const apart = 2.2;

/**
 * @param heights of the values, pixels
 * @param from where the first column stands
 * @param way to the left, −1, or to the right, 1
 * @param room for all columns, pixels: where there are too many dots for it, the columns lie closer
 */
export function swarm(heights: readonly number[], from: number, way: -1 | 1, radius: number, room: number): readonly Dot[] {
  const columns: number[][] = [];
  const placed = heights.map((y) => {
    const free = columns.findIndex((column) => column.every((other) => Math.abs(other - y) >= radius * apart));
    const column = free === -1 ? columns.push([]) - 1 : free;
    columns[column].push(y);
    return column;
  });
  const step = Math.min(radius * apart, room / Math.max(1, columns.length - 1));
  return heights.map((y, index) => ({ index, x: from + way * placed[index] * step, y }));
}
