/**
 * The address bar: always current, and the door for links. An incoming link stays as it is until the first edit. A
 * link that cannot be read shows why and leaves the work untouched.
 */
import { ScenarioError, describeIssue } from "../../core/base/errors.ts";
import { type Document } from "../../core/scenario/document.ts";
import { type Fragment, readFragment } from "../../links/fragment.ts";
import { isSame } from "./draft.ts";
import { isOwn, lockedWords, type Notice, open, type WorkbenchStore } from "./store.ts";

/** The readers and writers of links: fetched with the first link, or the first edit. */
export const links = () => import("../../links/index.ts");

/** What shows what a link picks and opens: few links say that. */
export const seeing = () => import("./show-view.ts");

/** What reads a document beside the page: few links name one. */
const beside = () => import("./same-site.ts");

/** What opens a lesson and goes through it: few links name one. */
export const attending = () => import("../lesson/attend.ts");

/** Browsers refuse more than 100 changes of the address in 10 s; this stays far below. */
const wait = 400;

/** Where links come from and go to: the browser's location and history, or a stand-in. */
export interface AddressBar {
  readonly location: Pick<Location, "hash" | "pathname" | "search">;
  readonly history: Pick<History, "replaceState">;
  addEventListener(type: "hashchange", listener: () => void): void;
  removeEventListener(type: "hashchange", listener: () => void): void;
}

/** What to say about a link or a file that cannot be used. */
export function noticeOf(title: string, fault: unknown, raw: string): Notice {
  const lines = fault instanceof ScenarioError ? fault.issues.map(describeIssue) : [String(fault instanceof Error ? fault.message : fault)];
  return { title, lines: lines.slice(0, 6), raw: raw.length > 160 ? `${raw.slice(0, 157)}…` : raw };
}

/**
 * Opens the lesson of a fragment, where it names one.
 * @returns false where it names none
 * @throws ScenarioError
 */
export async function openLessonIn(store: WorkbenchStore, fragment: Fragment): Promise<boolean> {
  const isNamed = fragment.is === "lesson" || (fragment.is === "file" && (await (await beside()).isLessonFile(fragment.source!)));
  if (isNamed) await (await attending()).openLesson(store, fragment);
  return isNamed;
}

/**
 * The document of a fragment: one beside the page is fetched; null where it is about the page alone.
 * @param stop ends the waiting for that document
 * @throws ScenarioError
 */
export async function documentIn({ is, source, scenario }: Fragment, stop?: AbortController): Promise<Document | null> {
  if (is === "page") return null;
  return source === null ? (await links()).readBare(scenario) : (await beside()).readFromSite(source, stop);
}

/**
 * Opens the scenario of a fragment. What was there before is kept under "Recent" when it was this reader's own work.
 * @returns false when the link cannot be read; the store then holds a notice and is otherwise untouched; or when another
 * link was opened before this one was there
 */
export async function openFragment(store: WorkbenchStore, fragment: Fragment): Promise<boolean> {
  const { isEmbedded, view, lock, text } = fragment;
  if (isClosed(store, isEmbedded)) return false;
  store.getState().opening?.abort();
  const opening = new AbortController();
  store.setState({ opening });
  const isOvertaken = () => store.getState().opening !== opening;
  let scenario: Document | null;
  let see: Awaited<ReturnType<typeof seeing>> | null;
  try {
    if (await openLessonIn(store, fragment)) return true;
    [scenario, see] = await Promise.all([documentIn(fragment, opening), view === null ? null : seeing()]);
    if (isOvertaken()) return false;
  } catch (fault) {
    if (!isOvertaken()) sayUnreadable(store, fault, text);
    return false;
  }
  const before = store.getState();
  // Who comes back from the papers finds the work as it was left.
  const isThere = scenario !== null && before.pending === null && isSame(before.scenario, scenario);
  if (scenario !== null && !isThere) open(store, scenario, false);
  if (view !== null) see?.showView(store, view);
  // What a link before has opened was for its own document.
  else if (scenario !== null && !isThere && before.cards === before.cardsOfLink) store.setState({ cards: {} });
  if (before.isEmbedded) await closeWith(store, lock);
  return true;
}

/** Says why a link cannot be read. */
export function sayUnreadable(store: WorkbenchStore, fault: unknown, text: string): void {
  store.setState({ notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${text}`) });
}

/** Locks what a link says; what cannot be understood locks everything, and says so. */
export async function closeWith(store: WorkbenchStore, lock: string | null): Promise<void> {
  if (lock === null) return store.setState({ lock: null });
  const { pageLock, wholePageLock } = await import("./lock.ts");
  try {
    store.setState({ lock: pageLock(lock, store.getState().scenario) });
  } catch (fault) {
    const notice = noticeOf("The locks in this link cannot be read, so everything is locked.", fault, `lock=${lock}`);
    store.setState({ lock: wholePageLock, notice });
  }
}

/** Whether another scenario may not be opened here: on a locked page only a link made for embedding may do that. */
export function isClosed(store: WorkbenchStore, isMeant = false): boolean {
  if (store.getState().lock === null || isMeant) return false;
  store.setState({ said: lockedWords("the scenario") });
  return true;
}

/** Keeps address bar and scenario together from now on; returns the way to stop. */
export function keepAddress(store: WorkbenchStore, bar: AddressBar = window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const write = async (scenario: Document) => {
    // A frame has no bar; loaded again, it is what its page says, locks included.
    if (store.getState().isEmbedded) return;
    const mine = ++latest;
    // A scenario too long for a link leaves a bare address rather than a wrong one; the draft still holds it.
    const fragment = await links()
      .then(({ writeLink }) => writeLink(scenario))
      .then(
        (link) => `#${link}`,
        () => "",
      );
    // Packing takes its time; a newer scenario or another link may have overtaken it.
    if (
      mine !== latest ||
      store.getState().scenario !== scenario ||
      !isOwn(store.getState()) ||
      readFragment(bar.location.hash).is === "paper"
    )
      return;
    bar.history.replaceState(null, "", `${bar.location.pathname}${bar.location.search}${fragment}`);
  };
  const stop = store.subscribe((state, before) => {
    if (state.lesson !== before.lesson && state.lesson !== null && !state.isEmbedded)
      void attending().then(({ keepLessonAddress }) => keepLessonAddress(state, bar));
    if (state.scenario === before.scenario && state.isEdited === before.isEdited) return;
    clearTimeout(timer);
    if (isOwn(state)) timer = setTimeout(() => void write(state.scenario), wait);
  });
  const opened = () => {
    const fragment = readFragment(bar.location.hash);
    if (fragment.is !== "nothing" && fragment.is !== "paper") void openFragment(store, fragment);
  };
  bar.addEventListener("hashchange", opened);
  return () => {
    stop();
    clearTimeout(timer);
    bar.removeEventListener("hashchange", opened);
  };
}
