/**
 * What the page knows: the scenario, which undo covers, and the state of the view, which it does not. Frames and
 * results never enter.
 */
import { temporal } from "zundo";
import { createStore } from "zustand/vanilla";
import { bytesOf } from "../../core/base/lru.ts";
import type { ValidationIssue } from "../../core/base/errors.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import { isSameValue } from "../../core/base/same.ts";
import type { LoadUnit } from "../../core/base/load-unit.ts";
import { type Document, documentHash, variantsOf } from "../../core/scenario/document.ts";
import { views } from "../../views/index.ts";
import type { Picked } from "../../core/network/selected.ts";
import type { Highlight, Selected, Span, ViewData } from "../../views/contract.ts";
import type { DrawingSession } from "../../views/drawing/session.ts";
import { haveSameNetwork } from "../../core/scenario/scenario.ts";
import { type Path } from "../../core/scenario/place.ts";
import { placesAfter } from "../../core/scenario/variants.ts";
import { canCompare, issuesOf, mended, refitted, withKind, withValue } from "../../core/scenario/edits/edit-place.ts";
import type { Attending } from "../lesson/attending.ts";
import type { Held, Spot } from "../painting/stroke.ts";
import { type Draft, newName } from "./draft.ts";
import { firstDocument } from "./first-document.ts";

/** An edit that cannot run: the last good scenario goes on showing while it waits to be mended. */
export interface Pending {
  /** The scenario as edited; the same as the last good one when only a text could not be read. */
  readonly scenario: Document;
  readonly issues: readonly ValidationIssue[];
  /** True where a hand has drawn it: it is a step like any other, and the next gesture goes on from it. */
  readonly isDrawn?: true;
  /** A text that could not be read, and where it stands. */
  readonly typed?: { readonly path: string; readonly text: string };
}

/** Something that happened to the page as a whole: a link that cannot be read, a file that was refused. */
export interface Notice {
  readonly title: string;
  readonly lines: readonly string[];
  /** What came in, shown shortened. */
  readonly raw?: string;
}

/** The card that is no view: what is known of one channel. */
export const channelCard = "channel";
/** Names of the cards; each may be opened, closed, or left to the layout. */
export const cardNames: readonly string[] = [channelCard, ...views.filter(({ place }) => place === undefined).map(({ id }) => id)];
export type CardName = string;
export type Theme = "light" | "dark";

/** What cannot be changed on an embedded page. */
export interface PageLock {
  isLocked(path: Path): boolean;
  /** The first locked thing that would be different, as people call it; null where the change may be made. */
  forbids(before: Document, after: Document): string | null;
}

/** Says that something cannot be changed here, and where it can. */
export const lockedWords = (what: string) => `Locked on this page: ${what}. Open it in Fabricscope to change it.`;

/** Whether a place is locked on a page. */
export function isLocked(store: WorkbenchStore, path: Path): boolean {
  return store.getState().lock?.isLocked(path) ?? false;
}

export const nothingSelected: Picked = { is: "nothing" };

export interface Workbench {
  readonly scenario: Document;
  readonly pending: Pending | null;
  /** Path of the number being dragged, or null. */
  readonly scrubbed: string | null;
  readonly theme: Theme;
  /** What the reader or a link wants loads told in; null where that is left to the technology. */
  readonly unit: LoadUnit | null;
  readonly cards: Readonly<Partial<Record<CardName, boolean>>>;
  /** What the reader has picked, on whichever view. */
  readonly selected: Picked;
  /** What lights up while a fact of the network is pointed at, in place of what does with what is picked; null for nothing. */
  readonly shows: Highlight | null;
  /** The stretch of time the reader has chosen; null for the whole run. */
  readonly span: Span | null;
  /** What was chosen of the options of each view, by view and option. */
  readonly choices: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Which of the document's scenarios is in front: the one that single views speak of. */
  readonly front: number;
  /** The two scenarios that a picture of two shows; null for the baseline and the first beside it. */
  readonly pair: readonly [number, number] | null;
  /** Id of the view on the stage; empty for the usual one. */
  readonly onStage: string;
  /** Simulated cycles per second of the viewer's time. */
  readonly speed: number;
  /** The drawer: null when closed, else the section it shows first. */
  readonly drawer: string | null;
  readonly notice: Notice | null;
  /** A word of confirmation that goes by itself, or null. */
  readonly said: string | null;
  /** True while the page stands within another one. */
  readonly isEmbedded: boolean;
  /** What cannot be changed on this page; null where everything can. */
  readonly lock: PageLock | null;
  /** The scenario before the last step, and the draft that this was taken in; null before the first. */
  readonly former: { readonly scenario: Document; readonly of: string } | null;
  /** Name of the draft that the scenario is kept as: each that is opened is another one. */
  readonly draft: string;
  /** The cards as a link has opened them: they are the link's, until the reader opens or closes one. */
  readonly cardsOfLink: Workbench["cards"] | null;
  /** The link that is being opened: a later one takes its place. */
  readonly opening: AbortController | null;
  /** True once the scenario has been changed here, so that it is ours to save and to write into the address bar. */
  readonly isEdited: boolean;
  /** The lesson that the page shows a step of, or that waits while its reader explores; null where there is none. */
  readonly lesson: Attending | null;
  /** The lesson that is being made, while the page shows something else; null where there is none. */
  readonly made: Made | null;
  /** Parts of the page that a link hides: `finding`. */
  readonly hidden: readonly string[];
  /** The network that is being drawn, and what of it is chosen; null while none is. */
  readonly drawing: DrawingMode | null;
  /** The channels behind the ports of a network that came from a file; null where none is known. */
  readonly ports: { readonly topology: ChosenKind; readonly of: ReadonlyMap<string, number> } | null;
  /** What ports of a network have counted, in place of what its run counts; null where the run is shown. */
  readonly measured: Measured | null;
  /** The traffic that is being painted, and with what; null while none is. */
  readonly painting: PaintingMode | null;
}

