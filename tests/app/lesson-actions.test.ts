/** A lesson under way: which fields are locked while a step asks its question, and what is kept of a goal once it is reached. */
import { expect, test, vi } from "vitest";
import { newLessonSession, successfulAttempt } from "../../src/app/state/lesson-session.ts";
import { changeRole, openLesson, exploreStep, recordAttempt, submitResponse, coverAnswer } from "../../src/app/lesson/lesson-actions.ts";
import { openText } from "../../src/app/opening/open-text.ts";
import { openFragment } from "../../src/app/opening/open-fragment.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { newLessonStep } from "../../src/lessons/lesson.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { questionKinds } from "../../src/lessons/questions/index.ts";

/** A page in a lesson of one step, which asks a question of this kind and locks nothing else. */
function lessonWithQuestion(questionKind: string): WorkbenchStore {
  const store = createWorkbench(defaultDocument());
  const question = questionKinds.find(({ id }) => id === questionKind)!.create(defaultDocument());
  const step = { ...newLessonStep(defaultDocument(), "A question"), question };
  openLesson(store, newLessonSession({ title: "T", minutes: null, handIn: "", steps: [step] }, { is: "here" }), 0);
  return store;
}

const isLocked = (store: WorkbenchStore) => store.getState().view.lock !== null;
const lessonOf = (store: WorkbenchStore) => store.getState().mode.lesson!;

test.each(["value", "channel", "choice", "free"])("a step that asks (%s) cannot be changed before it is answered", async (kind) => {
  const store = lessonWithQuestion(kind);
  await vi.waitFor(() => expect(isLocked(store)).toBe(true));
  submitResponse(store, null);
  await vi.waitFor(() => expect(isLocked(store)).toBe(false));
  changeRole(store, "speaker");
  await vi.waitFor(() => expect(isLocked(store)).toBe(true));
  exploreStep(store);
  await vi.waitFor(() => expect(isLocked(store)).toBe(false));
});

test.each(["speaker", "gatherer"] as const)("a class (%s) sees the truth when the presenter reveals it, not before", (role) => {
  const store = lessonWithQuestion("value");
  // The lecturer has tried the step as a student.
  submitResponse(store, { number: 0.3 });
  expect(lessonOf(store).isCovered).toBe(false);
  changeRole(store, role);
  expect(lessonOf(store)).toMatchObject({ isCovered: true, said: { 0: { number: 0.3 } } });
  submitResponse(store, null);
  expect(lessonOf(store)).toMatchObject({ isCovered: false, said: { 0: { number: 0.3 } }, done: [0] });
  // What is revealed on the slide of the answers is revealed on the slide of the network.
  changeRole(store, role === "speaker" ? "gatherer" : "speaker");
  expect(lessonOf(store).isCovered).toBe(false);
  coverAnswer(store);
  expect(lessonOf(store).isCovered).toBe(true);
  changeRole(store, "student");
  expect(lessonOf(store).isCovered).toBe(false);
});

test("the locks of a step go with its lesson, when a link or a file takes its place", async () => {
  const store = lessonWithQuestion("value");
  await vi.waitFor(() => expect(isLocked(store)).toBe(true));
  expect(await openFragment(store, readFragment("v=1&topology=torus"))).toBe("document");
  expect([isLocked(store), store.getState().mode.lesson]).toEqual([false, null]);
  expect(await openFragment(store, readFragment("v=1&topology=mesh"))).toBe("document");
  expect(await openText(store, JSON.stringify({ topology: "hypercube" }))).toBe(true);
  expect(store.getState().document.current.topology.kind).toBe("hypercube");
  // Back in the lesson the fields are locked again. Opening a file leaves the lesson, as opening a link does.
  openLesson(store, lessonOf(lessonWithQuestion("value")), 0);
  await vi.waitFor(() => expect(isLocked(store)).toBe(true));
  expect(await openText(store, JSON.stringify({ topology: "torus" }))).toBe(true);
  expect(isLocked(store)).toBe(false);
});

test("who answers before the locks are there is not locked out by them", async () => {
  const store = lessonWithQuestion("value");
  submitResponse(store, { number: 0.3 });
  await new Promise((go) => setTimeout(go, 50));
  expect(isLocked(store)).toBe(false);
});

test("a goal is there to be changed, and what it was reached with stays, whatever is tried after that", () => {
  const store = lessonWithQuestion("goal");
  expect(isLocked(store)).toBe(false);
  recordAttempt(store, { least: 1, value: 0.2, is: false });
  expect(successfulAttempt(lessonOf(store))).toBeNull();
  const reached = { least: 2, value: 0.4, is: true };
  recordAttempt(store, reached);
  submitResponse(store, { number: 2 });
  for (let least = 3; least < 20; least++) recordAttempt(store, { least, value: 0.4 + least / 100, is: true });
  expect(successfulAttempt(lessonOf(store))).toEqual(reached);
  const { tries } = lessonOf(store);
  expect(tries[0].map(({ least }) => least)).toEqual([2, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test("a goal without a number to be small is reached with a value, and was not where it was given up", () => {
  const store = lessonWithQuestion("goal");
  recordAttempt(store, { least: null, value: 18, is: true });
  submitResponse(store, { number: 18 });
  recordAttempt(store, { least: null, value: 21, is: false });
  expect(successfulAttempt(lessonOf(store))?.value).toBe(18);
  const given = lessonWithQuestion("goal");
  recordAttempt(given, { least: null, value: 21, is: false });
  submitResponse(given, null);
  expect(successfulAttempt(lessonOf(given))).toBeNull();
});
