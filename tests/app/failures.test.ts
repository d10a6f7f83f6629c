/** An error is never an answer. Every query that needs runs reports a lost run, and computes the answer when it is asked again. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AnswerChecker } from "../../src/app/pages/lesson/answers/answer-checker.ts";
import { ResultsStore } from "../../src/app/runs/results-store.ts";
import { ScenarioRuns } from "../../src/app/runs/scenario-runs.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { collectAnswers } from "../../src/lessons/answers.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import type { Workers } from "../../src/worker/client.ts";

const scenario = readScenario({
  topology: { kind: "k-ary-n-tree", k: 2, n: 2 },
  workload: { kind: "open-loop", load: 0.3 },
  run: { warmUp: 20, window: 200, drain: 100 },
});
const lostError = new Error("The worker stopped.");

/** Workers whose first job of each kind fails. All later jobs succeed. */
function failingOnceWorkers() {
  const callCounts = { run: 0, analyse: 0 };
  const startJob = (kind: keyof typeof callCounts, value: () => unknown) => {
    const done = (callCounts[kind]++ < 1 ? Promise.reject(lostError) : Promise.resolve().then(value)) as Promise<never>;
    done.catch(() => undefined);
    return { done, cancel() {}, suspend() {}, resume() {} };
  };
  const workers: Partial<Workers> = {
    run: (each) => startJob("run", () => run(each)),
    analyze: () => startJob("analyse", () => ({ bound: 0.5 })),
  };
  return workers as Workers;
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());
const advanceTime = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
test("the page says that its analysis or runs of its curve were lost, and runs them again", async () => {
  const workers = failingOnceWorkers();
  /** A watched run that never advances. */
  const play = () => ({
    state: { is: "playing", now: 0 },
    latest: null,
    play() {},
    setSpeed() {},
    close() {},
    subscribe: () => () => undefined,
  });
  // In this test the run of the answer is not lost; another test covers that case.
  const scenarioRuns = new ScenarioRuns({ ...workers, play } as unknown as Workers, 100, false);
  scenarioRuns.showScenario(scenario);
  await advanceTime(50);
  scenarioRuns.restart();
  await advanceTime(50);
  expect(scenarioRuns.snapshot()).toMatchObject({ failure: null, isAnswerStale: false });
  await advanceTime(2000);
  expect(scenarioRuns.snapshot()).toMatchObject({
    analysis: null,
    analysisFailure: "The analysis of the ideal throughput failed: The worker stopped.",
  });
  scenarioRuns.restart();
  await advanceTime(2000);
  expect(scenarioRuns.snapshot()).toMatchObject({ analysis: { bound: 0.5 }, analysisFailure: null, isCurveIncomplete: false });
  expect(scenarioRuns.snapshot().curve.points).toHaveLength(20);
});

test("a line of answers whose run was lost is run again by the next check", async () => {
  const question = { is: "value", of: "delivered", to: 1 };
  const link = "#v=2&topology=k-ary-n-tree:k2,n2&load=.3&warmUp=20&window=200";
  const { lesson } = await readLesson(
    JSON.stringify({
      format: "fabricscope-lesson",
      version: 1,
      title: "T",
      steps: [{ title: "T", words: "", scenario: link, question }],
    }),
  );
  const [step] = lesson.steps;
  const { answers } = collectAnswers("t.1 1 .3 .3 xabcd", "t", 1, step.question!);
  const workers = failingOnceWorkers();
  const checking = new AnswerChecker(workers, step, step.question!, () => undefined);
  checking.check(answers);
  await advanceTime(100);
  expect([checking.checkOf(answers[0]), checking.hasLostRuns]).toEqual([
    { is: "open", why: "cannot be run again: its run failed here: The worker stopped" },
    true,
  ]);
  checking.check(answers);
  await advanceTime(100);
  expect([checking.checkOf(answers[0]).is, checking.hasLostRuns]).toEqual(["differs", false]);
});

test("a store that could not be opened is opened the next time", async () => {
  let opened = 0;
  const open = () => {
    opened++;
    throw new Error("denied");
  };
  vi.stubGlobal("indexedDB", { open });
  const store = new ResultsStore("test");
  expect(await store.find(["a"])).toEqual([null]);
  expect(await store.find(["a"])).toEqual([null]);
  expect(opened).toBe(2);
  vi.unstubAllGlobals();
});