/** What ports have counted. */
export interface Measured {
  readonly topology: ChosenKind;
  /** Over what time, in words. */
  readonly said: string;
  /** The data of views with it in place of what the run of that network does. */
  show(data: ViewData): ViewData;
}

/** A traffic matrix under the hand. */
export interface PaintingMode extends Held {
  /** Which of the document's scenarios it is of. */
  readonly of: number;
  /** What the brush paints; null for what is usual in the unit. */
  readonly value: number | null;
  /** What a sheet is told in as long as nothing is painted on it; null for the usual. */
  readonly form: SheetForm | null;
  /** The cell at hand. */
  readonly at: Spot;
  /** The cell under the pointer; null for none. */
  readonly pointed: Spot | null;
  /** How many flows are under the brush. */
  readonly lit: number;
  /** What was done last, as a sentence; empty for nothing. */
  readonly said: string;
  /** The document that it was said of. */
  readonly saidOf: Document | null;
}

/** What the numbers of a sheet are: weights, or rates in a unit. */
export type SheetForm = "weights" | "phits" | "MBps" | "Gbps";

/** A network under the hand. */
export interface DrawingMode {
  /** Which of the document's scenarios it is of. */
  readonly of: number;
  /** Chosen switches by their own numbers, which stay while others come and go. */
  readonly chosen: readonly number[];
  /** The two ends of each chosen link and of those parallel to it, switches by those numbers and terminal t as −1 − t. */
  readonly links: readonly (readonly [number, number])[];
  /** Chosen terminals; none while switches or links are chosen. */
  readonly terminals: readonly number[];
  /** Whether a copy is linked like the first. */
  readonly isLikeFirst: boolean;
  /** What a name is being written for: a switch by its number, terminal t as −1 − t, or all that is chosen; null for nothing. */
  readonly naming: number | "chosen" | null;
  /** What the hand is doing; it changes without a word. */
  readonly session: DrawingSession;
}

/** A lesson that was put aside while it was being made: what the page showed is its present step, as it is kept. */
export interface Made extends Pick<Workbench, "scenario" | "draft"> {
  readonly lesson: Attending;
}

/** Whether what is on the page is the reader's own: his edits, and not those of a step of a lesson. */
export function isOwn({ isEdited, lesson }: Workbench): boolean {
  return isEdited && !isInLesson({ lesson });
}

/** Whether a step of a lesson is shown. */
export function isInLesson({ lesson }: Pick<Workbench, "lesson">): boolean {
  return lesson !== null && lesson.part !== "explorer";
}

/** Whether nothing of the runs may be seen: somebody is asked what will come of them. */
export function isCovered({ lesson }: Workbench): boolean {
  return lesson?.isCovered ?? false;
}

/** The page's store: zustand's, with `temporal` for undo and redo. */
export type WorkbenchStore = ReturnType<typeof createWorkbench>;

