/** What is beside the first scenario, and what is swept: changing a document as a whole. */
import { checkDocument, type Document, documentOf, variantsOf } from "../../core/scenario/document.ts";
import { billOf } from "../../core/costs/bill.ts";
import { matched } from "../../core/scenario/edits/match.ts";
import { paramAt, type Path, pathOf } from "../../core/scenario/place.ts";
import { checkScenario, factsOf, type Scenario, scenarioParams } from "../../core/scenario/scenario.ts";
import { type Axis, isSwept, steps } from "../../core/scenario/sweep.ts";
import { changesOf } from "../../core/scenario/variants.ts";
import { withRules } from "../../core/scenario/links.ts";
import type { Facts } from "../../core/topologies/contract.ts";
import { isSameValue } from "../../core/base/same.ts";
import { kindsOf, topologies, workloads } from "../../core/kinds/all-kinds.ts";
import type { ChosenKind, Param, Params, Values } from "../../core/base/params.ts";
import { formatMoney } from "../../words/numbers.ts";
import { valueAt, withKind, withValue } from "../../core/scenario/edits/edit-place.ts";

/** What can be made equal: numbers of a network by what they are called, the cost by the document's prices. */
export type Equal = "terminals" | "cost";

/** @param scenario the one whose links are paid for */
function counting(document: Document, equal: Equal, scenario: Scenario): (facts: Facts) => number {
  return equal === "terminals" ? ({ terminals }) => terminals : ({ parts }) => billOf(document.cost, withRules(scenario, parts)).total;
}

/**
 * The document with another scenario beside: with the first other topology that has exactly as many terminals, so that
 * both see the same traffic; else the same once more, to be changed by hand.
 */
export function withAnother(document: Document): Document {
  const [first] = variantsOf(document);
  const taken = new Set(variantsOf(document).map(({ topology }) => topology.kind));
  const terminals = factsOf(first.topology).terminals;
  for (const { id } of topologies.kinds) {
    if (taken.has(id)) continue;
    const found = sized(
      variantsOf(withKind(documentOf(first), ["topology"], id))[0],
      counting(document, "terminals", first),
      terminals,
      terminals,
    );
    if (found === null || factsOf(found.topology).terminals !== terminals) continue;
    // What the kind's own size had made impossible, such as a pattern, is possible again at this one.
    const like = { ...first, topology: found.topology, routing: found.routing };
    const other = checkScenario(like).length === 0 ? like : found;
    if (checkScenario(other).length === 0) return withOther(document, other);
  }
  return withOther(document, first);
}

/** The document with a scenario beside. */
function withOther(document: Document, other: Scenario): Document {
  const [first] = variantsOf(document);
  return { ...document, beside: [...document.beside, { title: "", changes: changesOf(first, other) }], claim: null };
}

/** The document without one of those beside: 1 is the first of them. */
export function without(document: Document, variant: number): Document {
  const beside = document.beside.filter((_, i) => i !== variant - 1);
  const baseline = document.baseline === variant ? 0 : document.baseline - (document.baseline > variant ? 1 : 0);
  return { ...document, beside, baseline, claim: null };
}

/** The document with one of those beside made as large, or as dear, as the first, as nearly as its topology can be; else why not, as a sentence. */
export function withEqual(document: Document, variant: number, equal: Equal): Document | string {
  const variants = variantsOf(document);
  const count = counting(document, equal, variants[variant]);
  const [first, { topology }] = [factsOf(variants[0].topology), variants[variant]];
  const wanted = counting(document, equal, variants[0])(first);
  const fits = equal === "cost" ? remaining(topology, first.terminals) : undefined;
  const other = sized(variants[variant], count, wanted, first.terminals, fits);
  if (other === null) return "This topology has no size of that form with about as many terminals.";
  const cost = count(factsOf(other.topology));
  if (equal === "cost" && Math.abs(cost - wanted) > farthest * wanted)
    return `With about as many terminals, the nearest cost this topology comes to is ${formatMoney(cost)}; the first costs ${formatMoney(wanted)}.`;
  if (isSameValue(other.topology, topology)) return `No other size of this topology comes nearer in ${equal}.`;
  const changes = changesOf(variants[0], other);
  return { ...document, beside: document.beside.map((each, i) => (i === variant - 1 ? { ...each, changes } : each)), claim: null };
}

/** Costs that differ by more than this part are not called equal; terminals, in all and of a switch, by more than this factor not alike. */
const farthest = 0.25;
const mostApart = 2;

