/** Finds a topology of similar size: it varies the parameters of a topology until a count is as close as possible to a target. */
import type { ChosenKind, Param } from "../../base/params.ts";
import { isSameValue } from "../../base/same.ts";
import { type Facts, largest } from "../../topologies/contract.ts";
import { topologies } from "../../topologies/shelf.ts";

/** Maximum number of combinations that are tried, and the largest value tried for a parameter. */
const mostTried = 60_000;
const largestTried = 64;
/** Maximum number of ports of the switches considered. */
const mostPorts = 512;

/** Fractions of the target size at which standard sizes are searched, because the size below may be closer. */
const parts = [1, 0.95, 0.9, 0.8, 0.65, 0.5] as const;

/**
 * The topology with other parameters whose count is closest to the target. Ties are broken by the fewest changed parameters, then by the
 * smallest values. Null if no parameters give a suitable network.
 * @param terminals size around which standard sizes are tried as well, however large their parameters are; absent for none
 */
export function matched(
  topology: ChosenKind,
  count: (facts: Facts) => number,
  wanted: number,
  fits: (facts: Facts, values: ChosenKind["values"]) => boolean = () => true,
  terminals?: number,
): ChosenKind | null {
  const { params, check, expect } = topologies.get(topology.kind);
  const places = Object.entries(params).flatMap(([name, param]) => placesOf(name, param, topology.values[name]));
  const total = places.reduce((product, { tried }) => product * tried.length, 1);
  const kept = total <= mostTried ? places : coarser(places);
  let best: { readonly values: ChosenKind["values"]; readonly miss: number; readonly changed: number } | null = null;
  const judge = (values: ChosenKind["values"], changed: number) => {
    if (check(values).length > 0) return;
    const facts: Facts = expect(values);
    if (facts.terminals < 2 || facts.terminals > largest.terminals || facts.links > largest.links || !fits(facts, values)) return;
    const miss = Math.abs(count(facts) - wanted);
    if (best === null || miss < best.miss || (miss === best.miss && changed < best.changed)) best = { values, miss, changed };
  };
  const look = (values: ChosenKind["values"], from: number, changed: number) => {
    if (from === kept.length) return judge(values, changed);
    const { tried, present, put } = kept[from];
    for (const value of tried) look(put(values, value), from + 1, changed + (value === present ? 0 : 1));
  };
  look(topology.values, 0, 0);
  for (const values of terminals === undefined ? [] : boughtAbout(topology, terminals)) {
    judge(values, Object.keys(values).filter((name) => !isSameValue(values[name], topology.values[name])).length);
  }
  return best === null ? null : { kind: topology.kind, values: (best as { values: ChosenKind["values"] }).values };
}

/**
 * Standard sizes of the kind near a number of terminals that have the same form: equal in all parameters that are not whole numbers, and
 * with the same number of dimensions.
 */
function* boughtAbout({ kind, values: own }: ChosenKind, terminals: number): Generator<ChosenKind["values"]> {
  const { params, sizes, isAlike } = topologies.get(kind);
  for (const part of sizes === undefined ? [] : parts) {
    const least = Math.max(2, Math.round(terminals * part));
    for (const found of sizes!({ terminals: least, mostTerminals: 2 * least, ports: mostPorts })) {
      // A seed is not part of the size.
      const values: ChosenKind["values"] = { ...found, ...("seed" in own ? { seed: own["seed"] } : {}) };
      const isOfForm = Object.entries<Param>(params).every(([name, { type }]) => {
        const [mine, its] = [own[name], values[name]];
        if (type === "integer") return true;
        return type === "list" ? (mine as readonly unknown[]).length === (its as readonly unknown[]).length : isSameValue(mine, its);
      });
      if (isOfForm && (isAlike?.(own, values) ?? true)) yield values;
    }
  }
}

/** A number that may be changed: a parameter, or an entry of a list of numbers. */
interface Place {
  readonly present: number;
  readonly tried: readonly number[];
  put(values: ChosenKind["values"], value: number): ChosenKind["values"];
}

/** The numbers in the value of a parameter: one for an integer, one for each entry of a list of integers, otherwise none. */
function placesOf(name: string, param: Param, value: unknown): readonly Place[] {
  if (param.type === "integer") {
    return [
      {
        present: value as number,
        tried: range(param.min, param.max, value as number),
        put: (values, next) => ({ ...values, [name]: next }),
      },
    ];
  }
  if (param.type !== "list" || param.of.type !== "integer") return [];
  const { min, max } = param.of;
  return (value as readonly number[]).map((present, i) => ({
    present,
    tried: range(min, max, present),
    put: (values, next) => ({ ...values, [name]: (values[name] as readonly number[]).map((each, k) => (k === i ? next : each)) }),
  }));
}

/** The present value first, then all others in ascending order. */
function range(min: number, max: number, present: number): readonly number[] {
  const first = Math.max(min, 1);
  const others = Array.from({ length: Math.max(0, Math.min(max, largestTried) - first + 1) }, (_, i) => first + i);
  return [present, ...others.filter((value) => value !== present)];
}

/** Used for too many combinations: only the present values, values up to 4, and powers of two. */
function coarser(places: readonly Place[]): readonly Place[] {
  return places.map((place) => ({
    ...place,
    tried: place.tried.filter((value) => value === place.present || value <= 4 || Number.isInteger(Math.log2(value))),
  }));
}
