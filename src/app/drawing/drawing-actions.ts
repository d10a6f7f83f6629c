/** Actions of the drawing mode: entering and leaving it, and each gesture as an edit of the document. */
import {
  type Drawing,
  orderedEnds,
  isTerminalEnd,
  nameOfSwitch,
  type DrawnPlace,
  terminalEnd,
  terminalOfEnd,
} from "../../core/network/drawing/drawing.ts";
import {
  linksBetween,
  withPlaces,
  withTerminalMoved,
  withName,
  withNumberedNames,
  terminalsOn,
  withCopies,
  withLink,
  withLinks,
  withLinkCount,
  withoutLinks,
  withoutSwitches,
  withoutTerminals,
  withSwitch,
  withTerminalCount,
} from "../../core/network/drawing/edit.ts";
import type { SelectionMode, DrawingDraft, DrawingActions } from "../../views/drawing/contract.ts";
import { inReadingOrder } from "../../views/drawing/place-draft.ts";
import { newDrawingSession } from "../../views/drawing/session.ts";
import { switchPositionsOf } from "../../views/stage/layouts/all-layouts.ts";
import type { Page } from "../create-page.ts";
import { pathIn } from "../../core/scenario/edits/edit-document-value.ts";
import { type DrawingMode, isInLesson } from "../state/mode-state.ts";
import { isParameterLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedMessage } from "../state/view-state.ts";
import { togglePlay } from "../runs/playback-actions.ts";
import { type DrawingSelection, selectElements, applyDrawing } from "./apply-drawing.ts";
import { currentDrawingDraft, drawingOfNetwork, editedTopologyOf } from "./drawing-draft.ts";

/** Terminals of a new switch: one, so that the switch carries traffic as soon as it is linked. */
const terminalsOfNewSwitch = 1;

/**
 * Starts drawing the active network, or stops.
 * @param isByKey whether a key was pressed: then hints show keys first
 */
export function toggleDrawing(page: Page, isByKey = false): void {
  if (page.store.getState().mode.drawing === null) beginDrawing(page, isByKey);
  else endDrawing(page);
}

export function endDrawing({ store }: Page): void {
  store.setState({ mode: { drawing: null } });
}

/** Moves the keyboard focus to the drawing with its next redraw. */
export function focusDrawing({ store, frameLoop }: Page): void {
  const { drawing } = store.getState().mode;
  if (drawing === null) return;
  drawing.session.needsFocus = true;
  frameLoop.markDirty();
}

/**
 * Opens the drawing editor: converts the active network into a drawing that the reader can change, with nothing selected. If that is not
 * possible, a toast says why.
 * @param isByKey whether a key started it; hints then show keys first
 */
function beginDrawing({ store, networks }: Page, isByKey: boolean): void {
  const state = store.getState();
  if (isInLesson(state))
    return store.setState({ session: { toast: "The network of a lesson step is fixed. Choose “Explore freely” to draw." } });
  const networkIndex = state.session.activeNetwork;
  if (isParameterLocked(store, pathIn(networkIndex, ["topology"])))
    return store.setState({ session: { toast: lockedMessage("the network") } });
  const converted = drawingOfNetwork(editedTopologyOf(state, networkIndex), networks);
  if (typeof converted === "string") return store.setState({ session: { toast: `${converted} This network therefore cannot be drawn.` } });
  const drawing: DrawingMode = {
    of: networkIndex,
    chosen: [],
    links: [],
    terminals: [],
    isLikeFirst: true,
    naming: null,
    session: newDrawingSession(isByKey),
  };
  store.setState({ mode: { drawing }, view: { stageView: "" } });
}

/** The drawing that is being edited on a page, and a function that changes it. */
export function drawingEditor({ store, networks }: Pick<Page, "store" | "networks">) {
  const currentDraft = (): DrawingDraft | null => currentDrawingDraft(store.getState(), networks);
  /** Applies a function to the drawing, and selects what `choice` returns for the result. */
  const applyEdit = (
    edit: (draft: DrawingDraft) => Drawing,
    selectionAfter?: (next: Drawing, draft: DrawingDraft) => DrawingSelection,
  ): void => {
    const mode = store.getState().mode.drawing;
    const draft = currentDraft();
    if (mode === null || draft === null) return;
    const next = edit(draft);
    applyDrawing(store, mode.of, draft, next, selectionAfter?.(next, draft));
  };
  return { now: currentDraft, change: applyEdit };
}

