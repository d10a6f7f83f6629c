/** Runs a batch of jobs and prints the progress on the error output. */
import { workOf } from "../core/scenario/work.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import type { CommandContext } from "./command.ts";
import { type Errand, type Hearer, runAll } from "./crew.ts";
import { type Ahead, Pace } from "./pace.ts";

/** Properties of a run from which its time is estimated. */
export function aheadOf(scenario: Scenario): Ahead {
  const { flowControl, workload, topology } = scenario;
  return { work: workOf(scenario), kind: [`${flowControl.kind} ${workload.kind}`, JSON.stringify(topology).slice(0, 200)] };
}

/** Callbacks for results, and times of earlier runs. */
export interface Listener extends Pick<Hearer, "done"> {
  readonly isDone?: (index: number) => boolean;
  /** Times of runs by earlier commands. */
  readonly before?: readonly { readonly ahead: Ahead; readonly seconds: number }[];
}

/**
 * Runs jobs in order and prints the progress after each; if one fails, prints the reason.
 * @returns the fraction of the processes' time in which they were busy, 0 to 1, and whether a run failed
 * @throws WriteError if results cannot be written to the cache
 */
export async function runTold(
  errands: readonly Errand[],
  processes: number,
  { stderr, startCrewProcess }: Pick<CommandContext, "stderr" | "startCrewProcess">,
  { done, isDone, before = [] }: Listener,
): Promise<{ readonly busy: number; readonly hasFailed: boolean }> {
  const since = performance.now();
  const now = () => (performance.now() - since) / 1000;
  let busy = 0;
  let hasFailed = false;
  const pace = new Pace(
    errands.map(({ scenario }) => aheadOf(scenario)),
    processes,
  );
  for (const { ahead, seconds } of before) pace.learn(ahead, seconds);
  await runAll(
    errands,
    processes,
    startCrewProcess,
    {
      begun: (i, process) => pace.begin(i, now(), process),
      done: (i, results, seconds) => {
        busy += seconds;
        pace.done(i, now(), results.packets);
        stderr.write(`${pace.say(now())}\n`);
        done(i, results, seconds);
      },
      failed: (i, fault) => {
        pace.leave(i);
        stderr.write(`Run ${errands[i].name} failed: ${fault}\n`);
        hasFailed = true;
      },
    },
    (i) => {
      if (isDone?.(i) !== true) return false;
      pace.leave(i);
      return true;
    },
  );
  return { busy: busy / (now() * processes), hasFailed };
}
