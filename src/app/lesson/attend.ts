/** What is done in a lesson: begun, gone through, answered, left to explore, and come back to. Fetched with the first lesson. */
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

/** So many tries to reach a goal are listed. */
const mostTries = 8;

/** Folder of the lessons that come with the page. */
export const lessonFolder = "lessons";

/**
 * The lesson of a fragment, as it is begun at its step.
 * @param text of its file; null where the link holds all of it
 * @throws ScenarioError where not one step can be read
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

/** Opens a lesson that came as a text. @throws ScenarioError */
export async function openLessonText(store: WorkbenchStore, text: string): Promise<void> {
  const { lesson, missing } = await readLesson(text);
  // With an address of its own it outlives a reload; where it is too long for one, the file is what is left.
  const link = await writeLessonLink(lesson);
  const source: Source = link === null ? { is: "here" } : { is: "packed", text: link.replace(/^lesson=/, "") };
  begin(store, attend(lesson, source, missing), 0);
}

/** Turns to a lesson; one that is the same as that on the page goes on as it was. */
export function begin(store: WorkbenchStore, attending: LessonSession, at: number): void {
  const before = store.getState().mode.lesson;
  const isSame =
    before !== null && fragmentOf({ ...before, at: 0 }) !== "" && fragmentOf({ ...before, at: 0 }) === fragmentOf({ ...attending, at: 0 });
  if (!isSame) keepWork(store);
  const { current: scenario, isEdited } = store.getState().document;
  const fresh = { ...attending, ...saidBefore(attending), before: before === null ? { scenario, isEdited } : before.before };
  enter(store, isSame ? { ...before, part: before.part === "explorer" ? "student" : before.part } : fresh, at);
}

/** Shows a step: its scenario, cards and picks, what is locked, and its answer covered where it asks. */
export function enter(store: WorkbenchStore, from: LessonSession, at: number): void {
  const step = Math.min(Math.max(0, at), from.lesson.steps.length - 1);
  const { question, view } = from.lesson.steps[step];
  const isSeen = question === null || question.is === "goal" || step in from.said;
  const moved = { ...from, at: step, guess: null, done: isSeen ? [...new Set([...from.done, step])] : from.done };
  const attending = { ...moved, isCovered: mustCover(moved) };
  show(store, documentAt(attending, step), attending);
  showView(store, view === "" ? "none" : view);
  // What a step picks would say which channel it is.
  if (attending.isCovered && question?.is === "channel") store.setState({ session: { selected: nothingSelected } });
  void hold(store);
}

/** Locks what the step locks; while its answer is covered, all of it: the question is about this scenario and no other. */
async function hold(store: WorkbenchStore): Promise<void> {
  // What is done while the locks are fetched counts: they are those of the step as it is by then.
  await import("../document/lock.ts");
  const { lesson } = store.getState().mode;
  if (lesson === null || lesson.part === "explorer") return;
  await closeWith(store, lesson.part === "maker" ? null : lesson.isCovered ? "all" : lesson.lesson.steps[lesson.at].lock);
}

/** Puts a document and the state of the lesson on the page at once; a lesson's steps are no steps of undo. */
function show(store: WorkbenchStore, document: Document, lesson: LessonSession): void {
  open(store, document, false, { mode: { lesson }, view: { cards: {}, lock: null, drawer: null }, session: { hover: null } });
  store.temporal.getState().clear();
}

function change(store: WorkbenchStore, by: (attending: LessonSession) => Partial<LessonSession>): void {
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const next = { ...lesson, ...by(lesson) };
  store.setState({ mode: { lesson: { ...next, isCovered: mustCover(next) } } });
}

/** Keeps what the student has made of the present step. */
function keepWork(store: WorkbenchStore): void {
  const {
    mode: { lesson },
    document: { current: scenario, isEdited },
  } = store.getState();
  if (lesson === null || !isEdited || lesson.part === "maker") return;
  const kept = lesson.part === "explorer" ? "explored" : "worked";
  store.setState({ mode: { lesson: { ...lesson, [kept]: { ...lesson[kept], [lesson.at]: scenario } } } });
}

/** Goes to a step, from 0. */
export function goTo(store: WorkbenchStore, at: number): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, lesson, at);
}

/** Notes a guess that may still be moved. */
export function guess(store: WorkbenchStore, said: Said | null): void {
  change(store, () => ({ guess: said }));
}

/** Says the guess, or that there is none: the answer is uncovered. */
export function say(store: WorkbenchStore, said: Said | null): void {
  change(store, ({ at, said: before, done }) => ({ said: { ...before, [at]: said }, guess: null, done: [...new Set([...done, at])] }));
  void hold(store);
}

