/**
 * The actions of the lesson editor. The scenario of the current step is the document of the page, so that one undo history covers both.
 * Loaded with the first lesson that is edited.
 */
import type { PageSelection } from "../../core/network/selection.ts";
import { maxTitleLength } from "../../core/scenario/title.ts";
import { type Lesson, maxLessonSteps, type LessonStep, newLessonStep } from "../../lessons/lesson.ts";
import { writeLessonLink } from "../../lessons/lesson-link.ts";
import { withMarkedKey } from "../../lessons/step-key.ts";
import { readLessonValue } from "../../lessons/read-lesson.ts";
import { writeLesson } from "../../lessons/write-lesson.ts";
import { readView, type LinkedView, writeView } from "../../links/view-state.ts";
import { networkIndexMap } from "../document/edits.ts";
import { applyLinkView } from "../document/link-view.ts";
import type { Draft } from "../document/draft.ts";
import { editedDocument } from "../state/document-state.ts";
import { newDraftName } from "../state/draft-name.ts";
import { cardNames } from "../state/view-state.ts";
import { noSelection } from "../state/session-state.ts";
import type { Document } from "../../core/scenario/document.ts";
import { redo, undo } from "../document/history.ts";
import { openDocument } from "../document/open-document.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { maxSafeLinkLength } from "../sharing/safe-link.ts";
import { loadUnitForLink } from "../state/units.ts";
import { documentSentence, segmentsAsText } from "../../words/sentence.ts";
import { showStep } from "./lesson-actions.ts";
import { type LessonSession, newLessonSession, currentStepOf } from "../state/lesson-session.ts";

/** The session of the lesson editor; null if the page does not show it. */
export function editorSession({ mode: { lesson } }: Pick<Workbench, "mode">): LessonSession | null {
  return lesson?.role === "maker" ? lesson : null;
}

/** The lesson with another document in its current step. */
export function lessonWith({ lesson, stepIndex }: LessonSession, document: Document): Lesson {
  const step = lesson.steps[stepIndex];
  return step.document === document ? lesson : { ...lesson, steps: lesson.steps.with(stepIndex, { ...step, document }) };
}

/** The lesson in the editor, with the page's document in its current step. */
export function editedLesson({ mode: { lesson }, document: { current } }: Workbench): Lesson {
  if (lesson === null) throw new Error("no lesson is being made");
  return lessonWith(lesson, current);
}

/**
 * The view state of the page in the format of `view=`; empty for the default view.
 * @param cards Ids of the open cards.
 */
export function currentView(state: Workbench, cards: readonly string[] = cardNames.filter((name) => state.view.cards[name])): string {
  const {
    session: { selected, span },
    view: { choices },
  } = state;
  const shownChoices = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return viewText({ cards, picked: selected, span, unit: loadUnitForLink(state), choices: shownChoices });
}

/** The text of a view state in the format of `view=`; empty for the default view. */
function viewText(view: LinkedView): string {
  const text = writeView(view).slice("view=".length);
  return text === "none" ? "" : text;
}

/** A new step that shows the current state of the page. */
function stepFromPage(state: Workbench, cards?: readonly string[]): LessonStep {
  const document = { ...state.document.current, claim: null };
  const title = document.title === "" ? segmentsAsText(documentSentence(document)) : document.title;
  return newLessonStep(
    document,
    title.length > maxTitleLength ? `${title.slice(0, maxTitleLength - 1)}…` : title,
    currentView(state, cards),
  );
}

/** The view state that is reset when another step is shown. */
const resetView = {
  session: { selected: noSelection, span: null, activeNetwork: 0, pair: null, hover: null },
  view: { stageView: "", cards: {} },
} as const;

/** Opens a lesson in the editor at a step, with a new undo history. */
function openInEditor(store: WorkbenchStore, source: LessonSession, stepIndex: number, draft: string): void {
  // Answers that were marked as right before the lesson was opened are right for its documents as they are.
  const steps = source.lesson.steps.map((step) =>
    step.question?.is === "choice" && step.question.markedFor === undefined ? withMarkedKey(step) : step,
  );
  const session: LessonSession = {
    ...newLessonSession({ ...source.lesson, steps }, { is: "here" }, source.missing),
    role: "maker",
    stepIndex,
  };
  openDocument(store, session.lesson.steps[stepIndex].document, true, {
    document: { draft },
    session: resetView.session,
    view: { ...resetView.view, lock: null, drawer: null },
    mode: { lesson: session, setAsideLesson: null },
  });
  store.temporal.getState().clear();
  showStepView(store);
}

