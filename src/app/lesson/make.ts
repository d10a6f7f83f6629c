/**
 * The actions of the lesson editor. The scenario of the current step is the document of the page, so that one undo history covers both.
 * Loaded with the first lesson that is edited.
 */
import type { Picked } from "../../core/network/selected.ts";
import { longestTitle } from "../../core/scenario/title.ts";
import { type Lesson, mostSteps, type Step, stepOf } from "../../lessons/lesson.ts";
import { writeLessonLink } from "../../lessons/lesson-link.ts";
import { readLessonValue } from "../../lessons/read-lesson.ts";
import { writeLesson } from "../../lessons/write-lesson.ts";
import { readView, type LinkedView, writeView } from "../../links/view-state.ts";
import { placesFrom } from "../document/edits.ts";
import { showView } from "../document/show-view.ts";
import type { Draft } from "../document/draft.ts";
import { edited } from "../state/document-state.ts";
import { newDraftName } from "../state/draft-name.ts";
import { cardNames } from "../state/view-state.ts";
import { nothingSelected } from "../state/session-state.ts";
import type { Document } from "../../core/scenario/document.ts";
import { open, redo, undo } from "../document/history.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { longestSafeLink } from "../sharing/safe-link.ts";
import { unitSaid } from "../state/units.ts";
import { documentSentence, plain } from "../../words/sentence.ts";
import { enter } from "./attend.ts";
import { type LessonSession, attend, stepAt } from "../state/lesson-session.ts";

/** The session of the lesson editor; null if the page does not show it. */
export function making({ mode: { lesson } }: Pick<Workbench, "mode">): LessonSession | null {
  return lesson?.part === "maker" ? lesson : null;
}

/** The lesson with another document in its current step. */
export function lessonWith({ lesson, at }: LessonSession, document: Document): Lesson {
  const step = lesson.steps[at];
  return step.document === document ? lesson : { ...lesson, steps: lesson.steps.with(at, { ...step, document }) };
}

/** The lesson in the editor, with the page's document in its current step. */
export function lessonMade({ mode: { lesson }, document: { current } }: Workbench): Lesson {
  if (lesson === null) throw new Error("no lesson is being made");
  return lessonWith(lesson, current);
}

/**
 * The view state of the page in the format of `view=`; empty for the default view.
 * @param cards Ids of the open cards.
 */
export function viewNow(state: Workbench, cards: readonly string[] = cardNames.filter((name) => state.view.cards[name])): string {
  const {
    session: { selected, span },
    view: { choices },
  } = state;
  const shown = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return viewSaid({ cards, picked: selected, span, unit: unitSaid(state), choices: shown });
}

/** The text of a view state in the format of `view=`; empty for the default view. */
function viewSaid(view: LinkedView): string {
  const said = writeView(view).slice("view=".length);
  return said === "none" ? "" : said;
}

/** A new step that shows the current state of the page. */
function stepNow(state: Workbench, cards?: readonly string[]): Step {
  const document = { ...state.document.current, claim: null };
  const said = document.title === "" ? plain(documentSentence(document)) : document.title;
  return stepOf(document, said.length > longestTitle ? `${said.slice(0, longestTitle - 1)}…` : said, viewNow(state, cards));
}

/** The view state that is reset when another step is shown. */
const unseen = {
  session: { selected: nothingSelected, span: null, activeNetwork: 0, pair: null, hover: null },
  view: { onStage: "", cards: {} },
} as const;

/** Opens a lesson in the editor at a step, with a new undo history. */
function take(store: WorkbenchStore, from: LessonSession, at: number, draft: string): void {
  const lesson: LessonSession = { ...attend(from.lesson, { is: "here" }, from.missing), part: "maker", at };
  open(store, lesson.lesson.steps[at].document, true, {
    document: { draft },
    session: unseen.session,
    view: { ...unseen.view, lock: null, drawer: null },
    mode: { lesson, made: null },
  });
  store.temporal.getState().clear();
  showStep(store);
}

/** Opens the cards of the current step and restores its selection. */
function showStep(store: WorkbenchStore): void {
  const { at, lesson } = making(store.getState())!;
  const { view } = lesson.steps[at];
  showView(store, view === "" ? "none" : view);
}

/**
 * Adds the current state of the workbench as a step: to the suspended lesson, or to a new one.
 * @param cards Ids of the open cards.
 */
