/** Which networks nothing beats: those that pay less give less. */

/** Throughputs that differ by less, phits per cycle, count as equal. */
export const equal = 0.02;

/** A network in the picture: what it has to pay, and what it gives, more being better. */
export interface Place {
  readonly pays: number;
  /** Measured, or bounded where it is not measured yet. */
  readonly worth: number;
}

/**
 * The Pareto front: from the cheapest up, each network that gives at least `step` more than the one of the front before it. So no network
 * that was left out gives as much as `step` more than the front does for its price.
 * @param step what counts as more
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
