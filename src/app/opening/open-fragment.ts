/**
 * Opens what the fragment of an address names: a document, a file next to the page, a lesson, or only settings of the view. Loaded with the
 * first link. If a link cannot be read, a notice says why and nothing changes.
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

/** Applies the view settings of a link. Loaded separately because few links have them. */
const seeing = () => import("../document/show-view.ts");

/** Reads a document next to the page. Loaded separately because few links name one. */
const beside = () => import("./same-site.ts");

/** Opens and runs lessons. Loaded separately because few links name one. */
export const attending = () => import("../lesson/attend.ts");

/**
 * What an address names: a lesson, a document (null if the address has only view settings), or a page with another version of the engine.
 */
type Found =
  | { readonly is: "lesson"; readonly begin: (store: WorkbenchStore) => void }
  | { readonly is: "document"; readonly document: Document | null }
  | { readonly is: "elsewhere"; readonly address: string };

/**
 * Resolves an address; fetches files next to the page. If the document claims results of another version of the engine and the host has the
 * page of that version, returns its address.
 * @param controller aborts the fetch
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
  // The claim holds only for the seed it was made with.
  return {
    is: "document",
    document: asksSeed ? { ...document, seed: (await import("../document/own-seed.ts")).ownSeed(), claim: null } : document,
  };
}

/**
 * Rethrows an error; if the file of a named lesson is missing, the message gives the name of the lesson, because readers do not know its
 * file.
 */
function missing(lesson: Fragment["lesson"], fault: unknown): never {
  if (lesson?.is !== "named" || !/is not there/.test(String(fault))) throw fault;
  return refuse("", `There is no lesson “${lesson.text}” here.`, "Those that there are stand under Lessons.");
}

/** Outcome of opening an address; `none` if the address names no document. */
export type Opening = "document" | "lesson" | "none" | "unreadable" | "closed" | "overtaken" | "leaving";

/**
 * Opens an address: the first one of a page, or one that is pasted or followed later. If the previous document was the reader's own work,
 * it stays under "Recent". If the link cannot be read, a notice is shown and nothing changes.
 * @param showOther shows a document if the address names none; runs before the view settings are applied
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
  // A reader who returns from the papers finds the document with its history as it was left. A lesson step does not count as the reader's
  // document.
  const isThere = document !== null && !isInLesson(before) && before.document.pending === null && isSame(before.document.current, document);
  const isNew = document !== null && !isThere;
  if (isNew) open(store, document, false);
  if (view !== null) see?.showView(store, view);
  // Cards opened by the previous link were meant for its document.
  else if (isNew && before.view.cards === before.view.cardsOfLink) store.setState({ view: { cards: {} } });
  store.setState({ view: { hidden } });
  if (before.view.isEmbedded) await closeWith(store, lock);
  return document === null ? "none" : "document";
}

/** Shows why a link cannot be read. */
function sayUnreadable(store: WorkbenchStore, fault: unknown, text: string): void {
  store.setState({ session: { notice: noticeOf("This link cannot be opened; your work is untouched.", fault, `#${text}`) } });
}

/**
 * Whether another document must not be opened here. On a locked page only a link made for embedding may open one.
 * @param isForEmbedding whether the link was made for embedding
 */
export function isClosed(store: WorkbenchStore, isMeant = false): boolean {
  const {
    view: { lock, isEmbedded },
    mode: { lesson },
  } = store.getState();
  // A lesson locks its own steps, but may be left for another document at any time.
  if (lock === null || isMeant || (lesson !== null && !isEmbedded)) return false;
  store.setState({ session: { toast: lockedWords("the scenario") } });
  return true;
}
