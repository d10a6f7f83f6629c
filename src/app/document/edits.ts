/** Edits of the document. `propose` validates each of them once; a valid document becomes an undo step. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import { isSameValue } from "../../core/base/same.ts";
import type { Picked } from "../../core/network/selected.ts";
import { checkDocument, type Document, haveSameRuns, variantsOf } from "../../core/scenario/document.ts";
import { canCompare, mended, refitted, withKind, withValue } from "../../core/scenario/edits/edit-place.ts";
import type { Path } from "../../core/scenario/place.ts";
import { haveSameNetwork } from "../../core/scenario/scenario.ts";
import { placesAfter } from "../../core/scenario/variants.ts";
import { edited, type Pending } from "../state/document-state.ts";
import { nothingSelected } from "../state/session-state.ts";
import { lockedWords } from "../state/view-state.ts";
import type { Workbench, WorkbenchPatch, WorkbenchStore } from "../state/workbench.ts";
import type { Draft } from "./draft.ts";

/**
 * Makes an edited document the current one if it is valid; otherwise it stays pending. An edit of a locked part is refused.
 * @param isDrawn whether the edit was made in a drawing: then it is an undo step even if the document is not valid yet
 */
export function propose(store: WorkbenchStore, candidate: Document, isDrawn = false): void {
  const state = store.getState();
  const { current, pending: was, draft, previous } = state.document;
  const locked = state.view.lock?.forbids(current, candidate) ?? null;
  if (locked !== null) return store.setState({ session: { toast: lockedWords(locked) } });
  const issues = checkDocument(candidate);
  if (issues.length > 0) {
    // An edit without effect is no step: for example, clearing an empty drawing.
    if (isDrawn && was?.isDrawn === true && isSameValue(was.scenario, candidate)) return;
    const pending: Pending = { scenario: candidate, issues, ...(isDrawn ? { isDrawn: true } : {}) };
    return store.setState({ document: isDrawn ? { pending, isEdited: true } : { pending } });
  }
  if (isSameValue(candidate, current)) return store.setState({ document: { pending: null } });
  // All edits of one gesture form one step.
  const isStep = store.temporal.getState().isTracking;
  store.setState({
    ...placesIn(state, candidate, edited(state)),
    document: { current: candidate, pending: null, previous: isStep ? { scenario: current, of: draft } : previous, isEdited: true },
  });
  // The first edit of a gesture is recorded for undo; recording pauses for the rest.
  if (state.session.scrubbed !== null) store.temporal.getState().pause();
}

/** Restores the drawing of a draft that was not valid yet. */
export function drawOn(store: WorkbenchStore, { drawn }: Pick<Draft, "drawn">): void {
  if (drawn !== undefined) propose(store, drawn, true);
}

/**
 * Maps the index of each network of the current document to its index in the next one; null if it was removed.
 * @param edit the document from which the next one was made: the current one, or a pending edit of it
 */
export function placesFrom(current: Document, next: Document, { beside }: Document = current): (index: number) => number | null {
  const [own, other] = [placesAfter(current.beside, beside), placesAfter(beside, next.beside)];
  return (index) => other[own[index] ?? -1] ?? null;
}

/**
 * Updates the state that refers to networks by index. A selection is kept only if the topology of its network does not change, a time span
 * only if the runs do not change. If the active network is removed, the network that takes its index becomes active.
 * @param edit the document from which the next one was made: the current one, or a pending edit of it
 */
export function placesIn(before: Workbench, next: Document, edit?: Document): WorkbenchPatch {
  const { current } = before.document;
  const { selected, span, activeNetwork, pair } = before.session;
  const { drawing, painting } = before.mode;
  const placeOf = placesFrom(current, next, edit);
  const moved = <T extends { readonly of: number }>(mode: T | null): T | null => {
    const of = mode === null ? null : placeOf(mode.of);
    return mode === null || of === null ? null : of === mode.of ? mode : { ...mode, of };
  };
  const [left, right] = pair?.map(placeOf) ?? [null, null];
  return {
    session: {
      selected: pickAfter(current, next, selected, placeOf),
      span: span !== null && haveSameRuns(current, next) ? span : null,
      activeNetwork: placeOf(activeNetwork) ?? (activeNetwork <= next.beside.length ? activeNetwork : 0),
      pair: left === null || right === null ? null : left === pair?.[0] && right === pair[1] ? pair : [left, right],
    },
    mode: { drawing: moved(drawing), painting: moved(painting) },
  };
}

/** The selection in the next document; nothing if its network was removed or changed. */
function pickAfter(before: Document, after: Document, picked: Picked, placeOf: (index: number) => number | null): Picked {
  if (picked.is === "nothing") return picked;
  const of = placeOf(picked.of);
  if (picked.is === "message" || picked.is === "stretch" || of === null) return nothingSelected;
  const [own, next] = [variantsOf(before)[picked.of], variantsOf(after)[of]];
  if (own === undefined || !haveSameNetwork(own, next)) return nothingSelected;
  return of === picked.of ? picked : { ...picked, of };
}

/** Sets one value. */
export function edit(store: WorkbenchStore, path: Path, value: unknown): void {
  propose(store, refitted(withValue(edited(store.getState()), path, value), path));
}

/** Selects a kind. */
export function choose(store: WorkbenchStore, path: Path, id: string): void {
  propose(store, withKind(edited(store.getState()), path, id));
}

/** Keeps a text that could not be parsed as typed, together with the issue about it. */
export function misread(store: WorkbenchStore, path: Path, text: string, issue: ValidationIssue): void {
  store.setState((state) => ({
    document: { pending: { scenario: edited(state), issues: [issue], typed: { path: path.join("."), text } } },
  }));
}

/** Replaces the value that an issue reports by the nearest valid one. */
export function mend(store: WorkbenchStore, issue: ValidationIssue): void {
  const better = mended(edited(store.getState()), issue);
  if (better !== undefined) propose(store, better);
}

/** Discards the pending edit: the last valid document remains. */
export function withdraw(store: WorkbenchStore): void {
  store.setState({ document: { pending: null } });
}

/** Adds a network to compare, as one undo step. The code that chooses the network is loaded on demand. */
export async function compare(store: WorkbenchStore): Promise<void> {
  const { withAnother } = await import("./edit-document.ts");
  const document = edited(store.getState());
  if (canCompare(document)) propose(store, withAnother(document));
}
