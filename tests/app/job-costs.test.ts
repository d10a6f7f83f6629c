/** The text about how jobs slow each other down: computed by hand on two switches that share one link, and from made-up results. */
import { describe, expect, test } from "vitest";
import type { JobResult, Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { isolatedScenarios } from "../../src/core/scenario/isolated-jobs.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { jobCostsOf, sayJobCosts } from "../../src/findings/job-costs.ts";
import { expectWording } from "../wording/wording.ts";

const withPlainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const costSentences = (names: readonly string[], together: Results, alone: readonly (Results | null)[]) =>
  sayJobCosts(names, together, alone).map(withPlainSpaces);

/** Two switches with two terminals each, joined by one link. */
const topology = { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 };
const terminalList = (...terminals: readonly number[]) => ({ kind: "list", terminals });
const togetherAndAlone = (scenario: Scenario) => [run(scenario), isolatedScenarios(scenario).map((each) => run(each!))] as const;

test("two programs whose messages cross one link: one waits for the other", () => {
  const exchange = (...terminals: readonly number[]) => ({
    program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: terminalList(...terminals) },
  });
  const scenario = readScenario({ topology, workload: { kind: "programs", jobs: [exchange(0, 2), exchange(1, 3)] } });
  const [together, alone] = togetherAndAlone(scenario);
  // Each job alone takes 3 + 16 cycles. Together, one message per direction waits 16 cycles; both messages may be of one job or one of
  // each.
  expect(alone.map(({ makespan }) => makespan)).toEqual([19, 19]);
  expect(together.makespan).toBe(35);
  for (const cost of jobCostsOf(together, alone)) expect([1, 35 / 19]).toContain(cost!.time);
  expectWording(costSentences(["A", "B"], together, alone), "job A … job B … 1.84 times");
});

test("two jobs whose traffic asks for more than one link carries lose half of it together", () => {
  const job = (...terminals: readonly number[]) => ({
    ranks: 2,
    pattern: "neighbour",
    load: 1,
    process: "constant",
    mapping: terminalList(...terminals),
  });
  const scenario = readScenario({
    topology,
    workload: { kind: "jobs", jobs: [job(0, 2), job(1, 3)] },
    run: { warmUp: 2000, window: 10_000 },
  });
  const [together, alone] = togetherAndAlone(scenario);
  const costs = jobCostsOf(together, alone);
  expect(costs.reduce((sum, cost) => sum + cost!.throughput!, 0) / 2).toBeCloseTo(0.5, 2);
  expect(costSentences(["A", "B"], together, alone)[0]).toMatch(/^Job B costs job A (4[5-9]|5[0-5]) % of its throughput\.$/);
});

test("jobs on switches of their own cost each other nothing", () => {
  const job = (...terminals: readonly number[]) => ({ ranks: 2, pattern: "neighbour", load: 0.5, mapping: terminalList(...terminals) });
  const scenario = readScenario({ topology, workload: { kind: "jobs", jobs: [job(0, 1), job(2, 3)] } });
  const [together, alone] = togetherAndAlone(scenario);
  expect(together.jobs).toEqual(alone.map(({ jobs }) => jobs![0]));
  expectWording(costSentences(["A", "B"], together, alone), "Job B … job A … Job A … job B");
});

/** A made-up result of a traffic job; a latency of null means that nothing has arrived. */
const trafficJob = (accepted: number, latency: number | null): JobResult => ({
  terminals: 2,
  packets: 10,
  arrived: latency === null ? 0 : 10,
  latency,
  loads: { offered: 0.5, accepted },
  makespan: null,
});
const programJob = (makespan: number | null): JobResult => ({ terminals: 2, packets: 10, arrived: 10, latency: 20, loads: null, makespan });
const resultsOfJobs = (...jobs: readonly (JobResult | null)[]) => ({ jobs, deadlock: null }) as unknown as Results;

