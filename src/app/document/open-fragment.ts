/**
 * Opens what an address says: a document, one beside the page, a lesson, or how the page is to be seen. Fetched with the first link. A
 * link that cannot be read shows why and leaves the work untouched.
 */
import { type Document } from "../../core/scenario/document.ts";
import { type Fragment } from "../../links/fragment.ts";
import { refuse } from "../../core/base/errors.ts";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { engineVersion } from "../../core/run/version.ts";
import { readText } from "../../links/text.ts";
import { closeWith } from "./close-with.ts";
import { isSame } from "./draft.ts";
import { isLessonText } from "./lesson-text.ts";
import { noticeOf } from "./notice.ts";
import { isInLesson } from "../state/mode-state.ts";
import { lockedWords } from "../state/view-state.ts";
import { open } from "./history.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** The readers of links. */
const links = () => import("../../links/index.ts");

/** What shows what a link picks and opens: few links say that. */
export const seeing = () => import("./show-view.ts");

/** What reads a document beside the page: few links name one. */
const beside = () => import("./same-site.ts");

/** What opens a lesson and goes through it: few links name one. */
export const attending = () => import("../lesson/attend.ts");

/** What an address names: a lesson as it is to be begun, or a document; null for one that is about the page alone. */
export type Found =
  | { readonly is: "lesson"; readonly begin: (store: WorkbenchStore) => void }
  | { readonly is: "document"; readonly document: Document | null }
  | { readonly is: "elsewhere"; readonly address: string };

/**
 * Reads what an address names; what lies beside the page is fetched. Numbers that another edition of the engine has made are shown by
 * the page that has it, where the host keeps one.
 * @param stop ends the waiting for that
 * @throws ScenarioError
 */
export async function find(fragment: Fragment, stop?: AbortController): Promise<Found> {
  const { is, source, lesson, scenario, asksSeed } = fragment;
  if (is === "page") return { is: "document", document: null };
  const file = lesson?.is === "named" ? `lessons/${lesson.text}.json` : source;
  const text = file === null ? null : await (await beside()).textFromSite(file, stop).catch((fault: unknown) => missing(lesson, fault));
  if (is === "lesson" || (text !== null && isLessonText(text)))
    return { is: "lesson", begin: await (await attending()).lessonOf(fragment, text) };
  const document = await (text === null ? (await links()).readBare(scenario) : readWithKinds(() => readText(text)));
  const { engine = "" } = document.claim ?? {};
  if (engine !== "" && engine !== engineVersion && !asksSeed) {
    const address = await (await import("./edition.ts")).pageOfEdition(engine);
    if (address !== null) return { is: "elsewhere", address: `${address}#${fragment.text}` };
  }
  // A claim is about the seed that it was made with.
  return { is: "document", document: asksSeed ? { ...document, seed: (await import("./own-seed.ts")).ownSeed(), claim: null } : document };
}

/** A lesson goes by its name, and nobody knows of its file. */
function missing(lesson: Fragment["lesson"], fault: unknown): never {
  if (lesson?.is !== "named" || !/is not there/.test(String(fault))) throw fault;
  return refuse("", `There is no lesson “${lesson.text}” here.`, "Those that there are stand under Lessons.");
}

/**
 * Opens the scenario of a fragment. What was there before is kept under "Recent" when it was this reader's own work.
 * @returns false when the link cannot be read; the store then holds a notice and is otherwise untouched; or when another
 * link was opened before this one was there
 */
export async function openFragment(store: WorkbenchStore, fragment: Fragment): Promise<boolean> {
  const { isEmbedded, view, lock, text } = fragment;
  if (isClosed(store, isEmbedded)) return false;
  store.getState().document.opening?.abort();
  const opening = new AbortController();
  store.setState({ document: { opening } });
  const isOvertaken = () => store.getState().document.opening !== opening;
  let found: Found;
  let see: Awaited<ReturnType<typeof seeing>> | null;
  try {
    [found, see] = await Promise.all([find(fragment, opening), view === null ? null : seeing()]);
    if (isOvertaken()) return false;
  } catch (fault) {
    if (!isOvertaken()) sayUnreadable(store, fault, text);
    return false;
  }
  if (found.is === "elsewhere") {
    location.replace(found.address);
    return false;
  }
  if (found.is === "lesson") {
    found.begin(store);
    return true;
  }
  const { document: scenario } = found;
  const before = store.getState();
  // Who comes back from the papers finds the work as it was left; a step of a lesson is none.
  const isThere = scenario !== null && !isInLesson(before) && before.document.pending === null && isSame(before.document.current, scenario);
  if (scenario !== null && !isThere) open(store, scenario, false);
  if (view !== null) see?.showView(store, view);
  // What a link before has opened was for its own document.
  else if (scenario !== null && !isThere && before.view.cards === before.view.cardsOfLink) store.setState({ view: { cards: {} } });
  store.setState({ view: { hidden: fragment.hidden } });
  if (before.view.isEmbedded) await closeWith(store, lock);
  return true;
}

/** Says why a link cannot be read. */
export function sayUnreadable(store: WorkbenchStore, fault: unknown, text: string): void {
  store.setState({ session: { notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${text}`) } });
}

/** Whether another scenario may not be opened here: on a locked page only a link made for embedding may do that. */
export function isClosed(store: WorkbenchStore, isMeant = false): boolean {
  const {
    view: { lock, isEmbedded },
    mode: { lesson },
  } = store.getState();
  // A lesson locks its own steps, and is left for something else at any time.
  if (lock === null || isMeant || (lesson !== null && !isEmbedded)) return false;
  store.setState({ session: { toast: lockedWords("the scenario") } });
  return true;
}
