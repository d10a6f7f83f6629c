/** The Pareto front: the networks that offer more than every cheaper network. */

/** Throughputs with a smaller difference, phits per cycle, count as equal. */
export const throughputTolerance = 0.02;

/** A network as a point: its price, and its benefit, more being better. */
export interface ParetoPoint {
  readonly price: number;
  /** The measured benefit, or its bound if it is not measured yet. */
  readonly benefit: number;
}

/**
 * The Pareto front: in ascending order of price, each network that offers at least `step` more than the previous network of the front. No
 * network outside the front therefore offers as much as `step` more than the front at its price.
 * @param step smallest difference that counts
 * @returns indices, cheapest first
 */
export function paretoFront(points: readonly ParetoPoint[], step = throughputTolerance): readonly number[] {
  const byPrice = [...points.keys()].sort((a, b) => points[a].price - points[b].price || points[b].benefit - points[a].benefit);
  const front: number[] = [];
  let bestBenefit = -Infinity;
  for (const i of byPrice) {
    if (points[i].benefit < bestBenefit + step) continue;
    front.push(i);
    bestBenefit = points[i].benefit;
  }
  return front;
}