/** Whether a network is still what the topology was, with about so many terminals: equal cost is no reason for another form. */
function remaining({ kind, values }: ChosenKind, terminals: number): (facts: Facts, values: ChosenKind["values"]) => boolean {
  const { isAlike, expect } = topologies.get(kind);
  const own: Facts = expect(values);
  const isNear = (a: number, b: number) => a <= mostApart * b && b <= mostApart * a;
  return (facts, next) =>
    isNear(facts.terminals, terminals) &&
    // All terminals of a single switch stand at one.
    (own.switches === 1 || isNear(facts.terminals / facts.switches, own.terminals / own.switches)) &&
    isAlike?.(values, next) !== false;
}

function sized(
  scenario: Scenario,
  count: (facts: Facts) => number,
  wanted: number,
  terminals: number,
  fits?: Parameters<typeof matched>[3],
): Scenario | null {
  const topology = matched(scenario.topology, count, wanted, fits, terminals);
  return topology === null ? null : { ...scenario, topology };
}

/** A place that can be swept, with the words it is chosen by. */
export interface SweptPlace {
  readonly path: Path;
  readonly param: Param;
  /** Title of its section. */
  readonly section: string;
}

/** All places of a document that can be swept: those that all of its scenarios have. */
export function sweptPlaces(document: Document): readonly SweptPlace[] {
  const variants = variantsOf(document);
  const found = Object.entries<Param>(scenarioParams).flatMap(([name, param]) =>
    name === "seed" ? [] : inside(document, param, [name]).map((each) => ({ ...each, section: param.title })),
  );
  return found.filter(({ path }) => variants.every((each) => paramAt(each, path) !== undefined));
}

function inside(document: Document, param: Param, path: Path): readonly Omit<SweptPlace, "section">[] {
  const own = isSwept(param) ? [{ path, param }] : [];
  const params: Params | null =
    param.type === "record"
      ? param.params
      : param.type === "kind"
        ? param.registry.get((valueAt(document, path) as { kind: string }).kind).params
        : null;
  if (param.type === "list" && param.about !== undefined) {
    const keys = param.about.keys(valueAt(document, path) as readonly Values[], document);
    return keys.flatMap((key) => inside(document, param.of, [...path, key]));
  }
  if (params === null) return own;
  return [...own, ...Object.entries(params).flatMap(([name, each]) => inside(document, each, [...path, name]))];
}

/** The values a place is swept over at first: a load in twenty steps, other numbers around the present one, every kind that runs. */
export function usualValues(document: Document, path: Path): readonly unknown[] {
  const param = paramAt(document, path) as Param;
  const present = valueAt(document, path);
  if (param.type === "choice") return param.choices.map(({ id }) => id);
  if (param.type === "flag") return [false, true];
  if (param.type === "kind") {
    const kinds = kindsOf(param.registry).map(({ id }) => withKind(document, path, id));
    return kinds.filter((each) => checkScenario(variantsOf(each)[0]).length === 0).map((each) => valueAt(each, path));
  }
  if (param.type === "number" && param.max <= 1) return steps(param.max / 20, param.max, param.max / 20);
  if (param.type === "list") return [present];
  if (param.type === "record" || param.type === "text") return [];
  if (typeof present !== "number") return [present];
  const number = present;
  const around = number === 0 ? [0, 1, 2, 4, 8] : [number / 4, number / 2, number, number * 2, number * 4];
  const doubled = around.filter((value) => value >= param.min && value <= param.max && ("step" in param || Number.isInteger(value)));
  const running = doubled.filter((value) => checkDocument(withValue(document, path, value)).length === 0);
  return running.length > 1 ? running : [number];
}

/** To so many per cent a new sweep knows its means, and what it takes for that at the most, cycles. */
const known = { precision: 2, warmUp: 20_000, window: 100_000 } as const;

/**
 * The document that sweeps a place; a third one takes the place of the second. A new sweep of traffic whose run is as usual goes on until
 * its means are known.
 */
export function withAxis(document: Document, axis: Axis): Document {
  const others = document.sweep.filter(({ path }) => path.join(".") !== axis.path.join("."));
  const isUsual = isSameValue(document.run, scenarioParams.run.default) && axis.path[0] !== "run";
  const isNew = document.sweep.length === 0 && isUsual && workloads.get(document.workload.kind).endless;
  return { ...document, ...(isNew ? { run: { ...document.run, ...known } } : {}), sweep: [...others.slice(0, 1), axis], claim: null };
}

/** The document without the sweep of a place. */
export function withoutAxis(document: Document, dotted: string): Document {
  return { ...document, sweep: document.sweep.filter(({ path }) => path.join(".") !== pathOf(dotted).join(".")), claim: null };
}
