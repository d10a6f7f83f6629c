/** The scenarios of a document with what they are called, made of and cost; worked out once for all who ask. */
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
  /** As the stage runs them: of a sweep the point that is shown. */
  readonly scenarios: readonly Scenario[];
  /** Which point that is, as it stands in a sentence: `load 0.45`; empty where nothing is swept. */
  readonly point: string;
  /** How long a cycle of each is, in cycles of the page. */
  readonly cycles: readonly number[];
  readonly names: readonly string[];
  readonly facts: readonly (Facts | null)[];
  readonly bills: readonly (Bill | null)[];
}

/** Whether one price list can hold for all: it knows neither links of another technology nor a medium instead of switches. */
function haveOnePriceList(scenarios: readonly Scenario[], facts: readonly (Facts | null)[]): boolean {
  const kinds = new Set(scenarios.map(({ technology }) => JSON.stringify(technology)));
  const media = new Set(facts.map((each) => each?.isMedium === true));
  return kinds.size === 1 && media.size === 1;
}

const named = new WeakMap<Document, Named>();

/** All of a document, the first one first. */
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

/** One of a document's scenarios as the stage runs it; the document itself where there is no such one. */
export const stagedVariant = (document: Document, variant: number): Scenario => namedVariants(document).scenarios[variant] ?? document;

function sayPoint(document: Document): string {
  const at = stagedAt(document);
  // While somebody edits, a place that was swept may be gone.
  const said = document.sweep.map((axis, i) => (paramAt(document, axis.path) === undefined ? "" : axisOf(document, axis).said[at[i]]));
  return said.filter((each) => each !== "").join(", ");
}
