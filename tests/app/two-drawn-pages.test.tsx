// @vitest-environment happy-dom
/** Two rendered pages in one browser tab. An action on one page must not draw, move or request anything on the other. */
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { editValue } from "../../src/app/document/edits.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { drawingActions, toggleDrawing } from "../../src/app/drawing/drawing-actions.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { selectElement } from "../../src/app/selection/select-element.ts";
import { showCard } from "../../src/app/shell/useShortcuts.ts";
import { ConnectedView } from "../../src/app/workbench/ConnectedView.tsx";
import { run, startRun } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import type { PlayedFrame, Workers } from "../../src/worker/client.ts";

const endlessJob = { done: new Promise<never>(() => undefined), cancel() {}, suspend() {}, resume() {} };

/** A watched run that the test advances by ten cycles at a time. */
function manualPlayback(scenario: Scenario) {
  const listeners = new Set<() => void>();
  const { plan, simulation } = startRun(scenario);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  const opened = {
    ...plan,
    layout: simulation.layout,
    bufferPackets: plan.bufferPackets ?? 0,
    offered: null,
  } as unknown as PlayedFrame["opened"];
  const self = {
    state: { is: "playing", now: 0, seeking: null },
    latest: { opened, frame },
    time: 0,
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
    goOn() {
      simulation.advance(self.time + 10, Infinity);
      simulation.sample(frame);
      self.time += 10;
      self.state = { ...self.state, now: self.time };
      for (const listener of listeners) listener();
    },
  };
  return Object.assign(self, Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined])));
}

/** A page rendered into its own container, with manual playbacks. */
interface RenderedPage {
  readonly page: Page;
  readonly container: HTMLElement;
  readonly root: Root;
  /** Kinds of jobs that were requested from the workers, in order. */
  readonly requestedJobs: string[];
  readonly playbacks: ReturnType<typeof manualPlayback>[];
  readonly stop: () => void;
}

/** Animation frames that the pages have requested. */
let requestedFrames: (() => void)[] = [];
let renderedPages: RenderedPage[] = [];

/** Runs requested animation frames, including frames requested meanwhile, for eight rounds. */
async function runAnimationFrames(): Promise<void> {
  for (let i = 0; i < 8; i++) {
    await new Promise((go) => setTimeout(go, 2));
    for (const each of requestedFrames.splice(0)) each();
  }
}

/** Draws until the condition holds and neither markup nor requests have changed for 40 rounds. */
async function waitUntilQuiet(condition: () => boolean): Promise<void> {
  const snapshot = () => renderedPages.map(({ container: place, requestedJobs: asked }) => `${asked.length} ${place.innerHTML}`).join();
  for (
    let [unchangedRounds, before] = [0, ""];
    unchangedRounds < 40;
    unchangedRounds = condition() && snapshot() === before ? unchangedRounds + 1 : 0
  ) {
    before = snapshot();
    await runAnimationFrames();
  }
}

const documentOf = (topology: object) =>
  parseDocument({ topology, workload: { kind: "open-loop", load: 0.2 }, run: { warmUp: 0, window: 100, drain: 50 }, seeds: 1 });

/** Renders a page with two views of a network. Its workers run scenarios in this process and record every request. */
function renderPage(topology: object): RenderedPage {
  const requestedJobs: string[] = [];
  const playbacks: ReturnType<typeof manualPlayback>[] = [];
  const record = <T,>(kind: string, value: T): T => (requestedJobs.push(kind), value);
  const workers: Workers = {
    poolSize: () => 1,
    run: (scenario) => record("run", { ...endlessJob, done: Promise.resolve().then(() => run(scenario)) }),
    play: (scenario) => record("play", playbacks[playbacks.push(manualPlayback(scenario)) - 1]) as unknown as ReturnType<Workers["play"]>,
    analyze: () => record("analyse", endlessJob),
    explain: () => record("explain", endlessJob),
    runWithHistory: () => record("past", endlessJob),
    findWaits: () => record("findWaits", endlessJob),
    findPaths: () => record("findWays", endlessJob),
    describeTopology: () => record("describe", endlessJob),
  };
  const page = createPage(workers);
  openDocument(page.store, documentOf(topology), true);
  const container = document.body.appendChild(document.createElement("div"));
  const root = createRoot(container);
  const unsubscribers = [page.runs.follow(), page.view.follow()];
  root.render(
    <PageContext value={page}>
      <ConnectedView id="stage" />
      <ConnectedView id="load-curve" isCard />
    </PageContext>,
  );
  const stop = () => unsubscribers.forEach((each) => each());
  return { page, container, root, requestedJobs, playbacks, stop };
}

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (each: () => void) => requestedFrames.push(each));
  // Every element reports the same size.
  class Sizes {
    constructor(private readonly callback: (entries: unknown[]) => void) {}
    observe(): void {
      this.callback([{ contentRect: { width: 800, height: 500 } }]);
    }
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Sizes);
});

afterEach(() => {
  for (const { root, container: place, stop } of renderedPages) {
    root.unmount();
    place.remove();
    stop();
  }
  renderedPages = [];
  requestedFrames = [];
  vi.unstubAllGlobals();
});

