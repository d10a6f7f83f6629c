/** The runs of one scenario on the page: answer, playback and load curve, and when each is restarted. */
import { ScenarioError } from "../../src/core/base/errors.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ScenarioRuns, curveLoads } from "../../src/app/runs/scenario-runs.ts";
import { scenarioLoad, loadPath } from "../../src/core/scenario/load.ts";
import { withDocumentValue } from "../../src/core/scenario/edits/edit-document-value.ts";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { defaultDocument, type Document } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Workers } from "../../src/worker/client.ts";

/** Workers whose jobs the test finishes. */
function manualWorkers() {
  const runs: {
    scenario: Document;
    urgent: boolean;
    isCancelled: boolean;
    finish: (accepted: number, others?: Partial<Results>) => Promise<void>;
    fail: (fault: Error) => Promise<void>;
  }[] = [];
  const playbacks: { scenario: Document; isClosed: boolean; standstill?: number }[] = [];
  const workers = {
    play(scenario: Document) {
      const entry: (typeof playbacks)[number] = { scenario, isClosed: false };
      playbacks.push(entry);
      return {
        state: { is: "playing", now: 0 },
        latest: null,
        play() {},
        pause() {},
        step() {},
        setSpeed() {},
        endAtStandstill: (time: number) => void (entry.standstill = time),
        results: async () => null,
        close: () => (entry.isClosed = true),
        subscribe: () => () => undefined,
      };
    },
    run(scenario: Document, urgent = false) {
      let settle!: { resolve: (value: Results) => void; reject: (fault: Error) => void };
      const done = new Promise<Results>((resolve, reject) => (settle = { resolve, reject }));
      const entry = {
        scenario,
        urgent,
        isCancelled: false,
        async finish(accepted: number, others: Partial<Results> = {}) {
          settle.resolve({
            acceptedPerSender: accepted,
            latency: null,
            steady: { is: true, why: "" },
            load: {},
            messages: [],
            ...others,
          } as unknown as Results);
          await done;
        },
        async fail(fault: Error) {
          settle.reject(fault);
          await done.catch(() => undefined);
        },
      };
      runs.push(entry);
      return { done, cancel: () => (entry.isCancelled = true) };
    },
    analyze: () => ({ done: new Promise<Analysis>(() => undefined), cancel() {} }),
  } as unknown as Workers;
  return { workers, runs, playbacks };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const scenarioAtLoad = (load: number) => withDocumentValue(defaultDocument(), loadPath, load);

test("the curve has 20 loads up to the largest, for endless workloads with a load and for no other", () => {
  expect(curveLoads(defaultDocument())).toHaveLength(20);
  expect(curveLoads(defaultDocument()).at(0)).toBe(0.05);
  expect(curveLoads(defaultDocument()).at(-1)).toBe(1);
  expect(scenarioLoad(defaultDocument())).toBe(0.45);
  const messages = parseDocument({ workload: { kind: "messages" } });
  expect([scenarioLoad(messages), curveLoads(messages)]).toEqual([null, []]);
});

test("answer and playback start immediately, the curve after a delay, point by point", async () => {
  const { workers, runs, playbacks } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  expect(playbacks).toHaveLength(1);
  expect(runs.map((each) => each.urgent)).toEqual([true]);
  await runs[0].finish(0.25);
  expect(scenarioRuns.snapshot()).toMatchObject({ isAnswerStale: false, answer: { results: { acceptedPerSender: 0.25 } } });
  vi.advanceTimersByTime(250);
  expect(runs).toHaveLength(21);
  await runs[3].finish(0.15);
  await runs[1].finish(0.05);
  // A curve has no gaps: the third load waits for the second.
  expect(scenarioRuns.snapshot().curve).toMatchObject({ expectedPoints: 20, points: [{ load: 0.05 }] });
  await runs[2].finish(0.1);
  expect(scenarioRuns.snapshot().curve).toMatchObject({ points: [{ load: 0.05 }, { load: 0.1 }, { load: 0.15 }] });
});

test("another load keeps the curve: it is its axis", () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  vi.advanceTimersByTime(250);
  scenarioRuns.showScenario(scenarioAtLoad(0.5));
  vi.advanceTimersByTime(1000);
  expect(runs.filter((each) => !each.urgent)).toHaveLength(20);
  expect(runs.some((each) => each.isCancelled && !each.urgent)).toBe(false);
});

