/** Edits of the document. `propose` validates each of them once; a valid document becomes an undo step. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import { isSameValue } from "../../core/base/equality.ts";
import type { PageSelection } from "../../core/network/selection.ts";
import { checkDocument, type Document, haveSameRuns, variantsOf } from "../../core/scenario/document.ts";
import { canCompare, withNearestValue, withFittingRouting, withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { haveSameNetwork, type Scenario } from "../../core/scenario/scenario.ts";
import { changesOf, positionsAfter } from "../../core/scenario/variants.ts";
import { editedDocument, type PendingEdit } from "../state/document-state.ts";
import { noSelection } from "../state/session-state.ts";
import { lockedMessage } from "../state/view-state.ts";
import type { Workbench, WorkbenchPatch, WorkbenchStore } from "../state/workbench.ts";
import type { Draft } from "./draft.ts";

/**
 * Proposes an edited document: makes it the current one if it is valid; otherwise stores it as pending with its issues, while the page
 * keeps the current one. An edit of a locked part (of a lesson or an embedded page) is refused with a toast. All edits of one drag are one
 * undo step.
 * @param isDrawn whether the edit was made in a drawing: then it is an undo step even if the document is not valid yet
 */
export function propose(store: WorkbenchStore, candidate: Document, isDrawn = false): void {
  const state = store.getState();
  const { current, pending: pendingBefore, draft, previous, example } = state.document;
  const lockedPart = state.view.lock?.lockedPartOf(current, candidate) ?? null;
  if (lockedPart !== null) return store.setState({ session: { toast: lockedMessage(lockedPart) } });
  const issues = checkDocument(candidate);
  if (issues.length > 0) {
    // An edit without effect, such as clearing an empty drawing, is not an undo step.
    if (isDrawn && pendingBefore?.isDrawn === true && isSameValue(pendingBefore.document, candidate)) return;
    const pending: PendingEdit = { document: candidate, issues, ...(isDrawn ? { isDrawn: true } : {}) };
    return store.setState({ document: isDrawn ? { pending, isEdited: true } : { pending } });
  }
  if (isSameValue(candidate, current)) return store.setState({ document: { pending: null } });
  // All edits of one drag form one undo step: the first edit is recorded, then recording pauses until the drag ends. So while recording is
  // paused, the document before the step stays the same.
  const isNewStep = store.temporal.getState().isTracking;
  store.setState({
    ...sessionPatchFor(state, candidate, editedDocument(state)),
    document: {
      current: withoutTitlesOf(example, candidate),
      pending: null,
      previous: isNewStep ? { scenario: current, of: draft } : previous,
      isEdited: true,
    },
  });
  if (state.session.draggedPath !== null) store.temporal.getState().pause();
}

/**
 * An edited document without the titles of the example with which it began: they name the example, and no longer what it has become. A
 * network beside the first loses its title when it differs from the first in another way.
 */
function withoutTitlesOf(example: Document | null, edited: Document): Document {
  if (example === null) return edited;
  const [first, ...others] = variantsOf(edited);
  const [exampleFirst, ...exampleOthers] = variantsOf(example);
  const isLeft = (other: Scenario) => {
    const same = exampleOthers.find(({ title }) => title === other.title);
    return same !== undefined && !isSameValue(changesOf(first, other), changesOf(exampleFirst, same));
  };
  return {
    ...edited,
    title: edited.title === example.title ? "" : edited.title,
    beside: edited.beside.map((other, i) => (isLeft(others[i]) ? { ...other, title: "" } : other)),
  };
}

/** Restores the drawing of a draft that was not valid yet. */
export function restoreDrawing(store: WorkbenchStore, { drawn }: Pick<Draft, "drawn">): void {
  if (drawn !== undefined) propose(store, drawn, true);
}

/**
 * Maps the index of each network of the current document to its index in the next one; null if it was removed.
 * @param edit the document from which the next one was made: the current one, or a pending edit of it
 */
