/** The scenarios of a document with their names, facts and costs, computed once per document. */
import type { Document } from "../core/scenario/document.ts";
import { paramAtPath } from "../core/scenario/param-path.ts";
import { type Scenario, scenarioFactsIfValid } from "../core/scenario/scenario.ts";
import { type Bill, billOf } from "../core/costs/bill.ts";
import type { TopologyFacts } from "../core/topologies/contract.ts";
import { partsWithRules } from "../core/scenario/links.ts";
import { cycleOnPage } from "../core/scenario/page-clock.ts";
import { networkNamesOf } from "./networks.ts";
import { displayedScenarios, displayedPoint } from "../core/scenario/displayed-point.ts";
import { sweepAxisOf } from "./sweep.ts";

interface NamedVariants {
  /** The scenarios that the stage runs: at the shown point, if the document has a sweep. */
  readonly scenarios: readonly Scenario[];
  /** The shown point in words, such as `load 0.45`; empty without a sweep. */
  readonly point: string;
  /** Cycle length of each scenario, in cycles of the page's clock. */
  readonly cycles: readonly number[];
  readonly names: readonly string[];
  readonly facts: readonly (TopologyFacts | null)[];
  readonly bills: readonly (Bill | null)[];
}

/**
 * Whether one price list can apply to all scenarios. It has no prices for links of another technology, nor for a shared medium in place of
 * switches.
 */
function haveOnePriceList(scenarios: readonly Scenario[], facts: readonly (TopologyFacts | null)[]): boolean {
  const kinds = new Set(scenarios.map(({ technology }) => JSON.stringify(technology)));
  const media = new Set(facts.map((each) => each?.isMedium === true));
  return kinds.size === 1 && media.size === 1;
}

const variantsCache = new WeakMap<Document, NamedVariants>();

/** All scenarios of a document, in its order. */
export function namedVariants(document: Document): NamedVariants {
  let variants = variantsCache.get(document);
  if (variants === undefined) {
    const scenarios = displayedScenarios(document);
    const cycles = scenarios.map((each) => cycleOnPage(document, each));
    const facts = scenarios.map(scenarioFactsIfValid);
    const hasOnePriceList = haveOnePriceList(scenarios, facts);
    const bills = facts.map((each, i) =>
      each === null || !hasOnePriceList ? null : billOf(document.cost, partsWithRules(scenarios[i], each.parts)),
    );
    variantsCache.set(
      document,
      (variants = { scenarios, point: sayPoint(document), cycles, names: networkNamesOf(document), facts, bills }),
    );
  }
  return variants;
}

/** One of a document's scenarios as the stage runs it; the document itself if the index is out of range. */
export const stagedVariant = (document: Document, variant: number): Scenario => namedVariants(document).scenarios[variant] ?? document;

function sayPoint(document: Document): string {
  const pointIndices = displayedPoint(document);
  // During an edit, a swept parameter may have disappeared.
  const axisTexts = document.sweep.map((axis, i) =>
    paramAtPath(document, axis.path) === undefined ? "" : sweepAxisOf(document, axis).phrases[pointIndices[i]],
  );
  return axisTexts.filter((each) => each !== "").join(", ");
}
