/** The finding of a document that has several scenarios: a sweep or a comparison. */
import { curveOfSweep } from "../core/measures/curve.ts";
import type { MixTable, CostBasis } from "../core/measures/mix.ts";
import { joinWithAnd } from "../core/base/words.ts";
import type { Results } from "../core/measures/results.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { rescaledResults } from "../core/results/rescale.ts";
import { cellsOf, type Document, letterOf } from "../core/scenario/document.ts";
import { scenarioLoad, loadPath } from "../core/scenario/load.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { displayedPoint } from "../core/scenario/displayed-point.ts";
import { changesOf } from "../core/scenario/variants.ts";
import { letterAndName, networkPhrase } from "../words/networks.ts";
import { trafficPhrase } from "../words/traffic.ts";
import { namedVariants } from "../words/variants.ts";
import { comparisonFinding } from "./comparison.ts";
import { concludeFromMix } from "./mix.ts";
import { withScope } from "./scope.ts";
import { mixTableOfDocument } from "./mix-table.ts";
import { tableOfRuns } from "./sweep-table.ts";
import { findingOfSweep } from "./sweep.ts";
import { type Finding, findingAtPoint } from "./traffic.ts";
import type { Units } from "../words/units.ts";

/** The available results of a document, rescaled to cycles of its first network, in which the page shows all times. */
export interface DocumentResults {
  /** The table of the document's sweep; null without a sweep. */
  readonly table: SweepTable | null;
  /** The sweep as a mix of applications, and the cost basis to use; null if it is not a mix. */
  readonly mix: { readonly table: MixTable; readonly reckoning?: CostBasis } | null;
  /** By network: results at the shown point of the sweep; null if not available. */
  readonly results: readonly (Results | null)[];
}

/**
 * The finding of the sweep as soon as it has results, otherwise of the comparison as soon as it is complete. Null until then, and for a
 * single scenario.
 */
export function findingOfSweepOrComparison(units: Units, document: Document, documentResults: DocumentResults): Finding | null {
  const finding = findingWithoutScope(units, document, documentResults);
  return finding === null ? null : withScope(finding, sayScope(document));
}

/**
 * The networks that are not connected, a sentence each: `A (your network): 4 of 7 terminals are simulated.` If topologies are swept, it
 * describes the networks of the shown point.
 */
function sayScope(document: Document): string {
  const { facts, names, point } = namedVariants(document);
  const sentences = facts.flatMap((networkFacts, i) => {
    const scope = networkFacts?.components?.said;
    return scope === undefined ? [] : [facts.length === 1 ? scope : `${letterAndName({ letter: letterOf(i), name: names[i] })}: ${scope}`];
  });
  const pointClause = sentences.length > 0 && document.sweep.some(({ path }) => path[0] === "topology") ? `At ${point}: ` : "";
  return `${pointClause}${sentences.join(" ")}`;
}

/**
 * The finding of a document with a sweep, a mix (weighted applications and sizes) or several networks; null if there is none yet. Of these,
 * a mix goes first, then the sweep as a whole, then the comparison at the point of the sweep that the page shows.
 * @param results results of each network at the shown point; null while missing
 */
function findingWithoutScope(units: Units, document: Document, { table, mix, results }: DocumentResults): Finding | null {
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  const isSingleNetwork = scenarios.length === 1;
  if (table !== null) {
    const mixConclusion = mix === null ? null : concludeFromMix(mix.table, mix.reckoning);
    if (mixConclusion !== null)
      return { ...mixConclusion, answer: mixConclusion.isPartial ? `So far, ${mixConclusion.answer}` : mixConclusion.answer };
    const isLoadSweep = document.sweep.length === 1 && document.sweep[0].path.join(".") === loadPath.join(".");
    const networks = scenarios.map((scenario, i) => ({
      letter: isSingleNetwork ? "" : letterOf(i),
      name: isSingleNetwork ? networkPhrase(scenario) : names[i],
      curve: isLoadSweep ? curveOfSweep(table, i, cycles[i]).points : null,
    }));
    const finding = findingOfSweep(units, table, networks, document.baseline, (a, b) => changesOf(scenarios[a], scenarios[b]).length);
    if (finding !== null) return withTraffic(document, scenarios, finding);
  }
  if (isSingleNetwork) return null;
  const comparedNetworks = scenarios.map((scenario, i) => ({
    letter: letterOf(i),
    name: names[i],
    links: facts[i]?.links ?? 0,
    bill: bills[i],
    scenario,
    load: scenarioLoad(scenario, cycles[i]),
    results: results[i] ?? null,
  }));
  const finding = comparisonFinding(units, comparedNetworks, document.baseline);
  return finding === null ? null : findingAtPoint(point, withTraffic(document, scenarios, finding));
}

/** The finding prefixed by the traffic, unless it names the traffic itself or the sweep varies it. */
function withTraffic({ sweep }: Document, scenarios: readonly Scenario[], finding: Finding): Finding {
  const isWorkloadSwept = sweep.some(
    ({ path: [section], values }) => section === "workload" && values.some((value) => typeof value === "object"),
  );
  const trafficNames = scenarios.map(trafficPhrase);
  if (isWorkloadSwept || trafficNames.every((name) => finding.answer.includes(name))) return finding;
  const traffics = [...new Set(trafficNames)].map((name) => {
    const letters = trafficNames.flatMap((trafficName, i) => (trafficName === name ? [letterOf(i)] : []));
    return letters.length === trafficNames.length ? name : `${name} (${joinWithAnd(letters)})`;
  });
  return { ...finding, answer: `Under ${joinWithAnd(traffics)}: ${finding.answer}` };
}

/**
 * The finding of a sweep or comparison whose runs have all finished; null for a single scenario.
 * @param runs results in the order of `cellsOf`
 */
export function findingOfRuns(units: Units, document: Document, runs: readonly Results[]): Finding | null {
  const table = document.sweep.length === 0 ? null : tableOfRuns(document, runs);
  const mix = table === null ? null : mixTableOfDocument(document, table);
  const { scenarios, cycles } = namedVariants(document);
  const shownPoint = displayedPoint(document).join();
  const cells = cellsOf(document);
  const results = scenarios.map((_, i) => runs[cells.findIndex(({ variant, at }) => variant === i && at.join() === shownPoint)] ?? null);
  return findingOfSweepOrComparison(units, document, {
    table,
    mix: mix === null ? null : { table: mix },
    results: results.map((each, i) => (each === null ? null : rescaledResults(each, cycles[i]))),
  });
}
