/** The lesson editor: one history for steps and their scenarios, the saved draft, and the locks. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beginGesture, endGesture, redo, undo } from "../../src/app/document/history.ts";
import { openDocument } from "../../src/app/document/open-document.ts";
import { createWorkbench, type WorkbenchStore } from "../../src/app/state/workbench.ts";
import { editValue, propose } from "../../src/app/document/edits.ts";
import { withoutNetwork } from "../../src/app/document/edit-document.ts";
import {
  appendCurrentView,
  addViewAsStep,
  changeLesson,
  changeStep,
  undoInEditor,
  resumeEditing,
  syncViewToStep,
  editedLesson,
  shareableLink,
  editCurrentLesson,
  editorSession,
  moveEditToNewStep,
  moveStep,
  suspendEditing,
  readLessonDraft,
  removeStep,
  tryAsStudent,
  openStep,
  writeLessonDraft,
} from "../../src/app/lesson/editor-actions.ts";
import { newLessonSession, currentStepOf } from "../../src/app/state/lesson-session.ts";
import { openLesson } from "../../src/app/lesson/lesson-actions.ts";
import { openOwnNetwork } from "../../src/app/opening/own-network.ts";
import { lockAllBut, unlockedWords, sharedPathOf, toggleWord, sentenceWords } from "../../src/app/pages/lesson/make/locks.ts";
import { documentSentence } from "../../src/words/sentence.ts";
import { readLock, isPathLocked } from "../../src/links/lock.ts";
import { defaultDocument, variantsOf } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { scenarioLoad } from "../../src/core/scenario/load.ts";
import { questionKinds } from "../../src/lessons/questions/index.ts";
import { readLessonValue } from "../../src/lessons/read-lesson.ts";
import { readLessonLink } from "../../src/lessons/lesson-link.ts";
import { lessonText, writeLesson } from "../../src/lessons/write-lesson.ts";
import { maxLessonSteps, newLessonStep } from "../../src/lessons/lesson.ts";

const loadPath = ["workload", "load"];
const undoSteps = (store: WorkbenchStore) => store.temporal.getState().pastStates.length;
const lessonTextOf = (store: WorkbenchStore) => lessonText(editedLesson(store.getState()));

/** A lesson of one step in the editor. */
function newLessonEditor(): WorkbenchStore {
  const store = createWorkbench(defaultDocument());
  addViewAsStep(store, []);
  return store;
}

/** A random action on a lesson. Numbers are indices, taken modulo the number of steps. */
const anyEditorAction = fc.oneof(
  fc.record({ does: fc.constant("load" as const), number: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ does: fc.constant("drag" as const), number: fc.integer({ min: 1, max: 80 }) }),
  fc.record({ does: fc.constant("title" as const), number: fc.nat(99) }),
  fc.record({ does: fc.constant("ask" as const), number: fc.nat(questionKinds.length) }),
  fc.record({ does: fc.constantFrom("add" as const, "remove" as const, "turn" as const, "name" as const), number: fc.nat(9) }),
  fc.record({ does: fc.constant("move" as const), number: fc.nat(9), to: fc.nat(9) }),
);
type EditorAction = typeof anyEditorAction extends fc.Arbitrary<infer T> ? T : never;

/** Applies a random action to the lesson in the editor. */
function applyAction(store: WorkbenchStore, action: EditorAction): void {
  const { number } = action;
  const count = editorSession(store.getState())!.lesson.steps.length;
  switch (action.does) {
    case "load":
      return editValue(store, loadPath, number / 100);
    case "drag":
      beginGesture(store, loadPath);
      for (let i = 0; i < 5; i++) editValue(store, loadPath, (number + i) / 100);
      return endGesture(store);
    case "title":
      return changeStep(store, { title: `Title ${number}` });
    case "name":
      return changeLesson(store, { title: `Lesson ${number}` });
    case "ask":
      return changeStep(store, { question: questionKinds[number]?.create(store.getState().document.current) ?? null });
    case "add":
      return appendCurrentView(store);
    case "remove":
      return removeStep(store, number % count);
    case "turn":
      return openStep(store, number % count);
    case "move":
      return moveStep(store, number % count, action.to % count);
  }
}

