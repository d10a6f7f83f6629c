/**
 * The view data that the page computes for a document, for tests of views: runs at some point in time, their results and their analyses.
 */
import { analyse } from "../../src/core/analysis/analyse.ts";
import { pointOf } from "../../src/core/measures/curve.ts";
import { run as runToTheEnd, start } from "../../src/core/run/run.ts";
import { cellsOf, type Document, letterOf } from "../../src/core/scenario/document.ts";
import { jobOfTerminals } from "../../src/core/scenario/jobs.ts";
import { loadOf, loadPath } from "../../src/core/scenario/load.ts";
import { withValue } from "../../src/core/scenario/place.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import type { Picked } from "../../src/core/network/selected.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { mixTable } from "../../src/findings/mix-table.ts";
import { tableOfRuns } from "../../src/findings/sweep-table.ts";
import { readReadable } from "../../src/links/readable.ts";
import { billInUse } from "../../src/app/document/bought.ts";
import { picksOf } from "../../src/app/selection/shared-picks.ts";
import { givenOf } from "../../src/app/view-data/given-mix.ts";
import type { Variant, ViewData } from "../../src/views/contract.ts";
import { layouts } from "../../src/views/stage/layouts/all-layouts.ts";
import { newViewports } from "./fixtures.ts";
import { inCycles } from "../../src/words/units.ts";
import { namedVariants } from "../../src/words/variants.ts";

/** The state of the page for which view data is computed. */
export interface Moment {
  /** Fraction of each run that is over, 0 to 1; 1 if absent. */
  readonly part?: number;
  /** Loads of the load curve; none if absent. */
  readonly loads?: readonly number[];
  readonly picked?: Picked;
}

/** View data of a link's document. The cycle is that of its first network. */
export function pageData(link: string, { part = 1, loads = [], picked = { is: "nothing" } }: Moment = {}): ViewData {
  const document = readReadable(link);
  const { scenarios, point, names, facts, bills, cycles } = namedVariants(document);
  const known = scenarios.map((scenario, index) => ({
    ...runData(scenario, part),
    curve: { points: loads.map((load) => pointOf(load, [runToTheEnd(withValue(scenario, loadPath, load))])), expected: loads.length },
    load: loadOf(scenario, cycles[index]),
    index,
    letter: scenarios.length > 1 ? letterOf(index) : "",
    title: names[index],
    cycle: cycles[index],
    facts: facts[index],
    bill: bills[index],
  }));
  const channel = picked.is === "channel" ? picked.channel : -1;
  const picks = picksOf(picked, known, 0, channel, null);
  const variants = known.map((own, i): Variant => {
    const usedBill = bills[i] === null ? null : billInUse(scenarios[i], facts[i], own.network, document.cost);
    return { ...own, ...picks[i], usedBill };
  });
  const sweep = document.sweep.length === 0 ? null : sweepOf(document);
  const mix = sweep === null ? null : mixTable(document, sweep);
  const { baseline } = document;
  return {
    ...variants[0],
    variants,
    baseline,
    pair: [0, 1],
    span: null,
    reach: [],
    choices: {},
    units: inCycles,
    viewports: newViewports(),
    layouts,
    sweep,
    mix,
    ...(point === "" ? {} : { point }),
    ...(mix === null && variants.length > 1 ? { given: givenOf({ variants, baseline }) } : {}),
  };
}

const sweepOf = (document: Document) =>
  tableOfRuns(
    document,
    cellsOf(document).map(({ scenario }) => runToTheEnd(scenario)),
  );

/** State of a run at a fraction of its length, with the results of the whole run. */
function runData(scenario: Scenario, part: number) {
  const run = start(scenario);
  const { plan, simulation } = run;
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  if (part === 1) run.finish();
  simulation.sample(frame);
  const results = part === 1 ? run.results() : runToTheEnd(scenario);
  if (part < 1) {
    simulation.advance(Math.floor(results.cycles * part), Infinity);
    simulation.sample(frame);
  }
  const { network, packetPhits, places = 0, window, links, switches, routing } = plan;
  return {
    network,
    frame,
    results,
    analysis: analyse(plan),
    packetPhits,
    places: places * routing.classes,
    window,
    links,
    switches,
    jobOf: jobOfTerminals(scenario, network),
    waits: null,
  };
}
