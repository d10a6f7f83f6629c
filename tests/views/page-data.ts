/**
 * The view data that the page computes for a document, for tests of views: runs at some point in time, their results and their analyses.
 */
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { curvePointOf } from "../../src/core/measures/curve.ts";
import { run as runToTheEnd, startRun } from "../../src/core/run/run.ts";
import { cellsOf, type Document, letterOf } from "../../src/core/scenario/document.ts";
import { jobOfTerminals } from "../../src/core/scenario/jobs.ts";
import { scenarioLoad, loadPath } from "../../src/core/scenario/load.ts";
import { withValueAtPath } from "../../src/core/scenario/param-path.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { PageSelection } from "../../src/core/network/selection.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { mixTableOfDocument } from "../../src/findings/mix-table.ts";
import { tableOfRuns } from "../../src/findings/sweep-table.ts";
import { readReadable } from "../../src/links/readable.ts";
import { billOfUsedParts } from "../../src/app/document/used-bill.ts";
import { selectionsOf } from "../../src/app/selection/shared-selection.ts";
import { workloadMixOf } from "../../src/app/view-data/workload-mix.ts";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { lazyLayouts } from "../../src/views/stage/layouts/all-layouts.ts";
import { newViewports } from "./fixtures.ts";
import { unitsOfResults } from "../../src/words/units.ts";
import { namedVariants } from "../../src/words/variants.ts";

/** The state of the page for which view data is computed. */
export interface Moment {
  /** Fraction of each run that is over, 0 to 1; 1 if absent. */
  readonly fraction?: number;
  /** Loads of the load curve; none if absent. */
  readonly loads?: readonly number[];
  readonly selected?: PageSelection;
}

/** View data of a link's document. The cycle is that of its first network. */
export function pageData(link: string, { fraction = 1, loads = [], selected = { is: "nothing" } }: Moment = {}): ViewData {
  const document = readReadable(link);
  const { scenarios, point, names, facts, bills, cycles } = namedVariants(document);
  const runs = scenarios.map((scenario, index) => ({
    ...runData(scenario, fraction),
    curve: {
      points: loads.map((load) => curvePointOf(load, [runToTheEnd(withValueAtPath(scenario, loadPath, load))])),
      expectedPoints: loads.length,
    },
    load: scenarioLoad(scenario, cycles[index]),
    index,
    letter: scenarios.length > 1 ? letterOf(index) : "",
    title: names[index],
    cycle: cycles[index],
    facts: facts[index],
    bill: bills[index],
  }));
  const channel = selected.is === "channel" ? selected.channel : -1;
  const selections = selectionsOf(selected, runs, 0, channel, null);
  const variants = runs.map((ownRun, i): Variant => {
    const usedBill = bills[i] === null ? null : billOfUsedParts(scenarios[i], facts[i], ownRun.network, document.cost);
    return { ...ownRun, ...selections[i], usedBill };
  });
  const sweep = document.sweep.length === 0 ? null : sweepOf(document);
  const mix = sweep === null ? null : mixTableOfDocument(document, sweep);
  const { baseline } = document;
  return {
    ...variants[0],
    variants,
    baseline,
    pair: [0, 1],
    span: null,
    sharedMaxima: [],
    choices: {},
    units: unitsOfResults,
    viewports: newViewports(),
    layouts: lazyLayouts,
    sweep,
    mix,
    ...(point === "" ? {} : { sweepPointLabel: point }),
    ...(mix === null && variants.length > 1 ? { workloadMix: workloadMixOf({ variants, baseline }) } : {}),
  };
}

const sweepOf = (document: Document) =>
  tableOfRuns(
    document,
    cellsOf(document).map(({ scenario }) => runToTheEnd(scenario)),
  );

/** State of a run at a fraction of its length, with the results of the whole run. */
function runData(scenario: Scenario, fraction: number) {
  const run = startRun(scenario);
  const { plan, simulation } = run;
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  if (fraction === 1) run.finish();
  simulation.sample(frame);
  const results = fraction === 1 ? run.results() : runToTheEnd(scenario);
  if (fraction < 1) {
    simulation.advance(Math.floor(results.cycles * fraction), Infinity);
    simulation.sample(frame);
  }
  const { network, packetPhits, bufferPackets = 0, window, links, switches, routing } = plan;
  return {
    network,
    frame,
    results,
    analysis: analyzePlan(plan),
    packetPhits,
    queueCapacity: bufferPackets * routing.vcClasses,
    window,
    links,
    switches,
    jobOf: jobOfTerminals(scenario, network),
    waits: null,
  };
}
