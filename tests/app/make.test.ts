/** The lesson editor: one history for steps and their scenarios, the saved draft, and the locks. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginGesture, endGesture, open, redo, undo } from "../../src/app/document/history.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { edit, propose } from "../../src/app/document/edits.ts";
import { without } from "../../src/app/document/edit-document.ts";
import {
  addStep,
  addView,
  changeLesson,
  changeStep,
  goBack,
  goOn,
  keepView,
  lessonMade,
  linkOfMade,
  makeFurther,
  making,
  moveStep,
  putAside,
  readMade,
  removeStep,
  tryIt,
  turnTo,
  writeMade,
} from "../../src/app/lesson/make.ts";
import { attend, stepAt } from "../../src/app/state/lesson-session.ts";
import { begin, leave } from "../../src/app/lesson/attend.ts";
import { lockOn, openWords, pathOfWord, turned, wordsOf } from "../../src/app/pages/lesson/make/locks.ts";
import { documentSentence } from "../../src/words/sentence.ts";
import { readLock, isLocked } from "../../src/links/lock.ts";
import { defaultDocument, variantsOf } from "../../src/core/scenario/document.ts";
import { readDocument } from "../../src/core/scenario/read-document.ts";
import { loadOf } from "../../src/core/scenario/load.ts";
import { questionKinds } from "../../src/lessons/questions/index.ts";
import { readLessonValue } from "../../src/lessons/read-lesson.ts";
import { readLessonLink } from "../../src/lessons/lesson-link.ts";
import { lessonText, writeLesson } from "../../src/lessons/write-lesson.ts";
import { mostSteps, stepOf } from "../../src/lessons/lesson.ts";

const load = ["workload", "load"];
const steps = (store: WorkbenchStore) => store.temporal.getState().pastStates.length;
const told = (store: WorkbenchStore) => lessonText(lessonMade(store.getState()));

/** A lesson of one step in the editor. */
function made(): WorkbenchStore {
  const store = createWorkbench(defaultDocument());
  addView(store, []);
  return store;
}

/** A random action on a lesson. Numbers are indices, taken modulo the number of steps. */
const deed = fc.oneof(
  fc.record({ does: fc.constant("load" as const), number: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ does: fc.constant("drag" as const), number: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ does: fc.constant("title" as const), number: fc.nat(99) }),
  fc.record({ does: fc.constant("ask" as const), number: fc.nat(questionKinds.length) }),
  fc.record({ does: fc.constantFrom("add" as const, "remove" as const, "turn" as const, "name" as const), number: fc.nat(9) }),
  fc.record({ does: fc.constant("move" as const), number: fc.nat(9), to: fc.nat(9) }),
);
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** Applies a random action to the lesson in the editor. */
function act(store: WorkbenchStore, given: Deed): void {
  const { number } = given;
  const count = making(store.getState())!.lesson.steps.length;
  switch (given.does) {
    case "load":
      return edit(store, load, number / 100);
    case "drag":
      beginGesture(store, load);
      for (let i = 0; i < 5; i++) edit(store, load, (number + i) / 100);
      return endGesture(store);
    case "title":
      return changeStep(store, { title: `Title ${number}` });
    case "name":
      return changeLesson(store, { title: `Lesson ${number}` });
    case "ask":
      return changeStep(store, { question: questionKinds[number]?.begin(store.getState().document.current) ?? null });
    case "add":
      return addStep(store);
    case "remove":
      return removeStep(store, number % count);
    case "turn":
      return turnTo(store, number % count);
    case "move":
      return moveStep(store, number % count, given.to % count);
  }
}

