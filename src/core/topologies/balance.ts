/** Ratios of terminals to links between switches that a buyer would consider. */

/**
 * Whether the number of terminals per switch is within a factor of four of the number that the links between switches can serve. With fewer
 * terminals, these links stay mostly idle; with more, they carry less than a quarter of the terminals' bandwidth.
 */
export const isNearBalance = (terminals: number, balanced: number): boolean => terminals >= balanced / 4 && terminals <= 4 * balanced;

/** Half, exactly and twice the balanced number of terminals. */
export const terminalsNearBalance = (balanced: number): readonly number[] =>
  balanced < 2 ? [balanced, 2 * balanced] : [Math.round(balanced / 2), balanced, 2 * balanced];

/**
 * The smallest grid with at least `switches` switches whose sides differ by at most one. `root` is the ceiling of the n-th root of
 * `switches`.
 */
export function smallestGrid(switches: number, dimensions: number, root: number): readonly number[] {
  const sides = Array<number>(dimensions).fill(root);
  let product = root ** dimensions;
  for (let d = dimensions - 1; d > 0 && (product / root) * (root - 1) >= switches; d--) {
    sides[d] = root - 1;
    product = (product / root) * (root - 1);
  }
  return sides;
}