test("says throughput first, then latency, and speaks of the others where they are several", () => {
  const alone = [
    resultsOfJobs(trafficJob(0.5, 20)),
    resultsOfJobs(trafficJob(0.5, 20)),
    resultsOfJobs(trafficJob(0.5, 20)),
    resultsOfJobs(programJob(1000)),
  ];
  expectWording(
    costSentences(
      ["A", "B", "C", "D"],
      resultsOfJobs(trafficJob(0.385, 90), trafficJob(0.499, 30), trafficJob(0.51, 20.9), programJob(1430)),
      alone,
    ),
    "job A 23 % … job B … 1.5 times … job C … job D … 1.43 times",
  );
  expectWording(
    costSentences(["1", "2"], resultsOfJobs(programJob(970), programJob(1000)), [
      resultsOfJobs(programJob(1000)),
      resultsOfJobs(programJob(1000)),
    ]),
    "job 2 … job 1 … 97 % … Job 1 … not slow down job 2",
  );
});

test("says nothing of what is not known", () => {
  expect(costSentences(["A", "B"], resultsOfJobs(null, programJob(null)), [resultsOfJobs(null), resultsOfJobs(programJob(9))])).toEqual([]);
  expect(costSentences(["A", "B"], resultsOfJobs(programJob(9), programJob(9)), [null, null])).toEqual([]);
  expect(
    costSentences(["A", "B"], { ...resultsOfJobs(programJob(9), programJob(9)), status: "deadlocked", deadlock: ["…"] }, [
      resultsOfJobs(programJob(9)),
      resultsOfJobs(programJob(9)),
    ]),
  ).toEqual([]);
  expect(
    costSentences(["A", "B"], { deadlock: null } as unknown as Results, [resultsOfJobs(programJob(9)), resultsOfJobs(programJob(9))]),
  ).toEqual([]);
});

describe("two rings of an allreduce, under fluid flow", () => {
  const p = 4;
  const ring = (mapping: object) => ({ program: { kind: "allreduce", ranks: p, message: "64 MB", algorithm: "ring", mapping } });
  const costs = (topology: object, ...mappings: readonly object[]) => {
    const workload = { kind: "programs", jobs: mappings.map(ring) };
    const [together, alone] = togetherAndAlone(readScenario({ topology, flowControl: "fluid", workload }));
    return { costs: jobCostsOf(together, alone).map((cost) => cost!.time!), together, alone };
  };
  /** Two switches of four terminals each, joined by one link. Each ring crosses it once in each direction. */
  const pair = { kind: "mesh", sizes: [2], terminalsPerSwitch: 4 };
  const hosts = { kind: "rails", hosts: p, accelerators: 2, wiring: "only", ports: 8 };

  test("take twice as long where they share a channel, each in either direction", () => {
    const shared = costs(pair, terminalList(0, 1, 4, 5), terminalList(2, 3, 6, 7));
    // 2(p − 1) blocks of n/p bytes cross the link one after the other at 4 bytes per cycle. Headers add a little.
    const steps = 2 * (p - 1);
    for (const { makespan } of shared.alone) expect(makespan! / ((steps * 64e6) / p / 4)).toBeCloseTo(1, 4);
    for (const cost of shared.costs) expect(cost).toBeCloseTo(2, 5);
    expectWording(costSentences(["A", "B"], shared.together, shared.alone), "job B … job A … 2 times … job A … job B … 2 times");
  });

  test("are unhurt where they share none: on rails of their own, or on hosts of their own", () => {
    expect(costs(hosts, { kind: "by-rail" }, { kind: "by-rail", first: p }).costs).toEqual([1, 1]);
    const more = { ...hosts, hosts: 2 * p, accelerators: 4, ports: 16 };
    expect(costs(more, { kind: "scattered" }, { kind: "scattered", first: p }).costs).toEqual([1, 1]);
  });

  test("are delayed by the number of messages that share a channel", () => {
    const eight = { ...pair, terminalsPerSwitch: 8 };
    const jobs = [0, 2, 4, 6].map((t) => terminalList(t, t + 1, t + 8, t + 9));
    for (const cost of costs(eight, ...jobs).costs) expect(cost).toBeCloseTo(4, 4);
  });
});
