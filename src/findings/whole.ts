/** The finding of a document that has several scenarios: a sweep or a comparison. */
import { curveIn } from "../core/measures/curve.ts";
import type { MixTable, Reckoning } from "../core/measures/mix.ts";
import { anded } from "../core/base/words.ts";
import type { Results } from "../core/measures/results.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { rescaledResults } from "../core/results/rescale.ts";
import { cellsOf, type Document, letterOf } from "../core/scenario/document.ts";
import { loadOf, loadPath } from "../core/scenario/load.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { stagedAt } from "../core/scenario/staged.ts";
import { changesOf } from "../core/scenario/variants.ts";
import { called, networkOf } from "../words/networks.ts";
import { trafficOf } from "../words/traffic.ts";
import { namedVariants } from "../words/variants.ts";
import { comparisonFinding } from "./comparison.ts";
import { concludeMix } from "./mix.ts";
import { withScope } from "./in-parts.ts";
import { mixTable } from "./mix-table.ts";
import { tableOfRuns } from "./sweep-table.ts";
import { sweepFinding } from "./sweep.ts";
import { type Finding, foundAt } from "./traffic.ts";
import type { Units } from "../words/units.ts";

/** The available results of a document, rescaled to cycles of the page's clock. */
export interface Known {
  /** The table of its sweep; null without a sweep. */
  readonly table: SweepTable | null;
  /** The sweep as a mix of applications, and the cost basis to use; null if it is not a mix. */
  readonly mix: { readonly table: MixTable; readonly reckoning?: Reckoning } | null;
  /** By network: results at the shown point of the sweep; null if not available. */
  readonly results: readonly (Results | null)[];
}

/**
 * The finding of the sweep as soon as it has results, otherwise of the comparison as soon as it is complete. Null before, and for a single
 * scenario.
 */
export function wholeFinding(units: Units, document: Document, known: Known): Finding | null {
  const found = findingOfAll(units, document, known);
  return found === null ? null : withScope(found, sayScope(document));
}

/**
 * The networks that are not connected, a sentence each: `A (your network): 4 of 7 terminals run.` If topologies are swept, it describes the
 * networks of the shown point.
 */
function sayScope(document: Document): string {
  const { facts, names, point } = namedVariants(document);
  const said = facts.flatMap((each, i) => {
    const own = each?.components?.said;
    return own === undefined ? [] : [facts.length === 1 ? own : `${called({ letter: letterOf(i), name: names[i] })}: ${own}`];
  });
  const at = said.length > 0 && document.sweep.some(({ path }) => path[0] === "topology") ? `At ${point}: ` : "";
  return `${at}${said.join(" ")}`;
}

function findingOfAll(units: Units, document: Document, { table, mix, results }: Known): Finding | null {
  const { scenarios, point, cycles, names, facts, bills } = namedVariants(document);
  const isAlone = scenarios.length === 1;
  if (table !== null) {
    const concluded = mix === null ? null : concludeMix(mix.table, mix.reckoning);
    if (concluded !== null) return { ...concluded, answer: concluded.isPartial ? `So far, ${concluded.answer}` : concluded.answer };
    const isOfLoads = document.sweep.length === 1 && document.sweep[0].path.join(".") === loadPath.join(".");
    const swept = scenarios.map((scenario, i) => ({
      letter: isAlone ? "" : letterOf(i),
      name: isAlone ? networkOf(scenario) : names[i],
      curve: isOfLoads ? curveIn(table, i, cycles[i]).points : null,
    }));
    const found = sweepFinding(units, table, swept, document.baseline, (a, b) => changesOf(scenarios[a], scenarios[b]).length);
    if (found !== null) return withTraffic(document, scenarios, found);
  }
  if (isAlone) return null;
  const compared = scenarios.map((scenario, i) => ({
    letter: letterOf(i),
    name: names[i],
    links: facts[i]?.links ?? 0,
    bill: bills[i],
    scenario,
    load: loadOf(scenario, cycles[i]),
    results: results[i] ?? null,
  }));
  const found = comparisonFinding(units, compared, document.baseline);
  return found === null ? null : foundAt(point, withTraffic(document, scenarios, found));
}

/** The finding prefixed by the traffic, unless it names the traffic itself or the sweep varies it. */
function withTraffic({ sweep }: Document, scenarios: readonly Scenario[], finding: Finding): Finding {
  const isSwept = sweep.some(({ path: [section], values }) => section === "workload" && values.some((value) => typeof value === "object"));
  const names = scenarios.map(trafficOf);
  if (isSwept || names.every((name) => finding.answer.includes(name))) return finding;
  const named = [...new Set(names)].map((name) => {
    const letters = names.flatMap((own, i) => (own === name ? [letterOf(i)] : []));
    return letters.length === names.length ? name : `${name} (${anded(letters)})`;
  });
  return { ...finding, answer: `Under ${anded(named)}: ${finding.answer}` };
}

/**
 * The finding of a sweep or comparison whose runs have all finished; null for a single scenario.
 * @param runs results in the order of `cellsOf`
 */
export function findingOfRuns(units: Units, document: Document, runs: readonly Results[]): Finding | null {
  const table = document.sweep.length === 0 ? null : tableOfRuns(document, runs);
  const mix = table === null ? null : mixTable(document, table);
  const { scenarios, cycles } = namedVariants(document);
  const shown = stagedAt(document).join();
  const cells = cellsOf(document);
  const results = scenarios.map((_, i) => runs[cells.findIndex(({ variant, at }) => variant === i && at.join() === shown)] ?? null);
  return wholeFinding(units, document, {
    table,
    mix: mix === null ? null : { table: mix },
    results: results.map((each, i) => (each === null ? null : rescaledResults(each, cycles[i]))),
  });
}