describe("one history", () => {
  test("whatever is done, all of it can be taken back and done again", () => {
    fc.assert(
      fc.property(fc.array(deed, { minLength: 1, maxLength: 40 }), (deeds) => {
        const store = made();
        const first = told(store);
        for (const each of deeds) act(store, each);
        const last = told(store);
        const count = steps(store);
        for (let i = 0; i < count; i++) goBack(store);
        expect(told(store)).toBe(first);
        expect(steps(store)).toBe(0);
        goBack(store);
        expect(told(store)).toBe(first);
        for (let i = 0; i < count; i++) goBack(store, true);
        expect(told(store)).toBe(last);
        // The page shows the scenario of the current step.
        const state = store.getState();
        expect(lessonMade(state).steps[making(state)!.at].document).toBe(state.document.current);
      }),
      { numRuns: 60 },
    );
  });

  test("each step of undo takes back one thing, in order, of the scenario or of the lesson", () => {
    const store = made();
    changeStep(store, { title: "One" });
    edit(store, load, 0.2);
    changeStep(store, { title: "Two" });
    expect(steps(store)).toBe(3);
    goBack(store);
    expect(stepAt(making(store.getState())!).title).toBe("One");
    expect(loadOf(store.getState().document.current)).toBe(0.2);
    goBack(store);
    expect(loadOf(store.getState().document.current)).toBe(loadOf(defaultDocument()));
    expect(stepAt(making(store.getState())!).title).toBe("One");
  });

  test("to turn to another step is no step of undo; to take back what was done elsewhere goes there", () => {
    const store = made();
    addStep(store);
    edit(store, load, 0.2);
    turnTo(store, 0);
    expect(steps(store)).toBe(2);
    expect(loadOf(store.getState().document.current)).toBe(loadOf(defaultDocument()));
    goBack(store);
    expect(making(store.getState())!.at).toBe(1);
    expect(loadOf(lessonMade(store.getState()).steps[1].document)).toBe(loadOf(defaultDocument()));
  });

  test("the plain workbench has its own: nothing of it is in that of a lesson, and nothing of a lesson in it", () => {
    const store = createWorkbench(defaultDocument());
    edit(store, load, 0.2);
    addView(store, []);
    expect(steps(store)).toBe(0);
    edit(store, load, 0.3);
    putAside(store);
    expect(steps(store)).toBe(0);
    edit(store, load, 0.6);
    undo(store);
    expect(loadOf(store.getState().document.current)).toBe(0.3);
    expect(store.getState().mode.lesson).toBeNull();
    redo(store);
    expect(loadOf(store.getState().document.current)).toBe(0.6);
  });

  test("what is opened meanwhile leaves the lesson as it was", () => {
    const store = made();
    changeLesson(store, { title: "Mine" });
    edit(store, load, 0.2);
    const before = told(store);
    const { draft } = store.getState().document;
    open(store, { ...defaultDocument(), title: "Another" }, false);
    expect(store.getState().document.draft).not.toBe(draft);
    undo(store);
    expect(store.getState().document.current.title).toBe("Another");
    goOn(store);
    expect(told(store)).toBe(before);
    expect(store.getState().document.draft).toBe(draft);
  });
});

