/** Runs a batch of jobs and prints the progress on the error output. */
import { estimateWork } from "../core/scenario/estimate-work.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type { CommandContext } from "./command.ts";
import { type PoolJob, type PoolListener, runJobs } from "./process-pool.ts";
import { type RunProfile, BatchProgress } from "./batch-progress.ts";

/** Properties of a run from which its time is estimated. */
export function runProfileOf(scenario: Scenario): RunProfile {
  const { flowControl, workload, topology } = scenario;
  return { work: estimateWork(scenario), kind: [`${flowControl.kind} ${workload.kind}`, JSON.stringify(topology).slice(0, 200)] };
}

/** Callbacks for results, and times of earlier runs. */
export interface RunBatchOptions extends Pick<PoolListener, "done"> {
  readonly isDone?: (index: number) => boolean;
  /** Times of runs by earlier commands. */
  readonly earlierRuns?: readonly { readonly profile: RunProfile; readonly seconds: number }[];
}

/**
 * Runs jobs on several processes in order and prints the progress after each; if one fails, prints the reason. Times of earlier runs
 * improve the estimate of the remaining time.
 * @returns the fraction of the processes' time in which they were busy, 0 to 1, and whether a run failed
 * @throws WriteError if results cannot be written to the cache
 */
export async function runBatch(
  jobs: readonly PoolJob[],
  processes: number,
  { stderr, startPoolProcess }: Pick<CommandContext, "stderr" | "startPoolProcess">,
  { done, isDone, earlierRuns = [] }: RunBatchOptions,
): Promise<{ readonly busy: number; readonly hasFailed: boolean }> {
  const startTime = performance.now();
  const elapsedSeconds = () => (performance.now() - startTime) / 1000;
  let busySeconds = 0;
  let hasFailed = false;
  const progress = new BatchProgress(
    jobs.map(({ scenario }) => runProfileOf(scenario)),
    processes,
  );
  for (const { profile, seconds } of earlierRuns) progress.addEarlierRun(profile, seconds);
  await runJobs(
    jobs,
    processes,
    startPoolProcess,
    {
      begun: (i, process) => progress.start(i, elapsedSeconds(), process),
      done: (i, results, seconds) => {
        busySeconds += seconds;
        progress.finish(i, elapsedSeconds(), results.packets);
        stderr.write(`${progress.progressText(elapsedSeconds())}\n`);
        done(i, results, seconds);
      },
      failed: (i, fault) => {
        progress.remove(i);
        stderr.write(`Run ${jobs[i].name} failed: ${fault}\n`);
        hasFailed = true;
      },
    },
    (i) => {
      if (isDone?.(i) !== true) return false;
      progress.remove(i);
      return true;
    },
  );
  // A batch may end within the resolution of the clock, after 0 seconds.
  const processSeconds = elapsedSeconds() * processes;
  return { busy: processSeconds > 0 ? Math.min(1, busySeconds / processSeconds) : 1, hasFailed };
}
