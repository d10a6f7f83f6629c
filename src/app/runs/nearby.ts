/** How far a result moves when its messages change a little: found by runs that go behind all others. */
import { rescaledResults } from "../../core/results/rescale.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { workOf } from "../../core/scenario/work.ts";
import { findSensitivity, type Sensitivity } from "../../findings/nearby.ts";
import { Cancelled, type Job, type Workers } from "../../worker/client.ts";
import { faultWords, isLostRun } from "./query.ts";

/** Milliseconds of rest before a run is spent: words are dragged, and answers come and go. */
const wait = 500;
/** Phits that cross channels, in all: what costs more, some seconds, is not run unasked. */
const mostUnasked = 2e8;

/** Whether a change of a scenario's messages may be run without being asked for. */
export function isSmall(scenario: Scenario): boolean {
  return workOf(scenario) <= mostUnasked;
}

/**
 * Looks for how far a result moves, and tells it; null where nothing changes it, or what is changed cannot be run.
 * @param before the scenario's own results, in cycles of which one of the run is `cycle`
 * @param failed hears why it could not be found, as the end of a sentence
 * @returns the way to give it up
 */
export function findNearby(
  workers: Pick<Workers, "run">,
  { scenario, results: before }: { readonly scenario: Scenario; readonly results: Results },
  cycle: number,
  told: (found: Sensitivity | null) => void,
  failed: (words: string) => void = () => undefined,
): () => void {
  let job: Job<Results> | null = null;
  let isGone = false;
  const run = async (changed: Scenario) => {
    if (isGone) throw new Cancelled();
    job = workers.run(changed, false);
    return rescaledResults(await job.done, cycle);
  };
  const timer = setTimeout(() => {
    findSensitivity(scenario, before, run).then(
      (found) => isGone || told(found),
      (fault: unknown) => isGone || (isLostRun(fault) ? failed(faultWords(fault)) : told(null)),
    );
  }, wait);
  return () => {
    isGone = true;
    clearTimeout(timer);
    job?.cancel();
  };
}
