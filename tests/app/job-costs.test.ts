/** The text about how jobs slow each other down: computed by hand on two switches that share one link, and from made-up results. */
import { describe, expect, test } from "vitest";
import type { JobResult, Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { aloneScenarios } from "../../src/core/scenario/alone.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { jobCosts, sayJobCosts } from "../../src/findings/job-costs.ts";
import { expectWording } from "../wording/wording.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");
const said = (names: readonly string[], together: Results, alone: readonly (Results | null)[]) =>
  sayJobCosts(names, together, alone).map(plain);

/** Two switches with two terminals each, joined by one link. */
const topology = { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 };
const on = (...terminals: readonly number[]) => ({ kind: "list", terminals });
const found = (scenario: Scenario) => [run(scenario), aloneScenarios(scenario).map((each) => run(each!))] as const;

test("two programs whose messages cross one link: one waits for the other", () => {
  const exchange = (...terminals: readonly number[]) => ({
    program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: on(...terminals) },
  });
  const scenario = readScenario({ topology, workload: { kind: "programs", jobs: [exchange(0, 2), exchange(1, 3)] } });
  const [together, alone] = found(scenario);
  // Each job alone takes 3 + 16 cycles. Together, one message per direction waits 16 cycles; both messages may be of one job or one of
  // each.
  expect(alone.map(({ makespan }) => makespan)).toEqual([19, 19]);
  expect(together.makespan).toBe(35);
  for (const cost of jobCosts(together, alone)) expect([1, 35 / 19]).toContain(cost!.time);
  expectWording(said(["A", "B"], together, alone), "Job A … job B … 1.84 times");
});

test("two jobs whose traffic asks for more than one link carries lose half of it together", () => {
  const job = (...terminals: readonly number[]) => ({
    ranks: 2,
    pattern: "neighbour",
    load: 1,
    process: "constant",
    mapping: on(...terminals),
  });
  const scenario = readScenario({
    topology,
    workload: { kind: "jobs", jobs: [job(0, 2), job(1, 3)] },
    run: { warmUp: 2000, window: 10_000 },
  });
  const [together, alone] = found(scenario);
  const costs = jobCosts(together, alone);
  expect(costs.reduce((sum, cost) => sum + cost!.throughput!, 0) / 2).toBeCloseTo(0.5, 2);
  expect(said(["A", "B"], together, alone)[0]).toMatch(/^Job B costs job A (4[5-9]|5[0-5]) % of its throughput\.$/);
});

test("jobs on switches of their own cost each other nothing", () => {
  const job = (...terminals: readonly number[]) => ({ ranks: 2, pattern: "neighbour", load: 0.5, mapping: on(...terminals) });
  const scenario = readScenario({ topology, workload: { kind: "jobs", jobs: [job(0, 1), job(2, 3)] } });
  const [together, alone] = found(scenario);
  expect(together.jobs).toEqual(alone.map(({ jobs }) => jobs![0]));
  expectWording(said(["A", "B"], together, alone), "job B, job A … job A, job B");
});

/** A made-up result of a traffic job; a latency of null means that nothing has arrived. */
const traffic = (accepted: number, latency: number | null): JobResult => ({
  terminals: 2,
  packets: 10,
  arrived: latency === null ? 0 : 10,
  latency,
  loads: { offered: 0.5, accepted },
  makespan: null,
});
const program = (makespan: number | null): JobResult => ({ terminals: 2, packets: 10, arrived: 10, latency: 20, loads: null, makespan });
const of = (...jobs: readonly (JobResult | null)[]) => ({ jobs, deadlock: null }) as unknown as Results;

test("says throughput first, then latency, and speaks of the others where they are several", () => {
  const alone = [of(traffic(0.5, 20)), of(traffic(0.5, 20)), of(traffic(0.5, 20)), of(program(1000))];
  expectWording(
    said(["A", "B", "C", "D"], of(traffic(0.385, 90), traffic(0.499, 30), traffic(0.51, 20.9), program(1430)), alone),
    "job A 23 % … job B … 1.5 times … job C … job D … 1.43 times",
  );
  expectWording(
    said(["1", "2"], of(program(970), program(1000)), [of(program(1000)), of(program(1000))]),
    "job 2 … job 1 … 97 % … job 1 … job 2 runs",
  );
});

test("says nothing of what is not known", () => {
  expect(said(["A", "B"], of(null, program(null)), [of(null), of(program(9))])).toEqual([]);
  expect(said(["A", "B"], of(program(9), program(9)), [null, null])).toEqual([]);
  expect(
    said(["A", "B"], { ...of(program(9), program(9)), status: "deadlocked", deadlock: ["…"] }, [of(program(9)), of(program(9))]),
  ).toEqual([]);
  expect(said(["A", "B"], { deadlock: null } as unknown as Results, [of(program(9)), of(program(9))])).toEqual([]);
});

describe("two rings of an allreduce, under fluid flow", () => {
  const p = 4;
  const ring = (mapping: object) => ({ program: { kind: "allreduce", ranks: p, message: "64 MB", algorithm: "ring", mapping } });
  const costs = (topology: object, ...mappings: readonly object[]) => {
    const workload = { kind: "programs", jobs: mappings.map(ring) };
    const [together, alone] = found(readScenario({ topology, flowControl: "fluid", workload }));
    return { costs: jobCosts(together, alone).map((cost) => cost!.time!), together, alone };
  };
  /** Two switches of four terminals each, joined by one link. Each ring crosses it once in each direction. */
  const pair = { kind: "mesh", sizes: [2], terminalsPerSwitch: 4 };
  const hosts = { kind: "rails", hosts: p, accelerators: 2, wiring: "only", ports: 8 };

  test("take twice as long where they share a channel, each in either direction", () => {
    const shared = costs(pair, on(0, 1, 4, 5), on(2, 3, 6, 7));
    // 2(p − 1) blocks of n/p bytes cross the link one after the other at 4 bytes per cycle. Headers add a little.
    const steps = 2 * (p - 1);
    for (const { makespan } of shared.alone) expect(makespan! / ((steps * 64e6) / p / 4)).toBeCloseTo(1, 4);
    for (const cost of shared.costs) expect(cost).toBeCloseTo(2, 5);
    expectWording(said(["A", "B"], shared.together, shared.alone), "Job B … job A … 2 times … Job A … job B … 2 times");
  });

  test("are unhurt where they share none: on rails of their own, or on hosts of their own", () => {
    expect(costs(hosts, { kind: "by-rail" }, { kind: "by-rail", first: p }).costs).toEqual([1, 1]);
    const more = { ...hosts, hosts: 2 * p, accelerators: 4, ports: 16 };
    expect(costs(more, { kind: "scattered" }, { kind: "scattered", first: p }).costs).toEqual([1, 1]);
  });

  test("are held up by as many as share a channel", () => {
    const eight = { ...pair, terminalsPerSwitch: 8 };
    const jobs = [0, 2, 4, 6].map((t) => on(t, t + 1, t + 8, t + 9));
    for (const cost of costs(eight, ...jobs).costs) expect(cost).toBeCloseTo(4, 4);
  });
});
