/** Views declare the queries they need in one place. Reading the data of a view and laying it out starts no job. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { noSelection } from "../../src/app/state/session-state.ts";
import { run } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { views } from "../../src/views/index.ts";
import { loadView } from "../../src/views/lazy-view.ts";
import { perNetworkView } from "../../src/views/per-network.ts";
import type { PlayedFrame, Workers } from "../../src/worker/client.ts";
import type { OpenedRun } from "../../src/worker/protocol.ts";
import { desk } from "../views/fixtures.ts";
import { exposedWorker } from "../worker/exposed.ts";

const document = parseDocument({
  topology: { kind: "k-ary-n-tree", k: 2, n: 2 },
  workload: { kind: "open-loop", load: 0.6 },
  run: { warmUp: 20, window: 200, drain: 100 },
  beside: [{ "topology.n": 3 }],
  seeds: 1,
});

/** The last frame of a scenario's watched run. */
async function lastFrameOf(scenario: Scenario): Promise<PlayedFrame> {
  const worker = await exposedWorker();
  const reply = await worker.open(writeScenario(scenario));
  if (!reply.ok) throw new Error("the scenario cannot be opened");
  const opened: OpenedRun = reply.value;
  const buffer = new ArrayBuffer(opened.layout.byteLength);
  while (worker.slice(Infinity, 50, buffer).status === "running");
  return { opened, frame: openFrame(opened.layout, buffer) };
}

/** Workers whose runs end immediately. All other jobs never end. The kind of every job that starts or is canceled is recorded. */
function spyWorkers(lastFrames: readonly PlayedFrame[]) {
  const startedKinds: string[] = [];
  const canceledKinds: string[] = [];
  const job = (kind: string, done: Promise<never>) => {
    startedKinds.push(kind);
    return { done, cancel: () => void canceledKinds.push(kind), suspend() {}, resume() {} };
  };
  const never = (kind: string) => () => job(kind, new Promise<never>(() => undefined));
  const controls = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  let nextPlayback = 0;
  const workers = {
    run: (scenario: Scenario) => job("run", Promise.resolve(run(scenario)) as Promise<never>),
    play: () => ({
      state: { is: "finished", now: 320, seeking: null },
      latest: lastFrames[nextPlayback++ % lastFrames.length],
      time: 320,
      subscribe: () => () => undefined,
      ...controls,
    }),
    ...Object.fromEntries(["analyze", "explain", "runWithHistory", "findWaits", "findPaths"].map((kind) => [kind, never(kind)])),
  } as unknown as Workers;
  return { workers, startedKinds, canceledKinds };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());
const inRealTime = setTimeout;
/** Advances the fake clock until the condition holds. Modules that are loaded on demand need real time, so a real timer runs as well. */
async function waitUntil(condition: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !condition(); i++) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((resolve) => inRealTime(resolve, 1));
  }
  expect(condition()).toBe(true);
}

/** A page whose reader has selected a time span and a channel, hovers over another channel, and has the view ask for saturation loads. */
async function exploredPage(): Promise<ReturnType<typeof spyWorkers> & { page: Page; stop: () => void }> {
  const { scenarios } = (await import("../../src/words/variants.ts")).namedVariants(document);
  const spies = spyWorkers(await Promise.all(scenarios.map(lastFrameOf)));
  const page = createPage(spies.workers);
  openDocument(page.store, document, true);
  const stop = page.runs.follow();
  page.runs.watch([0, 1]);
  // Wait for the load curves too.
  await waitUntil(() => page.runs.snapshots.every(({ state }) => !state.isAnswerStale && state.curve.points.length === 20));
  page.store.setState({
    session: { span: { from: 40, to: 160 }, selected: { is: "channel", channel: 3, of: 0 } },
    view: { choices: { "performance-per-cost": { by: "saturation" } } },
  });
  page.view.hoverChannel(5);
  return { ...spies, page, stop };
}

/** Reads the data of every view and lays it out. */
async function layOutAllViews(page: Page): Promise<void> {
  for (const registration of views) {
    const view = perNetworkView(await loadView(registration), true);
    const data = page.view.data(view.id);
    const emptyMessage = view.emptyMessage(data);
    view.isOpenByDefault?.(data);
    if (emptyMessage !== null) continue;
    view.summary(data);
    view.table(data);
    view.layout(data, { ...desk, ...view.preferredSize?.(data, desk.width) });
  }
}

test("to draw every view begins nothing, however long one looks; the page asks for what they need, and gives it up", async () => {
  const { page, startedKinds: begun, canceledKinds: cancelled, stop } = await exploredPage();
  begun.length = 0;
  cancelled.length = 0;
  await layOutAllViews(page);
  await vi.advanceTimersByTimeAsync(10_000);
  await layOutAllViews(page);
  expect(begun).toEqual([]);
  const leave = page.view.follow();
  // The history of both runs is computed as soon as there is a time span, once the query code is loaded.
  await waitUntil(() => page.runs.queries !== null);
  expect(begun.filter((kind) => kind === "runWithHistory")).toHaveLength(2);
  await waitUntil(() => begun.filter((kind) => kind === "run").length > 10);
  expect([...new Set(begun)].toSorted()).toEqual(["explain", "findWaits", "run", "runWithHistory"]);
  const { saturations } = page.runs.queries!;
  await waitUntil(() => page.view.requests.saturations.every((each) => saturations.stateOf(each).is === "value"));
  // The data of the view now includes both saturation loads.
  expect(page.view.data("performance-per-cost").variants.map(({ saturation }) => typeof saturation)).toEqual(["object", "object"]);
  page.view.hoverChannel(null);
  page.store.setState({ session: { span: null, selected: noSelection } });
  expect(cancelled.toSorted()).toEqual(["explain", "findWaits", "runWithHistory", "runWithHistory"]);
  await vi.advanceTimersByTimeAsync(1000);
  cancelled.length = 0;
  leave();
  expect(cancelled).toEqual(["explain"]);
  begun.length = 0;
  page.store.setState({ session: { span: { from: 0, to: 90 } } });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toEqual([]);
  stop();
});

test("two pages in one process share no query", async () => {
  const [one, two] = [await exploredPage(), await exploredPage()];
  const others = two.startedKinds.length;
  const leave = one.page.view.follow();
  await waitUntil(() => one.startedKinds.includes("explain"));
  expect(one.page.runs.explanation.state.is).toBe("pending");
  expect(two.page.runs.explanation.state.is).toBe("idle");
  expect(two.startedKinds).toHaveLength(others);
  leave();
  for (const { stop } of [one, two]) stop();
});