/** Opens the cards of the current step and restores its selection. */
function showStepView(store: WorkbenchStore): void {
  const { stepIndex, lesson } = editorSession(store.getState())!;
  const { view } = lesson.steps[stepIndex];
  applyLinkView(store, view === "" ? "none" : view);
}

/**
 * Adds what the page shows as a step to the lesson that is being written, and opens the lesson editor: to the lesson that was set aside, or
 * to a new one.
 * @param cards Ids of the open cards.
 */
export function addViewAsStep(store: WorkbenchStore, cards: readonly string[]): void {
  const state = store.getState();
  const step = stepFromPage(state, cards);
  if (state.mode.setAsideLesson === null)
    openInEditor(store, newLessonSession({ title: "", minutes: null, handIn: "", steps: [step] }, { is: "here" }), 0, newDraftName());
  else {
    const { setAsideLesson: suspended } = state.mode;
    openInEditor(
      store,
      { ...suspended.lesson, lesson: lessonWith(suspended.lesson, suspended.scenario) },
      suspended.lesson.stepIndex,
      suspended.draft,
    );
    appendStep(store, step);
  }
  const { lesson, stepIndex } = editorSession(store.getState())!;
  store.setState({ session: { toast: `Step ${stepIndex + 1} of ${lesson.title === "" ? "a new lesson" : `“${lesson.title}”`}` } });
}

/** Returns to the suspended lesson. */
export function resumeEditing(store: WorkbenchStore): void {
  const { setAsideLesson: suspended } = store.getState().mode;
  if (suspended !== null)
    openInEditor(
      store,
      { ...suspended.lesson, lesson: lessonWith(suspended.lesson, suspended.scenario) },
      suspended.lesson.stepIndex,
      suspended.draft,
    );
}

/** Opens a copy of the current lesson in the editor. Its unreadable steps are left out and listed. */
export function editCurrentLesson(store: WorkbenchStore): void {
  const { lesson } = store.getState().mode;
  if (lesson !== null) openInEditor(store, lesson, lesson.stepIndex, newDraftName());
}

/** The part of a draft that holds the lesson. */
export function writeLessonDraft(state: Workbench): unknown {
  return { lesson: writeLesson(editedLesson(state)), at: state.mode.lesson?.stepIndex };
}

/**
 * Reads the lesson of a draft and its current step.
 * @throws ScenarioError if no step can be read.
 */
export async function readLessonDraft(draftValue: unknown): Promise<LessonSession> {
  const { lesson: rawLesson, at } = Object(draftValue) as { readonly lesson?: unknown; readonly at?: unknown };
  const { lesson, unreadableSteps } = await readLessonValue(rawLesson);
  const lastIndex = lesson.steps.length - 1;
  return {
    ...newLessonSession(lesson, { is: "here" }, unreadableSteps),
    stepIndex: typeof at === "number" && at > 0 ? Math.min(Math.floor(at), lastIndex) : 0,
  };
}

/** Opens the lesson of a draft, unless the page has changed while the draft was read. */
export async function openLessonDraft(store: WorkbenchStore, { made: draftValue, name: draftName }: Draft): Promise<void> {
  const scenario = store.getState().document.current;
  const session = await readLessonDraft(draftValue);
  if (store.getState().document.current === scenario) openInEditor(store, session, session.stepIndex, draftName);
}

/** Opens the lesson as a student would see it, at the current step. */
export function tryAsStudent(store: WorkbenchStore): void {
  const state = store.getState();
  const session = editorSession(state);
  if (session !== null) showStep(store, newLessonSession(editedLesson(state), { is: "here" }), session.stepIndex);
}

/** Suspends the editing of the lesson. The workbench shows the scenario of its step. */
export function suspendEditing(store: WorkbenchStore): void {
  const scenario = store.getState().document.current;
  openDocument(store, { ...scenario }, true);
}

/** Makes a change that is not recorded for undo. */
export function withoutUndo(store: WorkbenchStore, change: () => void): void {
  const history = store.temporal.getState();
  const { isTracking } = history;
  history.pause();
  change();
  if (isTracking) history.resume();
}

