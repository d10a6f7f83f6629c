/** The cost of sharing a network between jobs: results of each job in the shared run compared with an isolated run. */
import { capital } from "../core/base/words.ts";
import { isDeadlocked, type JobResult, type Results } from "../core/measures/results.ts";
import { aloneScenarios } from "../core/scenario/alone.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workOf } from "../core/scenario/work.ts";
import { formatMeasure, sayPercent } from "../words/numbers.ts";

/** What the other jobs cost a job. */
export interface JobCost {
  /** Fraction of its isolated throughput that the job loses, at most 1; negative if it gains. Null for a program. */
  readonly throughput: number | null;
  /** Ratio of its mean packet latency to the isolated one; null if no packet arrives. */
  readonly latency: number | null;
  /** Ratio of its makespan to the isolated one; null for traffic without an end. */
  readonly time: number | null;
}

/** Upper limit for the work of all isolated runs together, in phits times channels: a few seconds of computing. */
const mostWork = 4e8;

/**
 * The isolated scenario of each job. An entry is null if the job has no such scenario or sends nothing in the shared run. The whole result
 * is null if the isolated runs would take too long, and empty for fewer than two jobs.
 * @param sharedResults results of the shared run
 */
export function jobsAlone(scenario: Scenario, together: Results): readonly (Scenario | null)[] | null {
  const isIdle = (i: number) => together.jobs?.[i]?.loads === null && together.jobs[i].makespan === null;
  const alone = aloneScenarios(scenario).map((each, i) => (isIdle(i) ? null : each));
  return alone.reduce((sum, each) => sum + (each === null ? 0 : workOf(each)), 0) > mostWork ? null : alone;
}

/** Smaller relative differences are not mentioned: of makespan and throughput, and of mean latency. */
const [noticeable, noticeableLatency] = [0.005, 0.05];

/**
 * What each job loses to the others; null if unknown.
 * @param sharedResults results of the shared run, with jobs in the order of the document
 * @param isolatedResults results of the isolated runs (`isolatedScenarios`); null until they are available
 */
export function jobCosts(together: Results, alone: readonly (Results | null)[]): readonly (JobCost | null)[] {
  if (isDeadlocked(together)) return alone.map(() => null);
  return alone.map((own, i) => {
    const [shared, by] = [together.jobs?.[i] ?? null, own?.jobs?.[0] ?? null];
    return shared === null || by === null || own === null || isDeadlocked(own) ? null : costOf(shared, by);
  });
}

/** Null if one of the two runs has not finished or delivered nothing. */
function costOf(together: JobResult, alone: JobResult): JobCost | null {
  const ratio = (of: (job: JobResult) => number | null) => {
    const [a, b] = [of(together), of(alone)];
    return a === null || b === null || b === 0 ? null : a / b;
  };
  const accepted = ratio(({ loads }) => loads?.accepted ?? null);
  const time = ratio(({ makespan }) => makespan);
  if (accepted === null && time === null) return null;
  return { throughput: accepted === null ? null : 1 - accepted, latency: ratio(({ latency }) => latency), time };
}

/**
 * A sentence for each job with known cost: `Job B costs job A 23 % of its throughput.`
 * @param names of the jobs, at least two: `A`
 */
export function sayJobCosts(names: readonly string[], together: Results, alone: readonly (Results | null)[]): readonly string[] {
  return jobCosts(together, alone).flatMap((cost, i) => (cost === null ? [] : [sayCost(cost, names, i)]));
}

function sayCost({ throughput, latency, time }: JobCost, names: readonly string[], i: number): string {
  const job = `job ${names[i]}`;
  const isOne = names.length === 2;
  const others = isOne ? `job ${names[1 - i]}` : "the other jobs";
  const make = isOne ? "makes" : "make";
  if (time !== null) {
    if (time > 1 + noticeable) return `${capital(others)} ${make} ${job} take ${formatMeasure(time)} times as long.`;
    if (time < 1 - noticeable) return `Beside ${others}, ${job} takes only ${sayPercent(time)} of its time.`;
  } else {
    if (throughput !== null && throughput > noticeable)
      return `${capital(others)} ${isOne ? "costs" : "cost"} ${job} ${sayPercent(throughput)} of its throughput.`;
    if (latency !== null && latency > 1 + noticeableLatency)
      return `${capital(others)} ${make} the packets of ${job} take ${formatMeasure(latency)} times as long.`;
  }
  return `Beside ${others}, ${job} runs as it does alone.`;
}
