/** Queries that a reader's actions start: when each starts, its cache key, and when it is canceled. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { explanationQuery } from "../../src/app/runs/explanation-query.ts";
import { type PageRequests, PageQueries } from "../../src/app/runs/page-queries.ts";
import { noRequests } from "../../src/app/runs/page-runs.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import type { Results } from "../../src/core/measures/results.ts";
import type { Waits } from "../../src/core/measures/waits.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { singleWorkloadMessage, timePerPhit } from "../../src/views/mix/single-workload.ts";
import { CancelledError, type Job, type Workers } from "../../src/worker/client.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const inRealTime = setTimeout;
/** Advances the fake clock until the condition holds. Modules that are loaded on demand need real time, so a real timer runs as well. */
async function waitUntil(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !condition(); i++) {
    await advanceTime(50);
    await new Promise((resolve) => inRealTime(resolve, 1));
  }
  expect(condition()).toBe(true);
}

const treeScenario = (load: number, k = 2) =>
  readScenario({
    topology: { kind: "k-ary-n-tree", k, n: 2 },
    workload: { kind: "open-loop", pattern: { kind: "uniform" }, load },
    run: { warmUp: 20, window: 200, drain: 100 },
  });
const scenario = treeScenario(0.3);

/** Workers whose jobs the test ends, and the queries of a page on them. */
function manualQueries() {
  const jobs: {
    kind: string;
    args: readonly unknown[];
    isCancelled: boolean;
    end: (value: unknown) => Promise<unknown>;
    fail: (fault: Error) => Promise<unknown>;
  }[] = [];
  /** Returns a worker method that starts a job of this kind. */
  const startJob =
    (kind: string) =>
    (...args: readonly unknown[]): Job<never> => {
      let settle!: { resolve: (value: never) => void; reject: (fault: Error) => void };
      const done = new Promise<never>((resolve, reject) => (settle = { resolve, reject }));
      const job = {
        kind,
        args,
        isCancelled: false,
        end: (value: unknown) => (settle.resolve(value as never), advanceTime(0)),
        fail: (fault: Error) => (settle.reject(fault), advanceTime(0)),
      };
      jobs.push(job);
      return { done, cancel: () => (job.isCancelled = true), suspend() {}, resume() {} };
    };
  const workers = Object.fromEntries(
    ["explain", "findWaits", "run", "runWithHistory"].map((kind) => [kind, startJob(kind)]),
  ) as unknown as Workers;
  const [onChange, onError] = [vi.fn(), vi.fn()];
  const pageQueries = new PageQueries(workers, workers, onChange, onError);
  const explanation = explanationQuery(workers, (words) => onError("The load of this channel could not be explained", words));
  explanation.subscribe(onChange);
  const { waits, histories, saturations } = pageQueries;
  const queries = {
    explanation,
    waits,
    pasts: histories,
    saturations,
    want(demand: PageRequests) {
      explanation.request(demand.explanation);
      pageQueries.setRequests(demand);
    },
    retry() {
      explanation.retry();
      pageQueries.retry();
    },
  };
  return { jobs, queries, onChange, onError };
}

describe("why a channel is busy", () => {
  test("is looked for once a pick rests, within the stretch of time that is looked at, in cycles of the page", async () => {
    const { jobs, queries } = manualQueries();
    const request = { scenario, channel: 3, span: { from: 100, to: 400 }, cycle: 1 };
    queries.explanation.request({ ...request, channel: 2 });
    await advanceTime(300);
    queries.explanation.request(request);
    await advanceTime(340);
    expect(jobs).toHaveLength(0);
    await advanceTime(20);
    expect(jobs.map(({ kind, args }) => [kind, args.slice(1)])).toEqual([["explain", [3, { from: 100, to: 400 }]]]);
    await jobs[0].end({ channel: 3 });
    expect(queries.explanation.stateOf(request)).toEqual({ is: "value", value: { channel: 3 } });
    for (const other of [{ span: null }, { channel: 4 }, { cycle: 2 }, { scenario: treeScenario(0.4) }])
      expect(queries.explanation.stateOf({ ...request, ...other }).is).toBe("idle");
  });
});

