/** The undo history: gestures as single steps, undo and redo, and opening another document. */
import { isSameValue } from "../../core/base/equality.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { initialSession } from "../state/session-state.ts";
import type { WorkbenchPatch, WorkbenchStore } from "../state/workbench.ts";
import { newDraftName } from "../state/draft-name.ts";
import { sessionPatchFor, discardPending } from "./edits.ts";

/** Starts a drag, all edits of which become one undo step. */
export function beginGesture(store: WorkbenchStore, path: Path): void {
  store.setState({ session: { draggedPath: path.join(".") } });
}

/** Ends a drag. A drag that returns to its initial value leaves no step. */
export function endGesture(store: WorkbenchStore): void {
  const history = store.temporal.getState();
  if (store.getState().session.draggedPath === null) return;
  store.setState({ session: { draggedPath: null } });
  if (history.isTracking) return;
  history.resume();
  const before = history.pastStates.at(-1)?.document?.current;
  if (before !== undefined && isSameValue(before, store.getState().document.current)) {
    store.temporal.setState({ pastStates: history.pastStates.slice(0, -1) });
  }
}

/** Goes back one step. If an edit is pending, it is discarded first. */
export function undo(store: WorkbenchStore): void {
  const { pending } = store.getState().document;
  if (pending !== null && pending.isDrawn !== true) discardPending(store);
  else stepHistory(store, () => store.temporal.getState().undo());
}

/** Goes forward one step. */
export function redo(store: WorkbenchStore): void {
  stepHistory(store, () => store.temporal.getState().redo());
}

function stepHistory(store: WorkbenchStore, move: () => void): void {
  const before = store.getState();
  move();
  const { current, pending } = store.getState().document;
  if (current === before.document.current && pending === before.document.pending) return;
  store.setState({
    ...sessionPatchFor(before, current),
    document: { previous: { scenario: before.document.current, of: before.document.draft }, isEdited: true },
  });
}

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
