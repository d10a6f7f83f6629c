/** Synchronous runs to the end, for the command line, reproductions and tests. Imports all kinds and fetches all engines. */
import { fetchCompilers } from "./fetch-compilers.ts";
import { fetchEngines } from "../flow-control/engines.ts";
import { programMeasures } from "../measures/measure.ts";
import type { Results } from "../measures/results.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { startRun } from "./start.ts";

export { type Run, startRun } from "./start.ts";

await Promise.all([fetchEngines(), fetchCompilers(), programMeasures.fetch()]);

/** Runs a scenario to its end. */
export function run(scenario: Scenario): Results {
  const running = startRun(scenario);
  running.finish();
  return running.results();
}

/** Runs a scenario to its end; the results include counts by channel. */
export function runWithChannelCounts(scenario: Scenario): Results {
  const running = startRun(scenario);
  running.finish();
  return running.results(true);
}