describe("who waited behind a channel", () => {
  const found = (channel: number, to: number): Waits => ({ channel, from: 0, to, cycles: 7, flows: [] });
  const at = (channel: number, to: number) => ({ scenario, channel, span: { from: 0, to }, cycle: 1 });

  test("is looked for once the pointer rests on it, and known until another one is pointed at", async () => {
    const { jobs, queries, onChange: news } = manualQueries();
    queries.waits.request(at(3, 100));
    queries.waits.request(at(4, 100));
    expect(queries.waits.state.is).toBe("pending");
    await advanceTime(1000);
    expect(jobs.map(({ args }) => args.slice(1))).toEqual([[4, { from: 0, to: 100 }]]);
    await jobs[0].end(found(4, 100));
    expect(news).toHaveBeenCalledOnce();
    expect(queries.waits.stateOf(at(4, 100))).toEqual({ is: "value", value: { to: 100, waits: found(4, 100) } });
    await advanceTime(5000);
    expect(jobs).toHaveLength(1);
    queries.waits.request(at(5, 100));
    expect(queries.waits.state.is).toBe("pending");
  });

  test("is looked for again while a run goes on, as far as the run is by then", async () => {
    const { jobs, queries } = manualQueries();
    queries.waits.request(at(3, 100));
    queries.waits.request(at(3, 120));
    await advanceTime(1000);
    expect(jobs[0].args[2]).toEqual({ from: 0, to: 120 });
    queries.waits.request(at(3, 140));
    await jobs[0].end(found(3, 120));
    // Meanwhile the previous answer is shown.
    expect(queries.waits.stateOf(at(3, 150))).toEqual({ is: "value", value: { to: 120, waits: found(3, 120) } });
    queries.waits.request(at(3, 170));
    await advanceTime(5000);
    expect(jobs.map(({ args }) => args[2])).toEqual([
      { from: 0, to: 120 },
      { from: 0, to: 170 },
    ]);
  });

  test("is cancelled when the pointer leaves, and is not repeated if there is no answer", async () => {
    const { jobs, queries, onChange: news } = manualQueries();
    queries.waits.request(at(3, 100));
    await advanceTime(1000);
    queries.waits.request(null);
    expect(jobs[0].isCancelled).toBe(true);
    await jobs[0].end(found(3, 100));
    expect(news).not.toHaveBeenCalled();
    queries.waits.request(at(6, 100));
    await advanceTime(1000);
    await jobs[1].end(null);
    queries.waits.request(at(6, 200));
    expect(queries.waits.state).toEqual({ is: "value", value: { to: 100, waits: null } });
    await advanceTime(5000);
    expect(jobs).toHaveLength(2);
  });
});

describe("the past of runs", () => {
  test("begins without a rest, once for each run, and is kept until its document has gone", async () => {
    const { jobs, queries } = manualQueries();
    const other = treeScenario(0.6);
    queries.pasts.request([scenario, other]);
    queries.pasts.request([{ ...scenario, title: "The same run" }, other]);
    expect(jobs.map(({ kind, args }) => [kind, args[0]])).toEqual([
      ["runWithHistory", scenario],
      ["runWithHistory", other],
    ]);
    await jobs[0].end(null);
    await waitUntil(() => queries.pasts.stateOf(scenario).is === "value");
    // No time span is selected any more: history that is still being computed is canceled.
    queries.pasts.request([]);
    expect(jobs.map(({ isCancelled }) => isCancelled)).toEqual([false, true]);
    expect(queries.pasts.stateOf(scenario).is).toBe("value");
    queries.pasts.keepOnly([other]);
    expect(queries.pasts.stateOf(scenario).is).toBe("idle");
  });
});

