/** Rounds the parts of a sum so that they still add up to the rounded sum. */

/**
 * Rounds parts to integer multiples of a unit, each within one unit of its exact value. Their total is the rounded sum of the parts: the
 * parts with the largest remainders are rounded up. (largest remainder)
 * @param parts At least 0.
 * @param unit Above 0, in the unit of the parts.
 * @returns Number of units of each part.
 */
export function roundParts(parts: readonly number[], unit: number): readonly number[] {
  const exact = parts.map((part) => part / unit);
  const rounded = exact.map(Math.floor);
  const unitsToAdd = Math.round(exact.reduce((sum, each) => sum + each, 0)) - rounded.reduce((sum, each) => sum + each, 0);
  const indicesByRemainder = [...exact.keys()].sort((a, b) => exact[b] - rounded[b] - (exact[a] - rounded[a]) || a - b);
  for (const index of indicesByRemainder.slice(0, unitsToAdd)) rounded[index]++;
  return rounded;
}
