/** How far a result moves when its messages change a little: found by runs that go behind all others. */
import { rescaledResults } from "../../core/results/rescale.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { findSensitivity, type Sensitivity } from "../../findings/nearby.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { Query } from "./query.ts";

/** Phits that cross channels, in all: what costs more, some seconds, is not run unasked. */
const mostUnasked = 2e8;

/** Whether a change of a scenario's messages may be run without being asked for. */
export function isSmall(scenario: Scenario): boolean {
  return workOf(scenario) <= mostUnasked;
}

/** An answer, and how long a cycle of its run is in those of the page. */
export interface SensitivityRequest {
  readonly answer: { readonly scenario: Scenario; readonly results: Results };
  readonly cycle: number;
}

/** How far a result moves; null where nothing changes it. Words are dragged, and answers come and go. */
export const sensitivityQuery = (workers: Pick<Workers, "run">) =>
  new Query<SensitivityRequest, Sensitivity | null>({
    rest: 500,
    keyOf: ({ answer }) => answer,
    start: ({ answer: { scenario, results }, cycle }) =>
      composeJob((run) =>
        findSensitivity(scenario, results, async (changed) => rescaledResults(await run(() => workers.run(changed, false)), cycle)),
      ),
  });
