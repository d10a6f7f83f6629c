/** The order in which a study simulates networks, when it stops, and which results it keeps. The test finishes the jobs of its workers. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerStudy } from "../../src/app/pages/study/study-answer.ts";
import { StudyRuns } from "../../src/app/pages/study/study-runs.ts";
import { changeNeed, createStudy, toggleSelection } from "../../src/app/pages/study/study-store.ts";
import type { Results } from "../../src/core/measures/results.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { readStudyNeed } from "../../src/core/study/need.ts";
import { studyScenario } from "../../src/core/study/study-scenarios.ts";
import { firstFew } from "../effort.ts";
import { CancelledError, type Workers } from "../../src/worker/client.ts";

/** A run that the test finishes. */
interface ManualRun {
  readonly scenario: Scenario;
  is: "waiting" | "done" | "cancelled";
  isSuspended: boolean;
  /**
   * Finishes the run with a network that accepts at most this load.
   * @param carried Load in phits per cycle and terminal.
   */
  finish(carried: number): Promise<void>;
  fail(why: string): Promise<void>;
}

/** Runs pending promise callbacks. */
const flushPromises = () => vi.advanceTimersByTimeAsync(0);

/** A study on a pool of `poolSize` workers. */
function manualStudy(needValues: Record<string, unknown> = {}, poolSize = 2) {
  const runs: ManualRun[] = [];
  const workers = {
    run(scenario: Scenario) {
      let settlers!: { resolve: (value: Results) => void; reject: (fault: Error) => void };
      const done = new Promise<Results>((resolve, reject) => (settlers = { resolve, reject }));
      done.catch(() => undefined);
      const run: ManualRun = {
        scenario,
        is: "waiting",
        isSuspended: false,
        async finish(carried) {
          run.is = "done";
          const load = scenario.workload.values["load"] as number;
          const accepted = Math.min(load, carried);
          settlers.resolve({
            status: "finished",
            packets: 1e6,
            sending: 0,
            offered: load,
            offeredPerSender: load,
            accepted,
            acceptedPerSender: accepted,
            latency: null,
            steady: { is: true, why: "" },
          } as unknown as Results);
          await flushPromises();
        },
        async fail(why) {
          run.is = "done";
          settlers.reject(new Error(why));
          await flushPromises();
        },
      };
      runs.push(run);
      return {
        done,
        cancel() {
          run.is = "cancelled";
          settlers.reject(new CancelledError());
        },
        suspend: () => void (run.isSuspended = true),
        resume: () => void (run.isSuspended = false),
      };
    },
    poolSize: () => poolSize,
  } as unknown as Workers;
  const store = createStudy(readStudyNeed({ terminals: 32, ports: 8, ...needValues }, []));
  const study = new StudyRuns(store, workers);
  const waiting = () => runs.filter(({ is }) => is === "waiting");
  /** Id of the network and the traffic of a run. */
  const networkAndTraffic = ({ scenario }: ManualRun) => {
    const { need, candidates } = store.getState();
    const { id } = candidates.find(({ topology }) => JSON.stringify(topology) === JSON.stringify(scenario.topology))!;
    return { id, traffic: need.under.find((each) => patternOf(id, each) === JSON.stringify(scenario.workload.values["pattern"])) };
  };
  const patternOf = (id: string, traffic: string) => {
    const scenario = studyScenario(
      store.getState().candidates.find((each) => each.id === id)!,
      traffic,
    ) as Scenario;
    return JSON.stringify(scenario.workload.values["pattern"]);
  };
  /** Finishes all runs; every network carries the given fraction of its bound. */
  const finishAll = async (fraction = 0.8) => {
    for (let run = waiting()[0]; run !== undefined; run = waiting()[0]) {
      const candidate = store.getState().candidates.find(({ id }) => id === networkAndTraffic(run).id)!;
      await run.finish(candidate.bound * fraction);
    }
  };
  return { store, study, runs, waiting, networkAndTraffic, finishAll };
}