test("another topology cancels the curve under way, and keeps its points until new ones are in", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  vi.advanceTimersByTime(250);
  await runs[1].finish(0.05);
  scenarioRuns.showScenario(withDocumentValue(scenarioAtLoad(0.45), ["topology", "kUp"], 3));
  expect(runs.slice(2, 21).every((each) => each.isCancelled)).toBe(true);
  expect(scenarioRuns.snapshot()).toMatchObject({ isCurveStale: true, isAnswerStale: true, curve: { points: [{ load: 0.05 }] } });
});

test("the curve of a large network waits until it is asked for, without the points of a smaller one", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  vi.advanceTimersByTime(250);
  await runs[1].finish(0.05);
  scenarioRuns.showScenario(withDocumentValue(scenarioAtLoad(0.45), ["run", "window"], 1e7));
  vi.advanceTimersByTime(250);
  expect(scenarioRuns.snapshot().curve).toEqual({ points: [], expectedPoints: 20, isOnDemand: true });
  const before = runs.length;
  scenarioRuns.requestCurve();
  expect(scenarioRuns.snapshot().curve).toEqual({ points: [], expectedPoints: 20 });
  expect(runs.length - before).toBe(20);
});

test("while a word is dragged the run under way may finish, and then only the newest scenario follows", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  scenarioRuns.showScenario(scenarioAtLoad(0.46));
  scenarioRuns.showScenario(scenarioAtLoad(0.47));
  expect(runs).toHaveLength(1);
  await runs[0].finish(0.25);
  expect(scenarioRuns.snapshot().isAnswerStale).toBe(true);
  expect(runs.map((each) => scenarioLoad(each.scenario))).toEqual([0.45, 0.47]);
});

test("a run that takes too long is cut off for a newer scenario", () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  scenarioRuns.showScenario(scenarioAtLoad(0.46));
  vi.advanceTimersByTime(300);
  expect(runs[0].isCancelled).toBe(true);
  expect(runs.filter((each) => each.urgent)).toHaveLength(2);
});

test("a lost run says so, keeps the old answer, and can be run again", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  await runs[0].fail(new Error("The worker stopped."));
  expect(scenarioRuns.snapshot()).toMatchObject({ failure: "The worker stopped.", isRefused: false });
  scenarioRuns.restart();
  expect(scenarioRuns.snapshot().failure).toBeNull();
  expect(runs.filter((each) => each.urgent)).toHaveLength(2);
});

test("a scenario that cannot be run is distinguished from a run that was lost", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  await runs[0].fail(new ScenarioError([{ path: "routing", message: "needs too many classes.", remedy: "Use another." }]));
  expect(scenarioRuns.snapshot()).toMatchObject({ failure: "Needs too many classes. Use another.", isRefused: true });
  scenarioRuns.showScenario(scenarioAtLoad(0.46));
  await runs[1].fail(new ScenarioError([{ path: "workload.list.3", message: "no way leads there." }]));
  expect(scenarioRuns.snapshot().failure).toBe("workload.list.3: no way leads there.");
});

test("a new title runs nothing again", () => {
  const { workers, runs, playbacks } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  scenarioRuns.showScenario({ ...scenarioAtLoad(0.45), title: "Where a thin tree is thin enough" });
  expect([runs.length, playbacks.length]).toEqual([1, 1]);
});

