/**
 * How much jobs slow each other down: after a run of all jobs together, each job has an isolated run on the same terminals with the same
 * messages.
 */
import type { Results } from "../../core/measures/results.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { cycleOnPage } from "../../core/scenario/page-clock.ts";
import { isolatedScenariosOf, sayJobCosts } from "../../findings/job-costs.ts";
import { letterOfJob } from "../../views/marks/jobs.ts";
import type { Page } from "../create-page.ts";
import { Batch, runTasks } from "../runs/batch.ts";

/**
 * Finds how much the jobs of the active network slow each other down: simulates each job without the others, and compares its results with
 * those of all jobs together (`sharedResults`).
 * @param onSentences called after each run, with a sentence about the comparison for each job
 * @returns a function that stops the runs; null if there is nothing to compare or it would take too long
 */
export function findJobCosts(
  { store, runs }: Page,
  sharedResults: Results,
  onSentences: (sentences: readonly string[]) => void,
): (() => void) | null {
  const {
    document: { current: scenario },
    session: { activeNetwork },
  } = store.getState();
  const variant = variantsOf(scenario)[activeNetwork];
  // One scenario for each job, without the other jobs; null for a job that has no isolated run.
  const isolatedScenarios = isolatedScenariosOf(variant, sharedResults) ?? [];
  const scenariosToRun = isolatedScenarios.flatMap((isolated, jobIndex) => (isolated === null ? [] : [{ isolated, jobIndex }]));
  if (scenariosToRun.length === 0) return null;
  const resultsByJob: (Results | null)[] = isolatedScenarios.map(() => null);
  const jobNames = isolatedScenarios.map((_, i) => letterOfJob(i));
  const tasks = runTasks(
    runs.runners,
    scenariosToRun.map(({ isolated }) => isolated),
  );
  const batch = new Batch(tasks, {
    onEnd(i, isolatedResults) {
      // The results of all jobs together are in cycles of the first network, so the results of the single job are converted to these
      // cycles.
      const rescaled = isolatedResults === null ? null : rescaledResults(isolatedResults, cycleOnPage(scenario, variant));
      resultsByJob[scenariosToRun[i].jobIndex] = rescaled;
      onSentences(sayJobCosts(jobNames, sharedResults, resultsByJob));
    },
    onProgress: () => undefined,
  });
  return () => batch.stop();
}
