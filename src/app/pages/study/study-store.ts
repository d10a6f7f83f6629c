/** The study on the page: what is needed, what is picked and pointed at; with undo. */
import { temporal } from "zundo";
import { createStore, type StateCreator } from "zustand/vanilla";
import type { ValidationIssue } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { type Candidate, candidatesOf } from "../../../core/study/candidates.ts";
import { usualAxes } from "../../../core/study/axes.ts";
import type { Need } from "../../../core/study/need.ts";
import { boundUndo, undoBound } from "../../state/undo-bound.ts";

/** Most networks that the workbench shows beside each other. */
export const mostPicked = 8;

/** What can be undone. */
interface Asked {
  readonly need: Need;
  /** Ids of networks, the first one A. */
  readonly picked: readonly string[];
}

export interface StudyState extends Asked {
  readonly candidates: readonly Candidate[];
  /** The last ones, while a need has none: the picture stays. */
  readonly before: readonly Candidate[];
  /** A word that could not be read. */
  readonly misread: { readonly path: string; readonly text: string; readonly issue: ValidationIssue } | null;
  /** Id of the network pointed at; null for the one that answers. */
  readonly shown: string | null;
  /** The family looked at alone; null for all. */
  readonly family: string | null;
  readonly tab: "picture" | "table";
  /** Ids of what is drawn across and up. */
  readonly across: string;
  readonly up: string;
  /** What was just refused, or done elsewhere. */
  readonly said: string;
  /** Whether a hand is on a word: its changes are one step. */
  readonly isHeld: boolean;
}

export type StudyStore = ReturnType<typeof createStudy>;

/** A study of a need: zustand's store, with `temporal` for undo and redo. */
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

/** Lets all that depends on the networks change together with the need, by undo as well. */
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

/** The state after a step: with the networks of its need. */
function answering(next: StudyState, state: StudyState): StudyState {
  const candidates = isSameValue(next.need, state.need) ? state.candidates : candidatesOf(next.need);
  const known = new Set(candidates.map(({ id }) => id));
  return {
    ...next,
    candidates,
    before: candidates.length > 0 ? candidates : state.before,
    // Another size has other networks; a network that is not there cannot be picked.
    picked: candidates.length > 0 ? next.picked.filter((id) => known.has(id)) : next.picked,
    shown: state.shown !== null && known.has(state.shown) ? state.shown : null,
    // A family that has no network any more has no button to leave it by.
    family: candidates.length === 0 || candidates.some(({ topology }) => topology.kind === state.family) ? state.family : null,
    misread: null,
    said: "",
  };
}

/** Changes what is needed: one step, or part of that which a hand is making. */
export function ask(store: StudyStore, change: Partial<Need>): void {
  const state = store.getState();
  step(store, { need: { ...state.need, ...change }, picked: state.picked });
}

/** Picks a network, or unpicks it. */
export function togglePick(store: StudyStore, id: string): void {
  const state = store.getState();
  const isIn = state.picked.includes(id);
  if (!isIn && state.picked.length >= mostPicked)
    return store.setState({ said: `Eight networks are picked, as many as the workbench shows. Unpick one first.` });
  step(store, { need: state.need, picked: isIn ? state.picked.filter((each) => each !== id) : [...state.picked, id] });
}

/** Picks these, in this order. */
export function pickAll(store: StudyStore, picked: readonly string[]): void {
  step(store, { need: store.getState().need, picked: picked.slice(0, mostPicked) });
}

function step(store: StudyStore, asked: Asked): void {
  const { need, picked, isHeld } = store.getState();
  // What changes nothing is no step; it still takes the place of what could not be read.
  if (isSameValue(asked, { need, picked })) return store.setState({ misread: null, said: "" });
  store.setState(asked);
  // All changes of a hand that holds a word are one step: the first.
  if (isHeld) store.temporal.getState().pause();
}

export function beginHold(store: StudyStore): void {
  store.setState({ isHeld: true });
}

/** Lets a word go. A hand that has changed nothing leaves nothing to undo. */
export function endHold(store: StudyStore): void {
  store.setState({ isHeld: false });
  const { isTracking, resume, pastStates } = store.temporal.getState();
  if (isTracking) return;
  resume();
  const { need, picked } = store.getState();
  if (isSameValue(pastStates.at(-1), { need, picked })) store.temporal.setState({ pastStates: pastStates.slice(0, -1) });
}

/** Lets go of what is held, and takes its changes back. */
export function cancelHold(store: StudyStore): void {
  const { isTracking, pastStates } = store.temporal.getState();
  // The first change of a hold is the last step that is tracked.
  if (!isTracking) store.setState(pastStates[pastStates.length - 1]);
  endHold(store);
}

/** Back one step. A word that could not be read is taken back first. */
export function undoAsk(store: StudyStore): void {
  if (store.getState().misread !== null) store.setState({ misread: null });
  else store.temporal.getState().undo();
}

export function redoAsk(store: StudyStore): void {
  store.temporal.getState().redo();
}

/** What cannot be read is said, and changes nothing. */
export function misreadAt(store: StudyStore, path: string, text: string, issue: ValidationIssue): void {
  store.setState({ misread: { path, text, issue } });
}