describe("steps", () => {
  test("a view from the workbench comes at the end of the lesson that was put aside, and can be taken back", () => {
    const store = made();
    changeLesson(store, { title: "Mine" });
    putAside(store);
    edit(store, load, 0.9);
    store.setState({ session: { selected: { is: "channel", channel: 3, of: 0 } } });
    addView(store, ["load-curve"]);
    const { lesson, at } = making(store.getState())!;
    expect([lesson.title, lesson.steps.length, at]).toEqual(["Mine", 2, 1]);
    expect(lesson.steps[1].view).toBe("load-curve,pick~c3");
    expect(loadOf(lesson.steps[1].document)).toBe(0.9);
    expect(store.getState().session.toast).toBe("Step 2 of “Mine”");
    goBack(store);
    expect(making(store.getState())!.lesson.steps).toHaveLength(1);
  });

  test("there is always one, and never more than are read", () => {
    const store = made();
    removeStep(store, 0);
    expect(making(store.getState())!.lesson.steps).toHaveLength(1);
    for (let i = 0; i < mostSteps + 3; i++) addStep(store);
    expect(making(store.getState())!.lesson.steps).toHaveLength(mostSteps);
  });

  test("a step that is moved stays the one that is made", () => {
    const store = made();
    changeStep(store, { title: "A" });
    addStep(store);
    changeStep(store, { title: "B" });
    addStep(store);
    changeStep(store, { title: "C" });
    moveStep(store, 2, 0);
    const titles = () => making(store.getState())!.lesson.steps.map(({ title }) => title);
    expect([titles(), making(store.getState())!.at]).toEqual([["C", "A", "B"], 0]);
    moveStep(store, 2, 1);
    expect([titles(), making(store.getState())!.at]).toEqual([["C", "B", "A"], 0]);
    removeStep(store, 0);
    expect([titles(), making(store.getState())!.at]).toEqual([["B", "A"], 0]);
  });

  test("cards that the reader opens and what he picks are the step's, without a step of undo; those of a step that is opened change nothing", async () => {
    const store = made();
    const stop = store.subscribe((state, before) => keepView(store, state, before));
    store.setState({ view: { cards: { "load-curve": true } } });
    store.setState({ session: { selected: { is: "terminal", terminal: 5, of: 0 } } });
    await Promise.resolve();
    expect(stepAt(making(store.getState())!).view).toBe("load-curve,pick~t5");
    expect(steps(store)).toBe(0);
    const opened = { matrix: true };
    store.setState({ view: { cards: opened, cardsOfLink: opened } });
    await Promise.resolve();
    expect(stepAt(making(store.getState())!).view).toBe("load-curve,pick~t5");
    stop();
  });

  test("a network that is taken away takes no question and no pick of another with it, and undo brings all back", async () => {
    const store = createWorkbench(readDocument({ beside: ["torus", "mesh", "hypercube"].map((kind) => ({ topology: { kind } })) }));
    addView(store, []);
    const question = { is: "channel", network: 2 } as const;
    changeStep(store, { question, view: "load-curve,pick~c3.c" });
    const stop = store.subscribe((state, before) => keepView(store, state, before));
    const remove = (network: number) => propose(store, without(store.getState().document.current, network));
    /** The question, the view and the compared topologies of the current step. */
    const step = () => {
      const { question, view } = stepAt(making(store.getState())!);
      return [
        question,
        view,
        variantsOf(store.getState().document.current)
          .map(({ topology }) => topology.kind)
          .slice(1),
      ];
    };
    const begun = [question, "load-curve,pick~c3.c", ["torus", "mesh", "hypercube"]];
    const count = steps(store);
    remove(1);
    expect(step()).toEqual([{ ...question, network: 1 }, "load-curve,pick~c3.b", ["mesh", "hypercube"]]);
    remove(2);
    expect(step()).toEqual([{ ...question, network: 1 }, "load-curve,pick~c3.b", ["mesh"]]);
    remove(1);
    expect(step()).toEqual([{ ...question, network: 0 }, "load-curve", []]);
    expect((await readLessonValue(JSON.parse(told(store)))).missing).toEqual([]);
    expect(steps(store)).toBe(count + 3);
    for (let i = 0; i < 3; i++) goBack(store);
    expect(step()).toEqual(begun);
    for (let i = 0; i < 3; i++) goBack(store, true);
    expect(step()).toEqual([{ ...question, network: 0 }, "load-curve", []]);
    stop();
  });

  test("who tries it is a student, and comes back to the same lesson", () => {
    const store = made();
    changeStep(store, { title: "How much?", question: questionKinds[0].begin(store.getState().document.current) });
    const before = told(store);
    tryIt(store);
    expect([store.getState().mode.lesson?.part, store.getState().mode.lesson?.isCovered]).toEqual(["student", true]);
    leave(store);
    goOn(store);
    expect(told(store)).toBe(before);
  });

  test("a lesson that was opened is made further as a copy, without the steps that could not be read", () => {
    const store = createWorkbench(defaultDocument());
    const missing = [{ step: 2, title: "Broken", issues: [] }];
    begin(store, attend({ title: "Theirs", minutes: null, steps: [stepOf(defaultDocument(), "A")] }, { is: "here" }, missing), 0);
    const { draft } = store.getState().document;
    makeFurther(store);
    expect([making(store.getState())?.lesson.title, making(store.getState())?.missing]).toEqual(["Theirs", missing]);
    expect(store.getState().document.draft).not.toBe(draft);
  });
});

