/** A lesson under way: which fields are locked while a step asks its question, and what is kept of a goal once it is reached. */
import { expect, test, vi } from "vitest";
import { attend, reachedAt } from "../../src/app/state/lesson-session.ts";
import { begin, explore, noteTry, say, unsay } from "../../src/app/lesson/attend.ts";
import { openText } from "../../src/app/opening/incoming.ts";
import { openFragment } from "../../src/app/opening/open-fragment.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { stepOf } from "../../src/lessons/lesson.ts";
import { readFragment } from "../../src/links/fragment.ts";
import { questionKinds } from "../../src/lessons/questions/index.ts";

/** A page in a lesson of one step, which asks a question of this kind and locks nothing else. */
function attended(kind: string): WorkbenchStore {
  const store = createWorkbench(defaultDocument());
  const question = questionKinds.find(({ id }) => id === kind)!.begin(defaultDocument());
  const step = { ...stepOf(defaultDocument(), "A question"), question };
  begin(store, attend({ title: "T", minutes: null, steps: [step] }, { is: "here" }), 0);
  return store;
}

const isHeld = (store: WorkbenchStore) => store.getState().view.lock !== null;
const lesson = (store: WorkbenchStore) => store.getState().mode.lesson!;

test.each(["value", "channel", "choice", "free"])("a step that asks (%s) cannot be changed before it is answered", async (kind) => {
  const store = attended(kind);
  await vi.waitFor(() => expect(isHeld(store)).toBe(true));
  say(store, null);
  await vi.waitFor(() => expect(isHeld(store)).toBe(false));
  unsay(store);
  await vi.waitFor(() => expect(isHeld(store)).toBe(true));
  explore(store);
  await vi.waitFor(() => expect(isHeld(store)).toBe(false));
});

test("the locks of a step go with its lesson, when a link or a file takes its place", async () => {
  const store = attended("value");
  await vi.waitFor(() => expect(isHeld(store)).toBe(true));
  expect(await openFragment(store, readFragment("v=1&topology=torus"))).toBe("document");
  expect([isHeld(store), store.getState().mode.lesson]).toEqual([false, null]);
  expect(await openFragment(store, readFragment("v=1&topology=mesh"))).toBe("document");
  expect(await openText(store, JSON.stringify({ topology: "hypercube" }))).toBe(true);
  expect(store.getState().document.current.topology.kind).toBe("hypercube");
  // Back in the lesson the fields are locked again. Opening a file leaves the lesson, as opening a link does.
  begin(store, lesson(attended("value")), 0);
  await vi.waitFor(() => expect(isHeld(store)).toBe(true));
  expect(await openText(store, JSON.stringify({ topology: "torus" }))).toBe(true);
  expect(isHeld(store)).toBe(false);
});

test("who answers before the locks are there is not locked out by them", async () => {
  const store = attended("value");
  say(store, { number: 0.3 });
  await new Promise((go) => setTimeout(go, 50));
  expect(isHeld(store)).toBe(false);
});

test("a goal is there to be changed, and what it was reached with stays, whatever is tried after that", () => {
  const store = attended("goal");
  expect(isHeld(store)).toBe(false);
  noteTry(store, { least: 1, value: 0.2, is: false });
  expect(reachedAt(lesson(store))).toBeNull();
  const reached = { least: 2, value: 0.4, is: true };
  noteTry(store, reached);
  say(store, { number: 2 });
  for (let least = 3; least < 20; least++) noteTry(store, { least, value: 0.4 + least / 100, is: true });
  expect(reachedAt(lesson(store))).toEqual(reached);
  const { tries } = lesson(store);
  expect(tries[0].map(({ least }) => least)).toEqual([2, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test("a goal without a number to be small is reached with a value, and was not where it was given up", () => {
  const store = attended("goal");
  noteTry(store, { least: null, value: 18, is: true });
  say(store, { number: 18 });
  noteTry(store, { least: null, value: 21, is: false });
  expect(reachedAt(lesson(store))?.value).toBe(18);
  const given = attended("goal");
  noteTry(given, { least: null, value: 21, is: false });
  say(given, null);
  expect(reachedAt(lesson(given))).toBeNull();
});