/** A workbench that shows a document: the first one, where none is given. */
export function createWorkbench(scenario: Document = firstDocument(), theme: Theme = "light") {
  const store = createStore<Workbench>()(
    temporal(
      (): Workbench => ({
        scenario,
        pending: null,
        scrubbed: null,
        theme,
        unit: null,
        cards: {},
        selected: nothingSelected,
        shows: null,
        span: null,
        choices: {},
        front: 0,
        pair: null,
        onStage: "",
        speed: 2000,
        drawer: null,
        notice: null,
        said: null,
        isEmbedded: false,
        lock: null,
        former: null,
        draft: newName(),
        cardsOfLink: null,
        opening: null,
        isEdited: false,
        lesson: null,
        made: null,
        hidden: [],
        drawing: null,
        painting: null,
        ports: null,
        measured: null,
      }),
      {
        // What the page shows is the present step of a lesson that is being made: one history has both.
        partialize: ({ scenario, lesson, pending }): Pick<Workbench, "scenario" | "pending"> & Partial<Workbench> => {
          const step = { scenario, pending: pending?.isDrawn === true ? pending : null };
          return lesson?.part === "maker" ? { ...step, lesson } : step;
        },
        equality: (past, present) =>
          past.scenario === present.scenario && past.lesson === present.lesson && past.pending === present.pending,
        limit: undoBound.steps,
      },
    ),
  );
  store.temporal.subscribe(({ pastStates }, before) => {
    const first = pastStates.at(-1) === before.pastStates.at(-1) ? 0 : firstWithin(pastStates);
    if (first > 0) store.temporal.setState({ pastStates: pastStates.slice(first) });
  });
  return store;
}

/** Most steps that undo goes back, and about how many bytes their documents hold at the most: drawings and matrices are long texts. */
export const undoBound = { steps: 200, bytes: 32e6 } as const;

/** The first of the steps that fit {@link undoBound} together with all later ones; the last one always does. */
function firstWithin(steps: readonly unknown[]): number {
  const seen = new Set<unknown>();
  let bytes = 0;
  for (let i = steps.length - 1; i >= 0; i--) {
    bytes += bytesOf(steps[i], seen);
    if (bytes > undoBound.bytes) return Math.min(i + 1, steps.length - 1);
  }
  return 0;
}

/** The scenario as the words and forms show it: a pending edit where there is one. */
export function edited({ pending, scenario }: Workbench): Document {
  return pending?.scenario ?? scenario;
}

/**
 * Takes an edited scenario if it can run, else keeps it as pending; one that changes what is locked is not taken.
 * @param isDrawn whether a hand has drawn it: then it is a step even while it cannot run
 */
export function propose(store: WorkbenchStore, candidate: Document, isDrawn = false): void {
  const locked = store.getState().lock?.forbids(store.getState().scenario, candidate) ?? null;
  if (locked !== null) return store.setState({ said: lockedWords(locked) });
  const issues = issuesOf(candidate);
  if (issues.length > 0) {
    const was = store.getState().pending;
    // What changes nothing is no step: emptying what is empty.
    if (isDrawn && was?.isDrawn === true && isSameValue(was.scenario, candidate)) return;
    const pending: Pending = { scenario: candidate, issues, ...(isDrawn ? { isDrawn: true } : {}) };
    store.setState(isDrawn ? { pending, isEdited: true } : { pending });
    return;
  }
  const { scenario, scrubbed } = store.getState();
  if (isSameValue(candidate, scenario)) {
    store.setState({ pending: null });
    return;
  }
  // All changes of a gesture are one step.
  const isStep = store.temporal.getState().isTracking;
  const former = isStep ? { scenario, of: store.getState().draft } : store.getState().former;
  store.setState({
    scenario: candidate,
    former,
    pending: null,
    ...keptPicks(store.getState(), candidate, edited(store.getState())),
    isEdited: true,
  });
  // The first change of a gesture is its undo step; the rest must leave no trace.
  if (scrubbed !== null) store.temporal.getState().pause();
}

/** Goes on with what a hand had drawn on a draft, and could not run yet. */
export function drawOn(store: WorkbenchStore, { drawn }: Pick<Draft, "drawn">): void {
  if (drawn !== undefined) propose(store, drawn, true);
}

/**
 * What is picked, active or edited goes with its network, wherever that is in the next document. A pick means the same only as long
 * as the topology stays; a stretch of time only as long as the run does. Once the active network itself is removed, the one that
 * takes its place is active.
 */
