/**
 * The actions of students and speakers in a lesson: start it, navigate, answer, explore freely, and return. Loaded with the first lesson.
 */
import type { Document } from "../../core/scenario/document.ts";
import type { Fragment } from "../../links/fragment.ts";
import { writeDocumentLink } from "../../links/index.ts";
import { readLessonLink, writeLessonLink } from "../../lessons/lesson-link.ts";
import type { StudentResponse } from "../../lessons/questions/contract.ts";
import { readLesson } from "../../lessons/read-lesson.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { applyLinkLock } from "../document/link-lock.ts";
import { applyLinkView } from "../document/link-view.ts";
import { storeSetting, readSetting } from "../settings.ts";
import { deviceSeed } from "../document/device-seed.ts";
import { noSelection } from "../state/session-state.ts";
import { leftDocument, openDocument } from "../document/open-document.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import {
  currentStepOf,
  type LessonSession,
  newLessonSession,
  documentOfStep,
  lessonFragment,
  areResultsHidden,
  isPresenter,
  isStepAnswered,
  type LessonRole,
  successfulAttempt,
  type LessonSource,
  type GoalAttempt,
  type StepOutcome,
} from "../state/lesson-session.ts";

/** Maximum number of attempts at a goal that are listed. */
const maxAttempts = 8;

/** The folder of the lessons that are published with the page. */
export const lessonFolder = "lessons";

/**
 * Reads the lesson that the fragment of an address names. Returns a function that opens the lesson at the step given in the fragment.
 * @param text Content of the lesson file; null if the link contains the whole lesson.
 * @throws ScenarioError if no step can be read.
 */
export async function readLessonOfFragment(fragment: Fragment, text: string | null): Promise<(store: WorkbenchStore) => void> {
  const { lesson: lessonRef, source: sourcePath, hasOwnSeed, step } = fragment;
  const packedText = lessonRef?.text ?? "";
  const { lesson, unreadableSteps } = await (text === null ? readLessonLink(packedText) : readLesson(text));
  const source: LessonSource =
    lessonRef === null
      ? { is: "file", path: sourcePath ?? "" }
      : lessonRef.is === "named"
        ? { is: "named", name: packedText }
        : { is: "packed", text: packedText };
  return (store) => openLesson(store, newLessonSession(lesson, source, unreadableSteps, hasOwnSeed ? deviceSeed() : null), step - 1);
}

/**
 * Opens a lesson from its text.
 * @throws ScenarioError if no step can be read.
 */
export async function openLessonText(store: WorkbenchStore, text: string): Promise<void> {
  const { lesson, unreadableSteps } = await readLesson(text);
  // With the lesson in the address, a reload keeps it. If it is too long for an address, only the file remains.
  const link = await writeLessonLink(lesson);
  const source: LessonSource = link === null ? { is: "here" } : { is: "packed", text: link.replace(/^lesson=/, "") };
  openLesson(store, newLessonSession(lesson, source, unreadableSteps), 0);
}

/**
 * Opens a lesson at a step (index from 0). If the same lesson is already on the page, its session continues; otherwise the current work is
 * stored, and earlier answers to this lesson are loaded.
 */
export function openLesson(store: WorkbenchStore, session: LessonSession, stepIndex: number): void {
  const previousSession = store.getState().mode.lesson;
  const previousFragment = previousSession === null ? "" : lessonFragment({ ...previousSession, stepIndex: 0 });
  const isSameLesson =
    previousSession !== null && previousFragment !== "" && previousFragment === lessonFragment({ ...session, stepIndex: 0 });
  if (!isSameLesson) storeWork(store);
  const newSession = {
    ...session,
    ...loadResponses(session),
    before: previousSession === null ? leftDocument(store) : previousSession.before,
  };
  showStep(
    store,
    isSameLesson ? { ...previousSession, role: previousSession.role === "explorer" ? "student" : previousSession.role } : newSession,
    stepIndex,
  );
}

