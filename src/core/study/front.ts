/** Which networks nothing beats: cheaper ones carry less. */

/** Throughputs that differ by less, phits per cycle, count as equal. */
export const equal = 0.02;

/** A network in the picture: what it costs, and what it carries. */
export interface Standing {
  readonly cost: number;
  /** Measured, or bounded where it is not measured yet. */
  readonly carries: number;
}

/**
 * The Pareto front: from the cheapest up, each network that carries at least {@link equal} more than the one of the front before it. So no
 * network that was left out carries as much as {@link equal} more than the front does for its money.
 * @returns indices, cheapest first
 */
export function frontOf(all: readonly Standing[]): readonly number[] {
  const byCost = [...all.keys()].sort((a, b) => all[a].cost - all[b].cost || all[b].carries - all[a].carries);
  const front: number[] = [];
  let most = -Infinity;
  for (const i of byCost) {
    if (all[i].carries < most + equal) continue;
    front.push(i);
    most = all[i].carries;
  }
  return front;
}
