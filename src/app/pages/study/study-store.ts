/** The state of the study page: its need, the selected and hovered networks, and the axes; with undo. */
import { temporal } from "zundo";
import { createStore, type StateCreator } from "zustand/vanilla";
import type { ValidationIssue } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { type Candidate, candidatesOf } from "../../../core/study/candidates.ts";
import { usualAxes } from "../../../core/study/axes.ts";
import type { Need } from "../../../core/study/need.ts";
import { boundUndo, undoBound } from "../../state/undo-bound.ts";

/** Maximum number of networks that the workbench compares. */
export const mostPicked = 8;

/** The part of the state that undo restores. */
interface Asked {
  readonly need: Need;
  /** Ids of the selected networks, in the order of their letters. */
  readonly picked: readonly string[];
}

export interface StudyState extends Asked {
  readonly candidates: readonly Candidate[];
  /** The last candidates that were not empty. The plot shows them while a need has none. */
  readonly before: readonly Candidate[];
  /** A number of the need that could not be parsed. */
  readonly misread: { readonly path: string; readonly text: string; readonly issue: ValidationIssue } | null;
  /** Id of the hovered network; null for the network of the answer. */
  readonly shown: string | null;
  /** The only family that is highlighted; null for all. */
  readonly family: string | null;
  readonly tab: "picture" | "table";
  /** Ids of the horizontal and the vertical axis. */
  readonly across: string;
  readonly up: string;
  /** A message for a toast; empty for none. */
  readonly said: string;
  /** Whether a value is being dragged. All changes of a drag are one undo step. */
  readonly isHeld: boolean;
}

export type StudyStore = ReturnType<typeof createStudy>;

/** Creates the store of a study: a zustand store, with `temporal` for undo and redo. */
export function createStudy(need: Need, picked: readonly string[] = []) {
  const candidates = candidatesOf(need);
  const start: StudyState = {
    need,
    picked,
    candidates,
    before: candidates,
    misread: null,
    shown: null,
    family: null,
    tab: "picture",
    ...usualAxes,
    said: "",
    isHeld: false,
  };
  const store = createStore<StudyState>()(
    withCandidates(
      temporal((): StudyState => start, {
        partialize: ({ need, picked }): Asked => ({ need, picked }),
        equality: (past, present) => past.need === present.need && past.picked === present.picked,
        limit: undoBound.steps,
      }),
    ),
  );
  boundUndo(store.temporal);
  return store;
}

/** Middleware that updates the candidates and everything derived from them together with the need, also on undo. */
function withCandidates<Creator>(create: Creator): Creator {
  const creator: StateCreator<StudyState> = (set, get, api) => {
    const change = (patch: Partial<StudyState> | ((state: StudyState) => Partial<StudyState>)) =>
      set((state) => {
        const next = typeof patch === "function" ? patch(state) : patch;
        return next.need === undefined ? next : answering({ ...state, ...next }, state);
      });
    api.setState = change as typeof api.setState;
    return (create as StateCreator<StudyState>)(change as typeof set, get, api);
  };
  return creator as Creator;
}

/** The next state, with the candidates of its need. */
function answering(next: StudyState, state: StudyState): StudyState {
  const candidates = isSameValue(next.need, state.need) ? state.candidates : candidatesOf(next.need);
  const known = new Set(candidates.map(({ id }) => id));
  return {
    ...next,
    candidates,
    before: candidates.length > 0 ? candidates : state.before,
    // Deselect networks that are no candidates any more: another size has other networks.
    picked: candidates.length > 0 ? next.picked.filter((id) => known.has(id)) : next.picked,
    shown: state.shown !== null && known.has(state.shown) ? state.shown : null,
    // Clear the highlighted family if it has no networks left, because its button disappears as well.
    family: candidates.length === 0 || candidates.some(({ topology }) => topology.kind === state.family) ? state.family : null,
    misread: null,
    said: "",
  };
}

/** Changes the need, as one undo step or as part of the current drag. */
export function ask(store: StudyStore, change: Partial<Need>): void {
  const state = store.getState();
  step(store, { need: { ...state.need, ...change }, picked: state.picked });
}

/** Selects or deselects a network. */
export function togglePick(store: StudyStore, id: string): void {
  const state = store.getState();
  const isIn = state.picked.includes(id);
  if (!isIn && state.picked.length >= mostPicked)
    return store.setState({ said: `Eight networks are picked, as many as the workbench shows. Unpick one first.` });
  step(store, { need: state.need, picked: isIn ? state.picked.filter((each) => each !== id) : [...state.picked, id] });
}

/** Selects networks, in this order. */
export function pickAll(store: StudyStore, picked: readonly string[]): void {
  step(store, { need: store.getState().need, picked: picked.slice(0, mostPicked) });
}

/** Commits a need and a selection. */
function step(store: StudyStore, asked: Asked): void {
  const { need, picked, isHeld } = store.getState();
  // A change without effect is not an undo step, but it clears the text that could not be parsed.
  if (isSameValue(asked, { need, picked })) return store.setState({ misread: null, said: "" });
  store.setState(asked);
  // Record only the first change of a drag.
  if (isHeld) store.temporal.getState().pause();
}

/** Starts a drag. */
export function beginHold(store: StudyStore): void {
  store.setState({ isHeld: true });
}

/** Ends a drag. A drag without any effect leaves no undo step. */
export function endHold(store: StudyStore): void {
  store.setState({ isHeld: false });
  const { isTracking, resume, pastStates } = store.temporal.getState();
  if (isTracking) return;
  resume();
  const { need, picked } = store.getState();
  if (isSameValue(pastStates.at(-1), { need, picked })) store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** Cancels a drag and reverts its changes. */
export function cancelHold(store: StudyStore): void {
  const { isTracking, pastStates } = store.temporal.getState();
  // The last recorded state is the one before the drag.
  if (!isTracking) store.setState(pastStates[pastStates.length - 1]);
  endHold(store);
}

/** Undoes a step. A text that could not be parsed is discarded first. */
export function undoAsk(store: StudyStore): void {
  if (store.getState().misread !== null) store.setState({ misread: null });
  else store.temporal.getState().undo();
}

/** Redoes a step. */
export function redoAsk(store: StudyStore): void {
  store.temporal.getState().redo();
}

/** Stores a text that could not be parsed, with the reason. The need does not change. */
export function misreadAt(store: StudyStore, path: string, text: string, issue: ValidationIssue): void {
  store.setState({ misread: { path, text, issue } });
}
