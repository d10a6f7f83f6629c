/**
 * Opens what an address says: a document, one beside the page, a lesson, or how the page is to be seen. Fetched with the first link. A
 * link that cannot be read shows why and leaves the work untouched.
 */
import { type Document } from "../../core/scenario/document.ts";
import { type Fragment } from "../../links/fragment.ts";
import { closeWith } from "./close-with.ts";
import { isSame } from "./draft.ts";
import { noticeOf } from "./notice.ts";
import { lockedWords, open, type WorkbenchStore } from "./store.ts";

/** The readers of links. */
const links = () => import("../../links/index.ts");

/** What shows what a link picks and opens: few links say that. */
export const seeing = () => import("./show-view.ts");

/** What reads a document beside the page: few links name one. */
const beside = () => import("./same-site.ts");

/** What opens a lesson and goes through it: few links name one. */
export const attending = () => import("../lesson/attend.ts");

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
export async function documentIn({ is, source, scenario, asksSeed }: Fragment, stop?: AbortController): Promise<Document | null> {
  if (is === "page") return null;
  const document = await (source === null ? (await links()).readBare(scenario) : (await beside()).readFromSite(source, stop));
  // A claim is about the seed that it was made with.
  return asksSeed ? { ...document, seed: (await import("./own-seed.ts")).ownSeed(), claim: null } : document;
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
  store.setState({ hidden: fragment.hidden });
  if (before.isEmbedded) await closeWith(store, lock);
  return true;
}

/** Says why a link cannot be read. */
export function sayUnreadable(store: WorkbenchStore, fault: unknown, text: string): void {
  store.setState({ notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${text}`) });
}

/** Whether another scenario may not be opened here: on a locked page only a link made for embedding may do that. */
export function isClosed(store: WorkbenchStore, isMeant = false): boolean {
  if (store.getState().lock === null || isMeant) return false;
  store.setState({ said: lockedWords("the scenario") });
  return true;
}
