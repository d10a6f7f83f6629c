/** The cost of sharing a network between jobs: results of each job in the shared run compared with an isolated run. */
import { capitalize } from "../core/base/words.ts";
import { isDeadlocked, type JobResult, type Results } from "../core/measures/results.ts";
import { isolatedScenarios } from "../core/scenario/isolated-jobs.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { estimateWork } from "../core/scenario/estimate-work.ts";
import { formatMeasure, sayPercent } from "../words/numbers.ts";

/** What a job loses because other jobs share the network. */
export interface JobCost {
  /** Fraction of its isolated throughput that the job loses, at most 1; negative if the job gains throughput. Null for a program. */
  readonly throughput: number | null;
  /** Ratio of the job's mean packet latency to that of the isolated job; null if no packet arrives. */
  readonly latency: number | null;
  /** Ratio of the job's makespan to that of the isolated job; null for traffic without an end. */
  readonly time: number | null;
}

/** Upper limit for the work of all isolated runs together, in phits times channels: a few seconds of computing. */
const maxIsolatedWork = 4e8;

/**
 * The isolated scenario of each job. An entry is null if the job has no such scenario or sends nothing in the shared run. The whole result
 * is null if the isolated runs would take too long, and empty for fewer than two jobs.
 * @param sharedResults results of the shared run
 */
export function isolatedScenariosOf(scenario: Scenario, sharedResults: Results): readonly (Scenario | null)[] | null {
  const isIdle = (i: number) => sharedResults.jobs?.[i]?.loads === null && sharedResults.jobs[i].makespan === null;
  const scenarios = isolatedScenarios(scenario).map((each, i) => (isIdle(i) ? null : each));
  return scenarios.reduce((sum, each) => sum + (each === null ? 0 : estimateWork(each)), 0) > maxIsolatedWork ? null : scenarios;
}

/** Smaller relative differences are not mentioned: of makespan and throughput, and of mean latency. */
const [noticeable, noticeableLatency] = [0.005, 0.05];

/**
 * What each job loses to the others; null if unknown.
 * @param sharedResults results of the shared run, with jobs in the order of the document
 * @param isolatedResults results of the isolated runs, see {@link isolatedScenariosOf}; null until they are available
 */
export function jobCostsOf(sharedResults: Results, isolatedResults: readonly (Results | null)[]): readonly (JobCost | null)[] {
  if (isDeadlocked(sharedResults)) return isolatedResults.map(() => null);
  return isolatedResults.map((isolated, i) => {
    const [sharedJob, isolatedJob] = [sharedResults.jobs?.[i] ?? null, isolated?.jobs?.[0] ?? null];
    return sharedJob === null || isolatedJob === null || isolated === null || isDeadlocked(isolated)
      ? null
      : jobCostOf(sharedJob, isolatedJob);
  });
}

/** The cost for one job; null if one of the two runs has not finished or has delivered nothing. */
function jobCostOf(sharedJob: JobResult, isolatedJob: JobResult): JobCost | null {
  const ratio = (valueOf: (job: JobResult) => number | null) => {
    const [shared, isolated] = [valueOf(sharedJob), valueOf(isolatedJob)];
    return shared === null || isolated === null || isolated === 0 ? null : shared / isolated;
  };
  const throughputRatio = ratio(({ loads }) => loads?.accepted ?? null);
  const timeRatio = ratio(({ makespan }) => makespan);
  if (throughputRatio === null && timeRatio === null) return null;
  return { throughput: throughputRatio === null ? null : 1 - throughputRatio, latency: ratio(({ latency }) => latency), time: timeRatio };
}

/**
 * A sentence for each job with known cost: `Job B costs job A 23 % of its throughput.`
 * @param names of the jobs, at least two: `A`
 */
export function sayJobCosts(
  names: readonly string[],
  sharedResults: Results,
  isolatedResults: readonly (Results | null)[],
): readonly string[] {
  return jobCostsOf(sharedResults, isolatedResults).flatMap((cost, i) => (cost === null ? [] : [sayJobCost(cost, names, i)]));
}

function sayJobCost({ throughput, latency, time }: JobCost, names: readonly string[], i: number): string {
  const job = `job ${names[i]}`;
  const isPair = names.length === 2;
  const others = isPair ? `job ${names[1 - i]}` : "the other jobs";
  if (time !== null) {
    if (time > 1 + noticeable) return `Because of ${others}, ${job} takes ${formatMeasure(time)} times as long.`;
    if (time < 1 - noticeable) return `Together with ${others}, ${job} takes only ${sayPercent(time)} of its time alone.`;
  } else {
    if (throughput !== null && throughput > noticeable)
      return `${capitalize(others)} ${isPair ? "costs" : "cost"} ${job} ${sayPercent(throughput)} of its throughput.`;
    if (latency !== null && latency > 1 + noticeableLatency)
      return `Because of ${others}, the packets of ${job} take ${formatMeasure(latency)} times as long.`;
  }
  return `${capitalize(others)} ${isPair ? "does" : "do"} not slow down ${job}.`;
}