/** Subscribes to the study as an open page does, and waits until it starts runs. */
const openStudy = async (study: StudyRuns) => {
  const stop = study.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(600);
  return stop;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("nothing runs while the study is hidden, nor directly after a change; then as many runs as the pool has room for", async () => {
  const { store, study, runs, waiting } = manualStudy();
  await vi.advanceTimersByTimeAsync(5000);
  changeNeed(store, { budget: 900 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toEqual([]);
  study.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(300);
  changeNeed(store, { budget: 1000 });
  await vi.advanceTimersByTimeAsync(300);
  expect(runs).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting()).toHaveLength(2);
  expect(study.snapshot().runningIds).toHaveLength(2);
});

test("begins with what is picked, then the front nearest to what is asked for, its worst traffic first", async () => {
  const { store, study, waiting, networkAndTraffic: of } = manualStudy();
  const { plan } = study.snapshot();
  const picked = store.getState().candidates.find(({ perTerminal }) => perTerminal > 400 && perTerminal < 2000)!.id;
  const front = plan.front.map((i) => plan.statuses[i]).filter(({ candidate }) => candidate.id !== picked);
  toggleSelection(store, picked);
  await openStudy(study);
  const [first, second] = waiting().map(of);
  expect(first.id).toBe(picked);
  const off = (carries: number) => Math.abs(carries - 0.5);
  const best = Math.min(...front.map(({ worstThroughput }) => off(worstThroughput)));
  const chosen = front.find(({ candidate }) => candidate.id === second.id)!;
  expect(off(chosen.worstThroughput)).toBe(best);
  const { bounds } = chosen.candidate;
  const { under } = store.getState().need;
  expect(bounds[under.findIndex((each) => each === second.traffic)]).toBe(Math.min(...bounds));
});

test("goes on until nothing can change the front; what its bound rules out is run only when asked for", async () => {
  const { store, study, runs, finishAll } = manualStudy();
  await openStudy(study);
  await finishAll();
  const { plan, runningIds, measurements } = study.snapshot();
  expect([plan.next, runningIds]).toEqual([[], []]);
  expect(plan.statuses.every(({ isMeasured, isExcluded, candidate }) => isMeasured || isExcluded || candidate.perTerminal > 2000)).toBe(
    true,
  );
  expect(plan.statuses.some(({ isMeasured }) => !isMeasured)).toBe(true);
  expect(plan.front.every((i) => plan.statuses[i].isMeasured)).toBe(true);
  for (const i of plan.front) expect(plan.statuses[i].worstThroughput).toBeCloseTo(plan.statuses[i].candidate.bound * 0.8, 1);
  // For any requested load, the answer is a simulated network and not a bound.
  for (const carried of firstFew(3, [0.1, 0.3, 0.8, 0.2, 0.4, 0.6])) {
    changeNeed(store, { carried });
    await vi.advanceTimersByTimeAsync(600);
    await finishAll();
    const { status } = answerStudy(study.snapshot().plan, store.getState().need);
    expect(status === null || status.isMeasured).toBe(true);
  }
  const before = runs.length;
  study.runAll(true);
  await flushPromises();
  expect(runs.length).toBeGreaterThan(before);
  await finishAll();
  expect(study.snapshot().plan.statuses.every(({ isMeasured, candidate }) => isMeasured || candidate.perTerminal > 2000)).toBe(true);
  expect(study.snapshot().measurements.size).toBeGreaterThan(measurements.size);
});

test("stops while it is paused and continues from there, also when all are requested", async () => {
  const { study, runs, waiting, networkAndTraffic: of } = manualStudy();
  await openStudy(study);
  const running = waiting();
  study.pause(true);
  expect(running.map(({ isSuspended }) => isSuspended)).toEqual([true, true]);
  expect(study.snapshot().isPaused).toBe(true);
  // A result that arrives while the study is paused starts no run of another network.
  await running[0].finish(0.01);
  expect(waiting().every(({ isSuspended }) => isSuspended)).toBe(true);
  expect(new Set(waiting().map((run) => of(run).id)).size).toBeLessThanOrEqual(2);
  study.pause(false);
  expect(waiting().some(({ isSuspended }) => isSuspended)).toBe(false);
  study.pause(true);
  study.runAll(true);
  expect(study.snapshot()).toMatchObject({ isPaused: false, runsExcluded: true });
  expect(waiting().some(({ isSuspended }) => isSuspended)).toBe(false);
  expect(runs.every(({ is }) => is !== "cancelled")).toBe(true);
});

test("a change gives up what is not asked for any more, and keeps what is known", async () => {
  const { store, study, runs, waiting, finishAll } = manualStudy();
  await openStudy(study);
  await finishAll();
  const measurementsBefore = study.snapshot().measurements;
  changeNeed(store, { terminals: 24 });
  await vi.advanceTimersByTimeAsync(600);
  const other = waiting();
  expect(other.length).toBeGreaterThan(0);
  changeNeed(store, { terminals: 32 });
  const ids = new Set(store.getState().candidates.map(({ id }) => id));
  expect(study.snapshot().runningIds.every((id) => ids.has(id))).toBe(true);
  await vi.advanceTimersByTimeAsync(600);
  await finishAll();
  for (const [id, each] of measurementsBefore) expect(study.snapshot().measurements.get(id)).toEqual(each);
  // Known results are not computed again.
  const again = runs.length;
  changeNeed(store, { budget: 1900 });
  await vi.advanceTimersByTimeAsync(600);
  expect(runs.length).toBe(again);
});

test("traffic that is not asked for any more is not searched on", async () => {
  const { store, study, waiting, networkAndTraffic: of } = manualStudy({ under: ["uniform", "half-way"] }, 1);
  await openStudy(study);
  const first = of(waiting()[0]);
  const kept = first.traffic === "uniform" ? "half-way" : "uniform";
  changeNeed(store, { under: ["permutation", first.traffic as "uniform"] });
  await vi.advanceTimersByTimeAsync(600);
  for (let i = 0; i < 30 && waiting().length > 0; i++) {
    expect(of(waiting()[0]).traffic).not.toBe(undefined);
    expect(of(waiting()[0]).traffic).not.toBe(kept);
    await waiting()[0].finish(0.4);
  }
});

test("another axis runs what it needs, and nothing more; what was found stays, and a full network has no latency", async () => {
  const { store, study, waiting, finishAll } = manualStudy({ under: ["uniform"] });
  const stop = await openStudy(study);
  const old = waiting();
  store.setState({ verticalAxisId: "latency" });
  await vi.advanceTimersByTimeAsync(600);
  // Searches for a throughput are canceled. A latency takes only one run, at the requested load of 0.3.
  expect(old.every(({ is }) => is === "cancelled")).toBe(true);
  const later = waiting();
  expect(later.length).toBeGreaterThan(0);
  expect(later.every(({ scenario }) => scenario.run.precision !== 0 && scenario.workload.values["load"] === 0.3)).toBe(true);
  const before = waiting().length;
  await finishAll(1);
  expect(before).toBeGreaterThan(0);
  // The test's workers report no latency.
  const { plan, measurements } = study.snapshot();
  expect(plan.next).toEqual([]);
  const known = [...measurements.values()].filter(({ latency }) => latency !== null);
  expect(known.length).toBeGreaterThan(0);
  expect(known.every(({ latency }) => latency!.cycles === null)).toBe(true);
  const searched = [...measurements.values()].filter(({ under: [found] }) => found !== null).length;
  store.setState({ verticalAxisId: "room" });
  await vi.advanceTimersByTimeAsync(600);
  // The new axis shows a count, which needs no runs, so the study continues with the throughputs.
  expect(waiting().every(({ scenario }) => scenario.run.precision === 0)).toBe(true);
  expect([...study.snapshot().measurements.values()].filter(({ under: [found] }) => found !== null)).toHaveLength(searched);
  stop();
});

test("a fault is reported for its network, and the others continue", async () => {
  const { study, waiting, networkAndTraffic: of, finishAll } = manualStudy();
  await openStudy(study);
  const [bad] = waiting();
  const { id } = of(bad);
  await bad.fail("The worker is out of memory.");
  await finishAll();
  const { faults, plan, runningIds } = study.snapshot();
  expect(faults.get(id)).toBe("The worker is out of memory.");
  expect([plan.next, runningIds]).toEqual([[], []]);
  expect(plan.statuses.find(({ candidate }) => candidate.id === id)!.isMeasured).toBe(false);
  expect(study.isLost(id)).toBe(true);
  // A lost run is not an answer. It is run again on request of the reader or after the next change.
  study.runLost();
  await finishAll();
  expect(study.snapshot().faults.size).toBe(0);
  expect(study.snapshot().plan.statuses.find(({ candidate }) => candidate.id === id)!.isMeasured).toBe(true);
});

test("leaves off when the last one looks away, and begins anew when somebody comes back", async () => {
  const { study, runs, waiting, networkAndTraffic: of } = manualStudy();
  const stop = await openStudy(study);
  const first = waiting().map((run) => of(run).id);
  stop();
  expect(runs.map(({ is }) => is)).toEqual(["cancelled", "cancelled"]);
  expect(study.snapshot().runningIds).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(waiting()).toEqual([]);
  await openStudy(study);
  expect(waiting().map((run) => of(run).id)).toEqual(first);
  study.close();
  expect(waiting()).toEqual([]);
});

test("tells a pace once it has worked for a while, and less is left after every network", async () => {
  const { store, study, waiting, networkAndTraffic: of } = manualStudy({}, 1);
  await openStudy(study);
  expect(study.snapshot().secondsLeft).toBe(null);
  let before = Infinity;
  while (waiting().length > 0) {
    await vi.advanceTimersByTimeAsync(2000);
    const [run] = waiting();
    const candidate = store.getState().candidates.find(({ id }) => id === of(run).id)!;
    await run.finish(candidate.bound);
    const { secondsLeft, plan } = study.snapshot();
    if (secondsLeft === null) continue;
    expect(secondsLeft.front).toBeLessThanOrEqual(secondsLeft.all + 1e-9);
    if (plan.next.length === 0) before = secondsLeft.all;
  }
  expect(before).toBe(0);
});
