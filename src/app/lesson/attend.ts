/**
 * The actions of students and speakers in a lesson: start it, navigate, answer, explore freely, and return. Loaded with the first lesson.
 */
import type { Document } from "../../core/scenario/document.ts";
import type { Fragment } from "../../links/fragment.ts";
import { writeLink } from "../../links/index.ts";
import { readLessonLink, writeLessonLink } from "../../lessons/lesson-link.ts";
import type { Said } from "../../lessons/questions/contract.ts";
import { readLesson } from "../../lessons/read-lesson.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { closeWith } from "../document/close-with.ts";
import { showView } from "../document/show-view.ts";
import { keepSetting, readSetting } from "../setting.ts";
import { ownSeed } from "../document/own-seed.ts";
import { nothingSelected } from "../state/session-state.ts";
import { open } from "../document/history.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import {
  type LessonSession,
  attend,
  documentAt,
  fragmentOf,
  mustCover,
  type Part,
  reachedAt,
  type Source,
  type Try,
} from "../state/lesson-session.ts";

/** Maximum number of attempts at a goal that are listed. */
const mostTries = 8;

/** The folder of the lessons that are published with the page. */
export const lessonFolder = "lessons";

/**
 * Reads the lesson of a fragment. Returns a function that starts it at its step.
 * @param text Content of the lesson file; null if the link contains the whole lesson.
 * @throws ScenarioError if no step can be read.
 */
export async function lessonOf(fragment: Fragment, text: string | null): Promise<(store: WorkbenchStore) => void> {
  const { lesson: named, source: path, asksSeed, step } = fragment;
  const packed = named?.text ?? "";
  const { lesson, missing } = await (text === null ? readLessonLink(packed) : readLesson(text));
  const source: Source =
    named === null
      ? { is: "file", path: path ?? "" }
      : named.is === "named"
        ? { is: "named", name: packed }
        : { is: "packed", text: packed };
  return (store) => begin(store, attend(lesson, source, missing, asksSeed ? ownSeed() : null), step - 1);
}

/**
 * Opens a lesson from its text.
 * @throws ScenarioError if no step can be read.
 */
export async function openLessonText(store: WorkbenchStore, text: string): Promise<void> {
  const { lesson, missing } = await readLesson(text);
  // With the lesson in the address, a reload keeps it. If it is too long for an address, only the file remains.
  const link = await writeLessonLink(lesson);
  const source: Source = link === null ? { is: "here" } : { is: "packed", text: link.replace(/^lesson=/, "") };
  begin(store, attend(lesson, source, missing), 0);
}

/** Opens a lesson at a step. If the same lesson is already on the page, its session continues. */
export function begin(store: WorkbenchStore, attending: LessonSession, at: number): void {
  const before = store.getState().mode.lesson;
  const isSame =
    before !== null && fragmentOf({ ...before, at: 0 }) !== "" && fragmentOf({ ...before, at: 0 }) === fragmentOf({ ...attending, at: 0 });
  if (!isSame) keepWork(store);
  const { current: scenario, isEdited } = store.getState().document;
  const fresh = { ...attending, ...saidBefore(attending), before: before === null ? { scenario, isEdited } : before.before };
  enter(store, isSame ? { ...before, part: before.part === "explorer" ? "student" : before.part } : fresh, at);
}

/** Shows a step: its scenario, cards, selection and locks. The runs are covered if the step has a question that is not answered yet. */
export function enter(store: WorkbenchStore, from: LessonSession, at: number): void {
  const step = Math.min(Math.max(0, at), from.lesson.steps.length - 1);
  const { question, view } = from.lesson.steps[step];
  const isSeen = question === null || question.is === "goal" || step in from.said;
  const moved = { ...from, at: step, guess: null, done: isSeen ? [...new Set([...from.done, step])] : from.done };
  const attending = { ...moved, isCovered: mustCover(moved) };
  show(store, documentAt(attending, step), attending);
  showView(store, view === "" ? "none" : view);
  // The selection of the step would give away which channel is the answer.
  if (attending.isCovered && question?.is === "channel") store.setState({ session: { selected: nothingSelected } });
  void hold(store);
}

/** Applies the locks of the step. While its answer is covered, everything is locked, because the question is about this very scenario. */
async function hold(store: WorkbenchStore): Promise<void> {
  // The step may change while the module is loaded, so the session is read afterwards.
  await import("../document/lock.ts");
  const { lesson } = store.getState().mode;
  if (lesson === null || lesson.part === "explorer") return;
  await closeWith(store, lesson.part === "maker" ? null : lesson.isCovered ? "all" : lesson.lesson.steps[lesson.at].lock);
}

/** Puts a document and the session on the page in one update. Navigation in a lesson is not undoable. */
function show(store: WorkbenchStore, document: Document, lesson: LessonSession): void {
  open(store, document, false, { mode: { lesson }, view: { cards: {}, lock: null, drawer: null }, session: { hover: null } });
  store.temporal.getState().clear();
}

/** Changes the session and updates whether its runs are covered. */
function change(store: WorkbenchStore, by: (attending: LessonSession) => Partial<LessonSession>): void {
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const next = { ...lesson, ...by(lesson) };
  store.setState({ mode: { lesson: { ...next, isCovered: mustCover(next) } } });
}

/** Stores the document that the student has changed in the current step. */
function keepWork(store: WorkbenchStore): void {
  const {
    mode: { lesson },
    document: { current: scenario, isEdited },
  } = store.getState();
  if (lesson === null || !isEdited || lesson.part === "maker") return;
  const kept = lesson.part === "explorer" ? "explored" : "worked";
  store.setState({ mode: { lesson: { ...lesson, [kept]: { ...lesson[kept], [lesson.at]: scenario } } } });
}