export function networkIndexMap(current: Document, next: Document, { beside }: Document = current): (index: number) => number | null {
  const [toEdited, toNext] = [positionsAfter(current.beside, beside), positionsAfter(beside, next.beside)];
  return (index) => toNext[toEdited[index] ?? -1] ?? null;
}

/**
 * The changes of the page's state when the document is replaced by `next`: networks may have been added, removed or reordered, so everything
 * that refers to a network by its index gets the new index, or is reset if the network was removed. A selection is kept only if the topology
 * of its network does not change, a time span only if the runs do not change.
 * @param edit the document from which the next one was made: the current one, or a pending edit of it
 */
export function sessionPatchFor(before: Workbench, next: Document, edit?: Document): WorkbenchPatch {
  const { current } = before.document;
  const { selected, span, activeNetwork, pair } = before.session;
  const { drawing, painting } = before.mode;
  const newIndexOf = networkIndexMap(current, next, edit);
  // A mode or pair that does not change stays the same object, so that its subscribers are not notified.
  const withNewIndex = <T extends { readonly of: number }>(mode: T | null): T | null => {
    if (mode === null) return null;
    const newIndex = newIndexOf(mode.of);
    if (newIndex === null) return null;
    return newIndex === mode.of ? mode : { ...mode, of: newIndex };
  };
  // The two networks that a comparison shows.
  const newPair = (): typeof pair => {
    const [newLeft, newRight] = pair?.map(newIndexOf) ?? [null, null];
    if (newLeft === null || newRight === null) return null;
    return newLeft === pair?.[0] && newRight === pair[1] ? pair : [newLeft, newRight];
  };
  return {
    session: {
      selected: selectionAfter(current, next, selected, newIndexOf),
      span: span !== null && haveSameRuns(current, next) ? span : null,
      // If the active network was removed, the network that now has its index becomes active.
      activeNetwork: newIndexOf(activeNetwork) ?? (activeNetwork <= next.beside.length ? activeNetwork : 0),
      pair: newPair(),
    },
    mode: { drawing: withNewIndex(drawing), painting: withNewIndex(painting) },
  };
}

/** The selection in the next document; nothing if its network was removed or changed. */
function selectionAfter(
  before: Document,
  after: Document,
  selection: PageSelection,
  newIndexOf: (index: number) => number | null,
): PageSelection {
  if (selection.is === "nothing") return selection;
  const newIndex = newIndexOf(selection.of);
  if (selection.is === "message" || selection.is === "stretch" || newIndex === null) return noSelection;
  const [networkBefore, networkAfter] = [variantsOf(before)[selection.of], variantsOf(after)[newIndex]];
  if (networkBefore === undefined || !haveSameNetwork(networkBefore, networkAfter)) return noSelection;
  return newIndex === selection.of ? selection : { ...selection, of: newIndex };
}

/** Sets one value. */
export function editValue(store: WorkbenchStore, path: Path, value: unknown): void {
  propose(store, withFittingRouting(withDocumentValue(editedDocument(store.getState()), path, value), path));
}

/** Keeps a text that could not be parsed as typed, together with the issue about it. */
export function keepUnreadable(store: WorkbenchStore, path: Path, text: string, issue: ValidationIssue): void {
  store.setState((state) => ({
    document: { pending: { document: editedDocument(state), issues: [issue], typed: { path: path.join("."), text } } },
  }));
}

/** Replaces the value that an issue reports by the nearest valid one. */
export function repairValue(store: WorkbenchStore, issue: ValidationIssue): void {
  const repaired = withNearestValue(editedDocument(store.getState()), issue);
  if (repaired !== undefined) propose(store, repaired);
}

/** Discards the pending edit: the last valid document remains. */
export function discardPending(store: WorkbenchStore): void {
  store.setState({ document: { pending: null } });
}

/** Adds a network to compare, as one undo step. The code that chooses the network is loaded on demand. */
export async function addNetwork(store: WorkbenchStore): Promise<void> {
  const { withAnotherNetwork } = await import("./edit-document.ts");
  const document = editedDocument(store.getState());
  if (canCompare(document)) propose(store, withAnotherNetwork(document));
}
