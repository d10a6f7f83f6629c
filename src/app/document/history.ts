/** The undo history: gestures as single steps, undo and redo, and opening another document. */
import { isSameValue } from "../../core/base/same.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/place.ts";
import { initialSession } from "../state/session-state.ts";
import type { WorkbenchPatch, WorkbenchStore } from "../state/workbench.ts";
import { newDraftName } from "../state/draft-name.ts";
import { placesIn, withdraw } from "./edits.ts";

/** Starts a drag, all edits of which become one undo step. */
export function beginGesture(store: WorkbenchStore, path: Path): void {
  store.setState({ session: { scrubbed: path.join(".") } });
}

/** Ends a drag. A drag that returns to its initial value leaves no step. */
export function endGesture(store: WorkbenchStore): void {
  const history = store.temporal.getState();
  if (store.getState().session.scrubbed === null) return;
  store.setState({ session: { scrubbed: null } });
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
  if (pending !== null && pending.isDrawn !== true) withdraw(store);
  else step(store, () => store.temporal.getState().undo());
}

/** Goes forward one step. */
export function redo(store: WorkbenchStore): void {
  step(store, () => store.temporal.getState().redo());
}

function step(store: WorkbenchStore, go: () => void): void {
  const before = store.getState();
  go();
  const { current, pending } = store.getState().document;
  if (current === before.document.current && pending === before.document.pending) return;
  store.setState({
    ...placesIn(before, current),
    document: { previous: { scenario: before.document.current, of: before.document.draft }, isEdited: true },
  });
}

/**
 * Opens another document: from a link, a file or the drafts. This is one undo step. The previous document remains a draft if it was edited.
 */
export function open(store: WorkbenchStore, current: Document, isEdited: boolean, more: WorkbenchPatch = { mode: { lesson: null } }): void {
  const { document: shown, mode } = store.getState();
  const made = mode.lesson?.part === "maker" ? { made: { lesson: mode.lesson, scenario: shown.current, draft: shown.draft } } : null;
  store.setState({
    document: { current, pending: null, draft: newDraftName(), isEdited, ...more.document },
    session: { ...initialSession, ...more.session },
    // The locks of a lesson step end with the lesson.
    view: { onStage: "", ...(mode.lesson === null ? {} : { lock: null }), ...more.view },
    mode: { drawing: null, painting: null, ...made, ...more.mode },
  });
  // A lesson that is being written has its own undo history.
  if (made !== null) store.temporal.getState().clear();
}