/** Opens a step, counted from 0. */
export function goTo(store: WorkbenchStore, at: number): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, lesson, at);
}

/** Stores a draft of the answer, which the student can still change. */
export function guess(store: WorkbenchStore, said: Said | null): void {
  change(store, () => ({ guess: said }));
}

/** Submits an answer, or null for none, and reveals the truth. */
export function say(store: WorkbenchStore, said: Said | null): void {
  change(store, ({ at, said: before, done }) => ({ said: { ...before, [at]: said }, guess: null, done: [...new Set([...done, at])] }));
  void hold(store);
}

/** Records an attempt to reach the goal. A repeated attempt replaces the earlier one. */
export function noteTry(store: WorkbenchStore, tried: Try): void {
  const { lesson } = store.getState().mode;
  const before = lesson?.tries[lesson.at] ?? [];
  const isSame = ({ least, value }: Try) => least === tried.least && (least !== null || value === tried.value);
  if (before.some((each) => isSame(each) && each.value === tried.value)) return;
  const all = [...before.filter((each) => !isSame(each)), tried];
  change(store, (attending) => {
    const reached = reachedAt(attending);
    // Keep the last attempts, and the attempt that reached the goal, however long ago.
    const kept = all.filter((each, i) => i >= all.length - mostTries || each === reached);
    return { tries: { ...attending.tries, [attending.at]: kept } };
  });
}

/** Covers the answer again, for a speaker who goes back. */
export function unsay(store: WorkbenchStore): void {
  change(store, ({ at, said }) => ({ said: Object.fromEntries(Object.entries(said).filter(([step]) => Number(step) !== at)) }));
  void hold(store);
}

/** Starts the lesson again without any answers. */
export function beginAgain(store: WorkbenchStore): void {
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, { ...lesson, said: {}, done: [], worked: {}, explored: {}, tries: {}, part: "student" }, 0);
}

/** Changes the role in which the reader uses the lesson. */
export function takePart(store: WorkbenchStore, part: Part): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  if (part === "student" || part === "speaker") return enter(store, { ...lesson, part }, lesson.at);
  change(store, () => ({ part }));
}

/** Opens the full workbench with the scenario of this step. The lesson can be resumed. */
export function explore(store: WorkbenchStore): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const { [lesson.at]: kept } = lesson.explored;
  const exploring: LessonSession = { ...lesson, part: "explorer", isCovered: false };
  show(store, kept ?? documentAt(lesson, lesson.at), exploring);
  store.setState({ document: { isEdited: kept !== undefined } });
}

/** Returns from the workbench to the step. */
export function comeBack(store: WorkbenchStore): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, { ...lesson, part: "student" }, lesson.at);
}

/** Ends the lesson. The network of its step stays on the page as the reader's own document. */
export function leave(store: WorkbenchStore): void {
  store.setState({ mode: { lesson: null }, view: { lock: null }, session: { hover: null }, document: { isEdited: true } });
}

/** Ends the lesson and restores the document that was on the page before it. */
export function goBack(store: WorkbenchStore): void {
  const { before } = store.getState().mode.lesson ?? {};
  if (before === undefined || before === null) return leave(store);
  open(store, before.scenario, before.isEdited, { mode: { lesson: null }, view: { lock: null, cards: {} }, session: { hover: null } });
}

/**
 * Writes the address of the step into the address bar, so that the browser's back and forward buttons navigate between steps. Documents
 * that are explored or edited have their own addresses.
 */
export async function keepLessonAddress(
  { mode: { lesson }, document: { current: scenario } }: Workbench,
  { location, history }: Pick<AddressBar, "location" | "history">,
): Promise<void> {
  if (lesson === null || lesson.part === "maker") return;
  if (lesson.part === "explorer") {
    // The back button returns to the step. A scenario that is too long for a link leaves the address unchanged.
    const link = isOfLesson(location.hash, lesson) ? await writeLink(scenario).catch(() => null) : null;
    if (link !== null && isOfLesson(location.hash, lesson)) history.pushState(null, "", `${location.pathname}${location.search}#${link}`);
    return;
  }
  keepSaid(lesson);
  const hash = fragmentOf(lesson) === "" ? "" : `#${fragmentOf(lesson)}`;
  if (location.hash === hash) return;
  const address = `${location.pathname}${location.search}${hash}`;
  // The first address replaces the entry that opened the lesson; each further step adds an entry to the history.
  if (isOfLesson(location.hash, lesson)) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Whether an address belongs to a step of the lesson. */
function isOfLesson(hash: string, lesson: LessonSession): boolean {
  return hash !== "" && lesson.lesson.steps.some((_, at) => hash === `#${fragmentOf({ ...lesson, at })}`);
}

/** Saves the answers of a lesson in the storage of the tab, so that a reload keeps them. */
function keepSaid(attending: LessonSession): void {
  const { said, done, tries } = attending;
  const of = fragmentOf({ ...attending, at: 0 });
  if (of !== "") keepSetting("said", JSON.stringify({ of, said, done, tries }), "sessionStorage");
}

/** The answers that were saved in this tab for the same lesson. */
function saidBefore(attending: LessonSession): Partial<Pick<LessonSession, "said" | "done" | "tries">> {
  try {
    const kept = JSON.parse(readSetting("said", "sessionStorage") ?? "{}") as Partial<LessonSession> & { readonly of?: string };
    const { of, said, done = [], tries = {} } = kept;
    return of === fragmentOf({ ...attending, at: 0 }) && said !== undefined ? { said, done, tries } : {};
  } catch {
    return {};
  }
}
