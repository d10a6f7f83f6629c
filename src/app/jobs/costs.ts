/** What jobs cost each other: each is run alone, on the same terminals and with the same messages, once all have run together. */
import type { Results } from "../../core/measures/results.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { cycleOf } from "../../core/scenario/page-clock.ts";
import { jobsAlone, sayJobCosts } from "../../findings/job-costs.ts";
import { letterOfJob } from "../../views/marks/jobs.ts";
import type { Page } from "../create-page.ts";
import { Batch, runTasks } from "../runs/batch.ts";

/**
 * Says what the jobs of the network in front cost each other.
 * @param told hears the sentences as they come in
 * @returns the way to stop; null where there is nothing to say, or where it would take long
 */
export function findJobCosts({ store, runs }: Page, together: Results, told: (said: readonly string[]) => void): (() => void) | null {
  const {
    document: { current: scenario },
    session: { activeNetwork: front },
  } = store.getState();
  const own = variantsOf(scenario)[front];
  const alone = jobsAlone(own, together) ?? [];
  const listed = alone.flatMap((each, i) => (each === null ? [] : [{ each, i }]));
  if (listed.length === 0) return null;
  const results: (Results | null)[] = alone.map(() => null);
  const names = alone.map((_, i) => letterOfJob(i));
  const tasks = runTasks(
    runs.runners,
    listed.map(({ each }) => each),
  );
  const batch = new Batch(tasks, {
    onEnd(i, found) {
      // What is compared with is in cycles of the page.
      results[listed[i].i] = found === null ? null : rescaledResults(found, cycleOf(scenario, own));
      told(sayJobCosts(names, together, results));
    },
    onProgress: () => undefined,
  });
  return () => batch.stop();
}
