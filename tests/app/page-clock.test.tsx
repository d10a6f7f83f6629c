// @vitest-environment happy-dom
/**
 * The page converts all times to cycles of the first network. Answers that come from separate computations must be converted, too, before
 * they are compared with a run of the second network: its text must be the same as in a document that contains only this network.
 */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { NetworkCache } from "../../src/app/document/network-cache.ts";
import { toggleDrawing } from "../../src/app/drawing/drawing-actions.ts";
import { currentDrawingDraft } from "../../src/app/drawing/drawing-draft.ts";
import { linkPreview } from "../../src/app/drawing/link-preview.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { findJobCosts } from "../../src/app/jobs/job-costs.ts";
import { openLesson } from "../../src/app/lesson/lesson-actions.ts";
import { GoalQuestionForm } from "../../src/app/pages/lesson/questions/GoalQuestionForm.tsx";
import { newLessonSession } from "../../src/app/state/lesson-session.ts";
import { createPageUnits } from "../../src/app/state/units.ts";
import { createWorkbench } from "../../src/app/state/workbench.ts";
import { rescaledResults } from "../../src/core/results/rescale.ts";
import { run } from "../../src/core/run/run.ts";
import { type Document, variantsOf } from "../../src/core/scenario/document.ts";
import { cycleOnPage } from "../../src/core/scenario/page-clock.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { newLessonStep } from "../../src/lessons/lesson.ts";
import type { GoalQuestion } from "../../src/lessons/questions/goal.ts";
import type { Workers } from "../../src/worker/client.ts";

const linksOfRate = (rate: string) => ({ kind: "own-links", rate });
const [slow, fast] = ["125 MB/s", "2 GB/s"];

/** A document with one network, and a document in which it is the second, after a first network with a clock sixteen times as fast. */
const aloneAndSecond = (scenario: object): readonly Document[] => [
  parseDocument({ version: 2, seeds: 1, technology: linksOfRate(slow), ...scenario }),
  parseDocument({ version: 2, seeds: 1, technology: linksOfRate(fast), ...scenario, beside: [{ "technology.rate": slow }] }),
];

/** Results of the document's last network, rescaled to the cycles of the page. */
function resultsOfLastNetwork(document: Document) {
  const scenario = variantsOf(document).at(-1)!;
  return rescaledResults(run(scenario), cycleOnPage(document, scenario));
}

/** A page with the last network active. Its runs end with the next microtask. */
function pageOf(document: Document): Page {
  const store = createWorkbench(document);
  const last = variantsOf(document).length - 1;
  store.setState({ session: { activeNetwork: last } });
  const job = (scenario: Scenario) => ({ done: Promise.resolve().then(() => run(scenario)), cancel() {}, suspend() {}, resume() {} });
  const scenarioRuns = variantsOf(document).map(() => ({ snapshot: () => ({ answer: { results: resultsOfLastNetwork(document) } }) }));
  return { store, networks: new NetworkCache(), runs: { all: scenarioRuns, runners: { run: job } } } as unknown as Page;
}

test("the clocks of the two networks differ", () => {
  const [alone, second] = aloneAndSecond({ topology: { kind: "mesh", sizes: [2] } });
  expect(cycleOnPage(alone, variantsOf(alone)[0])).toBe(1);
  expect(cycleOnPage(second, variantsOf(second)[1])).toBe(16);
});

test("what jobs cost each other", async () => {
  const exchange = (...terminals: readonly number[]) => ({
    program: { kind: "all-to-all", ranks: 2, message: "64 B", mapping: { kind: "list", terminals } },
  });
  const sentences = aloneAndSecond({
    topology: { kind: "mesh", sizes: [2], terminalsPerSwitch: 2 },
    workload: { kind: "programs", jobs: [exchange(0, 2), exchange(1, 3)] },
  }).map(async (document) => {
    const reports: (readonly string[])[] = [];
    findJobCosts(pageOf(document), resultsOfLastNetwork(document), (lines) => reports.push(lines));
    await vi.waitFor(() => expect(reports).toHaveLength(2));
    return reports[1];
  });
  const [alone, second] = await Promise.all(sentences);
  expect(alone.join()).toMatch(/1[.]84 times/);
  expect(second).toEqual(alone);
});

test("what a link would change", async () => {
  const sentences = aloneAndSecond({
    topology: {
      kind: "graph",
      switches: 4,
      links: [0, 1, 2].map((a) => ({ a, b: a + 1 })),
    },
    workload: { kind: "all-to-all", message: "4 kB" },
  }).map(async (document) => {
    const page = pageOf(document);
    toggleDrawing(page);
    const draft = currentDrawingDraft(page.store.getState(), page.networks)!;
    Object.assign(draft.session, { gesture: { is: "link", sources: [0], targetSwitch: 3 } });
    return linkPreview(page, createPageUnits(page.store)(), (start) => start().done);
  });
  const [alone, second] = await Promise.all(sentences);
  expect(alone).toMatch(/^With this link, the makespan is .* instead of /);
  expect(second).toBe(alone);
});

test("whether a smaller number reaches the goal of a lesson", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const [, document] = aloneAndSecond({
    topology: { kind: "thin-tree", k: 4, kUp: 2, n: 2 },
    workload: { kind: "open-loop", load: 0.6 },
    run: { warmUp: 100, window: 400, drain: 100 },
  });
  const latency = (kUp: number) => {
    const own = variantsOf(document)[1];
    const results = run({ ...own, topology: { ...own.topology, values: { ...own.topology.values, kUp } } });
    return 16 * results.latency!.mean;
  };
  expect(latency(1)).toBeGreaterThan(1.2 * latency(2));
  // A smaller tree does not reach this goal. It would if its latency were compared in cycles of its own network, a sixteenth of the number
  // of page cycles.
  const goal = (latency(1) + latency(2)) / 2;
  const question: GoalQuestion = { is: "goal", of: "latency", network: 1, goal, isAtLeast: false, least: ["topology", "kUp"] };
  const job = (done: Promise<unknown>) => ({ done: done as Promise<never>, cancel() {}, suspend() {}, resume() {} });
  const idle = { state: { is: "opening" }, latest: null, time: 0, subscribe: () => () => undefined };
  const hands = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  const page = createPage({
    run: (scenario: Scenario) => job(Promise.resolve().then(() => run(scenario))),
    analyze: () => job(new Promise(() => undefined)),
    play: () => ({ ...idle, ...hands }),
  } as unknown as Workers);
  openLesson(
    page.store,
    newLessonSession(
      { title: "T", minutes: null, handIn: "", steps: [{ ...newLessonStep(document, "A goal"), question }] },
      { is: "here" },
    ),
    0,
  );
  const stop = page.runs.follow();
  const root = createRoot(globalThis.document.body.appendChild(globalThis.document.createElement("div")));
  act(() =>
    root.render(
      <PageContext value={page}>
        <GoalQuestionForm question={question} />
      </PageContext>,
    ),
  );
  await vi.waitFor(async () => {
    await act(() => new Promise<void>((go) => setTimeout(go, 20)));
    expect(page.store.getState().mode.lesson?.said[0]).toEqual({ number: 2 });
  }, 10_000);
  act(() => root.unmount());
  stop();
  vi.unstubAllGlobals();
});