test("beside a network with another cycle, all results are in that cycle, and change with it", async () => {
  const { workers, runs, playbacks } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.4), 1, 1 / 16);
  await runs[0].finish(0.4);
  expect(scenarioRuns.snapshot().answer?.results.acceptedPerSender).toBe(6.4);
  scenarioRuns.showScenario(scenarioAtLoad(0.4), 1, 1 / 16);
  expect([playbacks.length, scenarioRuns.snapshot().isAnswerStale]).toEqual([1, false]);
  scenarioRuns.showScenario(scenarioAtLoad(0.4), 1, 1 / 4);
  expect([playbacks.length, scenarioRuns.snapshot().isAnswerStale]).toEqual([2, true]);
  await runs.findLast(({ urgent }) => urgent)?.finish(0.4);
  expect(scenarioRuns.snapshot()).toMatchObject({ isAnswerStale: false, answer: { results: { acceptedPerSender: 1.6 } } });
  // Load curves are rescaled to cycles of the page, too.
  await vi.advanceTimersByTimeAsync(300);
  await runs.find(({ urgent, isCancelled }) => !urgent && !isCancelled)?.finish(0.05);
  await vi.advanceTimersByTimeAsync(20);
  expect(scenarioRuns.snapshot().curve.points).toMatchObject([{ load: 0.2, accepted: 0.2 }]);
});

test("cached results are given in another cycle, too", async () => {
  const { workers } = manualWorkers();
  const results = { acceptedPerSender: 0.4, latency: null, steady: { is: true, why: "" }, load: {}, messages: [] } as unknown as Results;
  const atHand = { ...workers, run: () => ({ done: Promise.resolve(results), cancel() {} }) } as unknown as Workers;
  const scenarioRuns = new ScenarioRuns(atHand, 2000);
  for (const cycle of [1 / 16, 1 / 4]) {
    scenarioRuns.showScenario(scenarioAtLoad(0.4), 1, cycle);
    await vi.advanceTimersByTimeAsync(0);
    expect(scenarioRuns.snapshot()).toMatchObject({ isAnswerStale: false, answer: { results: { acceptedPerSender: 0.4 / cycle } } });
  }
});

test("a scenario that is shown again before the answer to another one is in has its own answer", async () => {
  const { workers, runs } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  await runs[0].finish(0.25);
  scenarioRuns.showScenario(scenarioAtLoad(0.5));
  expect(scenarioRuns.snapshot()).toMatchObject({ isAnswerStale: true, answer: { results: { acceptedPerSender: 0.25 } } });
  scenarioRuns.showScenario(scenarioAtLoad(0.45));
  expect(scenarioRuns.snapshot().isAnswerStale).toBe(false);
  expect(runs.filter(({ urgent }) => urgent).map(({ isCancelled }) => isCancelled)).toEqual([false, true]);
  await runs[1].finish(0.3);
  expect(scenarioRuns.snapshot()).toMatchObject({ isAnswerStale: false, answer: { results: { acceptedPerSender: 0.25 } } });
});

test("a playback ends where nothing moves any more, and only that of the same run", async () => {
  const { workers, runs, playbacks } = manualWorkers();
  const scenarioRuns = new ScenarioRuns(workers, 2000);
  scenarioRuns.showScenario(scenarioAtLoad(0.4), 0);
  await runs[0].finish(0, { deadlock: ["The packet …"], stalledSince: 712 });
  expect(playbacks.map(({ standstill }) => standstill)).toEqual([712]);
  // Played again, it ends there again.
  scenarioRuns.restart();
  await vi.advanceTimersByTimeAsync(50);
  expect(playbacks.map(({ standstill }) => standstill)).toEqual([712, 712]);
  // Another run does not, nor one in which packets still moved when its deadlock was found.
  scenarioRuns.showScenario(scenarioAtLoad(0.3), 0);
  await vi.advanceTimersByTimeAsync(500);
  await runs.at(-1)!.finish(0, { deadlock: ["The packet …"] });
  expect(playbacks.at(-1)!.scenario).toEqual(scenarioAtLoad(0.3));
  expect(playbacks.at(-1)!.standstill).toBeUndefined();
});
