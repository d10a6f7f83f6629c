/** An error is never an answer: whatever searches by runs reports one that was lost, and finds the answer when it is asked again. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Checking } from "../../src/app/pages/lesson/answers/checking.ts";
import { Pasts } from "../../src/app/runs/past.ts";
import { ResultsStore } from "../../src/app/runs/results-store.ts";
import { Saturations } from "../../src/app/runs/saturations.ts";
import { Study } from "../../src/app/runs/study.ts";
import { WhoWaited } from "../../src/app/runs/who-waited.ts";
import { Why } from "../../src/app/runs/why.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { gather } from "../../src/lessons/answers.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import type { Workers } from "../../src/worker/client.ts";

const scenario = readScenario({
  topology: { kind: "k-ary-n-tree", k: 2, n: 2 },
  workload: { kind: "open-loop", load: 0.3 },
  run: { warmUp: 20, window: 200, drain: 100 },
});
const span = { from: 0, to: 100 };
const lost = new Error("The worker stopped.");

/** Workers of which the first call of each kind fails, as often as is said, and all later ones work. */
function failing(times: number, fault: Error = lost) {
  const calls = { run: 0, past: 0, explain: 0, findWaits: 0, analyse: 0 };
  const answer = (kind: keyof typeof calls, value: () => unknown) => {
    const done = (calls[kind]++ < times ? Promise.reject(fault) : Promise.resolve().then(value)) as Promise<never>;
    done.catch(() => undefined);
    return { done, cancel() {}, suspend() {}, resume() {} };
  };
  const workers: Omit<Workers, "play" | "findWays" | "poolSize"> = {
    run: (each) => answer("run", () => run(each)),
    past: () =>
      answer("past", () => {
        throw new ScenarioError([]);
      }),
    explain: (_, channel) => answer("explain", () => ({ channel })),
    findWaits: (_, channel, { from, to }) => answer("findWaits", () => ({ channel, from, to, cycles: 7, flows: [] })),
    analyse: () => answer("analyse", () => ({ bound: 0.5 })),
  };
  return { workers: workers as Workers, calls };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());
const later = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
/** Lets time pass until something is so; code that is fetched takes real time. */
async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !isSo(); i++) {
    await later(50);
    await new Promise((go) => setImmediate(go));
  }
  expect(isSo()).toBe(true);
}

interface Search {
  /** Asks as views do; whether the answer is there. */
  readonly ask: () => boolean;
  readonly drop: () => void;
}
type Made = (workers: Workers, told: () => void, failed: (words: string) => void) => Search;

const searches: readonly (readonly [kind: keyof ReturnType<typeof failing>["calls"], name: string, made: Made])[] = [
  [
    "run",
    "where networks are full",
    (workers, told, failed) => {
      const search = new Saturations(workers, told, failed);
      return { ask: () => typeof search.of([scenario])[0] === "object", drop: () => search.drop() };
    },
  ],
  [
    "explain",
    "why a channel is busy",
    (workers, told, failed) => {
      const search = new Why(workers, told, failed);
      return { ask: () => search.of(scenario, 3, null) !== null, drop: () => search.drop() };
    },
  ],
  [
    "findWaits",
    "who waited",
    (workers, told, failed) => {
      const search = new WhoWaited(workers, told, failed);
      return {
        ask: () => typeof search.of(scenario, 3, span) === "object" && search.of(scenario, 3, span) !== null,
        drop: () => search.drop(),
      };
    },
  ],
];

describe.each(searches)("%s: %s", (kind, _, made) => {
  test("is reported where it fails, and found when it is asked for again", async () => {
    const { workers, calls } = failing(1);
    const [told, failed] = [vi.fn(), vi.fn()];
    const search = made(workers, told, failed);
    expect(search.ask()).toBe(false);
    await until(() => failed.mock.calls.length > 0);
    expect(failed).toHaveBeenCalledExactlyOnceWith("The worker stopped");
    // Views ask in every frame: within the pause nothing begins.
    for (let i = 0; i < 10; i++) expect(search.ask()).toBe(false);
    expect(calls[kind]).toBe(1);
    await until(search.ask);
    expect(told).toHaveBeenCalled();
  });

  test("asks workers that always fail less and less often", async () => {
    const { workers, calls } = failing(Infinity);
    const search = made(
      workers,
      () => undefined,
      () => undefined,
    );
    for (let i = 0; i < 60; i++) {
      expect(search.ask()).toBe(false);
      await later(1000);
    }
    expect(calls[kind]).toBeGreaterThan(3);
    expect(calls[kind]).toBeLessThan(10);
    // Another question, or the same after it was given up, begins at once.
    const before = calls[kind];
    search.drop();
    search.ask();
    await later(1000);
    expect(calls[kind]).toBe(before + 1);
  });
});

test("the past of a run that was lost is asked for again", async () => {
  const { workers, calls } = failing(1);
  const failed = vi.fn();
  const pasts = new Pasts(workers, () => undefined, failed);
  expect(pasts.stretchOf(scenario, span)).toBeNull();
  await until(() => failed.mock.calls.length > 0);
  pasts.stretchOf(scenario, span);
  expect(calls.past).toBe(1);
  await later(1000);
  pasts.stretchOf(scenario, span);
  expect(calls.past).toBe(2);
});

test("that a scenario cannot be run is an answer about it, not a failure", async () => {
  const { workers, calls } = failing(Infinity, new ScenarioError([{ path: "load", message: "is not possible." }]));
  const failed = vi.fn();
  const saturations = new Saturations(workers, () => undefined, failed);
  saturations.of([scenario]);
  await until(() => saturations.of([scenario])[0] === "refused");
  await later(60_000);
  saturations.of([scenario]);
  expect([calls.run, failed.mock.calls.length]).toEqual([1, 0]);
});

test("a study says that its analysis or runs of its curve were lost, and runs them again", async () => {
  const { workers } = failing(1);
  const play = () => ({
    state: { is: "playing", now: 0 },
    latest: null,
    play() {},
    setSpeed() {},
    close() {},
    subscribe: () => () => undefined,
  });
  // The answer is not lost here: it has its own test.
  const study = new Study({ ...workers, play } as unknown as Workers, 100, false);
  study.show(scenario);
  await later(50);
  study.restart();
  await later(50);
  expect(study.snapshot()).toMatchObject({ lost: null, isAnswerStale: false });
  await later(2000);
  expect(study.snapshot()).toMatchObject({ analysis: null, analysisLost: "What it carries at most was not found: The worker stopped." });
  study.restart();
  await later(2000);
  expect(study.snapshot()).toMatchObject({ analysis: { bound: 0.5 }, analysisLost: null, isCurveLost: false });
  expect(study.snapshot().curve.points).toHaveLength(20);
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
  const { answers } = gather("t.1 1 .3 .3 xabcd", "t", 1, step.question!);
  const { workers } = failing(1);
  const checking = new Checking(workers, step, step.question!, () => undefined);
  checking.check(answers);
  await later(100);
  expect([checking.of(answers[0]), checking.hasLost]).toEqual([
    { is: "open", why: "cannot be run again: its run failed here: The worker stopped" },
    true,
  ]);
  checking.check(answers);
  await later(100);
  expect([checking.of(answers[0]).is, checking.hasLost]).toEqual(["differs", false]);
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
