/** The order in which a study simulates networks, when it stops, and which results it keeps. The test finishes the jobs of its workers. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answerOf } from "../../src/app/pages/study/answer.ts";
import { StudyRuns } from "../../src/app/pages/study/study-runs.ts";
import { ask, createStudy, togglePick } from "../../src/app/pages/study/study-store.ts";
import type { Results } from "../../src/core/measures/results.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { readNeed } from "../../src/core/study/need.ts";
import { scenarioOf } from "../../src/core/study/scenario.ts";
import { first } from "../effort.ts";
import { Cancelled, type Workers } from "../../src/worker/client.ts";

/** A run that the test finishes. */
interface Run {
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
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A study on a pool of `poolSize` workers. */
function studied(more: Record<string, unknown> = {}, size = 2) {
  const runs: Run[] = [];
  const workers = {
    run(scenario: Scenario) {
      let answer!: { resolve: (value: Results) => void; reject: (fault: Error) => void };
      const done = new Promise<Results>((resolve, reject) => (answer = { resolve, reject }));
      done.catch(() => undefined);
      const run: Run = {
        scenario,
        is: "waiting",
        isSuspended: false,
        async finish(carried) {
          run.is = "done";
          const load = scenario.workload.values["load"] as number;
          const accepted = Math.min(load, carried);
          answer.resolve({
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
          await settle();
        },
        async fail(why) {
          run.is = "done";
          answer.reject(new Error(why));
          await settle();
        },
      };
      runs.push(run);
      return {
        done,
        cancel() {
          run.is = "cancelled";
          answer.reject(new Cancelled());
        },
        suspend: () => void (run.isSuspended = true),
        resume: () => void (run.isSuspended = false),
      };
    },
    poolSize: () => size,
  } as unknown as Workers;
  const store = createStudy(readNeed({ terminals: 32, ports: 8, ...more }, []));
  const study = new StudyRuns(store, workers);
  const waiting = () => runs.filter(({ is }) => is === "waiting");
  /** Id of the network and the traffic of a run. */
  const of = ({ scenario }: Run) => {
    const { need, candidates } = store.getState();
    const { id } = candidates.find(({ topology }) => JSON.stringify(topology) === JSON.stringify(scenario.topology))!;
    return { id, traffic: need.under.find((each) => patternOf(id, each) === JSON.stringify(scenario.workload.values["pattern"])) };
  };
  const patternOf = (id: string, traffic: string) => {
    const scenario = scenarioOf(
      store.getState().candidates.find((each) => each.id === id)!,
      traffic,
    ) as Scenario;
    return JSON.stringify(scenario.workload.values["pattern"]);
  };
  /** Finishes all runs; every network carries the given fraction of its bound. */
  const finishAll = async (part = 0.8) => {
    for (let run = waiting()[0]; run !== undefined; run = waiting()[0]) {
      const candidate = store.getState().candidates.find(({ id }) => id === of(run).id)!;
      await run.finish(candidate.bound * part);
    }
  };
  return { store, study, runs, waiting, of, finishAll };
}

/** Subscribes to the study as an open page does, and waits until it starts runs. */
const look = async (study: StudyRuns) => {
  const stop = study.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(600);
  return stop;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("nothing runs while nobody looks, nor at once when a word changes; then as many as there is room for", async () => {
  const { store, study, runs, waiting } = studied();
  await vi.advanceTimersByTimeAsync(5000);
  ask(store, { budget: 900 });
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toEqual([]);
  study.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(300);
  ask(store, { budget: 1000 });
  await vi.advanceTimersByTimeAsync(300);
  expect(runs).toEqual([]);
  await vi.advanceTimersByTimeAsync(300);
  expect(waiting()).toHaveLength(2);
  expect(study.snapshot().running).toHaveLength(2);
});

test("begins with what is picked, then the front nearest to what is asked for, its worst traffic first", async () => {
  const { store, study, waiting, of } = studied();
  const { plan } = study.snapshot();
  const picked = store.getState().candidates.find(({ perTerminal }) => perTerminal > 400 && perTerminal < 2000)!.id;
  const front = plan.front.map((i) => plan.standings[i]).filter(({ candidate }) => candidate.id !== picked);
  togglePick(store, picked);
  await look(study);
  const [first, second] = waiting().map(of);
  expect(first.id).toBe(picked);
  const off = (carries: number) => Math.abs(carries - 0.5);
  const best = Math.min(...front.map(({ carries }) => off(carries)));
  const chosen = front.find(({ candidate }) => candidate.id === second.id)!;
  expect(off(chosen.carries)).toBe(best);
  const { bounds } = chosen.candidate;
  const { under } = store.getState().need;
  expect(bounds[under.findIndex((each) => each === second.traffic)]).toBe(Math.min(...bounds));
});

test("goes on until nothing can change the front; what its bound rules out is run only when asked for", async () => {
  const { store, study, runs, finishAll } = studied();
  await look(study);
  await finishAll();
  const { plan, running, measured } = study.snapshot();
  expect([plan.next, running]).toEqual([[], []]);
  expect(plan.standings.every(({ isMeasured, isBeaten, candidate }) => isMeasured || isBeaten || candidate.perTerminal > 2000)).toBe(true);
  expect(plan.standings.some(({ isMeasured }) => !isMeasured)).toBe(true);
  expect(plan.front.every((i) => plan.standings[i].isMeasured)).toBe(true);
  for (const i of plan.front) expect(plan.standings[i].carries).toBeCloseTo(plan.standings[i].candidate.bound * 0.8, 1);
  // For any requested load, the answer is a simulated network and not a bound.
  for (const carried of first(3, [0.1, 0.3, 0.8, 0.2, 0.4, 0.6])) {
    ask(store, { carried });
    await vi.advanceTimersByTimeAsync(600);
    await finishAll();
    const { standing } = answerOf(study.snapshot().plan, store.getState().need);
    expect(standing === null || standing.isMeasured).toBe(true);
  }
  const before = runs.length;
  study.runAll(true);
  await settle();
  expect(runs.length).toBeGreaterThan(before);
  await finishAll();
  expect(study.snapshot().plan.standings.every(({ isMeasured, candidate }) => isMeasured || candidate.perTerminal > 2000)).toBe(true);
  expect(study.snapshot().measured.size).toBeGreaterThan(measured.size);
});

test("stands still while it is paused; goes on where it stood, also when all are asked for", async () => {
  const { study, runs, waiting, of } = studied();
  await look(study);
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
  expect(study.snapshot()).toMatchObject({ isPaused: false, isAll: true });
  expect(waiting().some(({ isSuspended }) => isSuspended)).toBe(false);
  expect(runs.every(({ is }) => is !== "cancelled")).toBe(true);
});

test("a change gives up what is not asked for any more, and keeps what is known", async () => {
  const { store, study, runs, waiting, finishAll } = studied();
  await look(study);
  await finishAll();
  const known = study.snapshot().measured;
  ask(store, { terminals: 24 });
  await vi.advanceTimersByTimeAsync(600);
  const other = waiting();
  expect(other.length).toBeGreaterThan(0);
  ask(store, { terminals: 32 });
  const ids = new Set(store.getState().candidates.map(({ id }) => id));
  expect(study.snapshot().running.every((id) => ids.has(id))).toBe(true);
  await vi.advanceTimersByTimeAsync(600);
  await finishAll();
  for (const [id, each] of known) expect(study.snapshot().measured.get(id)).toEqual(each);
  // Known results are not computed again.
  const again = runs.length;
  ask(store, { budget: 1900 });
  await vi.advanceTimersByTimeAsync(600);
  expect(runs.length).toBe(again);
});

test("traffic that is not asked for any more is not searched on", async () => {
  const { store, study, waiting, of } = studied({ under: ["uniform", "half-way"] }, 1);
  await look(study);
  const first = of(waiting()[0]);
  const kept = first.traffic === "uniform" ? "half-way" : "uniform";
  ask(store, { under: ["permutation", first.traffic as "uniform"] });
  await vi.advanceTimersByTimeAsync(600);
  for (let i = 0; i < 30 && waiting().length > 0; i++) {
    expect(of(waiting()[0]).traffic).not.toBe(undefined);
    expect(of(waiting()[0]).traffic).not.toBe(kept);
    await waiting()[0].finish(0.4);
  }
});

test("another axis runs what it needs, and nothing more; what was found stays, and a full network has no latency", async () => {
  const { store, study, waiting, finishAll } = studied({ under: ["uniform"] });
  const stop = await look(study);
  const old = waiting();
  store.setState({ up: "latency" });
  await vi.advanceTimersByTimeAsync(600);
  // Searches for a throughput are canceled. A latency takes one run, at its load.
  expect(old.every(({ is }) => is === "cancelled")).toBe(true);
  const later = waiting();
  expect(later.length).toBeGreaterThan(0);
  expect(later.every(({ scenario }) => scenario.run.precision !== 0 && scenario.workload.values["load"] === 0.3)).toBe(true);
  const before = waiting().length;
  await finishAll(1);
  expect(before).toBeGreaterThan(0);
  // The test's workers report no latency.
  const { plan, measured } = study.snapshot();
  expect(plan.next).toEqual([]);
  const known = [...measured.values()].filter(({ latency }) => latency !== null);
  expect(known.length).toBeGreaterThan(0);
  expect(known.every(({ latency }) => latency!.cycles === null)).toBe(true);
  const searched = [...measured.values()].filter(({ under: [found] }) => found !== null).length;
  store.setState({ up: "room" });
  await vi.advanceTimersByTimeAsync(600);
  // A counted quantity needs no runs: the previous question is continued.
  expect(waiting().every(({ scenario }) => scenario.run.precision === 0)).toBe(true);
  expect([...study.snapshot().measured.values()].filter(({ under: [found] }) => found !== null)).toHaveLength(searched);
  stop();
});

test("a fault is told for its network, and the others go on", async () => {
  const { study, waiting, of, finishAll } = studied();
  await look(study);
  const [bad] = waiting();
  const { id } = of(bad);
  await bad.fail("The worker is out of memory.");
  await finishAll();
  const { faults, plan, running } = study.snapshot();
  expect(faults.get(id)).toBe("The worker is out of memory.");
  expect([plan.next, running]).toEqual([[], []]);
  expect(plan.standings.find(({ candidate }) => candidate.id === id)!.isMeasured).toBe(false);
  expect(study.isLost(id)).toBe(true);
  // A lost run is not an answer. It is run again on request of the reader or after the next change.
  study.runLost();
  await finishAll();
  expect(study.snapshot().faults.size).toBe(0);
  expect(study.snapshot().plan.standings.find(({ candidate }) => candidate.id === id)!.isMeasured).toBe(true);
});

test("leaves off when the last one looks away, and begins anew when somebody comes back", async () => {
  const { study, runs, waiting, of } = studied();
  const stop = await look(study);
  const first = waiting().map((run) => of(run).id);
  stop();
  expect(runs.map(({ is }) => is)).toEqual(["cancelled", "cancelled"]);
  expect(study.snapshot().running).toEqual([]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(waiting()).toEqual([]);
  await look(study);
  expect(waiting().map((run) => of(run).id)).toEqual(first);
  study.close();
  expect(waiting()).toEqual([]);
});

test("tells a pace once it has worked for a while, and less is left after every network", async () => {
  const { store, study, waiting, of } = studied({}, 1);
  await look(study);
  expect(study.snapshot().left).toBe(null);
  let before = Infinity;
  while (waiting().length > 0) {
    await vi.advanceTimersByTimeAsync(2000);
    const [run] = waiting();
    const candidate = store.getState().candidates.find(({ id }) => id === of(run).id)!;
    await run.finish(candidate.bound);
    const { left, plan } = study.snapshot();
    if (left === null) continue;
    expect(left.front).toBeLessThanOrEqual(left.all + 1e-9);
    if (plan.next.length === 0) before = left.all;
  }
  expect(before).toBe(0);
});