/** Selects the switch that was added last. */
export const selectNewest = ({ switches }: Drawing): DrawingSelection => ({
  chosen: switches.slice(-1).map(({ number }) => number),
  links: [],
  naming: null,
});

const elementNouns = { chosen: "switches", links: "links", terminals: "terminals" } as const;

/**
 * Selects elements of a drawing: switches (`chosen`), links or terminals. They replace the present selection or, by {@link SelectionMode},
 * are added to it or toggled. Elements of two kinds are never selected together; a toast says so.
 * @param elements the elements of one kind, under the key of the kind
 */
function changeSelection(
  store: WorkbenchStore,
  elements: Partial<Pick<DrawingMode, keyof typeof elementNouns>>,
  mode: SelectionMode = "only",
): void {
  const { drawing } = store.getState().mode;
  if (drawing === null) return;
  const [kind] = Object.keys(elements) as (keyof typeof elementNouns)[];
  const [before, requested] = [mode === "only" ? [] : (drawing[kind] as readonly unknown[]), elements[kind] as readonly unknown[]];
  if (mode !== "only" && requested.length === 0) return;
  const allKinds = Object.keys(elementNouns) as (keyof typeof elementNouns)[];
  const otherSelectedKind = allKinds.find((each) => each !== kind && drawing[each].length > 0);
  if (mode !== "only" && otherSelectedKind !== undefined)
    return store.setState({
      session: {
        toast: `Shift adds ${elementNouns[otherSelectedKind]} to the selected ${elementNouns[otherSelectedKind]}. Without Shift, ${elementNouns[kind]} are selected instead.`,
      },
    });
  // Links are pairs of ends, so they are compared as text. Toggling removes the requested elements that are already selected.
  const requestedKeys = new Set(requested.map(String));
  const remaining = mode === "toggle" ? before.filter((each) => !requestedKeys.has(String(each))) : before;
  const alreadySelected = new Set(before.map(String));
  const added = requested.filter(
    (each, i) => !alreadySelected.has(String(each)) && requested.findIndex((first) => String(first) === String(each)) === i,
  );
  selectElements(store, { chosen: [], links: [], terminals: [], naming: null, [kind]: [...remaining, ...added] });
}

/**
 * The callbacks for the pointer and keyboard controllers of a drawing. Controllers identify switches by their index in the drawing; the
 * selection stores their numbers, which do not change when other switches are removed.
 */
export function drawingActions(page: Page): DrawingActions {
  const { store, runs } = page;
  const { now: currentDraft, change: applyEdit } = drawingEditor(page);
  const switchNumbers = (switches: readonly number[]) => {
    const draft = currentDraft();
    return draft === null ? [] : switches.flatMap((s) => draft.drawing.switches[s]?.number ?? []);
  };
  return {
    currentDraft,
    // The session is mutated in place; a new mode object makes React render it.
    reportGesture: () => store.setState(({ mode: { drawing } }) => ({ mode: { drawing: drawing === null ? null : { ...drawing } } })),
    selectSwitches: (switches, mode) => changeSelection(store, { chosen: switchNumbers(switches) }, mode),
    selectLinks(links, mode) {
      const ends = links.map((ends) => {
        const [a, b] = ends.map((end) => (isTerminalEnd(end) ? end : switchNumbers([end])[0]));
        return orderedEnds(a, b);
      });
      changeSelection(store, { links: ends }, mode);
    },
    selectTerminals: (terminals, mode) => changeSelection(store, { terminals }, mode),
    addSwitch: (place) => applyEdit(({ drawing }) => withSwitch(drawing, place, terminalsOfNewSwitch), selectNewest),
    addLinks: (sources, target) =>
      applyEdit(
        ({ drawing }) => withLinks(drawing, sources, target),
        (_, { drawing }) => ({ chosen: sources.map((s) => drawing.switches[s].number), links: [] }),
      ),
    addLinksToNewSwitch: (sources, place) =>
      applyEdit(({ drawing }) => {
        const next = withSwitch(drawing, place, terminalsOfNewSwitch);
        return withLinks(next, sources, next.switches.length - 1);
      }, selectNewest),
    moveSelection: (dx, dy) => applyEdit((draft) => withSwitchesMoved(draft, dx, dy)),
    copySelection: (dx, dy) =>
      applyEdit(
        (draft) => withSwitchesCopied(draft, dx, dy).drawing,
        (next, { selectedSwitches }) => ({ chosen: next.switches.slice(-selectedSwitches.size).map(({ number }) => number), links: [] }),
      ),
    moveTerminal: (terminal, oldSwitch, newSwitch, isAdded) =>
      applyEdit(
        ({ drawing }) =>
          isAdded ? withLink(drawing, terminalEnd(terminal), newSwitch) : withTerminalMoved(drawing, terminal, oldSwitch, newSwitch),
        (next) => ({ chosen: [next.switches[newSwitch].number], links: [] }),
      ),
    changeCount: (count) => applyEdit((draft) => withMultiplicityChanged(draft, count)),
    removeSelection: () => applyEdit(withoutSelected, () => ({ chosen: [], links: [] })),
    renameSwitch(s) {
      const [number] = switchNumbers([s]);
      selectElements(store, { chosen: [number], links: [], naming: number });
    },
    renameTerminal(terminal) {
      const draft = currentDraft();
      if (draft === null) return;
      const switchOfTerminal = draft.network.head[draft.network.firstOut[terminal]] - draft.network.terminals;
      selectElements(store, { chosen: switchNumbers([switchOfTerminal]), links: [], naming: terminalEnd(terminal) });
    },
    openCard() {
      document.querySelector<HTMLElement>(".draw-card")?.querySelector<HTMLElement>("button, input, [tabindex='0']")?.focus();
    },
    togglePlayback: () => togglePlay(runs),
    endDrawing: () => endDrawing(page),
  };
}

