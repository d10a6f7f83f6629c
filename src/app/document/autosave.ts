/** Saves the document on the page as a draft after every edit. Another document that is opened becomes another draft. */
import type { Drafts } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { hasOwnEdits, type Workbench, type WorkbenchStore } from "../state/workbench.ts";
import { markTabDraft } from "./tab.ts";

/** Milliseconds from an edit to its save: long enough to skip the frames of a drag, short enough that no edit is lost. */
const saveDelay = 200;
/** Milliseconds without an answer from the browser's storage after which it is considered broken. */
const storageTimeout = 10_000;

/**
 * Saves the edited document as a draft in this browser, after a pause in editing and when the page is hidden. A document that was only
 * opened becomes a draft with its first edit. The tab remembers the name of its draft. Returns a function that stops saving.
 */
export function autosave(store: WorkbenchStore, drafts: Drafts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasReported = false;
  const reportFailure = (error: unknown) => {
    if (hasReported) return;
    hasReported = true;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = "Before you leave this page, copy its link or save the scenario as a file. Both commands are under Share.";
    store.setState({ session: { notice: { title: "This browser does not save drafts.", lines: [remedy, reason] } } });
  };
  const save = ({ document: { draft, current: currentDocument, pending } }: Workbench) => {
    clearTimeout(timer);
    timer = undefined;
    const timeout = setTimeout(() => reportFailure("The storage of the browser does not respond."), storageTimeout);
    // A drawing that is not valid yet is saved together with the last valid document.
    drafts
      .save(draft, currentDocument, pending?.isDrawn === true ? { drawn: pending.document } : {})
      .catch(reportFailure)
      .finally(() => clearTimeout(timeout));
  };
  /** Records in the tab which draft it shows, and whether the page is open or has been left. */
  const markDraft = (status: "open" | "left") => markTabDraft(store.getState().document.draft, status);
  markDraft("open");
  const unsubscribe = store.subscribe((state, previous) => {
    if (state.document.draft !== previous.document.draft) {
      // Another document replaces this one, whose last edit is saved now.
      if (hasOwnEdits(previous) && state.document.current !== previous.document.current) save(previous);
      markDraft("open");
    }
    const isUnchanged = (["current", "isEdited", "draft", "pending"] as const).every(
      (field) => state.document[field] === previous.document[field],
    );
    if (!hasOwnEdits(state) || isUnchanged) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(state), saveDelay);
  });
  const listeners = new AbortController();
  const { signal } = listeners;
  // A page that is closed right after an edit saves it, too.
  const onPageHide = () => {
    if (timer !== undefined && hasOwnEdits(store.getState())) save(store.getState());
    markDraft("left");
  };
  // A page restored from the back/forward cache continues under a new draft name: another page may have edited its draft in the meantime.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && store.setState({ document: { draft: newDraftName() } });
  window.addEventListener("pagehide", onPageHide, { signal });
  window.addEventListener("pageshow", onPageShow, { signal });
  return () => {
    unsubscribe();
    clearTimeout(timer);
    listeners.abort();
  };
}
