/**
 * Reference implementation of max-min fairness: the rates of all flows grow together, and a flow stops when one of its resources is
 * exhausted.
 */

/** A flow: the share of its rate that it takes of each resource. */
export type FlowWeights = ReadonlyMap<number, number>;

/** Rates of flows, at most `maxRate` each, over resources of these capacities. */
export function maxMinRates(flows: readonly FlowWeights[], capacity: ArrayLike<number>, maxRate = 1): readonly number[] {
  const rates = flows.map(() => 0);
  const growing = new Set(flows.keys());
  while (growing.size > 0) {
    let level = maxRate;
    for (let k = 0; k < capacity.length; k++) {
      let [taken, weight] = [0, 0];
      for (const [f, uses] of flows.entries()) {
        if (growing.has(f)) weight += uses.get(k) ?? 0;
        else taken += rates[f] * (uses.get(k) ?? 0);
      }
      if (weight > 1e-12) level = Math.min(level, (capacity[k] - taken) / weight);
    }
    for (const f of growing) rates[f] = level;
    for (const f of growing)
      if (level >= maxRate || [...flows[f].keys()].some((k) => isExhausted(k, flows, rates, capacity))) growing.delete(f);
  }
  return rates;
}

/** Whether a resource is exhausted, within rounding. */
export function isExhausted(k: number, flows: readonly FlowWeights[], rates: readonly number[], capacity: ArrayLike<number>): boolean {
  const taken = flows.reduce((sum, uses, f) => sum + rates[f] * (uses.get(k) ?? 0), 0);
  return taken >= capacity[k] * (1 - 1e-9);
}
