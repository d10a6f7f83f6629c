/** Sizes for mappings of square matrices: rank i·B + j holds block (i, j) of B × B blocks. */

/** Side of the smallest square matrix with at least `ranks` blocks. */
export function matrixSideFor(ranks: number): number {
  const side = Math.round(Math.sqrt(ranks));
  return side * side >= ranks ? side : side + 1;
}

/**
 * Default number of parts along a side of a matrix with `side` × `side` blocks: the s for which s × s planes of a cube have at least s²
 * blocks along their side (Three Quads, §4.1.1: 2 for 8 blocks). If the side is even and s would be 1, it is 2.
 */
export function defaultParts(side: number): number {
  let parts = 1;
  while ((parts + 1) ** 3 <= side) parts++;
  while (parts > 1 && side % parts > 0) parts--;
  return parts === 1 && side % 2 === 0 && side > 2 ? 2 : parts;
}
