/** The scenarios of a document with their names, facts and costs, computed once per document. */
import type { Document } from "../core/scenario/document.ts";
import { paramAt } from "../core/scenario/place.ts";
import { type Scenario, factsIfValid } from "../core/scenario/scenario.ts";
import { type Bill, billOf } from "../core/costs/bill.ts";
import type { Facts } from "../core/topologies/contract.ts";
import { withRules } from "../core/scenario/links.ts";
import { cycleOf } from "../core/scenario/page-clock.ts";
import { namesOf } from "./networks.ts";
import { staged, stagedAt } from "../core/scenario/staged.ts";
import { axisOf } from "./sweep.ts";

interface Named {
  /** The scenarios that the stage runs: at the shown point, if the document has a sweep. */
  readonly scenarios: readonly Scenario[];
  /** The shown point in words, such as `load 0.45`; empty without a sweep. */
  readonly point: string;
  /** Cycle length of each scenario, in cycles of the page's clock. */
  readonly cycles: readonly number[];
  readonly names: readonly string[];
  readonly facts: readonly (Facts | null)[];
  readonly bills: readonly (Bill | null)[];
}

/**
 * Whether one price list can apply to all scenarios. It has no prices for links of another technology, nor for a shared medium in place of
 * switches.
 */
function haveOnePriceList(scenarios: readonly Scenario[], facts: readonly (Facts | null)[]): boolean {
  const kinds = new Set(scenarios.map(({ technology }) => JSON.stringify(technology)));
  const media = new Set(facts.map((each) => each?.isMedium === true));
  return kinds.size === 1 && media.size === 1;
}

const named = new WeakMap<Document, Named>();

/** All scenarios of a document, in its order. */
export function namedVariants(document: Document): Named {
  let known = named.get(document);
  if (known === undefined) {
    const scenarios = staged(document);
    const cycles = scenarios.map((each) => cycleOf(document, each));
    const facts = scenarios.map(factsIfValid);
    const isPriced = haveOnePriceList(scenarios, facts);
    const bills = facts.map((each, i) => (each === null || !isPriced ? null : billOf(document.cost, withRules(scenarios[i], each.parts))));
    named.set(document, (known = { scenarios, point: sayPoint(document), cycles, names: namesOf(document), facts, bills }));
  }
  return known;
}

/** One of a document's scenarios as the stage runs it; the document itself if the index is out of range. */
export const stagedVariant = (document: Document, variant: number): Scenario => namedVariants(document).scenarios[variant] ?? document;

function sayPoint(document: Document): string {
  const at = stagedAt(document);
  // During an edit, a swept parameter may have disappeared.
  const said = document.sweep.map((axis, i) => (paramAt(document, axis.path) === undefined ? "" : axisOf(document, axis).said[at[i]]));
  return said.filter((each) => each !== "").join(", ");
}