describe("one history", () => {
  test("whatever is done, all of it can be taken back and done again", () => {
    fc.assert(
      fc.property(fc.array(anyEditorAction, { minLength: 1, maxLength: 40 }), (deeds) => {
        const store = newLessonEditor();
        const first = lessonTextOf(store);
        for (const each of deeds) applyAction(store, each);
        const last = lessonTextOf(store);
        const count = undoSteps(store);
        for (let i = 0; i < count; i++) undoInEditor(store);
        expect(lessonTextOf(store)).toBe(first);
        expect(undoSteps(store)).toBe(0);
        undoInEditor(store);
        expect(lessonTextOf(store)).toBe(first);
        for (let i = 0; i < count; i++) undoInEditor(store, true);
        expect(lessonTextOf(store)).toBe(last);
        // The page shows the scenario of the current step.
        const state = store.getState();
        expect(editedLesson(state).steps[editorSession(state)!.stepIndex].document).toBe(state.document.current);
      }),
      { numRuns: 60 },
    );
  });

  test("each step of undo takes back one thing, in order, of the scenario or of the lesson", () => {
    const store = newLessonEditor();
    changeStep(store, { title: "One" });
    editValue(store, loadPath, 0.2);
    changeStep(store, { title: "Two" });
    expect(undoSteps(store)).toBe(3);
    undoInEditor(store);
    expect(currentStepOf(editorSession(store.getState())!).title).toBe("One");
    expect(scenarioLoad(store.getState().document.current)).toBe(0.2);
    undoInEditor(store);
    expect(scenarioLoad(store.getState().document.current)).toBe(scenarioLoad(defaultDocument()));
    expect(currentStepOf(editorSession(store.getState())!).title).toBe("One");
  });

  test("to turn to another step is no step of undo; to take back what was done elsewhere goes there", () => {
    const store = newLessonEditor();
    appendCurrentView(store);
    editValue(store, loadPath, 0.2);
    openStep(store, 0);
    expect(undoSteps(store)).toBe(2);
    expect(scenarioLoad(store.getState().document.current)).toBe(scenarioLoad(defaultDocument()));
    undoInEditor(store);
    expect(editorSession(store.getState())!.stepIndex).toBe(1);
    expect(scenarioLoad(editedLesson(store.getState()).steps[1].document)).toBe(scenarioLoad(defaultDocument()));
  });

  test("the plain workbench has its own: nothing of it is in that of a lesson, and nothing of a lesson in it", () => {
    const store = createWorkbench(defaultDocument());
    editValue(store, loadPath, 0.2);
    addViewAsStep(store, []);
    expect(undoSteps(store)).toBe(0);
    editValue(store, loadPath, 0.3);
    suspendEditing(store);
    expect(undoSteps(store)).toBe(0);
    editValue(store, loadPath, 0.6);
    undo(store);
    expect(scenarioLoad(store.getState().document.current)).toBe(0.3);
    expect(store.getState().mode.lesson).toBeNull();
    redo(store);
    expect(scenarioLoad(store.getState().document.current)).toBe(0.6);
  });

  test("what is opened meanwhile leaves the lesson as it was", () => {
    const store = newLessonEditor();
    changeLesson(store, { title: "Mine" });
    editValue(store, loadPath, 0.2);
    const before = lessonTextOf(store);
    const { draft } = store.getState().document;
    openDocument(store, { ...defaultDocument(), title: "Another" }, false);
    expect(store.getState().document.draft).not.toBe(draft);
    undo(store);
    expect(store.getState().document.current.title).toBe("Another");
    resumeEditing(store);
    expect(lessonTextOf(store)).toBe(before);
    expect(store.getState().document.draft).toBe(draft);
  });
});