export function addView(store: WorkbenchStore, cards: readonly string[]): void {
  const state = store.getState();
  const step = stepNow(state, cards);
  if (state.mode.made === null) take(store, attend({ title: "", minutes: null, steps: [step] }, { is: "here" }), 0, newDraftName());
  else {
    const { made } = state.mode;
    take(store, { ...made.lesson, lesson: lessonWith(made.lesson, made.scenario) }, made.lesson.at, made.draft);
    add(store, step);
  }
  const { lesson, at } = making(store.getState())!;
  store.setState({ session: { toast: `Step ${at + 1} of ${lesson.title === "" ? "a new lesson" : `“${lesson.title}”`}` } });
}

/** Returns to the suspended lesson. */
export function goOn(store: WorkbenchStore): void {
  const { made } = store.getState().mode;
  if (made !== null) take(store, { ...made.lesson, lesson: lessonWith(made.lesson, made.scenario) }, made.lesson.at, made.draft);
}

/** Opens a copy of the current lesson in the editor. Its unreadable steps are left out and listed. */
export function makeFurther(store: WorkbenchStore): void {
  const { lesson } = store.getState().mode;
  if (lesson !== null) take(store, lesson, lesson.at, newDraftName());
}

/** The part of a draft that holds the lesson. */
export function writeMade(state: Workbench): unknown {
  return { lesson: writeLesson(lessonMade(state)), at: state.mode.lesson?.at };
}

/**
 * Reads the lesson of a draft and its current step.
 * @throws ScenarioError if no step can be read.
 */
export async function readMade(made: unknown): Promise<LessonSession> {
  const { lesson: raw, at } = Object(made) as { readonly lesson?: unknown; readonly at?: unknown };
  const { lesson, missing } = await readLessonValue(raw);
  const last = lesson.steps.length - 1;
  return { ...attend(lesson, { is: "here" }, missing), at: typeof at === "number" && at > 0 ? Math.min(Math.floor(at), last) : 0 };
}

/** Opens the lesson of a draft, unless the page has changed while the draft was read. */
export async function goOnMaking(store: WorkbenchStore, { made, name }: Draft): Promise<void> {
  const scenario = store.getState().document.current;
  const read = await readMade(made);
  if (store.getState().document.current === scenario) take(store, read, read.at, name);
}

/** Opens the lesson as a student would see it, at the current step. */
export function tryIt(store: WorkbenchStore): void {
  const state = store.getState();
  const own = making(state);
  if (own !== null) enter(store, attend(lessonMade(state), { is: "here" }), own.at);
}

/** Suspends the editing of the lesson. The workbench shows the scenario of its step. */
export function putAside(store: WorkbenchStore): void {
  const scenario = store.getState().document.current;
  open(store, { ...scenario }, true);
}

/** Makes a change that is not recorded for undo. */
export function untracked(store: WorkbenchStore, change: () => void): void {
  const history = store.temporal.getState();
  const { isTracking } = history;
  history.pause();
  change();
  if (isTracking) history.resume();
}

/** Replaces the lesson in the editor by a version with other steps, and shows one of its steps. */
function put(store: WorkbenchStore, lesson: Lesson, at: number): void {
  const own = making(store.getState());
  if (own === null) return;
  const { document } = lesson.steps[at];
  const isOther = document !== store.getState().document.current;
  store.setState({
    document: { current: document, pending: null, isEdited: true },
    mode: { lesson: { ...own, lesson, at } },
    ...(isOther || own.at !== at ? unseen : {}),
  });
  showStep(store);
}

/** Opens a step in the editor, counted from 0. */
export function turnTo(store: WorkbenchStore, at: number): void {
  const state = store.getState();
  const own = making(state);
  if (own !== null && at !== own.at && at >= 0 && at < own.lesson.steps.length) untracked(store, () => put(store, lessonMade(state), at));
}

/** Changes fields of the current step. */
export function changeStep(store: WorkbenchStore, by: Partial<Step>): void {
  const state = store.getState();
  const own = making(state);
  if (own === null) return;
  const lesson = lessonMade(state);
  const steps = lesson.steps.with(own.at, { ...lesson.steps[own.at], ...by });
  store.setState({ mode: { lesson: { ...own, lesson: { ...lesson, steps } } } });
}

/** Changes a field of the lesson. */
export function changeLesson(store: WorkbenchStore, by: Pick<Lesson, "title"> | Pick<Lesson, "minutes">): void {
  const state = store.getState();
  const own = making(state);
  if (own !== null) store.setState({ mode: { lesson: { ...own, lesson: { ...lessonMade(state), ...by } } } });
}

/** Appends a step to the lesson and shows it. */
function add(store: WorkbenchStore, step: Step): void {
  const lesson = lessonMade(store.getState());
  const count = lesson.steps.length;
  if (count >= mostSteps) return store.setState({ session: { toast: `A lesson has at most ${mostSteps} steps; this one is full.` } });
  put(store, { ...lesson, steps: [...lesson.steps, step] }, count);
}