/** Replaces the lesson in the editor by a version with other steps, and shows one of its steps. */
function replaceLesson(store: WorkbenchStore, lesson: Lesson, stepIndex: number): void {
  const session = editorSession(store.getState());
  if (session === null) return;
  const { document } = lesson.steps[stepIndex];
  const isOtherDocument = document !== store.getState().document.current;
  store.setState({
    document: { current: document, pending: null, isEdited: true },
    mode: { lesson: { ...session, lesson, stepIndex } },
    ...(isOtherDocument || session.stepIndex !== stepIndex ? resetView : {}),
  });
  showStepView(store);
}

/** Opens a step in the editor, counted from 0. */
export function openStep(store: WorkbenchStore, stepIndex: number): void {
  const state = store.getState();
  const session = editorSession(state);
  if (session !== null && stepIndex !== session.stepIndex && stepIndex >= 0 && stepIndex < session.lesson.steps.length)
    withoutUndo(store, () => replaceLesson(store, editedLesson(state), stepIndex));
}

/** Changes fields of the current step. */
export function changeStep(store: WorkbenchStore, changes: Partial<LessonStep>): void {
  const state = store.getState();
  const session = editorSession(state);
  if (session === null) return;
  const lesson = editedLesson(state);
  const steps = lesson.steps.with(session.stepIndex, { ...lesson.steps[session.stepIndex], ...changes });
  store.setState({ mode: { lesson: { ...session, lesson: { ...lesson, steps } } } });
}

/** Changes a field of the lesson. */
export function changeLesson(
  store: WorkbenchStore,
  changes: Pick<Lesson, "title"> | Pick<Lesson, "minutes"> | Pick<Lesson, "handIn">,
): void {
  const state = store.getState();
  const session = editorSession(state);
  if (session !== null) store.setState({ mode: { lesson: { ...session, lesson: { ...editedLesson(state), ...changes } } } });
}

/** Appends a step to the lesson and shows it. */
function appendStep(store: WorkbenchStore, step: LessonStep): void {
  const lesson = editedLesson(store.getState());
  const count = lesson.steps.length;
  if (count >= maxLessonSteps)
    return store.setState({ session: { toast: `A lesson has at most ${maxLessonSteps} steps; this one is full.` } });
  replaceLesson(store, { ...lesson, steps: [...lesson.steps, step] }, count);
}

/** Appends a step that shows the current state of the page. */
export function appendCurrentView(store: WorkbenchStore): void {
  appendStep(store, stepFromPage(store.getState()));
}

/**
 * Gives the current step back the document that it had, and inserts a step after it with the document as it is now. So an edit that was
 * meant for a new step takes nothing from the current one.
 */
export function moveEditToNewStep(store: WorkbenchStore, originalDocument: Document): void {
  const state = store.getState();
  const session = editorSession(state);
  if (session === null) return;
  const { stepIndex } = session;
  const lesson = editedLesson(state);
  if (lesson.steps.length >= maxLessonSteps)
    return store.setState({ session: { toast: `A lesson has at most ${maxLessonSteps} steps; this one is full.` } });
  const restored = { ...lesson.steps[stepIndex], document: originalDocument };
  const steps = lesson.steps.with(stepIndex, restored).toSpliced(stepIndex + 1, 0, stepFromPage(state));
  replaceLesson(store, { ...lesson, steps }, stepIndex + 1);
  store.setState({ session: { toast: `Step ${stepIndex + 1} is as it was. The change is step ${stepIndex + 2}.` } });
}

/** Moves a step to another index, both counted from 0. */
export function moveStep(store: WorkbenchStore, fromIndex: number, toIndex: number): void {
  const state = store.getState();
  const session = editorSession(state);
  const lesson = editedLesson(state);
  if (session === null || fromIndex === toIndex || lesson.steps[fromIndex] === undefined || lesson.steps[toIndex] === undefined) return;
  const steps = lesson.steps.toSpliced(fromIndex, 1).toSpliced(toIndex, 0, lesson.steps[fromIndex]);
  const stepIndex = steps.indexOf(lesson.steps[session.stepIndex]);
  store.setState({ mode: { lesson: { ...session, lesson: { ...lesson, steps }, stepIndex } } });
}