/** Shows a step: its scenario, cards, selection and locks. The runs are covered if the step has a question that is not answered yet. */
export function showStep(store: WorkbenchStore, previousSession: LessonSession, stepIndex: number): void {
  const step = Math.min(Math.max(0, stepIndex), previousSession.lesson.steps.length - 1);
  const { question, view } = previousSession.lesson.steps[step];
  const isAnswerSeen = question === null || question.is === "goal" || isStepAnswered({ ...previousSession, stepIndex: step });
  const movedSession = {
    ...previousSession,
    stepIndex: step,
    guess: null,
    done: isAnswerSeen ? [...new Set([...previousSession.done, step])] : previousSession.done,
  };
  const session = { ...movedSession, isCovered: areResultsHidden(movedSession) };
  showDocument(store, documentOfStep(session, step), session);
  applyLinkView(store, view === "" ? "none" : view);
  // The selection of the step would give away which channel is the answer.
  if (session.isCovered && question?.is === "channel") store.setState({ session: { selected: noSelection } });
  void applyStepLock(store);
}

/** Applies the locks of the step. While its answer is covered, everything is locked, because the question is about this very scenario. */
async function applyStepLock(store: WorkbenchStore): Promise<void> {
  // The step may change while the module is loaded, so the session is read afterwards.
  await import("../document/lock.ts");
  const { lesson } = store.getState().mode;
  if (lesson === null || lesson.role === "explorer") return;
  await applyLinkLock(store, lesson.role === "maker" ? null : lesson.isCovered ? "all" : lesson.lesson.steps[lesson.stepIndex].lock);
}

/** Puts a document and the session on the page in one update. Navigation in a lesson is not undoable. */
function showDocument(store: WorkbenchStore, document: Document, lesson: LessonSession): void {
  openDocument(store, document, false, {
    document: { example: document },
    mode: { lesson },
    view: { cards: {}, lock: null, drawer: null },
    session: { hover: null },
  });
  store.temporal.getState().clear();
}

/** Changes the session and updates whether its runs are covered. */
function changeSession(store: WorkbenchStore, patchOf: (session: LessonSession) => Partial<LessonSession>): void {
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const nextSession = { ...lesson, ...patchOf(lesson) };
  store.setState({ mode: { lesson: { ...nextSession, isCovered: areResultsHidden(nextSession) } } });
}

/** Stores the document that the student has changed in the current step. */
function storeWork(store: WorkbenchStore): void {
  const {
    mode: { lesson },
    document: { current: scenario, isEdited },
  } = store.getState();
  if (lesson === null || !isEdited || lesson.role === "maker") return;
  const target = lesson.role === "explorer" ? "explored" : "worked";
  store.setState({ mode: { lesson: { ...lesson, [target]: { ...lesson[target], [lesson.stepIndex]: scenario } } } });
}

/** Opens a step, counted from 0. */
export function goToLessonStep(store: WorkbenchStore, stepIndex: number): void {
  storeWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) showStep(store, lesson, stepIndex);
}

/** Stores a draft of the answer, which the student can still change. */
export function setDraftResponse(store: WorkbenchStore, response: StudentResponse | null): void {
  changeSession(store, () => ({ guess: response }));
}

/** Submits an answer, or null for none, and reveals the truth: to the student, or to the presenter's class. */
export function submitResponse(store: WorkbenchStore, response: StudentResponse | null): void {
  changeSession(store, (session) => {
    const { stepIndex, said: responses, done: doneSteps, revealed } = session;
    // A presenter who reveals the answer without a prediction keeps the one given as a student.
    const givesResponse = !isPresenter(session) || response !== null || currentStepOf(session).question?.is === "goal";
    return {
      said: givesResponse ? { ...responses, [stepIndex]: response } : responses,
      guess: null,
      done: [...new Set([...doneSteps, stepIndex])],
      revealed: isPresenter(session) ? [...new Set([...revealed, stepIndex])] : revealed,
    };
  });
  void applyStepLock(store);
}

/** Records an attempt to reach the goal. A repeated attempt replaces the earlier one. */
export function recordAttempt(store: WorkbenchStore, newAttempt: GoalAttempt): void {
  const { lesson } = store.getState().mode;
  const previousAttempts = lesson?.tries[lesson.stepIndex] ?? [];
  const isSameAttempt = ({ least, value }: GoalAttempt) => least === newAttempt.least && (least !== null || value === newAttempt.value);
  if (previousAttempts.some((each) => isSameAttempt(each) && each.value === newAttempt.value)) return;
  const allAttempts = [...previousAttempts.filter((each) => !isSameAttempt(each)), newAttempt];
  changeSession(store, (session) => {
    const goalAttempt = successfulAttempt(session);
    // Keep the last attempts, and the attempt that reached the goal, however long ago.
    const keptAttempts = allAttempts.filter((each, i) => i >= allAttempts.length - maxAttempts || each === goalAttempt);
    return { tries: { ...session.tries, [session.stepIndex]: keptAttempts } };
  });
}

