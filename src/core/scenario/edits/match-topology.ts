/** Finds a topology of similar size: it varies the parameters of a topology until a count is as close as possible to a target. */
import type { ChosenKind, Param } from "../../base/params.ts";
import { isSameValue } from "../../base/equality.ts";
import { type TopologyFacts, networkLimits } from "../../topologies/contract.ts";
import { topologies } from "../../topologies/registry.ts";

/** Maximum number of combinations that are tried, and the largest value tried for a parameter. */
const maxCombinations = 60_000;
const maxTriedValue = 64;
/** Maximum number of ports of the switches considered. */
const maxPorts = 512;

/** Fractions of the target size at which standard sizes are searched, because the next smaller standard size may be closer. */
const sizeFractions = [1, 0.95, 0.9, 0.8, 0.65, 0.5] as const;

/**
 * The topology with other parameters whose count (such as its terminals) is closest to the target: it tries all combinations of candidate
 * values, and the standard sizes of the kind. Ties are broken by the fewest changed parameters, then by the smallest values. Null if no
 * parameters give a suitable network.
 * @param count the quantity to match, from the facts (counts and distances in closed form) of a topology
 * @param isSuitable an additional condition
 * @param terminals size around which standard sizes are tried as well, however large their parameters are; absent for none
 */
export function matchTopology(
  topology: ChosenKind,
  count: (facts: TopologyFacts) => number,
  target: number,
  isSuitable: (facts: TopologyFacts, values: ChosenKind["values"]) => boolean = () => true,
  terminals?: number,
): ChosenKind | null {
  const { params, check, expectedFacts } = topologies.get(topology.kind);
  const numbers = Object.entries(params).flatMap(([name, param]) => adjustableNumbers(name, param, topology.values[name]));
  const total = numbers.reduce((product, { candidates }) => product * candidates.length, 1);
  const reduced = total <= maxCombinations ? numbers : withFewerCandidates(numbers);
  let best: { readonly values: ChosenKind["values"]; readonly difference: number; readonly changed: number } | null = null;
  const keepIfCloser = (values: ChosenKind["values"], changedCount: number) => {
    if (check(values).length > 0) return;
    const facts: TopologyFacts = expectedFacts(values);
    if (facts.terminals < 2 || facts.terminals > networkLimits.terminals || facts.links > networkLimits.links || !isSuitable(facts, values))
      return;
    const difference = Math.abs(count(facts) - target);
    if (best === null || difference < best.difference || (difference === best.difference && changedCount < best.changed))
      best = { values, difference, changed: changedCount };
  };
  const tryAll = (values: ChosenKind["values"], index: number, changedCount: number) => {
    if (index === reduced.length) return keepIfCloser(values, changedCount);
    const { candidates, currentValue, withValue } = reduced[index];
    for (const value of candidates) tryAll(withValue(values, value), index + 1, changedCount + (value === currentValue ? 0 : 1));
  };
  tryAll(topology.values, 0, 0);
  for (const values of terminals === undefined ? [] : standardSizesNear(topology, terminals)) {
    keepIfCloser(values, Object.keys(values).filter((name) => !isSameValue(values[name], topology.values[name])).length);
  }
  return best === null ? null : { kind: topology.kind, values: (best as { values: ChosenKind["values"] }).values };
}

/**
 * Yields the parameter values of standard sizes (designs that the kind proposes for a size, such as a full fat tree) near a number of
 * terminals that have the same form as the given topology: equal in all parameters that are not whole numbers, and with the same number of
 * dimensions.
 */
function* standardSizesNear({ kind, values: ownValues }: ChosenKind, terminals: number): Generator<ChosenKind["values"]> {
  const { params, designsOfSize, hasSameForm } = topologies.get(kind);
  for (const fraction of designsOfSize === undefined ? [] : sizeFractions) {
    const minTerminals = Math.max(2, Math.round(terminals * fraction));
    for (const size of designsOfSize!({ terminals: minTerminals, maxTerminals: 2 * minTerminals, ports: maxPorts })) {
      // A seed is not part of the size.
      const values: ChosenKind["values"] = { ...size, ...("seed" in ownValues ? { seed: ownValues["seed"] } : {}) };
      const isSameForm = Object.entries<Param>(params).every(([name, { type }]) => {
        const [ownValue, otherValue] = [ownValues[name], values[name]];
        if (type === "integer") return true;
        return type === "list"
          ? (ownValue as readonly unknown[]).length === (otherValue as readonly unknown[]).length
          : isSameValue(ownValue, otherValue);
      });
      if (isSameForm && (hasSameForm?.(ownValues, values) ?? true)) yield values;
    }
  }
}

/** A number that may be changed: a parameter, or an entry of a list of numbers. */
interface AdjustableNumber {
  readonly currentValue: number;
  readonly candidates: readonly number[];
  withValue(values: ChosenKind["values"], value: number): ChosenKind["values"];
}

/**
 * The whole numbers in the value of a parameter that may be varied: one for an integer, one for each entry of a list of integers, otherwise
 * none. Each has its present value, the candidates to try, and a function that puts another number in its place.
 */
function adjustableNumbers(name: string, param: Param, value: unknown): readonly AdjustableNumber[] {
  if (param.type === "integer") {
    return [
      {
        currentValue: value as number,
        candidates: candidateValues(param.min, param.max, value as number),
        withValue: (values, next) => ({ ...values, [name]: next }),
      },
    ];
  }
  if (param.type !== "list" || param.of.type !== "integer") return [];
  const { min, max } = param.of;
  return (value as readonly number[]).map((currentValue, i) => ({
    currentValue,
    candidates: candidateValues(min, max, currentValue),
    withValue: (values, next) => ({ ...values, [name]: (values[name] as readonly number[]).map((each, k) => (k === i ? next : each)) }),
  }));
}

/** The present value first, then all others in ascending order. */
function candidateValues(min: number, max: number, present: number): readonly number[] {
  const first = Math.max(min, 1);
  const others = Array.from({ length: Math.max(0, Math.min(max, maxTriedValue) - first + 1) }, (_, i) => first + i);
  return [present, ...others.filter((value) => value !== present)];
}

/** Used for too many combinations: only the present values, values up to 4, and powers of two. */
function withFewerCandidates(numbers: readonly AdjustableNumber[]): readonly AdjustableNumber[] {
  return numbers.map((number) => ({
    ...number,
    candidates: number.candidates.filter((value) => value === number.currentValue || value <= 4 || Number.isInteger(Math.log2(value))),
  }));
}
