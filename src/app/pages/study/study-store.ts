/** The study on the page: what is needed, what is picked and pointed at; with undo. */
import { createStore } from "zustand/vanilla";
import type { ValidationIssue } from "../../../core/base/errors.ts";
import { isSameValue } from "../../../core/base/same.ts";
import { type Candidate, candidatesOf } from "../../../core/study/candidates.ts";
import { usualAxes } from "../../../core/study/axes.ts";
import type { Need } from "../../../core/study/need.ts";

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
  readonly past: readonly Asked[];
  readonly future: readonly Asked[];
  /** Whether a hand is on a word: its changes are one step. */
  readonly isHeld: boolean;
}

export type StudyStore = ReturnType<typeof createStudy>;

const mostPast = 100;

export function createStudy(need: Need, picked: readonly string[] = []) {
  const candidates = candidatesOf(need);
  return createStore<StudyState>()(() => ({
    need,
    picked,
    candidates,
    before: candidates,
    misread: null,
    shown: null,
    family: null,
    tab: "picture" as const,
    ...usualAxes,
    said: "",
    past: [],
    future: [],
    isHeld: false,
  }));
}

const askedIn = ({ need, picked }: StudyState): Asked => ({ need, picked });

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
  const state = store.getState();
  // What changes nothing is no step; it still takes the place of what could not be read.
  if (isSameValue(asked, askedIn(state))) return store.setState({ misread: null, said: "" });
  const past = state.isHeld ? state.past : [...state.past, askedIn(state)].slice(-mostPast);
  turnTo(store, asked, { past, future: [] });
}

function turnTo(store: StudyStore, { need, picked }: Asked, more: Partial<StudyState>): void {
  const state = store.getState();
  const candidates = isSameValue(need, state.need) ? state.candidates : candidatesOf(need);
  const known = new Set(candidates.map(({ id }) => id));
  store.setState({
    need,
    candidates,
    before: candidates.length > 0 ? candidates : state.before,
    // Another size has other networks; a network that is not there cannot be picked.
    picked: candidates.length > 0 ? picked.filter((id) => known.has(id)) : picked,
    shown: state.shown !== null && known.has(state.shown) ? state.shown : null,
    // A family that has no network any more has no button to leave it by.
    family: candidates.length === 0 || candidates.some(({ topology }) => topology.kind === state.family) ? state.family : null,
    misread: null,
    said: "",
    ...more,
  });
}

export function beginHold(store: StudyStore): void {
  const state = store.getState();
  store.setState({ isHeld: true, past: [...state.past, askedIn(state)].slice(-mostPast), future: [] });
}

export function endHold(store: StudyStore): void {
  const { past, need, picked } = store.getState();
  const last = past.at(-1);
  // A hand that has changed nothing leaves nothing to undo.
  const isNothing = last !== undefined && isSameValue(last.need, need) && isSameValue(last.picked, picked);
  store.setState({ isHeld: false, ...(isNothing ? { past: past.slice(0, -1) } : {}) });
}

export function undoAsk(store: StudyStore): void {
  const state = store.getState();
  const last = state.past.at(-1);
  if (state.misread !== null) return store.setState({ misread: null });
  if (last !== undefined) turnTo(store, last, { past: state.past.slice(0, -1), future: [askedIn(state), ...state.future] });
}

export function redoAsk(store: StudyStore): void {
  const state = store.getState();
  const [next, ...future] = state.future;
  if (next !== undefined) turnTo(store, next, { past: [...state.past, askedIn(state)], future });
}

/** What cannot be read is said, and changes nothing. */
export function misreadAt(store: StudyStore, path: string, text: string, issue: ValidationIssue): void {
  store.setState({ misread: { path, text, issue } });
}
