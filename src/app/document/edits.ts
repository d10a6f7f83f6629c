/** Edits of the document: `propose` checks each once, and what can run becomes a step of undo. */
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
 * Takes an edited document if it can run, else keeps it as pending; one that changes what is locked is not taken.
 * @param isDrawn whether a hand has drawn it: then it is a step even while it cannot run
 */
export function propose(store: WorkbenchStore, candidate: Document, isDrawn = false): void {
  const state = store.getState();
  const { current, pending: was, draft, previous } = state.document;
  const locked = state.view.lock?.forbids(current, candidate) ?? null;
  if (locked !== null) return store.setState({ session: { toast: lockedWords(locked) } });
  const issues = checkDocument(candidate);
  if (issues.length > 0) {
    // What changes nothing is no step: emptying what is empty.
    if (isDrawn && was?.isDrawn === true && isSameValue(was.scenario, candidate)) return;
    const pending: Pending = { scenario: candidate, issues, ...(isDrawn ? { isDrawn: true } : {}) };
    return store.setState({ document: isDrawn ? { pending, isEdited: true } : { pending } });
  }
  if (isSameValue(candidate, current)) return store.setState({ document: { pending: null } });
  // All changes of a gesture are one step.
  const isStep = store.temporal.getState().isTracking;
  store.setState({
    ...placesIn(state, candidate, edited(state)),
    document: { current: candidate, pending: null, previous: isStep ? { scenario: current, of: draft } : previous, isEdited: true },
  });
  // The first change of a gesture is its undo step; the rest must leave no trace.
  if (state.session.scrubbed !== null) store.temporal.getState().pause();
}

/** Goes on with what a hand had drawn on a draft, and could not run yet. */
export function drawOn(store: WorkbenchStore, { drawn }: Pick<Draft, "drawn">): void {
  if (drawn !== undefined) propose(store, drawn, true);
}

/**
 * Where each network of the current document is in the next one, by their places; null for one that is gone.
 * @param edit the document that the next one was made of: the current one, or a pending edit of it
 */
export function placesFrom(current: Document, next: Document, { beside }: Document = current): (index: number) => number | null {
  const [own, other] = [placesAfter(current.beside, beside), placesAfter(beside, next.beside)];
  return (index) => other[own[index] ?? -1] ?? null;
}

/**
 * What is picked, active or edited goes with its network, wherever that is in the next document. A pick means the same only as long
 * as the topology stays; a stretch of time only as long as the run does. Once the active network itself is removed, the one that
 * takes its place is active.
 * @param edit the document that the next one was made of: the current one, or a pending edit of it
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

/** What was picked, in the next document; nothing where the network that it was picked in is gone or another one. */
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

/** Chooses a kind. */
export function choose(store: WorkbenchStore, path: Path, id: string): void {
  propose(store, withKind(edited(store.getState()), path, id));
}

/** Keeps a text that could not be read at its word, with the issue about it. */
export function misread(store: WorkbenchStore, path: Path, text: string, issue: ValidationIssue): void {
  store.setState((state) => ({
    document: { pending: { scenario: edited(state), issues: [issue], typed: { path: path.join("."), text } } },
  }));
}

/** Puts the nearest possible value in the place of the one reported about. */
export function mend(store: WorkbenchStore, issue: ValidationIssue): void {
  const better = mended(edited(store.getState()), issue);
  if (better !== undefined) propose(store, better);
}

/** Drops the pending edit: back to the last good scenario. */
export function withdraw(store: WorkbenchStore): void {
  store.setState({ document: { pending: null } });
}

/** Sets another network beside those that are there: one step. How one is found is fetched when it is asked for. */
export async function compare(store: WorkbenchStore): Promise<void> {
  const { withAnother } = await import("./edit-document.ts");
  const document = edited(store.getState());
  if (canCompare(document)) propose(store, withAnother(document));
}