/** Records what the student has learned in a step (index from 0). */
export function recordOutcome(store: WorkbenchStore, stepIndex: number, outcome: StepOutcome): void {
  changeSession(store, ({ outcomes }) => ({ outcomes: { ...outcomes, [stepIndex]: outcome } }));
}

/** Covers the answer again, for a presenter who goes back. */
export function coverAnswer(store: WorkbenchStore): void {
  changeSession(store, ({ stepIndex, revealed }) => ({ revealed: revealed.filter((step) => step !== stepIndex) }));
  void applyStepLock(store);
}

/** Changes the role in which the reader uses the lesson. */
export function changeRole(store: WorkbenchStore, role: LessonRole): void {
  storeWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  return showStep(store, { ...lesson, role }, lesson.stepIndex);
}

/** Opens the full workbench with the scenario of this step. The lesson can be resumed. */
export function exploreStep(store: WorkbenchStore): void {
  storeWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const { [lesson.stepIndex]: exploredDocument } = lesson.explored;
  const explorerSession: LessonSession = { ...lesson, role: "explorer", isCovered: false };
  showDocument(store, exploredDocument ?? documentOfStep(lesson, lesson.stepIndex), explorerSession);
  store.setState({ document: { isEdited: exploredDocument !== undefined } });
}

/** Returns from the workbench to the step. */
export function returnToStep(store: WorkbenchStore): void {
  storeWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) showStep(store, { ...lesson, role: "student" }, lesson.stepIndex);
}

/**
 * Writes the link of the current lesson step into the address bar, so that the browser's back and forward buttons navigate between steps.
 * While the reader explores a step, the address is the link of the changed document.
 */
export async function writeLessonAddress(
  { mode: { lesson }, document: { current: scenario } }: Workbench,
  { location, history }: Pick<AddressBar, "location" | "history">,
): Promise<void> {
  if (lesson === null || lesson.role === "maker") return;
  if (lesson.role === "explorer") {
    // The back button returns to the step, so an entry is added to the history once, when the address is still that of the step. Writing the
    // link takes time, so this is checked again. A document that is too long for a link leaves the address unchanged.
    const link = isLessonAddress(location.hash, lesson) ? await writeDocumentLink(scenario).catch(() => null) : null;
    if (link !== null && isLessonAddress(location.hash, lesson))
      history.pushState(null, "", `${location.pathname}${location.search}#${link}`);
    return;
  }
  saveResponses(lesson);
  const hash = lessonFragment(lesson) === "" ? "" : `#${lessonFragment(lesson)}`;
  if (location.hash === hash) return;
  const address = `${location.pathname}${location.search}${hash}`;
  // The first address replaces the entry that opened the lesson; each further step adds an entry to the history.
  if (isLessonAddress(location.hash, lesson)) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Whether an address belongs to a step of the lesson. */
function isLessonAddress(hash: string, lesson: LessonSession): boolean {
  return hash !== "" && lesson.lesson.steps.some((_, stepIndex) => hash === `#${lessonFragment({ ...lesson, stepIndex })}`);
}

/** Saves the answers of a lesson in the storage of the tab, so that a reload keeps them. */
function saveResponses(session: LessonSession): void {
  const { said, done, revealed, tries, outcomes } = session;
  const of = lessonFragment({ ...session, stepIndex: 0 });
  if (of !== "") storeSetting("said", JSON.stringify({ of, said, done, revealed, tries, outcomes }), "sessionStorage");
}

/** The answers that were saved in this tab for the same lesson. */
function loadResponses(session: LessonSession): Partial<Pick<LessonSession, "said" | "done" | "revealed" | "tries" | "outcomes">> {
  try {
    const saved = JSON.parse(readSetting("said", "sessionStorage") ?? "{}") as Partial<LessonSession> & { readonly of?: string };
    const { of, said, done = [], revealed = [], tries = {}, outcomes = {} } = saved;
    return of === lessonFragment({ ...session, stepIndex: 0 }) && said !== undefined ? { said, done, revealed, tries, outcomes } : {};
  } catch {
    return {};
  }
}
