// @vitest-environment happy-dom
/** The lecturer's page of answers: answer lines are pasted, counted, rerun and graded. They stay in this browser until they are cleared. */
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPage, type Page } from "../../src/app/create-page.ts";
import { changeRole, openLesson } from "../../src/app/lesson/lesson-actions.ts";
import { newLessonSession } from "../../src/app/state/lesson-session.ts";
import { PageContext } from "../../src/app/hooks.ts";
import { deviceTokenFor } from "../../src/app/lesson/device-token.ts";
import { ClassAnswers } from "../../src/app/pages/lesson/answers/Answers.tsx";
import { run } from "../../src/core/run/run.ts";
import { variantsOf } from "../../src/core/scenario/document.ts";
import type { Lesson } from "../../src/lessons/lesson.ts";
import { answerLineOf, isDeviceToken, writeAnswerLine } from "../../src/lessons/answer-line.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import type { Workers } from "../../src/worker/client.ts";
import { expectWording } from "../wording/wording.ts";

const job = <T,>(done: Promise<T>) => ({ done, cancel() {}, suspend() {}, resume() {} });
const workers: Partial<Workers> = {
  run: (scenario) => job(Promise.resolve().then(() => run(scenario))),
  analyze: () => job(Promise.resolve(null)),
};

const step = {
  title: "How much arrives?",
  words: "",
  scenario: "#v=2&topology=mesh:sizes4x4&traffic=uniform&load=.6&warmUp=100&window=400",
  question: { is: "value", of: "delivered", to: 0.8 },
};
let lesson: Lesson;
let page: Page;
let root: Root;
let container: HTMLElement;

/**
 * The answer line that a student with this seed would hand in.
 * @param predicted The student's predicted load.
 * @param isBeforeRun Whether the student hands in the prediction before the run.
 */
function answerLine(seed: number, predicted: number, isBeforeRun = false): string {
  const { document, question } = lesson.steps[0];
  if (isBeforeRun) return writeAnswerLine(answerLineOf("choke", 1, seed, question!, { number: predicted }, null), "");
  const results = run(variantsOf({ ...document, seed })[0]);
  return writeAnswerLine(answerLineOf("choke", 1, seed, question!, { number: predicted }, results.acceptedPerSender!), results.fingerprint);
}

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  localStorage.clear();
  ({ lesson } = await readLesson(JSON.stringify({ format: "fabricscope-lesson", version: 1, title: "T", steps: [step] })));
  container = document.body.appendChild(document.createElement("div"));
  root = createRoot(container);
});

afterEach(() => {
  act(() => root.unmount());
  container.remove();
  vi.unstubAllGlobals();
});

/** Renders the lecturer's page with this text as the stored answer lines. */
function renderAnswers(text: string): void {
  if (text !== "") localStorage.setItem("fabricscope-answers-choke", text);
  page = createPage(workers as Workers);
  openLesson(page.store, newLessonSession(lesson, { is: "here" }), 0);
  changeRole(page.store, "gatherer");
  act(() =>
    root.render(
      <PageContext value={page}>
        <ClassAnswers lesson={lesson} name="choke" stepIndex={0} />
      </PageContext>,
    ),
  );
}

const button = (name: string) => [...container.querySelectorAll("button")].find(({ textContent }) => textContent === name)!;
const remarks = () => [...container.querySelectorAll(".class-remarks p")].map(({ textContent }) => textContent);

test("exactly the edited line has a wrong check and is not counted", async () => {
  renderAnswers([answerLine(1, 0.5), answerLine(2, 0.55).replace(".55", ".15"), answerLine(3, 0.4), "hello"].join("\n"));
  act(() => button("Reveal").click());
  expect(container.querySelector("h1")!.textContent).toContain("The class said 0.40");
  expect(remarks()).toHaveLength(1);
  await vi.waitFor(
    async () => {
      // Answers are checked asynchronously; render what has arrived so far.
      await act(() => new Promise<void>((go) => setTimeout(go, 50)));
      expect(remarks()).toHaveLength(2);
    },
    { timeout: 10_000, interval: 100 },
  );
  expectWording(remarks(), "Line 2 … Line 4 … 1 part … choke.2");
  expectWording(container.querySelector("footer")!.textContent, "3 answers … 1 not counted … 2 predictions … 2 results … 2 lines");
  expect(container.querySelector("h1")!.textContent).toContain("The class said 0.45");
});

