/** How much jobs slow each other down: after all have run together, each runs alone on the same terminals with the same messages. */
import type { Results } from "../../core/measures/results.ts";
import { rescaledResults } from "../../core/results/rescale.ts";
import { variantsOf } from "../../core/scenario/document.ts";
import { cycleOnPage } from "../../core/scenario/page-clock.ts";
import { isolatedScenariosOf, sayJobCosts } from "../../findings/job-costs.ts";
import { letterOfJob } from "../../views/marks/jobs.ts";
import type { Page } from "../create-page.ts";
import { Batch, runTasks } from "../runs/batch.ts";

/**
 * Finds how much the jobs of the active network slow each other down: runs each job alone, and compares it with the results of all jobs
 * together.
 * @param onSentences called with the sentences after each run
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
  const isolatedScenarios = isolatedScenariosOf(variant, sharedResults) ?? [];
  const scenariosToRun = isolatedScenarios.flatMap((each, i) => (each === null ? [] : [{ each, i }]));
  if (scenariosToRun.length === 0) return null;
  const results: (Results | null)[] = isolatedScenarios.map(() => null);
  const names = isolatedScenarios.map((_, i) => letterOfJob(i));
  const tasks = runTasks(
    runs.runners,
    scenariosToRun.map(({ each }) => each),
  );
  const batch = new Batch(tasks, {
    onEnd(i, isolatedResults) {
      // The results that it is compared with are in cycles of the page.
      results[scenariosToRun[i].i] = isolatedResults === null ? null : rescaledResults(isolatedResults, cycleOnPage(scenario, variant));
      onSentences(sayJobCosts(names, sharedResults, results));
    },
    onProgress: () => undefined,
  });
  return () => batch.stop();
}