/** Notes what was tried to reach the goal; the same again is no other try. */
export function noteTry(store: WorkbenchStore, tried: Try): void {
  const { lesson } = store.getState().mode;
  const before = lesson?.tries[lesson.at] ?? [];
  const isSame = ({ least, value }: Try) => least === tried.least && (least !== null || value === tried.value);
  if (before.some((each) => isSame(each) && each.value === tried.value)) return;
  const all = [...before.filter((each) => !isSame(each)), tried];
  change(store, (attending) => {
    const reached = reachedAt(attending);
    // The last tries, and that which reached the goal, however long ago.
    const kept = all.filter((each, i) => i >= all.length - mostTries || each === reached);
    return { tries: { ...attending.tries, [attending.at]: kept } };
  });
}

/** Covers the answer again, as for a speaker who goes back. */
export function unsay(store: WorkbenchStore): void {
  change(store, ({ at, said }) => ({ said: Object.fromEntries(Object.entries(said).filter(([step]) => Number(step) !== at)) }));
  void hold(store);
}

/** Answers all over again. */
export function beginAgain(store: WorkbenchStore): void {
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, { ...lesson, said: {}, done: [], worked: {}, explored: {}, tries: {}, part: "student" }, 0);
}

/** Goes through it as somebody else from now on: a speaker's room, or a maker's table. */
export function takePart(store: WorkbenchStore, part: Part): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  if (part === "student" || part === "speaker") return enter(store, { ...lesson, part }, lesson.at);
  change(store, () => ({ part }));
}

/** Leaves for the whole workbench with the scenario of this step; the lesson waits. */
export function explore(store: WorkbenchStore): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson === null) return;
  const { [lesson.at]: kept } = lesson.explored;
  const exploring: LessonSession = { ...lesson, part: "explorer", isCovered: false };
  show(store, kept ?? documentAt(lesson, lesson.at), exploring);
  store.setState({ document: { isEdited: kept !== undefined } });
}

/** Comes back to the step as it was left. */
export function comeBack(store: WorkbenchStore): void {
  keepWork(store);
  const { lesson } = store.getState().mode;
  if (lesson !== null) enter(store, { ...lesson, part: "student" }, lesson.at);
}

/** Leaves the lesson; the network of its step stays on the page, as the reader's own. */
export function leave(store: WorkbenchStore): void {
  store.setState({ mode: { lesson: null }, view: { lock: null }, session: { hover: null }, document: { isEdited: true } });
}

/** Goes back to what was on the page before the lesson. */
export function goBack(store: WorkbenchStore): void {
  const { before } = store.getState().mode.lesson ?? {};
  if (before === undefined || before === null) return leave(store);
  open(store, before.scenario, before.isEdited, { mode: { lesson: null }, view: { lock: null, cards: {} }, session: { hover: null } });
}

/**
 * Writes the address of the step into the bar, so that the browser's own ways back and forth go from step to step. What somebody explores or
 * makes has an address of its own.
 */
export async function keepLessonAddress(
  { mode: { lesson }, document: { current: scenario } }: Workbench,
  { location, history }: Pick<AddressBar, "location" | "history">,
): Promise<void> {
  if (lesson === null || lesson.part === "maker") return;
  if (lesson.part === "explorer") {
    // The way back leads to the step. A scenario too long for a link has none, and stays where it is.
    const link = isOfLesson(location.hash, lesson) ? await writeLink(scenario).catch(() => null) : null;
    if (link !== null && isOfLesson(location.hash, lesson)) history.pushState(null, "", `${location.pathname}${location.search}#${link}`);
    return;
  }
  keepSaid(lesson);
  const hash = fragmentOf(lesson) === "" ? "" : `#${fragmentOf(lesson)}`;
  if (location.hash === hash) return;
  const address = `${location.pathname}${location.search}${hash}`;
  // The first takes the place of however the lesson was called; from there on each step is one step back.
  if (isOfLesson(location.hash, lesson)) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

/** Whether an address is one of a lesson's steps. */
function isOfLesson(hash: string, lesson: LessonSession): boolean {
  return hash !== "" && lesson.lesson.steps.some((_, at) => hash === `#${fragmentOf({ ...lesson, at })}`);
}

/** What has been said in a lesson, kept with the tab: a reload loses nothing. */
function keepSaid(attending: LessonSession): void {
  const { said, done, tries } = attending;
  const of = fragmentOf({ ...attending, at: 0 });
  if (of !== "") keepSetting("said", JSON.stringify({ of, said, done, tries }), "sessionStorage");
}

/** What was said in this tab before, in the same lesson. */
function saidBefore(attending: LessonSession): Partial<Pick<LessonSession, "said" | "done" | "tries">> {
  try {
    const kept = JSON.parse(readSetting("said", "sessionStorage") ?? "{}") as Partial<LessonSession> & { readonly of?: string };
    const { of, said, done = [], tries = {} } = kept;
    return of === fragmentOf({ ...attending, at: 0 }) && said !== undefined ? { said, done, tries } : {};
  } catch {
    return {};
  }
}
