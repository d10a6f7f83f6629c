/** The state of the study page: its need, the selected and hovered networks, and the axes; with undo. */
import { temporal } from "zundo";
import { createStore, type StateCreator } from "zustand/vanilla";
import type { ValidationIssue } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/equality.ts";
import { type Candidate, candidatesOf } from "../../../core/study/candidates.ts";
import { defaultAxes } from "../../../core/study/axes.ts";
import type { StudyNeed } from "../../../core/study/need.ts";
import { limitUndoMemory, undoLimits } from "../../state/undo-limits.ts";

/** Maximum number of networks that the workbench compares. */
export const maxSelected = 8;

/** The part of the state that undo restores. */
interface UndoableState {
  readonly need: StudyNeed;
  /** Ids of the selected networks, in the order of their letters. */
  readonly selectedIds: readonly string[];
}

export interface StudyState extends UndoableState {
  readonly candidates: readonly Candidate[];
  /** The last list of candidates that was not empty. The plot shows it while no network fits the requirements. */
  readonly shownCandidates: readonly Candidate[];
  /** A number of the need that could not be parsed. */
  readonly invalidInput: { readonly path: string; readonly text: string; readonly issue: ValidationIssue } | null;
  /** Id of the hovered network; null for the network of the answer. */
  readonly hoveredId: string | null;
  /** The only family that is highlighted; null for all. */
  readonly family: string | null;
  readonly tab: "picture" | "table";
  /** Ids of the horizontal and the vertical axis. */
  readonly horizontalAxisId: string;
  readonly verticalAxisId: string;
  /** A message for a toast; empty for none. */
  readonly message: string;
  /** Whether a value is being dragged. All changes of a drag are one undo step. */
  readonly isDragging: boolean;
}

export type StudyStore = ReturnType<typeof createStudy>;

/**
 * Creates the store of a study with its initial state. Undo and redo (`temporal`) cover the requirements (`need`) and the selected networks
 * (`selectedIds`, ids). The candidates are computed from the requirements at each change.
 */
export function createStudy(need: StudyNeed, selectedIds: readonly string[] = []) {
  const candidates = candidatesOf(need);
  const initialState: StudyState = {
    need,
    selectedIds,
    candidates,
    shownCandidates: candidates,
    invalidInput: null,
    hoveredId: null,
    family: null,
    tab: "picture",
    ...defaultAxes,
    message: "",
    isDragging: false,
  };
  const store = createStore<StudyState>()(
    withCandidates(
      temporal((): StudyState => initialState, {
        partialize: ({ need, selectedIds }): UndoableState => ({ need, selectedIds }),
        equality: (past, present) => past.need === present.need && past.selectedIds === present.selectedIds,
        limit: undoLimits.steps,
      }),
    ),
  );
  limitUndoMemory(store.temporal);
  return store;
}

/** Middleware that updates the candidates and everything derived from them together with the need, also on undo. */
function withCandidates<Creator>(create: Creator): Creator {
  const creator: StateCreator<StudyState> = (set, get, api) => {
    const change = (patch: Partial<StudyState> | ((state: StudyState) => Partial<StudyState>)) =>
      set((state) => {
        const next = typeof patch === "function" ? patch(state) : patch;
        return next.need === undefined ? next : withCandidatesOfNeed({ ...state, ...next }, state);
      });
    api.setState = change as typeof api.setState;
    return (create as StateCreator<StudyState>)(change as typeof set, get, api);
  };
  return creator as Creator;
}

/** The next state, with the candidates of its need. */
function withCandidatesOfNeed(nextState: StudyState, state: StudyState): StudyState {
  const candidates = isSameValue(nextState.need, state.need) ? state.candidates : candidatesOf(nextState.need);
  const candidateIds = new Set(candidates.map(({ id }) => id));
  return {
    ...nextState,
    candidates,
    shownCandidates: candidates.length > 0 ? candidates : state.shownCandidates,
    // Deselect networks that are no candidates any more: another size has other networks.
    selectedIds: candidates.length > 0 ? nextState.selectedIds.filter((id) => candidateIds.has(id)) : nextState.selectedIds,
    hoveredId: state.hoveredId !== null && candidateIds.has(state.hoveredId) ? state.hoveredId : null,
    // Clear the highlighted family if it has no networks left, because its button disappears as well.
    family: candidates.length === 0 || candidates.some(({ topology }) => topology.kind === state.family) ? state.family : null,
    invalidInput: null,
    message: "",
  };
}

/** Changes the need, as one undo step or as part of the current drag. */
export function changeNeed(store: StudyStore, change: Partial<StudyNeed>): void {
  const state = store.getState();
  commitStep(store, { need: { ...state.need, ...change }, selectedIds: state.selectedIds });
}

/** Selects or deselects a network. */
export function toggleSelection(store: StudyStore, id: string): void {
  const state = store.getState();
  const isSelected = state.selectedIds.includes(id);
  if (!isSelected && state.selectedIds.length >= maxSelected)
    return store.setState({ message: `Eight networks are selected, the most that the workbench shows. Remove one first.` });
  commitStep(store, {
    need: state.need,
    selectedIds: isSelected ? state.selectedIds.filter((each) => each !== id) : [...state.selectedIds, id],
  });
}

/** Selects networks, in this order. */
export function selectAll(store: StudyStore, ids: readonly string[]): void {
  commitStep(store, { need: store.getState().need, selectedIds: ids.slice(0, maxSelected) });
}

/** Commits a need and a selection. */
function commitStep(store: StudyStore, next: UndoableState): void {
  const { need, selectedIds, isDragging } = store.getState();
  // A change without effect is not an undo step, but it clears the text that could not be parsed.
  if (isSameValue(next, { need, selectedIds })) return store.setState({ invalidInput: null, message: "" });
  store.setState(next);
  // Record only the first change of a drag.
  if (isDragging) store.temporal.getState().pause();
}

/** Starts a drag. */
export function beginDrag(store: StudyStore): void {
  store.setState({ isDragging: true });
}

/** Ends a drag. A drag without any effect leaves no undo step. */
export function endDrag(store: StudyStore): void {
  store.setState({ isDragging: false });
  const { isTracking, resume, pastStates } = store.temporal.getState();
  if (isTracking) return;
  resume();
  const { need, selectedIds } = store.getState();
  if (isSameValue(pastStates.at(-1), { need, selectedIds })) store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** Cancels a drag and reverts its changes. */
export function cancelDrag(store: StudyStore): void {
  const { isTracking, pastStates } = store.temporal.getState();
  // The last recorded state is the state before the drag.
  if (!isTracking) store.setState(pastStates[pastStates.length - 1]);
  endDrag(store);
}

/** Undoes a step. A text that could not be parsed is discarded first. */
export function undoStudyStep(store: StudyStore): void {
  if (store.getState().invalidInput !== null) store.setState({ invalidInput: null });
  else store.temporal.getState().undo();
}

/** Redoes a step. */
export function redoStudyStep(store: StudyStore): void {
  store.temporal.getState().redo();
}

/** Stores a text that could not be parsed, with the reason. The need does not change. */
export function setInvalidInput(store: StudyStore, path: string, text: string, issue: ValidationIssue): void {
  store.setState({ invalidInput: { path, text, issue } });
}
