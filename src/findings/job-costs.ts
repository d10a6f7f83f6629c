/** What jobs on one network cost each other: each together with the others, against itself alone. */
import { capital } from "../core/base/words.ts";
import { isDeadlocked, type JobResult, type Results } from "../core/measures/results.ts";
import { aloneScenarios } from "../core/scenario/alone.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workOf } from "../core/scenario/work.ts";
import { formatMeasure, sayPercent } from "../words/numbers.ts";

/** What the others cost a job. */
export interface JobCost {
  /** Part of its own throughput that it loses, 0 … 1; less than 0 where it has more. Null for a program. */
  readonly throughput: number | null;
  /** How many times as long its packets take on average; null where none of them arrive. */
  readonly latency: number | null;
  /** How many times as long it takes from its beginning to its end; null for traffic. */
  readonly time: number | null;
}

/** All runs of jobs alone together may cost so much, in phits that cross channels: some seconds. */
const mostWork = 4e8;

/**
 * For each job, the scenario that says what it does alone; null where there is none, and for a job that sends nothing beside the others.
 * Null where all of them together would take long; empty for fewer than two jobs.
 * @param together results of all of them
 */
export function jobsAlone(scenario: Scenario, together: Results): readonly (Scenario | null)[] | null {
  const isIdle = (i: number) => together.jobs?.[i]?.loads === null && together.jobs[i].makespan === null;
  const alone = aloneScenarios(scenario).map((each, i) => (isIdle(i) ? null : each));
  return alone.reduce((sum, each) => sum + (each === null ? 0 : workOf(each)), 0) > mostWork ? null : alone;
}

/** Smaller differences are not mentioned: of a program's time and of throughput, and of a mean latency. */
const [noticeable, noticeableLatency] = [0.005, 0.05];

/**
 * What each job loses to the others; null where that is not known.
 * @param together results of all of them, in the order of the document
 * @param alone those of each by itself (`aloneScenarios`), null where they are not in
 */
export function jobCosts(together: Results, alone: readonly (Results | null)[]): readonly (JobCost | null)[] {
  if (isDeadlocked(together)) return alone.map(() => null);
  return alone.map((own, i) => {
    const [shared, by] = [together.jobs?.[i] ?? null, own?.jobs?.[0] ?? null];
    return shared === null || by === null || own === null || isDeadlocked(own) ? null : costOf(shared, by);
  });
}

/** Null where one of them has not come to its end, or nothing came of it. */
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
 * A sentence for each job of which it is known: `Job B costs job A 23 % of its throughput.`
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
