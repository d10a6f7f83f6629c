/** Edits of a document as a whole: adding, removing and resizing networks, and the sweep. */
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

/** The quantity that can be made equal: the number of terminals, or the cost by the document's price list. */
export type Equal = "terminals" | "cost";

/** @param scenario the scenario whose link rules determine the cost */
function counting(document: Document, equal: Equal, scenario: Scenario): (facts: Facts) => number {
  return equal === "terminals" ? ({ terminals }) => terminals : ({ parts }) => billOf(document.cost, withRules(scenario, parts)).total;
}

/**
 * The document with another network to compare. It takes the first topology not yet used that has exactly as many terminals, so that both
 * networks see the same traffic. If there is none, it copies the first network for the reader to change.
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
    // A setting that was invalid at the default size of the kind, such as a pattern, may be valid at this one.
    const like = { ...first, topology: found.topology, routing: found.routing };
    const other = checkScenario(like).length === 0 ? like : found;
    if (checkScenario(other).length === 0) return withOther(document, other);
  }
  return withOther(document, first);
}

/** The document with `other` added to the networks that are compared. */
function withOther(document: Document, other: Scenario): Document {
  const [first] = variantsOf(document);
  return { ...document, beside: [...document.beside, { title: "", changes: changesOf(first, other) }], claim: null };
}

/** The document without one of the added networks; `variant` 1 is the first of them. */
export function without(document: Document, variant: number): Document {
  const beside = document.beside.filter((_, i) => i !== variant - 1);
  const baseline = document.baseline === variant ? 0 : document.baseline - (document.baseline > variant ? 1 : 0);
  return { ...document, beside, baseline, claim: null };
}

/**
 * The document with one added network made as large, or as expensive, as the first, as nearly as its topology allows; otherwise the reason,
 * as a sentence.
 */
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

/**
 * Two costs are called equal if they differ by at most this fraction. Terminals, in total and per switch, are similar within this factor.
 */
const farthest = 0.25;
const mostApart = 2;

/**
 * Predicate: does a resized network still have the form of this topology, with a similar number of terminals? Equal cost does not justify a
 * different form.
 */
function remaining({ kind, values }: ChosenKind, terminals: number): (facts: Facts, values: ChosenKind["values"]) => boolean {
  const { isAlike, expect } = topologies.get(kind);
  const own: Facts = expect(values);
  const isNear = (a: number, b: number) => a <= mostApart * b && b <= mostApart * a;
  return (facts, next) =>
    isNear(facts.terminals, terminals) &&
    // A network of one switch has all its terminals on that switch.
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

/** A parameter that can be swept, and its path. */
export interface SweptPlace {
  readonly path: Path;
  readonly param: Param;
  /** Title of the section of the form that contains it. */
  readonly section: string;
}

/** All parameters that can be swept: those that every network of the document has. */
export function sweptPlaces(document: Document): readonly SweptPlace[] {
  const variants = variantsOf(document);
  const found = Object.entries<Param>(scenarioParams).flatMap(([name, param]) =>
    name === "seed" ? [] : inside(document, param, [name]).map((each) => ({ ...each, section: param.title })),
  );
  return found.filter(({ path }) => variants.every((each) => paramAt(each, path) !== undefined));
}

/** The parameters that can be swept at a path and, recursively, in the records, kinds and lists below it. */
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

/**
 * Default values of a sweep over a parameter: twenty steps for a share such as a load, multiples of the current value for other numbers,
 * every valid kind for a kind.
 */
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

/** Run settings of a new sweep: the confidence interval of the means in per cent, and the limits of warm-up and measurement in cycles. */
const known = { precision: 2, warmUp: 20_000, window: 100_000 } as const;

/**
 * The document with a sweep over a parameter. A sweep has at most two parameters: a third one replaces the second. If the run settings are
 * the defaults and the traffic is open-loop, the runs of a new sweep continue until their means are precise enough.
 */
export function withAxis(document: Document, axis: Axis): Document {
  const others = document.sweep.filter(({ path }) => path.join(".") !== axis.path.join("."));
  const isUsual = isSameValue(document.run, scenarioParams.run.default) && axis.path[0] !== "run";
  const isNew = document.sweep.length === 0 && isUsual && workloads.get(document.workload.kind).endless;
  return { ...document, ...(isNew ? { run: { ...document.run, ...known } } : {}), sweep: [...others.slice(0, 1), axis], claim: null };
}

/** The document without the sweep over one parameter. */
export function withoutAxis(document: Document, dotted: string): Document {
  return { ...document, sweep: document.sweep.filter(({ path }) => path.join(".") !== pathOf(dotted).join(".")), claim: null };
}
