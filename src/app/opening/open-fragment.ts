/**
 * Opens what the fragment of an address names: a document, a file next to the page, a lesson, or only settings of the view. Loaded with the
 * first link. If a link cannot be read, a notice says why and nothing changes.
 */
import { type Document } from "../../core/scenario/document.ts";
import { type Fragment } from "../../links/fragment.ts";
import { refuse } from "../../core/base/errors.ts";
import { readWithKinds } from "../../core/kinds/fetch-kinds.ts";
import { engineVersion } from "../../core/run/version.ts";
import { readDocumentText } from "../../links/text.ts";
import { applyLinkLock } from "../document/link-lock.ts";
import { type Draft, isSameDocument } from "../document/draft.ts";
import { restoreDrawing } from "../document/edits.ts";
import { isLessonText } from "./lesson-text.ts";
import { noticeOf } from "../document/notice.ts";
import { isInLesson } from "../state/mode-state.ts";
import { lockedMessage } from "../state/view-state.ts";
import { openDocument, reopenDocument } from "../document/open-document.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** The readers of links. */
const loadLinks = () => import("../../links/index.ts");

/** Applies the view settings of a link. Loaded separately because few links have them. */
const loadLinkView = () => import("../document/link-view.ts");

/** Reads documents in files next to the page. Loaded separately because few links name such a file. */
const loadSiteFiles = () => import("./same-site.ts");

/** Opens and runs lessons. Loaded separately because few links name a lesson. */
export const loadLessonSession = () => import("../lesson/lesson-actions.ts");

/**
 * What an address names: a lesson, a document (null if the address has only view settings), or a page with another version of the engine.
 */
type ResolvedAddress =
  | { readonly is: "lesson"; readonly begin: (store: WorkbenchStore) => void }
  | { readonly is: "document"; readonly document: Document | null }
  | { readonly is: "elsewhere"; readonly address: string };

/**
 * Finds what the address of the page names: a document (null if it names only settings of the page), a lesson, or another page. If the
 * document claims results of another version of the engine and the host has the page of that version, the answer is its address
 * (“elsewhere”).
 * @param controller aborts the fetch
 * @throws ScenarioError
 */
async function resolveFragment(fragment: Fragment, controller?: AbortController): Promise<ResolvedAddress> {
  const { is: fragmentType, source, lesson, scenario, hasOwnSeed } = fragment;
  if (fragmentType === "page") return { is: "document", document: null };
  // The document or lesson is in a file next to the page, or in the link itself.
  const file = lesson?.is === "named" ? `lessons/${lesson.text}.json` : source;
  const text =
    file === null
      ? null
      : await (await loadSiteFiles()).fetchSiteText(file, controller).catch((error: unknown) => rethrowLessonError(lesson, error));
  if (fragmentType === "lesson" || (text !== null && isLessonText(text)))
    return { is: "lesson", begin: await (await loadLessonSession()).readLessonOfFragment(fragment, text) };
  const document = await (text === null ? (await loadLinks()).readScenarioLink(scenario) : readWithKinds(() => readDocumentText(text)));
  const { engine = "" } = document.claim ?? {};
  if (engine !== "" && engine !== engineVersion && !hasOwnSeed) {
    const address = await (await import("./engine-versions.ts")).pageOfEngineVersion(engine);
    if (address !== null) return { is: "elsewhere", address: `${address}#${fragment.text}` };
  }
  // If each device has its own seed (`hasOwnSeed`), the document's claim about its results is dropped: it holds only for one seed.
  return {
    is: "document",
    document: hasOwnSeed ? { ...document, seed: (await import("../document/device-seed.ts")).deviceSeed(), claim: null } : document,
  };
}

/**
 * Rethrows an error; if the file of a named lesson is missing, the message gives the name of the lesson, because readers do not know its
 * file.
 */
function rethrowLessonError(lesson: Fragment["lesson"], error: unknown): never {
  if (lesson?.is !== "named" || !/does not exist/.test(String(error))) throw error;
  return refuse("", `There is no lesson “${lesson.text}” here.`, "All lessons are listed under Lessons.");
}

/** Outcome of opening an address; `none` if the address names no document. */
export type OpeningOutcome = "document" | "lesson" | "none" | "unreadable" | "closed" | "overtaken" | "leaving";