describe("steps", () => {
  test("a view from the workbench comes at the end of the lesson that was put aside, and can be taken back", () => {
    const store = newLessonEditor();
    changeLesson(store, { title: "Mine" });
    suspendEditing(store);
    editValue(store, loadPath, 0.9);
    store.setState({ session: { selected: { is: "channel", channel: 3, of: 0 } } });
    addViewAsStep(store, ["load-curve"]);
    const { lesson, stepIndex } = editorSession(store.getState())!;
    expect([lesson.title, lesson.steps.length, stepIndex]).toEqual(["Mine", 2, 1]);
    expect(lesson.steps[1].view).toBe("load-curve,pick~c3");
    expect(scenarioLoad(lesson.steps[1].document)).toBe(0.9);
    expect(store.getState().session.toast).toBe("Step 2 of “Mine”");
    undoInEditor(store);
    expect(editorSession(store.getState())!.lesson.steps).toHaveLength(1);
  });

  test("there is always one, and never more than are read", () => {
    const store = newLessonEditor();
    removeStep(store, 0);
    expect(editorSession(store.getState())!.lesson.steps).toHaveLength(1);
    for (let i = 0; i < maxLessonSteps + 3; i++) appendCurrentView(store);
    expect(editorSession(store.getState())!.lesson.steps).toHaveLength(maxLessonSteps);
  });

  test("an edit that was meant for a new step becomes one, and the step gets its network back, in one step of undo", () => {
    const store = newLessonEditor();
    changeStep(store, { title: "A" });
    const before = store.getState().document.current;
    editValue(store, loadPath, 0.5);
    const stepsNow = () => editedLesson(store.getState()).steps.map(({ title, document }) => [title === "A", scenarioLoad(document)]);
    expect(stepsNow()).toEqual([[true, 0.5]]);
    moveEditToNewStep(store, before);
    expect([stepsNow(), editorSession(store.getState())!.stepIndex]).toEqual([
      [
        [true, scenarioLoad(before)],
        [false, 0.5],
      ],
      1,
    ]);
    undoInEditor(store);
    expect([stepsNow(), editorSession(store.getState())!.stepIndex]).toEqual([[[true, 0.5]], 0]);
  });

  test("a step that is moved stays the one that is made", () => {
    const store = newLessonEditor();
    changeStep(store, { title: "A" });
    appendCurrentView(store);
    changeStep(store, { title: "B" });
    appendCurrentView(store);
    changeStep(store, { title: "C" });
    moveStep(store, 2, 0);
    const titles = () => editorSession(store.getState())!.lesson.steps.map(({ title }) => title);
    expect([titles(), editorSession(store.getState())!.stepIndex]).toEqual([["C", "A", "B"], 0]);
    moveStep(store, 2, 1);
    expect([titles(), editorSession(store.getState())!.stepIndex]).toEqual([["C", "B", "A"], 0]);
    removeStep(store, 0);
    expect([titles(), editorSession(store.getState())!.stepIndex]).toEqual([["B", "A"], 0]);
  });

  test("cards that the reader opens and what he picks are the step's, without a step of undo; those of a step that is opened change nothing", async () => {
    const store = newLessonEditor();
    const stop = store.subscribe((state, before) => syncViewToStep(store, state, before));
    store.setState({ view: { cards: { "load-curve": true } } });
    store.setState({ session: { selected: { is: "terminal", terminal: 5, of: 0 } } });
    await Promise.resolve();
    expect(currentStepOf(editorSession(store.getState())!).view).toBe("load-curve,pick~t5");
    expect(undoSteps(store)).toBe(0);
    const opened = { matrix: true };
    store.setState({ view: { cards: opened, cardsOfLink: opened } });
    await Promise.resolve();
    expect(currentStepOf(editorSession(store.getState())!).view).toBe("load-curve,pick~t5");
    stop();
  });

  test("a network that is taken away takes no question and no pick of another with it, and undo brings all back", async () => {
    const store = createWorkbench(parseDocument({ beside: ["torus", "mesh", "hypercube"].map((kind) => ({ topology: { kind } })) }));
    addViewAsStep(store, []);
    const question = { is: "channel", network: 2 } as const;
    changeStep(store, { question, view: "load-curve,pick~c3.c" });
    const stop = store.subscribe((state, before) => syncViewToStep(store, state, before));
    const remove = (network: number) => propose(store, withoutNetwork(store.getState().document.current, network));
    /** The question, the view and the compared topologies of the current step. */
    const step = () => {
      const { question, view } = currentStepOf(editorSession(store.getState())!);
      return [
        question,
        view,
        variantsOf(store.getState().document.current)
          .map(({ topology }) => topology.kind)
          .slice(1),
      ];
    };
    const begun = [question, "load-curve,pick~c3.c", ["torus", "mesh", "hypercube"]];
    const count = undoSteps(store);
    remove(1);
    expect(step()).toEqual([{ ...question, network: 1 }, "load-curve,pick~c3.b", ["mesh", "hypercube"]]);
    remove(2);
    expect(step()).toEqual([{ ...question, network: 1 }, "load-curve,pick~c3.b", ["mesh"]]);
    remove(1);
    expect(step()).toEqual([{ ...question, network: 0 }, "load-curve", []]);
    expect((await readLessonValue(JSON.parse(lessonTextOf(store)))).unreadableSteps).toEqual([]);
    expect(undoSteps(store)).toBe(count + 3);
    for (let i = 0; i < 3; i++) undoInEditor(store);
    expect(step()).toEqual(begun);
    for (let i = 0; i < 3; i++) undoInEditor(store, true);
    expect(step()).toEqual([{ ...question, network: 0 }, "load-curve", []]);
    stop();
  });

  test("who tries it is a student, and comes back to the same lesson", async () => {
    const store = newLessonEditor();
    changeStep(store, { title: "How much?", question: questionKinds[0].create(store.getState().document.current) });
    const before = lessonTextOf(store);
    tryAsStudent(store);
    expect([store.getState().mode.lesson?.role, store.getState().mode.lesson?.isCovered]).toEqual(["student", true]);
    await openOwnNetwork(store, { load: () => Promise.resolve([]) });
    expect(store.getState().mode.lesson).toBeNull();
    resumeEditing(store);
    expect(lessonTextOf(store)).toBe(before);
  });

  test("a lesson that was opened is made further as a copy, without the steps that could not be read", () => {
    const store = createWorkbench(defaultDocument());
    const missing = [{ step: 2, title: "Broken", issues: [] }];
    openLesson(
      store,
      newLessonSession(
        { title: "Theirs", minutes: null, handIn: "", steps: [newLessonStep(defaultDocument(), "A")] },
        { is: "here" },
        missing,
      ),
      0,
    );
    const { draft } = store.getState().document;
    editCurrentLesson(store);
    expect([editorSession(store.getState())?.lesson.title, editorSession(store.getState())?.missing]).toEqual(["Theirs", missing]);
    expect(store.getState().document.draft).not.toBe(draft);
  });
});

