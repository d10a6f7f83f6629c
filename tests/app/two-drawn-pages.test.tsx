// @vitest-environment happy-dom
/** Two rendered pages in one browser tab. An action on one page must not draw, move or request anything on the other. */
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { edit } from "../../src/app/document/edits.ts";
import { open } from "../../src/app/document/history.ts";
import { drawingActions, toggleDrawing } from "../../src/app/drawing/act.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { pick } from "../../src/app/selection/pick.ts";
import { showCard } from "../../src/app/shell/useKeys.ts";
import { Picture } from "../../src/app/workbench/Picture.tsx";
import { run, start } from "../../src/core/run/run.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { openFrame } from "../../src/core/simulation/frame.ts";
import type { PlayedFrame, Workers } from "../../src/worker/client.ts";

const never = { done: new Promise<never>(() => undefined), cancel() {}, suspend() {}, resume() {} };

/** A watched run that the test advances by ten cycles at a time. */
function playback(scenario: Scenario) {
  const listeners = new Set<() => void>();
  const { plan, simulation } = start(scenario);
  const frame = openFrame(simulation.layout, new ArrayBuffer(simulation.layout.byteLength));
  simulation.sample(frame);
  const opened = { ...plan, layout: simulation.layout, places: plan.places ?? 0, offered: null } as unknown as PlayedFrame["opened"];
  const own = {
    state: { is: "playing", now: 0, seeking: null },
    latest: { opened, frame },
    time: 0,
    subscribe: (listener: () => void) => (listeners.add(listener), () => listeners.delete(listener)),
    goOn() {
      simulation.advance(own.time + 10, Infinity);
      simulation.sample(frame);
      own.time += 10;
      own.state = { ...own.state, now: own.time };
      for (const listener of listeners) listener();
    },
  };
  return Object.assign(own, Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined])));
}

/** A page rendered into its own container, with manual playbacks. */
interface Drawn {
  readonly page: Page;
  readonly place: HTMLElement;
  readonly root: Root;
  /** Kinds of jobs that were requested from the workers, in order. */
  readonly asked: string[];
  readonly playbacks: ReturnType<typeof playback>[];
  readonly stop: () => void;
}

/** Animation frames that the pages have requested. */
let requested: (() => void)[] = [];
let drawn: Drawn[] = [];

/** Runs requested animation frames, including frames requested meanwhile, for eight rounds. */
async function draw(): Promise<void> {
  for (let i = 0; i < 8; i++) {
    await new Promise((go) => setTimeout(go, 2));
    for (const each of requested.splice(0)) each();
  }
}

/** Draws until the condition holds and neither markup nor requests have changed for 40 rounds. */
async function settle(isThere: () => boolean): Promise<void> {
  const seen = () => drawn.map(({ place, asked }) => `${asked.length} ${place.innerHTML}`).join();
  for (let [quiet, before] = [0, ""]; quiet < 40; quiet = isThere() && seen() === before ? quiet + 1 : 0) {
    before = seen();
    await draw();
  }
}

const documentOf = (topology: object) =>
  readDocument({ topology, workload: { kind: "open-loop", load: 0.2 }, run: { warmUp: 0, window: 100, drain: 50 }, seeds: 1 });

/** Renders a page with two views of a network. Its workers run scenarios in this process and record every request. */
function drawnPage(topology: object): Drawn {
  const asked: string[] = [];
  const playbacks: ReturnType<typeof playback>[] = [];
  const note = <T,>(what: string, value: T): T => (asked.push(what), value);
  const workers: Workers = {
    poolSize: () => 1,
    run: (scenario) => note("run", { ...never, done: Promise.resolve().then(() => run(scenario)) }),
    play: (scenario) => note("play", playbacks[playbacks.push(playback(scenario)) - 1]) as unknown as ReturnType<Workers["play"]>,
    analyse: () => note("analyse", never),
    explain: () => note("explain", never),
    past: () => note("past", never),
    findWaits: () => note("findWaits", never),
    findWays: () => note("findWays", never),
    describe: () => note("describe", never),
  };
  const page = createPage(workers);
  open(page.store, documentOf(topology), true);
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  const stops = [page.runs.follow(), page.view.follow()];
  root.render(
    <PageContext value={page}>
      <Picture id="stage" />
      <Picture id="load-curve" isCard />
    </PageContext>,
  );
  const stop = () => stops.forEach((each) => each());
  return { page, place, root, asked, playbacks, stop };
}

beforeEach(() => {
  vi.stubGlobal("requestAnimationFrame", (each: () => void) => requested.push(each));
  // Every element reports the same size.
  class Sizes {
    constructor(private readonly told: (entries: unknown[]) => void) {}
    observe(): void {
      this.told([{ contentRect: { width: 800, height: 500 } }]);
    }
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Sizes);
});

