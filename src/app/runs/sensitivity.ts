/** How much a result changes if its messages change slightly, found by runs with low priority. */
import { rescaledResults } from "../../core/results/rescale.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { estimateWork } from "../../core/scenario/estimate-work.ts";
import { findSensitivity, type Sensitivity } from "../../findings/sensitivity.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { Query } from "./query.ts";

/** Largest run that starts without a request, in phits times channels: some seconds. */
const maxAutomaticWork = 2e8;

/** Whether the runs are small enough to start without the reader's request. */
export function isSensitivityAutomatic(scenario: Scenario): boolean {
  return estimateWork(scenario) <= maxAutomaticWork;
}

/** Results of a scenario, and the length of a cycle of its run in cycles of the document's first network. */
export interface SensitivityRequest {
  readonly answer: { readonly scenario: Scenario; readonly results: Results };
  readonly cycle: number;
}

/** The query for the sensitivity of results; null if nothing changes them. The delay avoids runs while numbers are dragged. */
export const sensitivityQuery = (workers: Pick<Workers, "run">) =>
  new Query<SensitivityRequest, Sensitivity | null>({
    delay: 500,
    keyOf: ({ answer }) => answer,
    start: ({ answer: { scenario, results }, cycle }) =>
      composeJob((run) =>
        findSensitivity(scenario, results, async (changed) => rescaledResults(await run(() => workers.run(changed, false)), cycle)),
      ),
  });
