/** Rounding the parts of a sum so that they still add up to it as it is shown. */

/**
 * Whole multiples of a unit, each within one unit of its part, that add up to the rounded sum of the parts: those that
 * lose most by rounding down are rounded up. (largest remainder)
 * @param parts at least 0
 * @param unit above 0, in the parts' own unit
 * @returns how many units each part is shown as
 */
export function roundParts(parts: readonly number[], unit: number): readonly number[] {
  const exact = parts.map((part) => part / unit);
  const rounded = exact.map(Math.floor);
  const missing = Math.round(exact.reduce((sum, each) => sum + each, 0)) - rounded.reduce((sum, each) => sum + each, 0);
  const byLoss = [...exact.keys()].sort((a, b) => exact[b] - rounded[b] - (exact[a] - rounded[a]) || a - b);
  for (const at of byLoss.slice(0, missing)) rounded[at]++;
  return rounded;
}