afterEach(() => {
  for (const { root, place, stop } of drawn) {
    root.unmount();
    place.remove();
    stop();
  }
  drawn = [];
  requested = [];
  vi.unstubAllGlobals();
});

/** Runs an action on the first page, draws, and expects no change on the second page. */
async function quietly(act: (one: Drawn) => void): Promise<void> {
  const [one, { page, place, asked }] = drawn;
  const watched = { listener: vi.fn(), drawing: vi.fn(), change: vi.fn() };
  const stops = [page.runs.subscribe(watched.listener), page.store.subscribe(watched.listener), page.overlay.subscribe(watched.listener)];
  const changes = new MutationObserver(watched.change);
  changes.observe(place, { subtree: true, childList: true, attributes: true, characterData: true });
  const request = vi.spyOn(page.frameLoop, "request");
  const network = page.view.data("stage").network!;
  const before = [asked.length, page.store.getState(), page.overlay.getState(), page.viewports.kept(network), page.viewports.isMoving];
  act(one);
  await draw();
  expect([asked.length, page.store.getState(), page.overlay.getState(), page.viewports.kept(network), page.viewports.isMoving]).toEqual(
    before,
  );
  expect(page.viewports.kept(network)).toBe(before[3]);
  for (const each of [...Object.values(watched), request]) expect(each).not.toHaveBeenCalled();
  request.mockRestore();
  changes.disconnect();
  for (const stop of stops) stop();
}

const zoomOf = ({ page }: Drawn) => page.viewports.kept(page.view.data("stage").network!).zoom;
const press = ({ place }: Drawn, key: string) =>
  place.querySelector('[data-view="stage"] .view-box')!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));

test("a page that is edited, panned, played and drawn on leaves the other as it is", async () => {
  const torus = { kind: "torus", sizes: [4, 4] };
  drawn = [drawnPage(torus), drawnPage(torus)];
  const [one, two] = drawn;
  await settle(() => drawn.every(({ place }) => place.querySelector(".boxes") !== null));
  // The glossary is loaded with the first keyboard or pointer event in the tab.
  dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
  await settle(() => drawn.every(({ place }) => place.querySelector(".told") !== null));
  expect(two.asked).toEqual(expect.arrayContaining(["play", "run", "analyse", "explain"]));
  const picture = ({ place }: Drawn) => place.querySelector('[data-view="stage"] svg')!.outerHTML;
  const first = picture(one);
  expect(picture(two)).toBe(first);

  await quietly((own) => press(own, "+"));
  expect(zoomOf(one)).toBeGreaterThan(1);
  expect(zoomOf(two)).toBe(1);
  expect(picture(one)).not.toBe(first);
  await quietly((own) => press(own, "ArrowLeft"));
  await quietly(({ page }) => page.viewports.fit());
  await quietly(({ playbacks }) => playbacks.at(-1)!.goOn());
  await quietly(({ page }) => pick(page.store, { is: "switch", node: 20 }));
  await quietly(({ page }) => edit(page.store, ["workload", "load"], 0.3));
  await quietly(({ page }) => showCard(page.store, "latency", true));
  await quietly(({ page }) => page.view.point(3));
  await quietly(({ page }) => page.store.setState({ session: { span: { from: 0, to: 50 } } }));
  await quietly(({ page }) => toggleDrawing(page));
  await quietly(({ page }) => drawingActions(page).addSwitch([3, 3]));
  expect(picture(two)).toBe(first);
  // The second page still responds.
  const before = two.asked.length;
  edit(two.page.store, ["workload", "load"], 0.4);
  press(two, "+");
  await draw();
  expect(two.asked.length).toBeGreaterThan(before);
  expect(zoomOf(two)).toBeGreaterThan(1);
});

test("each page fetches the layouts that it needs itself", async () => {
  const dragonfly = { kind: "dragonfly" };
  drawn = [drawnPage(dragonfly), drawnPage({ kind: "torus", sizes: [4, 4] })];
  const [one, two] = drawn;
  const shown = ({ page }: Drawn) => page.view.data("stage");
  expect([shown(one).network, shown(one).layouts]).toEqual([null, null]);
  await settle(() => shown(one).network?.switches === 36);
  expect(shown(one).layouts).not.toBeNull();
  expect(shown(two).layouts).toBeNull();
  // Layouts that the first page has loaded are not shared. The second page requests them itself and is drawn when they arrive.
  open(two.page.store, documentOf(dragonfly), true);
  expect(shown(two).network).toBeNull();
  await settle(() => shown(two).network?.switches === 36);
});
