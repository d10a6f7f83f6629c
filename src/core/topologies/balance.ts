/** Which numbers of terminals on a switch somebody would buy. */

/**
 * Whether so many terminals are not far from what the links between switches serve: with less than a quarter of them these links are paid
 * for and stand idle, with more than four times as many they carry less than a quarter of what the terminals send.
 */
export const isNearBalance = (terminals: number, balanced: number): boolean => terminals >= balanced / 4 && terminals <= 4 * balanced;

/** Half as many as are balanced, as many, and twice as many. */
export const aroundBalance = (balanced: number): readonly number[] =>
  balanced < 2 ? [balanced, 2 * balanced] : [Math.round(balanced / 2), balanced, 2 * balanced];

/** The smallest grid of so many dimensions, none of them more than one longer than another, with at least so many switches. */
export function sidesOf(switches: number, dimensions: number, root: number): readonly number[] {
  const sides = Array<number>(dimensions).fill(root);
  let all = root ** dimensions;
  for (let d = dimensions - 1; d > 0 && (all / root) * (root - 1) >= switches; d--) {
    sides[d] = root - 1;
    all = (all / root) * (root - 1);
  }
  return sides;
}