describe("what is kept", () => {
  test("a draft and a link hold all of it, at its step", async () => {
    const store = made();
    changeLesson(store, { title: "Mine" });
    addStep(store);
    edit(store, load, 0.2);
    changeStep(store, {
      title: "How much?",
      question: questionKinds[3].begin(store.getState().document.current),
      lock: "all-but,workload.load",
    });
    const state = store.getState();
    const read = await readMade(structuredClone(writeMade(state)));
    expect([writeLesson(read.lesson), read.at]).toEqual([writeLesson(lessonMade(state)), 1]);
    const link = await linkOfMade(lessonMade(state), (state.mode.lesson?.at ?? 0) + 1);
    const [, packed] = /^lesson=(.*)&step=2$/.exec(link!)!;
    expect(writeLesson((await readLessonLink(packed)).lesson)).toEqual(writeLesson(lessonMade(state)));
  });

  test("a lesson of more than 8000 characters has no link", async () => {
    const store = made();
    // Pseudo-random text, which cannot be compressed.
    const noise = (seed: number) => Array.from({ length: 160 }, (_, i) => Math.imul(seed * 977 + i, 0x9e3779b1).toString(36)).join(" ");
    for (let i = 0; i < 12; i++) {
      addStep(store);
      changeStep(store, { notes: noise(i).slice(0, 1200) });
    }
    expect(await linkOfMade(lessonMade(store.getState()), 1)).toBeNull();
  });

  test.each([undefined, null, 3, {}, { lesson: { format: "fabricscope-lesson", version: 1, steps: [] } }])(
    "a damaged draft is refused: %j",
    async (kept) => {
      await expect(readMade(kept)).rejects.toThrow();
    },
  );
});

describe("locks", () => {
  const document = defaultDocument();
  const words = wordsOf(documentSentence(document));
  const word = (place: string) => words.find((each) => pathOfWord(each).join(".") === place)!;

  test("a word that is turned twice is as it was, whatever else is locked", () => {
    fc.assert(
      fc.property(fc.subarray([...words]), fc.constantFrom(...words), (open, own) => {
        const lock = lockOn(open, words);
        const once = turned(lock, document, words, own);
        const places = (text: string | null) => openWords(text, document, words).map((each) => pathOfWord(each).join("."));
        expect(places(once).includes(pathOfWord(own).join("."))).toBe(!places(lock).includes(pathOfWord(own).join(".")));
        const twice = turned(once, document, words, own);
        expect(places(twice).includes(pathOfWord(own).join("."))).toBe(places(lock).includes(pathOfWord(own).join(".")));
      }),
    );
  });

  test("the lock is one that a link can say, and means the same there", () => {
    const lock = lockOn([word("workload.load")], words)!;
    expect(lock).toBe("all-but,workload.load");
    const read = readLock(lock, document);
    expect(words.filter((each) => !isLocked(read, pathOfWord(each)))).toEqual([word("workload.load")]);
    expect(lockOn(words, words)).toBeNull();
    expect(lockOn([], words)).toBe("all");
  });

  test("a size that is locked locks the kind that has it", () => {
    const size = words.find((each) => each.path[0] === "topology" && each.path.length > 1)!;
    const lock = turned(null, document, words, size);
    expect(openWords(lock, document, words)).not.toContain(word("topology"));
    expect(openWords(lock, document, words)).toContain(word("workload.load"));
  });
});
