/** Saves a lesson while it is edited: as a draft in this browser after every change, and in the address bar if it is short enough. */
import type { AddressBar } from "../sharing/address-bar.ts";
import type { Drafts } from "../document/draft.ts";
import { markLessonDraft } from "../document/tab.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { syncViewToStep, editedLesson, shareableLink, editorSession, writeLessonDraft } from "./editor-actions.ts";

/** Debounce times in ms, as in `document/autosave.ts` and `opening/sync-address.ts`. */
const [draftDebounceTime, addressDebounceTime] = [200, 400];

/**
 * Saves a lesson that is being written, after each change: as a draft in this browser, and as a link in the address bar. Both wait for a
 * pause in editing (ms). Returns a function that stops saving and saves the last change.
 */
export function autosaveLesson(
  store: WorkbenchStore,
  drafts: Drafts,
  addressBar: Pick<AddressBar, "location" | "history"> = window,
): () => void {
  /** The last state that is not saved yet. */
  let unsaved: Workbench | null = null;
  let hasReported = false;
  const timers: Record<"draft" | "address", ReturnType<typeof setTimeout> | undefined> = { draft: undefined, address: undefined };
  const saveDraft = () => {
    clearTimeout(timers.draft);
    const state = unsaved;
    unsaved = null;
    if (state === null) return;
    drafts.save(state.document.draft, state.document.current, { made: writeLessonDraft(state) }).catch((fault: unknown) => {
      if (hasReported) return;
      hasReported = true;
      const reason = fault instanceof Error ? fault.message : String(fault);
      store.setState({
        session: {
          notice: { title: "This browser does not save drafts.", lines: ["Save the lesson as a file before you leave.", reason] },
        },
      });
    });
  };
  const writeAddress = async (state: Workbench) => {
    const link = await shareableLink(editedLesson(state), (state.mode.lesson?.stepIndex ?? 0) + 1);
    const current = store.getState();
    if (current.mode.lesson !== state.mode.lesson || current.document.current !== state.document.current || current.view.isEmbedded) return;
    // The name of the draft is stored with the history entry: a reload keeps it, but a link that is opened elsewhere does not have it.
    addressBar.history.replaceState(
      state.document.draft,
      "",
      `${addressBar.location.pathname}${addressBar.location.search}${link === null ? "" : `#${link}`}`,
    );
  };
  const scheduleSave = (state: Workbench) => {
    if (editorSession(state) === null) return;
    markLessonDraft(state.document.draft);
    unsaved = state;
    clearTimeout(timers.draft);
    clearTimeout(timers.address);
    timers.draft = setTimeout(saveDraft, draftDebounceTime);
    timers.address = setTimeout(() => void writeAddress(state), addressDebounceTime);
  };
  scheduleSave(store.getState());
  const stopStore = store.subscribe((state, previous) => {
    syncViewToStep(store, state, previous);
    if (
      state.mode.lesson !== previous.mode.lesson ||
      state.document.current !== previous.document.current ||
      state.document.draft !== previous.document.draft
    ) {
      if (state.document.draft !== previous.document.draft) saveDraft();
      scheduleSave(store.getState());
    }
  });
  window.addEventListener("pagehide", saveDraft);
  return () => {
    stopStore();
    window.removeEventListener("pagehide", saveDraft);
    clearTimeout(timers.address);
    markLessonDraft(null);
    saveDraft();
  };
}
