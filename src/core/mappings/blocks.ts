/** What the mappings share that place the blocks of a square matrix: rank i·B + j holds block (i, j) of B × B blocks. */

/** Blocks along a side of the smallest square matrix that has at least so many. */
export function blocksAlong(ranks: number): number {
  const side = Math.round(Math.sqrt(ranks));
  return side * side >= ranks ? side : side + 1;
}

/**
 * Parts along a side of a matrix of so many blocks by default: the s of s × s planes of a cube that hold s² blocks
 * or a few more along their side (Three Quads, §4.1.1: 2 for 8 blocks); 2 where the side is even and that would be 1.
 */
export function partsAlong(side: number): number {
  let parts = 1;
  while ((parts + 1) ** 3 <= side) parts++;
  while (parts > 1 && side % parts > 0) parts--;
  return parts === 1 && side % 2 === 0 && side > 2 ? 2 : parts;
}
