/** The Pareto front: networks for which every cheaper one offers less. */

/** Throughputs with a smaller difference, phits per cycle, count as equal. */
export const equal = 0.02;

/** A network as a point: its price, and its benefit, more being better. */
export interface Place {
  readonly pays: number;
  /** Measured, or a bound if it is not measured yet. */
  readonly worth: number;
}

/**
 * The Pareto front: in ascending order of price, each network that offers at least `step` more than the previous network of the front. No
 * network outside the front therefore offers as much as `step` more than the front at its price.
 * @param step smallest difference that counts
 * @returns indices, cheapest first
 */
export function frontOf(all: readonly Place[], step = equal): readonly number[] {
  const byPrice = [...all.keys()].sort((a, b) => all[a].pays - all[b].pays || all[b].worth - all[a].worth);
  const front: number[] = [];
  let most = -Infinity;
  for (const i of byPrice) {
    if (all[i].worth < most + step) continue;
    front.push(i);
    most = all[i].worth;
  }
  return front;
}
