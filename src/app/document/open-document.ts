/** Opens another document in the workbench. */
import type { Document } from "../../core/scenario/document.ts";
import { newDraftName } from "../state/draft-name.ts";
import { initialSession } from "../state/session-state.ts";
import type { WorkbenchPatch, WorkbenchStore } from "../state/workbench.ts";

/**
 * Opens another document from a link, a file or the drafts, as one undo step. The previous document remains a draft if it was edited, and a
 * lesson that is being written (role `maker`) is set aside. `patch` are further changes of the page's state.
 */
export function openDocument(
  store: WorkbenchStore,
  current: Document,
  isEdited: boolean,
  patch: WorkbenchPatch = { mode: { lesson: null } },
): void {
  const { document: previous, mode } = store.getState();
  const lessonInMaking =
    mode.lesson?.role === "maker" ? { setAsideLesson: { lesson: mode.lesson, scenario: previous.current, draft: previous.draft } } : null;
  store.setState({
    document: { current, pending: null, draft: newDraftName(), isEdited, ...patch.document },
    session: { ...initialSession, ...patch.session },
    // The locks of a lesson step end with the lesson.
    view: { stageView: "", ...(mode.lesson === null ? {} : { lock: null }), ...patch.view },
    mode: { drawing: null, painting: null, ...lessonInMaking, ...patch.mode },
  });
  // A lesson that is being written has its own undo history.
  if (lessonInMaking !== null) store.temporal.getState().clear();
}