function keptPicks(
  before: Workbench,
  document: Document,
  { beside }: Document = before.scenario,
): Pick<Workbench, "selected" | "span" | "front" | "pair" | "drawing" | "painting"> {
  const { scenario, selected, span, front, pair, drawing, painting } = before;
  const [own, next] = [placesAfter(scenario.beside, beside), placesAfter(beside, document.beside)];
  const placeOf = (index: number) => next[own[index] ?? -1] ?? null;
  const moved = <T extends { readonly of: number }>(mode: T | null): T | null => {
    const of = mode === null ? null : placeOf(mode.of);
    return mode === null || of === null ? null : of === mode.of ? mode : { ...mode, of };
  };
  const [left, right] = pair?.map(placeOf) ?? [null, null];
  return {
    selected: pickAfter(scenario, document, selected, placeOf),
    span: span !== null && documentHash(scenario) === documentHash(document) ? span : null,
    front: placeOf(front) ?? (front <= document.beside.length ? front : 0),
    pair: left === null || right === null ? null : left === pair?.[0] && right === pair[1] ? pair : [left, right],
    drawing: moved(drawing),
    painting: moved(painting),
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

/** Picks a thing of one of the networks, by its number, and brings that network in front; without a number, of the one in front. */
export function pick(store: WorkbenchStore, thing: Selected, of = store.getState().front): void {
  store.setState(thing.is === "nothing" ? { selected: thing } : { selected: { ...thing, of }, front: of });
}

/** The two of a document's scenarios that a picture of two shows: those chosen, else the baseline and the first beside it. */
export function pairOf({ scenario: { beside, baseline }, pair }: Pick<Workbench, "scenario" | "pair">): readonly [number, number] {
  if (pair !== null) return pair;
  const first = Math.min(baseline, beside.length);
  return first === 0 ? [0, 1] : [0, first];
}

/** Chooses among a view's options. */
export function setChoice(store: WorkbenchStore, view: string, option: string, choice: string): void {
  store.setState(({ choices }) => ({ choices: { ...choices, [view]: { ...choices[view], [option]: choice } } }));
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
  store.setState((state) => ({ pending: { scenario: edited(state), issues: [issue], typed: { path: path.join("."), text } } }));
}

/** Puts the nearest possible value in the place of the one reported about. */
export function mend(store: WorkbenchStore, issue: ValidationIssue): void {
  const better = mended(edited(store.getState()), issue);
  if (better !== undefined) propose(store, better);
}

/** Drops the pending edit: back to the last good scenario. */
export function withdraw(store: WorkbenchStore): void {
  store.setState({ pending: null });
}

/** Begins a drag: all its changes become one undo step. */
export function beginGesture(store: WorkbenchStore, path: Path): void {
  store.setState({ scrubbed: path.join(".") });
}

/** Ends a drag. One that came back to where it began leaves no step. */
export function endGesture(store: WorkbenchStore): void {
  const history = store.temporal.getState();
  if (store.getState().scrubbed === null) return;
  store.setState({ scrubbed: null });
  if (history.isTracking) return;
  history.resume();
  const before = history.pastStates.at(-1)?.scenario;
  if (before !== undefined && isSameValue(before, store.getState().scenario)) {
    store.temporal.setState({ pastStates: history.pastStates.slice(0, -1) });
  }
}

/** Back one step. A pending edit is the step that is taken back first. */
export function undo(store: WorkbenchStore): void {
  const { pending } = store.getState();
  if (pending !== null && pending.isDrawn !== true) withdraw(store);
  else step(store, () => store.temporal.getState().undo());
}

/** Forth one step. */
export function redo(store: WorkbenchStore): void {
  step(store, () => store.temporal.getState().redo());
}

function step(store: WorkbenchStore, go: () => void): void {
  const before = store.getState();
  go();
  const { scenario, pending } = store.getState();
  if (scenario === before.scenario && pending === before.pending) return;
  store.setState({
    former: { scenario: before.scenario, of: before.draft },
    isEdited: true,
    ...keptPicks(before, scenario),
  });
}

/** Shows another scenario altogether: from a link, a file, or the drafts. One undo step; what was there stays a draft if it was edited. */
export function open(store: WorkbenchStore, scenario: Document, isEdited: boolean, more: Partial<Workbench> = { lesson: null }): void {
  const { lesson, scenario: shown, draft } = store.getState();
  const made = lesson?.part === "maker" && { made: { lesson, scenario: shown, draft } };
  store.setState({
    scenario,
    pending: null,
    notice: null,
    selected: nothingSelected,
    span: null,
    front: 0,
    pair: null,
    onStage: "",
    drawing: null,
    painting: null,
    draft: newName(),
    isEdited,
    ...made,
    ...more,
  });
  // A lesson has a history of its own.
  if (made) store.temporal.getState().clear();
}

/** Sets another network beside those that are there: one step. How one is found is fetched when it is asked for. */
export async function compare(store: WorkbenchStore): Promise<void> {
  const { withAnother } = await import("./edit-document.ts");
  const document = edited(store.getState());
  if (canCompare(document)) propose(store, withAnother(document));
}
