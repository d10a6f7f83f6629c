/** A topology of the same size as another: its numbers changed until the counts agree as nearly as they can. */
import type { ChosenKind, Param } from "../../base/params.ts";
import { isSameValue } from "../../base/same.ts";
import { type Facts, largest } from "../../topologies/contract.ts";
import { topologies } from "../../topologies/shelf.ts";

/** Most combinations of numbers that are looked at, and the largest number tried for one. */
const mostTried = 60_000;
const largestTried = 64;
/** Most ports of a switch that is looked for. */
const mostPorts = 512;

/** Parts of the size wanted at which sizes are looked for, too: what has a little less may come nearer. */
const parts = [1, 0.95, 0.9, 0.8, 0.65, 0.5] as const;

/**
 * The topology with other numbers, such that what is counted of it comes nearest to the one wanted; of several equally near the one
 * with the fewest numbers changed, and of those with the smallest. Null where no numbers make a network that fits.
 * @param terminals about which networks are looked at that somebody would buy, however large their numbers are; none where absent
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

/** Networks of the kind that somebody would buy at about that size, of the same form: alike in all that is no whole number, and with as many dimensions. */
function* boughtAbout({ kind, values: own }: ChosenKind, terminals: number): Generator<ChosenKind["values"]> {
  const { params, sizes, isAlike } = topologies.get(kind);
  for (const part of sizes === undefined ? [] : parts) {
    const least = Math.max(2, Math.round(terminals * part));
    for (const found of sizes!({ terminals: least, mostTerminals: 2 * least, ports: mostPorts })) {
      // A seed is no size.
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

/** A number that may be changed: one parameter, or one entry of a list of numbers. */
interface Place {
  readonly present: number;
  readonly tried: readonly number[];
  put(values: ChosenKind["values"], value: number): ChosenKind["values"];
}

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

/** The present number first, then all others from the smallest on. */
function range(min: number, max: number, present: number): readonly number[] {
  const first = Math.max(min, 1);
  const others = Array.from({ length: Math.max(0, Math.min(max, largestTried) - first + 1) }, (_, i) => first + i);
  return [present, ...others.filter((value) => value !== present)];
}

/** Where there are too many combinations: powers of two and the numbers as they are. */
function coarser(places: readonly Place[]): readonly Place[] {
  return places.map((place) => ({
    ...place,
    tried: place.tried.filter((value) => value === place.present || value <= 4 || Number.isInteger(Math.log2(value))),
  }));
}
