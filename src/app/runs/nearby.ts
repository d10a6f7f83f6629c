/** How far a result moves when its messages change a little: found by a run that goes behind all others. */
import { rescaledResults } from "../../core/rescale.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { nearbyOf, type Sensitivity, sensitivityOf } from "../../findings/nearby.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** Milliseconds of rest before a run is spent: words are dragged, and answers come and go. */
const wait = 500;
/** Phits that cross channels, in all: what costs more, some seconds, is not run unasked. */
const mostUnasked = 2e8;

/** Whether a change of a scenario's messages may be run without being asked for. */
export function isSmall(scenario: Scenario): boolean {
  return workOf(scenario) <= mostUnasked;
}

/**
 * Looks for what the first change does that changes the run, and tells it; null where there is none.
 * @param before the scenario's own results, in cycles of which one of the run is `cycle`
 * @returns the way to give it up
 */
export function findNearby(
  workers: Pick<Workers, "run">,
  { scenario, results: before }: { readonly scenario: Scenario; readonly results: Results },
  cycle: number,
  told: (found: Sensitivity | null) => void,
): () => void {
  let job: Job<Results> | null = null;
  let isGone = false;
  const look = async () => {
    for (const nearby of nearbyOf(scenario)) {
      job = workers.run(nearby.scenario, false);
      const after = await job.done;
      const found = sensitivityOf(nearby, before, rescaledResults(after, cycle));
      if (isGone || found !== null) return found;
    }
    return null;
  };
  const timer = setTimeout(() => {
    look().then(
      (found) => isGone || told(found),
      () => isGone || told(null),
    );
  }, wait);
  return () => {
    isGone = true;
    clearTimeout(timer);
    job?.cancel();
  };
}