/** Runs an action on the first page, draws, and expects no change on the second page. */
async function expectOtherPageUnchanged(action: (first: RenderedPage) => void): Promise<void> {
  const [first, { page, container, requestedJobs }] = renderedPages;
  const spies = { listener: vi.fn(), drawing: vi.fn(), change: vi.fn() };
  const unsubscribers = [page.runs.subscribe(spies.listener), page.store.subscribe(spies.listener), page.overlay.subscribe(spies.listener)];
  const changes = new MutationObserver(spies.change);
  changes.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
  const request = vi.spyOn(page.frameLoop, "request");
  const network = page.view.data("stage").network!;
  const before = [
    requestedJobs.length,
    page.store.getState(),
    page.overlay.getState(),
    page.viewports.relativeViewport(network),
    page.viewports.isChanging,
  ];
  action(first);
  await runAnimationFrames();
  expect([
    requestedJobs.length,
    page.store.getState(),
    page.overlay.getState(),
    page.viewports.relativeViewport(network),
    page.viewports.isChanging,
  ]).toEqual(before);
  expect(page.viewports.relativeViewport(network)).toBe(before[3]);
  for (const each of [...Object.values(spies), request]) expect(each).not.toHaveBeenCalled();
  request.mockRestore();
  changes.disconnect();
  for (const stop of unsubscribers) stop();
}

const zoomOf = ({ page }: RenderedPage) => page.viewports.relativeViewport(page.view.data("stage").network!).zoom;
const press = ({ container }: RenderedPage, key: string) =>
  container.querySelector('[data-view="stage"] .view-box')!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

test("a page that is edited, panned, played and drawn on leaves the other as it is", async () => {
  const torus = { kind: "torus", sizes: [4, 4] };
  renderedPages = [renderPage(torus), renderPage(torus)];
  const [one, two] = renderedPages;
  await waitUntilQuiet(() => renderedPages.every(({ container: place }) => place.querySelector(".boxes") !== null));
  // The glossary is loaded with the first keyboard or pointer event in the tab.
  dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  await waitUntilQuiet(() => renderedPages.every(({ container: place }) => place.querySelector(".glossary-term") !== null));
  expect(two.requestedJobs).toEqual(expect.arrayContaining(["play", "run", "analyse", "explain"]));
  const picture = ({ container: place }: RenderedPage) => place.querySelector('[data-view="stage"] svg')!.outerHTML;
  const first = picture(one);
  expect(picture(two)).toBe(first);

  await expectOtherPageUnchanged((own) => press(own, "+"));
  // The code that handles keys is loaded with the first key.
  await waitUntilQuiet(() => zoomOf(one) > 1);
  expect(zoomOf(one)).toBeGreaterThan(1);
  expect(zoomOf(two)).toBe(1);
  expect(picture(one)).not.toBe(first);
  await expectOtherPageUnchanged((own) => press(own, "ArrowLeft"));
  await expectOtherPageUnchanged(({ page }) => page.viewports.showAll());
  await expectOtherPageUnchanged(({ playbacks }) => playbacks.at(-1)!.goOn());
  await expectOtherPageUnchanged(({ page }) => selectElement(page.store, { is: "switch", node: 20 }));
  await expectOtherPageUnchanged(({ page }) => editValue(page.store, ["workload", "load"], 0.3));
  await expectOtherPageUnchanged(({ page }) => showCard(page.store, "latency", true));
  await expectOtherPageUnchanged(({ page }) => page.view.hoverChannel(3));
  await expectOtherPageUnchanged(({ page }) => page.store.setState({ session: { span: { from: 0, to: 50 } } }));
  await expectOtherPageUnchanged(({ page }) => toggleDrawing(page));
  await expectOtherPageUnchanged(({ page }) => drawingActions(page).addSwitch([3, 3]));
  expect(picture(two)).toBe(first);
  // The second page still responds.
  const before = two.requestedJobs.length;
  editValue(two.page.store, ["workload", "load"], 0.4);
  press(two, "+");
  await runAnimationFrames();
  expect(two.requestedJobs.length).toBeGreaterThan(before);
  expect(zoomOf(two)).toBeGreaterThan(1);
});

test("each page fetches the layouts that it needs itself", async () => {
  const dragonfly = { kind: "dragonfly" };
  renderedPages = [renderPage(dragonfly), renderPage({ kind: "mesh", sizes: [4, 4] })];
  const [one, two] = renderedPages;
  const stageDataOf = ({ page }: RenderedPage) => page.view.data("stage");
  expect([stageDataOf(one).network, stageDataOf(one).layouts]).toEqual([null, null]);
  await waitUntilQuiet(() => stageDataOf(one).network?.switches === 36);
  expect(stageDataOf(one).layouts).not.toBeNull();
  expect(stageDataOf(two).layouts).toBeNull();
  // Layouts that the first page has loaded are not shared. The second page requests them itself and is drawn when they arrive.
  openDocument(two.page.store, documentOf(dragonfly), true);
  expect(stageDataOf(two).network).toBeNull();
  await waitUntilQuiet(() => stageDataOf(two).network?.switches === 36);
});
