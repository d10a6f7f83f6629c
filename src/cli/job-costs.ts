/** The interference between the jobs of a document, as text and as JSON: each job is compared with its isolated run. */
import { inSeconds, unitInSeconds } from "../core/base/time-unit.ts";
import type { JobResult, Results } from "../core/measures/results.ts";
import { run } from "../core/run/run.ts";
import { letterOf } from "../core/scenario/document.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { type JobCost, jobCostsOf, isolatedScenariosOf, sayJobCosts } from "../findings/job-costs.ts";
import { alignColumns, formatNumber } from "./output.ts";

/** A job in the joint run and in isolation; `cost` is null if it is unknown. */
interface JobComparison {
  readonly job: string;
  readonly cost: JobCost | null;
  readonly together: JobResult | null;
  readonly alone: JobResult | null;
}

/** The jobs of a run, with sentences about them. */
export interface JobComparisons {
  readonly jobs: readonly JobComparison[];
  readonly sentences: readonly string[];
}

/** Compares all jobs with their isolated runs. Null if there are fewer than two jobs, or if the isolated runs would take too long. */
export function compareJobs(scenario: Scenario, sharedResults: Results): JobComparisons | null {
  const isolatedRuns = (isolatedScenariosOf(scenario, sharedResults) ?? []).map((isolated) => (isolated === null ? null : run(isolated)));
  if (isolatedRuns.length === 0) return null;
  const names = isolatedRuns.map((_, i) => letterOf(i));
  const costs = jobCostsOf(sharedResults, isolatedRuns);
  return {
    jobs: names.map((job, i) => ({
      job,
      cost: costs[i],
      together: sharedResults.jobs?.[i] ?? null,
      alone: isolatedRuns[i]?.jobs?.[0] ?? null,
    })),
    sentences: sayJobCosts(names, sharedResults, isolatedRuns),
  };
}

/** For JSON: the slowdown of each job, the fraction of its throughput that it loses, and the factor by which its latency grows. */
export const jobsInJson = ({ jobs }: JobComparisons) =>
  jobs.map(({ job, cost, together, alone }) => ({
    job,
    slowdown: cost?.time ?? null,
    throughputLost: cost?.throughput ?? null,
    latencyFactor: cost?.latency ?? null,
    together,
    alone,
  }));

/**
 * A table, as aligned lines, of the jobs that share a network, each in the joint run and in isolation: programs have times, traffic has
 * loads. The name of the network is given if there are several.
 */
export function jobLines({ jobs }: JobComparisons, { cycleSeconds: seconds }: Results, network = ""): readonly string[] {
  const cycleSeconds = seconds ?? null;
  const time = (job: JobResult | null) => inSeconds<number | null>(job?.makespan ?? null, "cycles", cycleSeconds);
  const accepted = (job: JobResult | null) => job?.loads?.accepted ?? null;
  const unit = unitInSeconds("cycles", cycleSeconds);
  const columns: readonly (readonly [string, (each: JobComparison) => string | number | null])[] = [
    ["job", ({ job }) => job],
    ["terminals", ({ together, alone }) => (together ?? alone)?.terminals ?? null],
    [`together (${unit})`, ({ together }) => time(together)],
    [`alone (${unit})`, ({ alone }) => time(alone)],
    ["slowdown", ({ cost }) => cost?.time ?? null],
    ["accepted together (phits/cycle)", ({ together }) => accepted(together)],
    ["accepted alone (phits/cycle)", ({ alone }) => accepted(alone)],
    ["throughput lost", ({ cost }) => cost?.throughput ?? null],
  ];
  const usedColumns = columns.filter(([, value]) => jobs.some((each) => value(each) !== null));
  const rows = [usedColumns.map(([title]) => title), ...jobs.map((each) => usedColumns.map(([, value]) => formatNumber(value(each))))];
  return ["", `Jobs${network === "" ? "" : ` of ${network}`}, together and alone`, ...alignColumns(rows)];
}
