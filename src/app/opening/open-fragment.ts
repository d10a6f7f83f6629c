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
import { closeWith } from "../document/close-with.ts";
import { isSame } from "../document/draft.ts";
import { isLessonText } from "./lesson-text.ts";
import { noticeOf } from "../document/notice.ts";
import { isInLesson } from "../state/mode-state.ts";
import { lockedWords } from "../state/view-state.ts";
import { open } from "../document/history.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** The readers of links. */
const links = () => import("../../links/index.ts");

/** What shows what a link picks and opens: few links say that. */
const seeing = () => import("../document/show-view.ts");

/** What reads a document beside the page: few links name one. */
const beside = () => import("./same-site.ts");

/** What opens a lesson and goes through it: few links name one. */
export const attending = () => import("../lesson/attend.ts");

/** What an address names: a lesson as it is to be begun, or a document; null for one that is about the page alone. */
type Found =
  | { readonly is: "lesson"; readonly begin: (store: WorkbenchStore) => void }
  | { readonly is: "document"; readonly document: Document | null }
  | { readonly is: "elsewhere"; readonly address: string };

/**
 * Reads what an address names; what lies beside the page is fetched. Numbers that another edition of the engine has made are shown by
 * the page that has it, where the host keeps one.
 * @param stop ends the waiting for that
 * @throws ScenarioError
 */
async function find(fragment: Fragment, stop?: AbortController): Promise<Found> {
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
  return {
    is: "document",
    document: asksSeed ? { ...document, seed: (await import("../document/own-seed.ts")).ownSeed(), claim: null } : document,
  };
}

/** A lesson goes by its name, and nobody knows of its file. */
function missing(lesson: Fragment["lesson"], fault: unknown): never {
  if (lesson?.is !== "named" || !/is not there/.test(String(fault))) throw fault;
  return refuse("", `There is no lesson “${lesson.text}” here.`, "Those that there are stand under Lessons.");
}

/** What came of opening an address; `none` for one that names no document. */
export type Opening = "document" | "lesson" | "none" | "unreadable" | "closed" | "overtaken" | "leaving";

/**
 * Opens what an address names: the same for the first address of a page and for each that is pasted or followed later. What was there
 * before is kept under "Recent" when it was this reader's own work. A link that cannot be read leaves a notice, and all else untouched.
 * @param showOther brings what the page shows where the address names no document; before it is looked at as the address says
 */
export async function openFragment(store: WorkbenchStore, fragment: Fragment, showOther = async () => {}): Promise<Opening> {
  const { isEmbedded, view, lock, text, hidden } = fragment;
  if (isClosed(store, isEmbedded)) return "closed";
  store.getState().document.opening?.abort();
  const opening = new AbortController();
  store.setState({ document: { opening } });
  const isOvertaken = () => store.getState().document.opening !== opening;
  let found: Found;
  let see: Awaited<ReturnType<typeof seeing>> | null;
  try {
    [found, see] = await Promise.all([find(fragment, opening), view === null ? null : seeing()]);
  } catch (fault) {
    if (isOvertaken()) return "overtaken";
    sayUnreadable(store, fault, text);
    return "unreadable";
  }
  if (isOvertaken()) return "overtaken";
  if (found.is === "elsewhere") {
    location.replace(found.address);
    return "leaving";
  }
  if (found.is === "lesson") {
    found.begin(store);
    return "lesson";
  }
  const { document } = found;
  if (document === null) await showOther();
  const before = store.getState();
  // Who comes back from the papers finds the work as it was left; a step of a lesson is none.
  const isThere = document !== null && !isInLesson(before) && before.document.pending === null && isSame(before.document.current, document);
  const isNew = document !== null && !isThere;
  if (isNew) open(store, document, false);
  if (view !== null) see?.showView(store, view);
  // What a link before has opened was for its own document.
  else if (isNew && before.view.cards === before.view.cardsOfLink) store.setState({ view: { cards: {} } });
  store.setState({ view: { hidden } });
  if (before.view.isEmbedded) await closeWith(store, lock);
  return document === null ? "none" : "document";
}

/** Says why a link cannot be read. */
function sayUnreadable(store: WorkbenchStore, fault: unknown, text: string): void {
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
