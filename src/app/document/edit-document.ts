/** Edits of a document as a whole: adding, removing and resizing networks, and the sweep. */
import { checkDocument, type Document, documentOf, variantsOf } from "../../core/scenario/document.ts";
import { billOf } from "../../core/costs/bill.ts";
import { matchTopology } from "../../core/scenario/edits/match-topology.ts";
import { paramAtPath, type Path, parsePath } from "../../core/scenario/param-path.ts";
import { checkScenario, topologyFacts, type Scenario, scenarioParams } from "../../core/scenario/scenario.ts";
import { type SweepParameter, isSweepable, rangeValues } from "../../core/scenario/sweep.ts";
import { changesOf } from "../../core/scenario/variants.ts";
import { partsWithRules } from "../../core/scenario/links.ts";
import type { TopologyFacts } from "../../core/topologies/contract.ts";
import { isSameValue } from "../../core/base/equality.ts";
import { kindsOf, allTopologies, allWorkloads } from "../../core/kinds/all-kinds.ts";
import type { ChosenKind, Param, Params, Values } from "../../core/base/params.ts";
import { formatMoney } from "../../words/numbers.ts";
import { documentValueAt, withKind, withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";

/** The quantity that can be made equal: the number of terminals, or the cost by the document's price list. */
export type EqualizedQuantity = "terminals" | "cost";

/** @param scenario the scenario whose link rules determine the cost */
function quantityOf(document: Document, quantity: EqualizedQuantity, scenario: Scenario): (facts: TopologyFacts) => number {
  return quantity === "terminals"
    ? ({ terminals }) => terminals
    : ({ parts }) => billOf(document.cost, partsWithRules(scenario, parts)).total;
}

/**
 * The document with another network to compare. It takes the first kind of topology not yet used that can have exactly as many terminals,
 * so that both networks see the same traffic. If there is none, it copies the first network for the reader to change.
 */
export function withAnotherNetwork(document: Document): Document {
  const [first] = variantsOf(document);
  const usedKinds = new Set(variantsOf(document).map(({ topology }) => topology.kind));
  const terminals = topologyFacts(first.topology).terminals;
  for (const { id } of allTopologies.kinds) {
    if (usedKinds.has(id)) continue;
    // The first network with its topology replaced by this kind and resized to the same number of terminals; null if that is not possible.
    const resized = resizedScenario(
      variantsOf(withKind(documentOf(first), ["topology"], id))[0],
      quantityOf(document, "terminals", first),
      terminals,
      terminals,
    );
    if (resized === null || topologyFacts(resized.topology).terminals !== terminals) continue;
    // Changing the kind may have replaced a setting, such as a pattern, that was invalid at the kind's default size. It may be valid at
    // this size, so the settings of the first network are tried first.
    const candidate = { ...first, topology: resized.topology, routing: resized.routing };
    const other = checkScenario(candidate).length === 0 ? candidate : resized;
    if (checkScenario(other).length === 0) return withNetwork(document, other);
  }
  return withNetwork(document, first);
}

/** The document with `other` added to the networks that are compared. */
function withNetwork(document: Document, other: Scenario): Document {
  const [first] = variantsOf(document);
  return { ...document, beside: [...document.beside, { title: "", changes: changesOf(first, other) }], claim: null };
}

/** The document without one of the added networks; `variant` is its index, 1 for the first added network. */
export function withoutNetwork(document: Document, variant: number): Document {
  const otherNetworks = document.beside.filter((_, i) => i !== variant - 1);
  const baseline = document.baseline === variant ? 0 : document.baseline - (document.baseline > variant ? 1 : 0);
  return { ...document, beside: otherNetworks, baseline, claim: null };
}

/**
 * The document in which one added network is changed to have as many terminals as the first network, or the same cost, as nearly as its
 * topology allows. If that is not possible, the reason as a sentence.
 */
export function withEqualized(document: Document, variant: number, quantity: EqualizedQuantity): Document | string {
  const variants = variantsOf(document);
  const measure = quantityOf(document, quantity, variants[variant]);
  const [firstFacts, { topology }] = [topologyFacts(variants[0].topology), variants[variant]];
  const target = quantityOf(document, quantity, variants[0])(firstFacts);
  const fits = quantity === "cost" ? keepsForm(topology, firstFacts.terminals) : undefined;
  const resized = resizedScenario(variants[variant], measure, target, firstFacts.terminals, fits);
  if (resized === null) return "This topology has no size of the same form with a similar number of terminals.";
  const cost = measure(topologyFacts(resized.topology));
  if (quantity === "cost" && Math.abs(cost - target) > maxCostDifference * target)
    return `With a similar number of terminals, the nearest cost of this topology is ${formatMoney(cost)}; the first network costs ${formatMoney(target)}.`;
  if (isSameValue(resized.topology, topology)) return `No other size of this topology is nearer to the ${quantity} of the first network.`;
  const changes = changesOf(variants[0], resized);
  return { ...document, beside: document.beside.map((network, i) => (i === variant - 1 ? { ...network, changes } : network)), claim: null };
}

/**
 * Two costs are called equal if they differ by at most this fraction. Terminals, in total and per switch, are similar within this factor.
 */
const maxCostDifference = 0.25;
const maxTerminalFactor = 2;

/**
 * Predicate: does a resized network still have the form of this topology, with a similar number of terminals? Equal cost does not justify a
 * different form.
 */
function keepsForm({ kind, values }: ChosenKind, terminals: number): (facts: TopologyFacts, values: ChosenKind["values"]) => boolean {
  const { hasSameForm, expectedFacts } = allTopologies.get(kind);
  const ownFacts: TopologyFacts = expectedFacts(values);
  const isNear = (a: number, b: number) => a <= maxTerminalFactor * b && b <= maxTerminalFactor * a;
  return (facts, nextValues) =>
    isNear(facts.terminals, terminals) &&
    // A network of one switch has all its terminals on that switch.
    (ownFacts.switches === 1 || isNear(facts.terminals / facts.switches, ownFacts.terminals / ownFacts.switches)) &&
    hasSameForm?.(values, nextValues) !== false;
}

function resizedScenario(
  scenario: Scenario,
  measure: (facts: TopologyFacts) => number,
  target: number,
  terminals: number,
  fits?: Parameters<typeof matchTopology>[3],
): Scenario | null {
  const topology = matchTopology(scenario.topology, measure, target, fits, terminals);
  return topology === null ? null : { ...scenario, topology };
}

/** A parameter that can be swept, and its path. */
export interface SweepableParam {
  readonly path: Path;
  readonly param: Param;
  /** Title of the section of the form that contains it. */
  readonly section: string;
}

/** All parameters that can be swept: those that every network of the document has. */
export function sweepableParams(document: Document): readonly SweepableParam[] {
  const variants = variantsOf(document);
  const candidates = Object.entries<Param>(scenarioParams).flatMap(([name, param]) =>
    name === "seed" ? [] : sweepableWithin(document, param, [name]).map((each) => ({ ...each, section: param.title })),
  );
  return candidates.filter(({ path }) => variants.every((each) => paramAtPath(each, path) !== undefined));
}

/** The parameters that can be swept at a path and, recursively, in the records, kinds and lists below it. */
function sweepableWithin(document: Document, param: Param, path: Path): readonly Omit<SweepableParam, "section">[] {
  const self = isSweepable(param) ? [{ path, param }] : [];
  const params: Params | null =
    param.type === "record"
      ? param.params
      : param.type === "kind"
        ? param.registry.get((documentValueAt(document, path) as { kind: string }).kind).params
        : null;
  if (param.type === "list" && param.entryKeys !== undefined) {
    const keys = param.entryKeys.keys(documentValueAt(document, path) as readonly Values[], document);
    return keys.flatMap((key) => sweepableWithin(document, param.of, [...path, key]));
  }
  if (params === null) return self;
  return [...self, ...Object.entries(params).flatMap(([name, each]) => sweepableWithin(document, each, [...path, name]))];
}

/**
 * Default values of a sweep over the parameter at a path of the document: twenty steps for a share such as a load; multiples of the current
 * value, as far as they are valid, for other numbers; all options of a choice; every valid kind for a kind, such as a routing.
 */
export function defaultSweepValues(document: Document, path: Path): readonly unknown[] {
  const param = paramAtPath(document, path) as Param;
  const current = documentValueAt(document, path);
  if (param.type === "choice") return param.choices.map(({ id }) => id);
  if (param.type === "flag") return [false, true];
  if (param.type === "kind") {
    const kinds = kindsOf(param.registry).map(({ id }) => withKind(document, path, id));
    return kinds.filter((each) => checkScenario(variantsOf(each)[0]).length === 0).map((each) => documentValueAt(each, path));
  }
  if (param.type === "number" && param.max <= 1) return rangeValues(param.max / 20, param.max, param.max / 20);
  if (param.type === "list") return [current];
  if (param.type === "record" || param.type === "text") return [];
  if (typeof current !== "number") return [current];
  const number = current;
  const multiples = number === 0 ? [0, 1, 2, 4, 8] : [number / 4, number / 2, number, number * 2, number * 4];
  const permitted = multiples.filter((value) => value >= param.min && value <= param.max && ("step" in param || Number.isInteger(value)));
  const valid = permitted.filter((value) => checkDocument(withDocumentValue(document, path, value)).length === 0);
  return valid.length > 1 ? valid : [number];
}

/** Run settings of a new sweep: the confidence interval of the means in per cent, and the limits of warm-up and measurement in cycles. */
const defaultPrecision = { precision: 2, warmUp: 20_000, window: 100_000 } as const;

/**
 * The document with a sweep over a parameter. A sweep has at most two parameters: a third one replaces the second. If the run settings are
 * the defaults and the traffic is open-loop, the runs of a new sweep continue until their means are precise enough.
 */
export function withSweepOf(document: Document, parameter: SweepParameter): Document {
  const otherParameters = document.sweep.filter(({ path }) => path.join(".") !== parameter.path.join("."));
  const hasDefaultRun = isSameValue(document.run, scenarioParams.run.default) && parameter.path[0] !== "run";
  const isFirstSweep = document.sweep.length === 0 && hasDefaultRun && allWorkloads.get(document.workload.kind).isEndless;
  return {
    ...document,
    ...(isFirstSweep ? { run: { ...document.run, ...defaultPrecision } } : {}),
    sweep: [...otherParameters.slice(0, 1), parameter],
    claim: null,
  };
}

/** The document without the sweep over one parameter. */
export function withoutSweepOf(document: Document, dottedPath: string): Document {
  return { ...document, sweep: document.sweep.filter(({ path }) => path.join(".") !== parsePath(dottedPath).join(".")), claim: null };
}