/** Appends a step that shows the current state of the page. */
export function addStep(store: WorkbenchStore): void {
  add(store, stepNow(store.getState()));
}

/** Moves a step to another index, both counted from 0. */
export function moveStep(store: WorkbenchStore, from: number, to: number): void {
  const state = store.getState();
  const own = making(state);
  const lesson = lessonMade(state);
  if (own === null || from === to || lesson.steps[from] === undefined || lesson.steps[to] === undefined) return;
  const steps = lesson.steps.toSpliced(from, 1).toSpliced(to, 0, lesson.steps[from]);
  const at = steps.indexOf(lesson.steps[own.at]);
  store.setState({ mode: { lesson: { ...own, lesson: { ...lesson, steps }, at } } });
}

/** Removes a step from the lesson. */
export function removeStep(store: WorkbenchStore, at: number): void {
  const state = store.getState();
  const own = making(state);
  const lesson = lessonMade(state);
  if (own === null || lesson.steps[at] === undefined) return;
  if (lesson.steps.length === 1) return store.setState({ session: { toast: "A lesson has at least one step." } });
  const next = own.at > at || own.at === lesson.steps.length - 1 ? own.at - 1 : own.at;
  put(store, { ...lesson, steps: lesson.steps.toSpliced(at, 1) }, next);
  store.setState({ session: { toast: `Step ${at + 1} is gone. Undo brings it back.` } });
}

/** Undoes or redoes a change, and shows the step that it belongs to. */
export function goBack(store: WorkbenchStore, isForth = false): void {
  const before = making(store.getState());
  (isForth ? redo : undo)(store);
  const now = making(store.getState());
  if (before === null || now === null || now === before) return;
  if (now.at !== before.at) store.setState(unseen);
  showStep(store);
}

/**
 * Updates the network index in the question and the selection of the step when networks are added or removed. If the network itself was
 * removed, the question is about the first one.
 */
function keepNetworks(store: WorkbenchStore, state: Workbench, before: Workbench): void {
  const own = making(state);
  const [now, then] = [state.document.current, before.document.current];
  if (own === null || own !== before.mode.lesson || now === then) return;
  const placeOf = placesFrom(then, now, edited(before));
  const { question, view } = stepAt(own);
  const seen = readView(view);
  const of = seen.picked.is === "nothing" ? 0 : seen.picked.of;
  const asked = question === null || question.is === "free" ? 0 : question.network;
  if (placeOf(of) === of && placeOf(asked) === asked) return;
  // Within the observed change, so that both are one undo step.
  untracked(store, () =>
    changeStep(store, {
      ...(question === null || question.is === "free" ? {} : { question: { ...question, network: placeOf(asked) ?? 0 } }),
      ...(placeOf(of) === of ? {} : { view: viewSaid({ ...seen, picked: pickedAt(seen.picked, placeOf(of)) }) }),
    }),
  );
}

const pickedAt = (picked: Picked, of: number | null): Picked =>
  picked.is === "nothing" || of === null ? nothingSelected : { ...picked, of };

/** Writes the open cards and the selection into the step whenever the reader changes them, and keeps its network indices up to date. */
export function keepView(store: WorkbenchStore, state: Workbench, before: Workbench): void {
  keepNetworks(store, state, before);
  const own = making(state);
  const isOfStep =
    state.view.cardsOfLink !== before.view.cardsOfLink ||
    state.mode.lesson !== before.mode.lesson ||
    state.document.current !== before.document.current;
  const isSame =
    state.view.cards === before.view.cards &&
    state.session.selected === before.session.selected &&
    state.session.span === before.session.span &&
    state.view.unit === before.view.unit &&
    state.view.choices === before.view.choices;
  if (own === null || isOfStep || isSame) return;
  // In a microtask: within the observed change, the undo history would record this as a part of it.
  queueMicrotask(() => {
    const now = store.getState();
    const still = making(now);
    if (still?.at !== own.at || now.document.draft !== state.document.draft) return;
    const view = viewNow(now);
    if (view !== stepAt(still).view) untracked(store, () => changeStep(store, { view }));
  });
}

/**
 * The part of an address that contains the lesson; null if it would be too long to be sent safely.
 * @param step The step at which the link opens, counted from 1.
 */
export async function linkOfMade(lesson: Lesson, step: number): Promise<string | null> {
  const link = await writeLessonLink(lesson, step);
  return link === null || link.length > longestSafeLink ? null : link;
}
