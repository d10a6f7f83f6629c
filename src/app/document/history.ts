/** The undo history: gestures as single steps, undo and redo. */
import { isSameValue } from "../../core/base/equality.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import type { WorkbenchStore } from "../state/workbench.ts";
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
  const { current, pending, own } = store.getState().document;
  if (current === before.document.current && pending === before.document.pending) return;
  store.setState({
    ...sessionPatchFor(before, current),
    document: {
      previous: { scenario: before.document.current, of: before.document.draft },
      isEdited: true,
      // If the step leads to the reader's own document, the way back there is no longer needed.
      own: own?.document.current === current ? own.document.own : own,
    },
  });
}
