/** The command line's table of how jobs slow each other down, computed by hand on two switches that share one link. */
import { expect, test } from "vitest";
import { jobLines, compareJobs, jobsInJson } from "../../src/cli/job-costs.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const topology = { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 };
const exchange = (...terminals: readonly number[]) => ({
  program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: { kind: "list", terminals } },
});
const resultsAndCosts = (document: object) => {
  const scenario = readScenario({ topology, ...document });
  const results = run(scenario);
  return { results, jobCosts: compareJobs(scenario, results) };
};

test("two programs whose messages cross one link: a factor for each, in the table and for programs", () => {
  const { results, jobCosts } = resultsAndCosts({ workload: { kind: "programs", jobs: [exchange(0, 2), exchange(1, 3)] } });
  // A job without the other one takes 3 + 16 cycles. Together they take 35, because one message in each direction waits for 16.
  expect(jobsInJson(jobCosts!).map(({ job, slowdown, alone }) => [job, slowdown, alone!.makespan])).toEqual([
    ["A", 35 / 19, 19],
    ["B", 35 / 19, 19],
  ]);
  expect(jobLines(jobCosts!, results)).toEqual([
    "",
    "Jobs, together and alone",
    "job  terminals  together (cycles)  alone (cycles)  slowdown",
    "  A          2                 35              19    1.8421",
    "  B          2                 35              19    1.8421",
  ]);
  expect(jobLines(jobCosts!, results, "B")[1]).toBe("Jobs of B, together and alone");
});

test("traffic has loads and no times, and one job has no others", () => {
  const job = (...terminals: readonly number[]) => ({ ranks: 2, pattern: "neighbour", load: 0.5, mapping: { kind: "list", terminals } });
  const { results, jobCosts } = resultsAndCosts({ workload: { kind: "jobs", jobs: [job(0, 1), job(2, 3)] } });
  expect(jobsInJson(jobCosts!).map(({ slowdown, throughputLost }) => [slowdown, throughputLost])).toEqual([
    [null, 0],
    [null, 0],
  ]);
  expect(jobLines(jobCosts!, results)[2]).toMatch(/^job {2}terminals {2}accepted together .* {2}throughput lost$/);
  expect(resultsAndCosts({ workload: { kind: "programs", jobs: [exchange(0, 2)] } }).jobCosts).toBeNull();
  expect(resultsAndCosts({ workload: "all-to-all" }).jobCosts).toBeNull();
});

test("what would take long is not run", () => {
  const large = { ...exchange(0, 2).program, message: "900 kB" };
  const scenario = readScenario({
    topology: { kind: "mesh", sizes: [40, 20] },
    workload: {
      kind: "programs",
      jobs: [
        { program: { ...large, ranks: 60, mapping: "consecutive" } },
        { program: { ...large, ranks: 60, mapping: { kind: "consecutive", first: 60 } } },
      ],
    },
  });
  expect(compareJobs(scenario, { jobs: [] } as never)).toBeNull();
});