describe("where networks are full", () => {
  /** Workers for which the network accepts all traffic up to the load `truth`. */
  function upTo(truth: number) {
    const ran: Scenario[] = [];
    const cancelled: Scenario[] = [];
    const run = (each: Scenario): Job<Results> => {
      ran.push(each);
      const load = each.workload.values["load"] as number;
      let fail: (fault: unknown) => void = () => undefined;
      const done = new Promise<Results>((resolve, reject) => {
        fail = reject;
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
      const cancel = () => (cancelled.push(each), fail(new CancelledError()));
      return { done, cancel, suspend() {}, resume() {} };
    };
    const { saturations } = new PageQueries(
      {} as Workers,
      { run },
      () => undefined,
      () => undefined,
    );
    return { ran, cancelled, saturations };
  }

  test("is searched for after a rest, once for a network whatever its load", async () => {
    const { saturations, ran } = upTo(0.5);
    saturations.request([treeScenario(0.3)]);
    await advanceTime(490);
    expect(ran).toHaveLength(0);
    await waitUntil(() => saturations.stateOf(treeScenario(0.3)).is === "value");
    const found = saturations.stateOf(treeScenario(0.7));
    expect(found).toMatchObject({ value: { throughput: expect.closeTo(0.5, 1) as number } });
    const before = ran.length;
    saturations.request([treeScenario(0.2)]);
    await advanceTime(5000);
    expect([saturations.stateOf(treeScenario(0.2)), ran.length]).toEqual([found, before]);
  });

  test("is given up when it is wanted no more, and searched for anew after that", async () => {
    const { saturations, ran, cancelled } = upTo(0.5);
    saturations.request([scenario]);
    await waitUntil(() => ran.length > 0);
    saturations.request([]);
    expect(cancelled).toHaveLength(1);
    saturations.request([scenario]);
    await waitUntil(() => saturations.stateOf(scenario).is === "value");
  });

  test("gives the time of a phit, and says how far the search is", () => {
    const stateWith = (saturation: unknown) => ({ results: null, load: 0.3, saturation }) as never;
    expect(timePerPhit(stateWith({ throughput: 0.25, error: 0.01 }))).toBe(4);
    expect(timePerPhit(stateWith("sought"))).toBeNull();
    const variants = [stateWith({ throughput: 0.25, error: 0.01 }), stateWith("sought")];
    expect(singleWorkloadMessage({ variants, baseline: 0 })).toBe("Searching for the saturation load of each network: 1 of 2 found.");
    expect(singleWorkloadMessage({ variants: [variants[0], stateWith(null)], baseline: 0 })).toMatch(/cannot be run at other loads/);
    expect(singleWorkloadMessage({ variants: [variants[0], variants[0]], baseline: 0 })).toBeNull();
  });
});

describe("a lost run", () => {
  const all = {
    explanation: { scenario, channel: 3, span: null, cycle: 1 },
    waits: { scenario, channel: 3, span: { from: 0, to: 100 }, cycle: 1 },
    histories: [scenario],
    saturations: [scenario],
  };

  test("is reported for whatever was looked for, once, and looked for again while it is wanted", async () => {
    const { jobs, queries, onError: failed } = manualQueries();
    const kinds = () => jobs.map(({ kind }) => kind).toSorted();
    queries.want(all);
    await waitUntil(() => jobs.length === 4);
    expect(kinds()).toEqual(["explain", "findWaits", "run", "runWithHistory"]);
    for (const job of jobs.slice()) await job.fail(new Error("The worker stopped."));
    await waitUntil(() => failed.mock.calls.length === 4);
    expect(failed.mock.calls.toSorted()).toEqual(
      [
        ["The history of the run could not be recorded", "The worker stopped"],
        ["The saturation loads could not be found", "The worker stopped"],
        ["The packets that waited here could not be found", "The worker stopped"],
        ["The load of this channel could not be explained", "The worker stopped"],
      ].toSorted(),
    );
    // During the pause after a failure no job starts, however often it is wanted.
    for (let i = 0; i < 10; i++) queries.want(all);
    await advanceTime(300);
    expect(jobs).toHaveLength(4);
    await waitUntil(() => {
      queries.want(all);
      return jobs.length === 8;
    });
    expect(kinds()).toEqual(["explain", "explain", "findWaits", "findWaits", "run", "run", "runWithHistory", "runWithHistory"]);
    queries.want(noRequests);
    expect(jobs.slice(4).map(({ isCancelled }) => isCancelled)).toEqual([true, true, true, true]);
  });

  test("starts immediately when the reader asks for it", async () => {
    const { jobs, queries, onError: failed } = manualQueries();
    queries.want(all);
    await waitUntil(() => jobs.length === 4);
    for (const job of jobs.slice()) await job.fail(new Error("The worker stopped."));
    await waitUntil(() => failed.mock.calls.length === 4);
    queries.retry();
    expect(jobs.filter(({ kind }) => kind === "runWithHistory")).toHaveLength(2);
  });

  test("is no refusal: that a scenario cannot be run is an answer, which is not looked for again", async () => {
    const { jobs, queries, onError: failed } = manualQueries();
    queries.want(all);
    await waitUntil(() => jobs.length === 4);
    for (const job of jobs.slice()) await job.fail(new ScenarioError([{ path: "load", message: "is not possible." }]));
    await waitUntil(() => queries.saturations.stateOf(scenario).is === "refused");
    await advanceTime(60_000);
    queries.want(noRequests);
    queries.want(all);
    await advanceTime(60_000);
    expect([jobs.length, failed.mock.calls.length]).toEqual([4, 0]);
  });
});