/** The drawing with the selected switches moved, as far as its size limit permits. Offsets are in grid steps. */
function withSwitchesMoved({ drawing, network, selectedSwitches }: DrawingDraft, dx: number, dy: number): Drawing {
  if (dx === 0 && dy === 0) return drawing;
  const positions = switchPositionsOf(network);
  return withPlaces(
    drawing,
    new Map([...selectedSwitches].map((s): [number, DrawnPlace] => [s, [positions[2 * s] + dx, positions[2 * s + 1] + dy]])),
  );
}

function withSwitchesCopied({ drawing, network, selectedSwitches, isCopyLinked }: DrawingDraft, dx: number, dy: number) {
  const positions = switchPositionsOf(network);
  const places = new Map([...selectedSwitches].map((s): [number, DrawnPlace] => [s, [positions[2 * s] + dx, positions[2 * s + 1] + dy]]));
  return withCopies(drawing, [...selectedSwitches], places, isCopyLinked);
}

/** The drawing with `count` more (or fewer) terminals on each selected switch, or more parallel links if links are selected. */
function withMultiplicityChanged({ drawing, selectedSwitches, selectedLinks }: DrawingDraft, count: number): Drawing {
  const linked = selectedLinks.reduce(
    (next, [a, b]) => withLinkCount(next, a, b, Math.max(0, linksBetween(next, a, b).length + count)),
    drawing,
  );
  return [...selectedSwitches].reduce((next, s) => withTerminalCount(next, s, Math.max(0, terminalsOn(next, s).length + count)), linked);
}

function withoutSelected({ drawing, selectedSwitches, selectedLinks }: DrawingDraft): Drawing {
  if (selectedLinks.length === 0) return selectedSwitches.size === 0 ? drawing : withoutSwitches(drawing, selectedSwitches);
  const links = new Set(selectedLinks.flatMap(([a, b]) => linksBetween(drawing, a, b)));
  const remaining = withoutLinks(drawing, links);
  const linked = new Set(remaining.links.map(({ a }) => a));
  // A terminal is removed together with its last link.
  const isolatedTerminals = selectedLinks.flatMap(([a]) => (isTerminalEnd(a) && !linked.has(a) ? [terminalOfEnd(a)] : []));
  return isolatedTerminals.length === 0 ? remaining : withoutTerminals(remaining, new Set(isolatedTerminals));
}

/** Renames an element of the drawing: a switch (given by its number), terminal t (given as −1 − t) or all selected switches (`chosen`). */
export function renameElement(page: Page, element: number | "chosen", name: string): void {
  const { change: applyEdit } = drawingEditor(page);
  applyEdit(
    ({ drawing, selectedSwitches, network }) => {
      if (element === "chosen") return withNumberedNames(drawing, inReadingOrder([...selectedSwitches], switchPositionsOf(network)), name);
      if (isTerminalEnd(element)) return withName(drawing, element, name);
      const s = drawing.switches.findIndex((each) => each.number === element);
      return s < 0 || nameOfSwitch(drawing.switches[s]) === name.trim() ? drawing : withName(drawing, s, name);
    },
    () => ({ naming: null }),
  );
}