describe("what is kept", () => {
  test("a draft and a link hold all of it, at its step", async () => {
    const store = newLessonEditor();
    changeLesson(store, { title: "Mine" });
    appendCurrentView(store);
    editValue(store, loadPath, 0.2);
    changeStep(store, {
      title: "How much?",
      question: questionKinds[3].create(store.getState().document.current),
      lock: "all-but,workload.load",
    });
    const state = store.getState();
    const read = await readLessonDraft(structuredClone(writeLessonDraft(state)));
    expect([writeLesson(read.lesson), read.stepIndex]).toEqual([writeLesson(editedLesson(state)), 1]);
    const link = await shareableLink(editedLesson(state), (state.mode.lesson?.stepIndex ?? 0) + 1);
    const [, packed] = /^lesson=(.*)&step=2$/.exec(link!)!;
    expect(writeLesson((await readLessonLink(packed)).lesson)).toEqual(writeLesson(editedLesson(state)));
  });

  test("a lesson of more than 8000 characters has no link", async () => {
    const store = newLessonEditor();
    // Pseudo-random text, which cannot be compressed.
    const noise = (seed: number) => Array.from({ length: 160 }, (_, i) => Math.imul(seed * 977 + i, 0x9e3779b1).toString(36)).join(" ");
    for (let i = 0; i < 12; i++) {
      appendCurrentView(store);
      changeStep(store, { notes: noise(i).slice(0, 1200) });
    }
    expect(await shareableLink(editedLesson(store.getState()), 1)).toBeNull();
  });

  test.each([undefined, null, 3, {}, { lesson: { format: "fabricscope-lesson", version: 1, steps: [] } }])(
    "a damaged draft is refused: %j",
    async (kept) => {
      await expect(readLessonDraft(kept)).rejects.toThrow();
    },
  );
});

describe("locks", () => {
  const document = defaultDocument();
  const words = sentenceWords(documentSentence(document));
  const word = (place: string) => words.find((each) => sharedPathOf(each).join(".") === place)!;

  test("a word that is turned twice is as it was, whatever else is locked", () => {
    fc.assert(
      fc.property(fc.subarray([...words]), fc.constantFrom(...words), (open, own) => {
        const lock = lockAllBut(open, words);
        const once = toggleWord(lock, document, words, own);
        const places = (text: string | null) => unlockedWords(text, document, words).map((each) => sharedPathOf(each).join("."));
        expect(places(once).includes(sharedPathOf(own).join("."))).toBe(!places(lock).includes(sharedPathOf(own).join(".")));
        const twice = toggleWord(once, document, words, own);
        expect(places(twice).includes(sharedPathOf(own).join("."))).toBe(places(lock).includes(sharedPathOf(own).join(".")));
      }),
    );
  });

  test("the lock is one that a link can say, and means the same there", () => {
    const lock = lockAllBut([word("workload.load")], words)!;
    expect(lock).toBe("all-but,workload.load");
    const read = readLock(lock, document);
    expect(words.filter((each) => !isPathLocked(read, sharedPathOf(each)))).toEqual([word("workload.load")]);
    expect(lockAllBut(words, words)).toBeNull();
    expect(lockAllBut([], words)).toBe("all");
  });

  test("a size that is locked locks the kind that has it", () => {
    const size = words.find((each) => each.path[0] === "topology" && each.path.length > 1)!;
    const lock = toggleWord(null, document, words, size);
    expect(unlockedWords(lock, document, words)).not.toContain(word("topology"));
    expect(unlockedWords(lock, document, words)).toContain(word("workload.load"));
  });
});