test("before the results are revealed there are only votes, whose runs here give the results", async () => {
  renderAnswers([answerLine(1, 0.5, true), answerLine(2, 0.4, true), answerLine(3, 0.3, true).replace(".3 ", ".7 ")].join("\n"));
  const text = () => container.textContent;
  const heading = () => container.querySelector("h1")!;
  expect([heading().textContent, heading().hasAttribute("data-answer")]).toEqual(["How much arrives?", false]);
  expectWording(container.querySelector("header p")!.textContent, "0.45 … 2 answers");
  // A line that was edited is found without a run.
  expect(remarks()).toHaveLength(1);
  expect(container.querySelector("footer p")!.textContent).toMatch(
    /^3\u00A0answers, 1 not counted \(edited, or not reproduced\), 2\u00A0predictions/,
  );
  expect(text()).not.toMatch(/arrive[sd] 0|Accuracy|right/);
  act(() => button("Reveal").click());
  await vi.waitFor(
    async () => {
      await act(() => new Promise<void>((go) => setTimeout(go, 50)));
      expect(heading().textContent).toMatch(/^The class said 0\.45; 0\.\d+ arrives\.$/);
    },
    { timeout: 10_000, interval: 100 },
  );
  expect(remarks()).toHaveLength(1);
  expectWording(container.querySelector("footer p")!.textContent, "3 answers … 1 not counted … 2 predictions … 2 handed in … 2 results");
  act(() => button("Hide the results").click());
  expect([heading().textContent, heading().hasAttribute("data-answer")]).toEqual(["How much arrives?", false]);
  expect(text()).not.toMatch(/arrive[sd] 0|Accuracy|right/);
});

test("on a projector there are no lines, pasted lines are added, and the keys of a clicker reveal the results", () => {
  renderAnswers(answerLine(1, 0.5));
  act(() => page.overlay.present(true));
  expect(container.querySelector("textarea")).toBeNull();
  const paste = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(paste, "clipboardData", { value: { getData: () => `Ana: ${answerLine(2, 0.4)}` } });
  act(() => void document.body.dispatchEvent(paste));
  expect(paste.defaultPrevented).toBe(true);
  expect(container.querySelector("header p")!.textContent).toContain("2\u00A0answers");
  act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown" })));
  expect(container.querySelector("h1")!.textContent).toMatch(/^The class said 0\.45; 0\.\d+ arrives\.$/);
  act(() => void window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })));
  expect(container.querySelector("textarea")!.value).toContain("Ana:");
});

test("clearing forgets the lines, unless they are brought back", () => {
  renderAnswers(answerLine(1, 0.5));
  act(() => button("Clear the lines").click());
  expectWording(container.querySelector("h1")!.textContent, "Paste");
  expect(localStorage.getItem("fabricscope-answers-choke")).toBeNull();
  act(() => button("Restore the lines").click());
  expect(localStorage.getItem("fabricscope-answers-choke")).toBe(answerLine(1, 0.5));
  expect(button("Clear the lines").disabled).toBe(false);
});

test("a device has one token for each lesson, on every visit, and during one where the browser keeps nothing", () => {
  const [visit, other] = [new Map<string, string>(), new Map<string, string>()];
  const token = deviceTokenFor("choke", visit);
  expect(isDeviceToken(token)).toBe(true);
  expect([deviceTokenFor("choke", visit), deviceTokenFor("choke", other)]).toEqual([token, token]);
  expect(deviceTokenFor("trees", visit)).not.toBe(token);
  // A stored token in another form may be personal text. It is replaced, not handed in.
  localStorage.setItem("fabricscope-device-choke", "Ana Lima, room 3");
  expect(isDeviceToken(deviceTokenFor("choke", new Map()))).toBe(true);
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("denied");
    },
    setItem: () => {
      throw new Error("denied");
    },
  });
  const denied = new Map<string, string>();
  expect(deviceTokenFor("choke", denied)).toBe(deviceTokenFor("choke", denied));
});

test("lines without a token are counted as that, each by itself", () => {
  renderAnswers([answerLine(1, 0.5), answerLine(1, 0.5), answerLine(2, 0.4)].join("\n"));
  act(() => button("Reveal").click());
  expectWording(container.querySelector("footer")!.textContent, "3 answers … 3 predictions … 2 results … 3 lines");
});