/**
 * Opens the part of an address after `#`, when the page is loaded or when a link is pasted or followed later. If the previous document was
 * the reader's own work, it stays under "Recent". If the link cannot be read, a notice is shown and nothing changes. If a later address is
 * opened meanwhile, this address is dropped ("overtaken").
 * @param showOther shows a document if the address names none; runs before the view settings are applied
 * @returns what was opened, or why nothing was opened
 */
export async function openFragment(store: WorkbenchStore, fragment: Fragment, showOther = async () => {}): Promise<OpeningOutcome> {
  const { isEmbedded, view, lock, text, hidden } = fragment;
  if (isOpeningRefused(store, isEmbedded)) return "closed";
  store.getState().document.opening?.abort();
  const opening = new AbortController();
  store.setState({ document: { opening } });
  const isSuperseded = () => store.getState().document.opening !== opening;
  // Fetch what the address names, together with the code for the view settings of the link.
  let resolved: ResolvedAddress;
  let linkView: Awaited<ReturnType<typeof loadLinkView>> | null;
  try {
    [resolved, linkView] = await Promise.all([resolveFragment(fragment, opening), view === null ? null : loadLinkView()]);
  } catch (error) {
    if (isSuperseded()) return "overtaken";
    reportUnreadable(store, error, text);
    return "unreadable";
  }
  if (isSuperseded()) return "overtaken";
  // Addresses that show something other than a document.
  if (resolved.is === "elsewhere") {
    location.replace(resolved.address);
    return "leaving";
  }
  if (resolved.is === "lesson") {
    resolved.begin(store);
    return "lesson";
  }
  // Show the document, with the view settings of the link.
  const { document } = resolved;
  if (document === null) await showOther();
  const previous = store.getState();
  // A reader who returns from the papers finds the document with its history as it was left. A lesson step does not count as the reader's
  // document.
  const isAlreadyShown =
    document !== null && !isInLesson(previous) && previous.document.pending === null && isSameDocument(previous.document.current, document);
  const isReplaced = document !== null && !isAlreadyShown;
  const { own } = previous.document;
  // The browser's Back leads to the address of the reader's own document, which continues as it was left.
  if (isReplaced && own !== null && isSameDocument(own.document.current, document)) reopenDocument(store, own);
  else if (isReplaced)
    openDocument(store, document, false, {
      document: { source: fragment.text, example: fragment.is === "file" ? document : null },
      mode: { lesson: null },
    });
  if (view !== null) linkView?.applyLinkView(store, view);
  // Cards opened by the previous link were meant for its document.
  else if (isReplaced && previous.view.cards === previous.view.cardsOfLink) store.setState({ view: { cards: {} } });
  store.setState({ view: { hidden } });
  if (previous.view.isEmbedded) await applyLinkLock(store, lock);
  return document === null ? "none" : "document";
}

/** If the document of the link equals the tab's draft, as after a reload, continues that draft. */
export async function continueDraft(store: WorkbenchStore, draftLoading: Promise<Draft | null>): Promise<void> {
  const { current } = store.getState().document;
  const draft = await draftLoading;
  if (draft === null || store.getState().document.current !== current || draft.made !== undefined) return;
  if (!isSameDocument(draft.document, current)) return;
  store.setState({ document: { draft: draft.name } });
  restoreDrawing(store, draft);
}

/** Shows why a link cannot be read. */
function reportUnreadable(store: WorkbenchStore, error: unknown, text: string): void {
  store.setState({ session: { notice: noticeOf("This link cannot be opened; your work is unchanged.", error, `#${text}`) } });
}

/**
 * Whether another document must not be opened here. On a locked page only a link made for embedding may open another document.
 * @param isForEmbedding whether the link was made for embedding
 */
export function isOpeningRefused(store: WorkbenchStore, isForEmbedding = false): boolean {
  const {
    view: { lock, isEmbedded },
    mode: { lesson },
  } = store.getState();
  // A lesson locks its own steps, but may be left for another document at any time.
  if (lock === null || isForEmbedding || (lesson !== null && !isEmbedded)) return false;
  store.setState({ session: { toast: lockedMessage("the scenario") } });
  return true;
}
