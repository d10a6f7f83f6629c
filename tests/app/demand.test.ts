/** Views declare the queries they need in one place. Reading the data of a view and laying it out starts no job. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { open } from "../../src/app/document/history.ts";
import { nothingSelected } from "../../src/app/state/session-state.ts";
import { run } from "../../src/core/run/run.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { type Scenario, writeScenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import { views } from "../../src/views/index.ts";
import { fetchView } from "../../src/views/later.ts";
import { ofEach } from "../../src/views/each.ts";
import type { PlayedFrame, Workers } from "../../src/worker/client.ts";
import type { Opened } from "../../src/worker/protocol.ts";
import { desk } from "../views/fixtures.ts";
import { exposedWorker } from "../worker/exposed.ts";

const document = readDocument({
  topology: { kind: "k-ary-n-tree", k: 2, n: 2 },
  workload: { kind: "open-loop", load: 0.6 },
  run: { warmUp: 20, window: 200, drain: 100 },
  beside: [{ "topology.n": 3 }],
  seeds: 1,
});

/** The last frame of a scenario's watched run. */
async function playedOf(scenario: Scenario): Promise<PlayedFrame> {
  const worker = await exposedWorker();
  const answer = await worker.open(writeScenario(scenario));
  if (!answer.ok) throw new Error("the scenario cannot be opened");
  const opened: Opened = answer.value;
  const buffer = new ArrayBuffer(opened.layout.byteLength);
  while (worker.slice(Infinity, 50, buffer).status === "running");
  return { opened, frame: openFrame(opened.layout, buffer) };
}

/** Workers whose runs end immediately. All other jobs never end. The kind of every job that starts or is canceled is recorded. */
function spies(played: readonly PlayedFrame[]) {
  const begun: string[] = [];
  const cancelled: string[] = [];
  const job = (kind: string, done: Promise<never>) => {
    begun.push(kind);
    return { done, cancel: () => void cancelled.push(kind), suspend() {}, resume() {} };
  };
  const never = (kind: string) => () => job(kind, new Promise<never>(() => undefined));
  const hands = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  let watched = 0;
  const workers = {
    run: (scenario: Scenario) => job("run", Promise.resolve(run(scenario)) as Promise<never>),
    play: () => ({
      state: { is: "finished", now: 320, seeking: null },
      latest: played[watched++ % played.length],
      time: 320,
      subscribe: () => () => undefined,
      ...hands,
    }),
    ...Object.fromEntries(["analyse", "explain", "past", "findWaits", "findWays"].map((kind) => [kind, never(kind)])),
  } as unknown as Workers;
  return { workers, begun, cancelled };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] }));
afterEach(() => void vi.useRealTimers());
const inRealTime = setTimeout;
/** Advances the fake clock until the condition holds. Modules that are loaded on demand need real time, so a real timer runs as well. */
async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 2000 && !isSo(); i++) {
    await vi.advanceTimersByTimeAsync(50);
    await new Promise((go) => inRealTime(go, 1));
  }
  expect(isSo()).toBe(true);
}

/** A page whose reader has selected a time span and a channel, hovers over another channel, and has the view ask for saturation loads. */
async function lookedAt(): Promise<ReturnType<typeof spies> & { page: Page; stop: () => void }> {
  const { scenarios } = (await import("../../src/words/variants.ts")).namedVariants(document);
  const all = spies(await Promise.all(scenarios.map(playedOf)));
  const page = createPage(all.workers);
  open(page.store, document, true);
  const stop = page.runs.follow();
  page.runs.watch([0, 1]);
  // Wait for the load curves too.
  await until(() => page.runs.known.every(({ state }) => !state.isAnswerStale && state.curve.points.length === 20));
  page.store.setState({
    session: { span: { from: 40, to: 160 }, selected: { is: "channel", channel: 3, of: 0 } },
    view: { choices: { "performance-per-cost": { by: "saturation" } } },
  });
  page.view.point(5);
  return { ...all, page, stop };
}

/** Reads the data of every view and lays it out. */
async function drawAll(page: Page): Promise<void> {
  for (const listed of views) {
    const view = ofEach(await fetchView(listed), true);
    const data = page.view.data(view.id);
    const lacks = view.needs(data);
    view.isUsual?.(data);
    if (lacks !== null) continue;
    view.summary(data);
    view.table(data);
    view.layout(data, { ...desk, ...view.room?.(data, desk.width) });
  }
}

test("to draw every view begins nothing, however long one looks; the page asks for what they need, and gives it up", async () => {
  const { page, begun, cancelled, stop } = await lookedAt();
  begun.length = 0;
  cancelled.length = 0;
  await drawAll(page);
  await vi.advanceTimersByTimeAsync(10_000);
  await drawAll(page);
  expect(begun).toEqual([]);
  const leave = page.view.follow();
  // The history of both runs is computed as soon as there is a time span, once the query code is loaded.
  await until(() => page.runs.queries !== null);
  expect(begun.filter((kind) => kind === "past")).toHaveLength(2);
  await until(() => begun.filter((kind) => kind === "run").length > 10);
  expect([...new Set(begun)].toSorted()).toEqual(["explain", "findWaits", "past", "run"]);
  const { saturations } = page.runs.queries!;
  await until(() => page.view.demand.saturations.every((each) => saturations.of(each).is === "value"));
  // The data of the view now includes both saturation loads.
  expect(page.view.data("performance-per-cost").variants.map(({ saturation }) => typeof saturation)).toEqual(["object", "object"]);
  page.view.point(null);
  page.store.setState({ session: { span: null, selected: nothingSelected } });
  expect(cancelled.toSorted()).toEqual(["explain", "findWaits", "past", "past"]);
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
  const [one, two] = [await lookedAt(), await lookedAt()];
  const others = two.begun.length;
  const leave = one.page.view.follow();
  await until(() => one.begun.includes("explain"));
  expect(one.page.runs.explanation.state.is).toBe("pending");
  expect(two.page.runs.explanation.state.is).toBe("idle");
  expect(two.begun).toHaveLength(others);
  leave();
  for (const { stop } of [one, two]) stop();
});