/** Removes a step from the lesson. */
export function removeStep(store: WorkbenchStore, stepIndex: number): void {
  const state = store.getState();
  const session = editorSession(state);
  const lesson = editedLesson(state);
  if (session === null || lesson.steps[stepIndex] === undefined) return;
  if (lesson.steps.length === 1) return store.setState({ session: { toast: "A lesson has at least one step." } });
  const nextIndex =
    session.stepIndex > stepIndex || session.stepIndex === lesson.steps.length - 1 ? session.stepIndex - 1 : session.stepIndex;
  replaceLesson(store, { ...lesson, steps: lesson.steps.toSpliced(stepIndex, 1) }, nextIndex);
  store.setState({ session: { toast: `Step ${stepIndex + 1} is deleted. Undo restores it.` } });
}

/** Undoes or redoes a change, and shows the step that it belongs to. */
export function undoInEditor(store: WorkbenchStore, isRedo = false): void {
  const previous = editorSession(store.getState());
  (isRedo ? redo : undo)(store);
  const current = editorSession(store.getState());
  if (previous === null || current === null || current === previous) return;
  if (current.stepIndex !== previous.stepIndex) store.setState(resetView);
  showStepView(store);
}

/**
 * Updates the current step of a lesson that is being written when networks are added to or removed from its document: the question and the
 * stored view of the step (open cards and selection) refer to a network by its index, which may change. If their network was removed, the
 * question is about the first network, and nothing is selected.
 */
function updateNetworkIndices(store: WorkbenchStore, state: Workbench, previous: Workbench): void {
  const session = editorSession(state);
  const [currentDocument, previousDocument] = [state.document.current, previous.document.current];
  if (session === null || session !== previous.mode.lesson || currentDocument === previousDocument) return;
  const indexMap = networkIndexMap(previousDocument, currentDocument, editedDocument(previous));
  const { question, view: viewAsText } = currentStepOf(session);
  const linkedView = readView(viewAsText);
  const selectedNetwork = linkedView.picked.is === "nothing" ? 0 : linkedView.picked.of;
  const questionNetwork = question === null || question.is === "free" ? 0 : question.network;
  const [newSelectedNetwork, newQuestionNetwork] = [indexMap(selectedNetwork), indexMap(questionNetwork)];
  if (newSelectedNetwork === selectedNetwork && newQuestionNetwork === questionNetwork) return;
  // This runs before the undo history records the change of the document, so both are one undo step.
  withoutUndo(store, () =>
    changeStep(store, {
      ...(question === null || question.is === "free" ? {} : { question: { ...question, network: newQuestionNetwork ?? 0 } }),
      ...(newSelectedNetwork === selectedNetwork
        ? {}
        : { view: viewText({ ...linkedView, picked: selectionInNetwork(linkedView.picked, newSelectedNetwork) }) }),
    }),
  );
}

const selectionInNetwork = (selected: PageSelection, networkIndex: number | null): PageSelection =>
  selected.is === "nothing" || networkIndex === null ? noSelection : { ...selected, of: networkIndex };

/**
 * Stores what the page shows (open cards, selection, time span, units and options of views) in the current step of a lesson that is being
 * written, whenever the author changes it, so that students see the same. Changes that come from opening a step or another document are
 * ignored. Also updates the network indices of the step.
 */
export function syncViewToStep(store: WorkbenchStore, state: Workbench, previous: Workbench): void {
  updateNetworkIndices(store, state, previous);
  const session = editorSession(state);
  const isCausedByStep =
    state.view.cardsOfLink !== previous.view.cardsOfLink ||
    state.mode.lesson !== previous.mode.lesson ||
    state.document.current !== previous.document.current;
  const isUnchanged =
    state.view.cards === previous.view.cards &&
    state.session.selected === previous.session.selected &&
    state.session.span === previous.session.span &&
    state.view.unit === previous.view.unit &&
    state.view.choices === previous.view.choices;
  if (session === null || isCausedByStep || isUnchanged) return;
  // Edit the step after the observed change, not within it: otherwise the undo history would record this edit as a part of the change.
  queueMicrotask(() => {
    const current = store.getState();
    const currentSession = editorSession(current);
    if (currentSession?.stepIndex !== session.stepIndex || current.document.draft !== state.document.draft) return;
    const view = currentView(current);
    if (view !== currentStepOf(currentSession).view) withoutUndo(store, () => changeStep(store, { view }));
  });
}

/**
 * The part of an address that contains the lesson; null if it would be too long to be sent safely.
 * @param step The step at which the link opens, counted from 1.
 */
export async function shareableLink(lesson: Lesson, step: number): Promise<string | null> {
  const link = await writeLessonLink(lesson, step);
  return link === null || link.length > maxSafeLinkLength ? null : link;
}
