/** Opens another document in the workbench. */
import type { Document } from "../../core/scenario/document.ts";
import { newDraftName } from "../state/draft-name.ts";
import { initialSession } from "../state/session-state.ts";
import type { LeftDocument } from "../state/document-state.ts";
import { hasOwnEdits, type WorkbenchPatch, type WorkbenchStore } from "../state/workbench.ts";

/**
 * Opens another document from a link, a file or the drafts, as one undo step. The previous document remains a draft if it was edited, and the
 * way back to it is shown (`own`); a lesson that is being written (role `maker`) is set aside. `patch` are further changes of the page's
 * state.
 */
export function openDocument(
  store: WorkbenchStore,
  current: Document,
  isEdited: boolean,
  patch: WorkbenchPatch = { mode: { lesson: null } },
): void {
  const state = store.getState();
  const { document: previous, mode } = state;
  const lessonInMaking =
    mode.lesson?.role === "maker" ? { setAsideLesson: { lesson: mode.lesson, scenario: previous.current, draft: previous.draft } } : null;
  store.setState({
    document: {
      current,
      pending: null,
      draft: newDraftName(),
      isEdited,
      source: "",
      example: null,
      own: hasOwnEdits(state) ? leftDocument(store) : previous.own,
      ...patch.document,
    },
    session: { ...initialSession, ...patch.session },
    // The locks of a lesson step end with the lesson.
    view: { stageView: "", ...(mode.lesson === null ? {} : { lock: null }), ...patch.view },
    mode: { drawing: null, painting: null, ...lessonInMaking, ...patch.mode },
  });
  // A lesson that is being written has its own undo history.
  if (lessonInMaking !== null) store.temporal.getState().clear();
}

/** The document on the page with its undo history, to return to. */
export function leftDocument(store: WorkbenchStore): LeftDocument {
  const { pastStates, futureStates } = store.temporal.getState();
  return { document: store.getState().document, history: { pastStates, futureStates } };
}

/** Shows a document again as it was left, with its draft and its undo history, and leaves a lesson. */
export function reopenDocument(store: WorkbenchStore, { document, history }: LeftDocument): void {
  openDocument(store, document.current, document.isEdited, {
    document,
    view: { cards: {} },
    session: { hover: null },
    mode: { lesson: null },
  });
  store.temporal.setState(history);
}
