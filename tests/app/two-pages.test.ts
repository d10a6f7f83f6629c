/** The page is an object: a second page in the same tab shares no state with the first. */
import { afterEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { undo } from "../../src/app/document/history.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { selectElement } from "../../src/app/selection/select-element.ts";
import { run } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { createWorkers, type Workers } from "../../src/worker/client.ts";

afterEach(() => vi.unstubAllGlobals());

const endlessJob = { done: new Promise<never>(() => undefined), cancel() {}, suspend() {}, resume() {} };

/** Workers that record their runs. Runs finish immediately; all other jobs never end. */
function recordingWorkers() {
  const runScenarios: Scenario[] = [];
  const idle = { state: { is: "opening" }, latest: null, time: 0, subscribe: () => () => undefined };
  const controls = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  const methods: Partial<Workers> = {
    run(scenario) {
      runScenarios.push(scenario);
      return { ...endlessJob, done: Promise.resolve(run(scenario)) };
    },
    play: () => ({ ...idle, ...controls }) as unknown as ReturnType<Workers["play"]>,
    analyze: () => endlessJob,
    explain: () => endlessJob,
    runWithHistory: () => endlessJob,
    findWaits: () => endlessJob,
    findPaths: () => endlessJob,
  };
  return { workers: methods as Workers, ran: runScenarios };
}

const small = (load: number) =>
  parseDocument({ workload: { kind: "open-loop", load }, run: { warmUp: 0, window: 100, drain: 50 }, seeds: 1 });

/**
 * All objects with behavior or mutable state that a page refers to, directly or indirectly. Plain objects and arrays are left out, because
 * they are never changed.
 */
function objectsOf(page: Page): ReadonlySet<object> {
  const found = new Set<object>();
  const visit = (value: unknown) => {
    if (typeof value !== "object" || value === null || found.has(value)) return;
    found.add(value);
    for (const each of value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value)) visit(each);
  };
  visit({ ...page, state: page.store.getState() });
  return new Set([...found].filter((each) => !Array.isArray(each) && Object.getPrototypeOf(each) !== Object.prototype));
}

test("what is done on one page is not done on the other", async () => {
  const [a, b] = [recordingWorkers(), recordingWorkers()];
  const [one, two] = [createPage(a.workers), createPage(b.workers)];
  openDocument(one.store, small(0.2), true);
  openDocument(two.store, small(0.4), true);
  const stops = [one.runs.follow(), two.runs.follow()];
  let news = 0;
  two.runs.subscribe(() => news++);
  const quiet = async (act: (page: Page) => void) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const [before, state, over] = [news, two.store.getState(), two.overlay.getState()];
    act(one);
    expect([news, two.store.getState(), two.overlay.getState()]).toEqual([before, state, over]);
  };
  await new Promise((resolve) => setTimeout(resolve, 600));
  const load = ({ runs }: Page) => runs.first.snapshot().answer?.scenario.workload.values["load"];
  expect([load(one), load(two)]).toEqual([0.2, 0.4]);
  await quiet(({ store }) => editValue(store, ["workload", "load"], 0.3));
  await quiet(({ store }) => selectElement(store, { is: "terminal", terminal: 1 }));
  await quiet(({ store }) => undo(store));
  await quiet(({ store }) => store.setState({ session: { span: { from: 0, to: 10 } }, view: { choices: { stage: { as: "x" } } } }));
  await quiet(({ overlay }) => overlay.switchSingleKeys(false));
  await quiet(({ overlay }) => overlay.showSheet("keys"));
  await quiet(({ runs }) => runs.notify());
  await quiet(({ view }) => view.hoverChannel(0));
  expect(two.overlay.getState().hasSingleKeys).toBe(true);
  expect(one.view.data("stage").choices).toEqual({ as: "x" });
  expect(two.view.data("stage").choices).toEqual({});
  expect(one.view.data("stage")).not.toBe(two.view.data("stage"));
  for (const stop of stops) stop();
});

test("results of one page are run again on the other, networks are built again, and neither holds an object of the other", async () => {
  const [a, b] = [recordingWorkers(), recordingWorkers()];
  const [one, two] = [createPage(a.workers), createPage(b.workers)];
  const scenario = small(0.2);
  one.resultCache.keep(scenario, run(scenario));
  expect([await one.resultCache.find(scenario), await two.resultCache.find(scenario)]).toEqual([run(scenario), null]);
  expect(one.networks.networkOf(scenario.topology)).not.toBe(two.networks.networkOf(scenario.topology));
  one.papers.outcomes.set("trees-table-3a", { values: new Map(), checked: new Map(), isComplete: true });
  one.papers.simulationRate.phitsPerSecond = 1;
  expect([two.papers.outcomes.size, two.papers.simulationRate.phitsPerSecond]).toEqual([0, 6e7]);
  const [held, others] = [objectsOf(one), objectsOf(two)];
  expect(held.size).toBeGreaterThan(10);
  expect([...held].filter((each) => others.has(each))).toEqual([]);
});

test("each page has its own pool, and counts the runs that are watched on it", () => {
  let begun = 0;
  class IdleWorker extends EventTarget {
    constructor() {
      super();
      begun++;
    }
    postMessage(): void {}
    terminate(): void {}
  }
  vi.stubGlobal("Worker", IdleWorker);
  vi.stubGlobal("navigator", { hardwareConcurrency: 4 });
  const [one, two] = [createWorkers(), createWorkers()];
  const playback = one.play(small(0.2), 1);
  expect([one.poolSize(), two.poolSize()]).toEqual([3, 4]);
  // The watched run takes one worker, the pool of its page three more, and the pool of the other page all four.
  const jobs = (own: Workers) => Array.from({ length: 6 }, () => own.run(small(0.3)));
  const [, before] = [jobs(one), begun];
  jobs(two);
  expect([before, begun]).toEqual([4, 8]);
  playback.close();
  expect(one.poolSize()).toBe(4);
});
