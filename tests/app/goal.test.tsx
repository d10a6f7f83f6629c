// @vitest-environment happy-dom
/**
 * The goal of a lesson: a value counts as the smallest that meets the goal only if a run with a smaller value misses the goal. A lost run
 * proves nothing.
 */
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { createPage } from "../../src/app/create-page.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { openLesson } from "../../src/app/lesson/lesson-actions.ts";
import { GoalQuestionForm } from "../../src/app/pages/lesson/questions/GoalQuestionForm.tsx";
import { newLessonSession } from "../../src/app/state/lesson-session.ts";
import { run } from "../../src/core/run/run.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { newLessonStep } from "../../src/lessons/lesson.ts";
import type { GoalQuestion } from "../../src/lessons/questions/goal.ts";
import type { Workers } from "../../src/worker/client.ts";

const thin = parseDocument({
  topology: { kind: "thin-tree", k: 4, kUp: 2, n: 2 },
  workload: { kind: "open-loop", load: 0.6 },
  run: { warmUp: 100, window: 400, drain: 100 },
  seeds: 1,
});

test("a lost run is no proof that a smaller number will not do: it is run again when the student asks", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const question: GoalQuestion = { is: "goal", of: "delivered", network: 0, goal: 0.3, isAtLeast: true, least: ["topology", "kUp"] };
  let isLost = true;
  const smaller: Scenario[] = [];
  const job = (done: Promise<unknown>) => ({ done: done as Promise<never>, cancel() {}, suspend() {}, resume() {} });
  const idle = { state: { is: "opening" }, latest: null, time: 0, subscribe: () => () => undefined };
  const hands = Object.fromEntries(["setSpeed", "play", "pause", "seek", "close"].map((name) => [name, () => undefined]));
  const workers = {
    run(scenario: Scenario) {
      const isSmaller = scenario.topology.values["kUp"] === 1;
      if (isSmaller) smaller.push(scenario);
      return job(isSmaller && isLost ? Promise.reject(new Error("The worker stopped.")) : Promise.resolve().then(() => run(scenario)));
    },
    analyze: () => job(new Promise(() => undefined)),
    play: () => ({ ...idle, ...hands }),
  } as unknown as Workers;
  const page = createPage(workers);
  openLesson(
    page.store,
    newLessonSession({ title: "T", minutes: null, handIn: "", steps: [{ ...newLessonStep(thin, "A goal"), question }] }, { is: "here" }),
    0,
  );
  const stop = page.runs.follow();
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  act(() =>
    root.render(
      <PageContext value={page}>
        <GoalQuestionForm question={question} />
      </PageContext>,
    ),
  );
  const until = (isSo: () => boolean) =>
    vi.waitFor(async () => {
      await act(() => new Promise<void>((go) => setTimeout(go, 20)));
      expect(isSo()).toBe(true);
    }, 10_000);
  await until(() => place.textContent.includes("is not known"));
  expect(place.textContent).toContain("Whether a smaller number is enough is not known: The worker stopped.");
  expect(page.store.getState().mode.lesson?.said).toEqual({});
  isLost = false;
  const again = [...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Try again");
  act(() => again?.click());
  await until(() => page.store.getState().mode.lesson?.said[0] !== undefined);
  expect(page.store.getState().mode.lesson?.said[0]).toEqual({ number: 2 });
  expect(smaller).toHaveLength(2);
  act(() => root.unmount());
  stop();
  vi.unstubAllGlobals();
});
