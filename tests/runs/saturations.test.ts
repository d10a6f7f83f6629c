import { describe, expect, test, vi } from "vitest";
import { Saturations } from "../../src/app/runs/saturations.ts";
import { timeOf, lacksGiven } from "../../src/views/mix/given.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { Cancelled, type Job } from "../../src/worker/client.ts";

const scenario = (load: number, k = 2) =>
  readScenario({
    format: "fabricscope-scenario",
    version: 1,
    topology: { kind: "k-ary-n-tree", k, n: 2 },
    workload: { kind: "open-loop", pattern: { kind: "uniform" }, load },
  });

/** Workers on which everything is carried up to a load. */
function workersUpTo(truth: number) {
  const ran: Scenario[] = [];
  const cancelled: Scenario[] = [];
  const run = (each: Scenario): Job<Results> => {
    ran.push(each);
    const load = each.workload.values["load"] as number;
    let give: (fault: unknown) => void = () => undefined;
    const done = new Promise<Results>((resolve, reject) => {
      give = reject;
      setTimeout(
        () =>
          resolve({
            status: "finished",
            offered: load,
            offeredPerSender: load,
            accepted: Math.min(load, truth),
            acceptedPerSender: Math.min(load, truth),
            packets: 1e6,
            sending: 4,
            latency: null,
            deadlock: null,
            steady: { is: true, why: "" },
          } as unknown as Results),
        10,
      );
    });
    const nothing = () => undefined;
    return {
      done,
      cancel: () => {
        cancelled.push(each);
        give(new Cancelled());
      },
      suspend: nothing,
      resume: nothing,
    };
  };
  return { run, ran, cancelled };
}

describe("where networks are full", () => {
  test("is searched for once a reader asks, once for a network whatever its load", async () => {
    const workers = workersUpTo(0.5);
    const told = vi.fn();
    const saturations = new Saturations(workers, told);
    expect(saturations.of([scenario(0.3)])).toEqual(["sought"]);
    expect(workers.ran).toHaveLength(0);
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), 20_000);
    const [found] = saturations.of([scenario(0.7)]);
    expect(found).toMatchObject({ throughput: expect.closeTo(0.5, 1) as number });
    expect(told).toHaveBeenCalledOnce();
    const before = workers.ran.length;
    expect(saturations.of([scenario(0.2)])).toEqual([found]);
    expect(workers.ran).toHaveLength(before);
  });

  test("is given up when nobody asks any more", async () => {
    const workers = workersUpTo(0.5);
    const saturations = new Saturations(workers, () => undefined);
    saturations.of([scenario(0.3)]);
    await vi.waitFor(() => expect(workers.ran).not.toHaveLength(0), 20_000);
    saturations.drop();
    expect(workers.cancelled).toHaveLength(1);
    // Who asks again has it searched for anew.
    expect(saturations.of([scenario(0.3)])).toEqual(["sought"]);
    await vi.waitFor(() => expect(saturations.of([scenario(0.3)])[0]).toMatchObject({ isFound: true }), 20_000);
  });

  test("gives the time of a phit, and says how far the search is", () => {
    const of = (saturation: unknown) => ({ results: null, load: 0.3, saturation }) as never;
    expect(timeOf(of({ throughput: 0.25, error: 0.01 }))).toBe(4);
    expect(timeOf(of("sought"))).toBeNull();
    const variants = [of({ throughput: 0.25, error: 0.01 }), of("sought")];
    expect(lacksGiven({ variants, baseline: 0 })).toBe("Searching for the load at which each network is full: 1 of 2 found.");
    expect(lacksGiven({ variants: [variants[0], of(null)], baseline: 0 })).toMatch(/cannot be run at other loads/);
    expect(lacksGiven({ variants: [variants[0], variants[0]], baseline: 0 })).toBeNull();
  });
});
