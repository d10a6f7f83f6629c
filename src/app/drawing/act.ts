/** Actions of the drawing mode: entering and leaving it, and each gesture as an edit of the document. */
import {
  type Drawing,
  inOrder,
  isTerminal,
  nameOfSwitch,
  type Place,
  terminalEnd,
  terminalOf,
} from "../../core/network/drawing/drawing.ts";
import {
  linksBetween,
  placed,
  rehung,
  renamed,
  renamedAll,
  terminalsOn,
  withCopies,
  withLink,
  withLinks,
  withMultiplicity,
  withoutLinks,
  withoutSwitches,
  withoutTerminals,
  withSwitch,
  withTerminalCount,
} from "../../core/network/drawing/edit.ts";
import type { ChoiceMode, Draft, DrawingActions } from "../../views/drawing/contract.ts";
import { asRead } from "../../views/drawing/place.ts";
import { newSession } from "../../views/drawing/session.ts";
import { standingIn } from "../../views/stage/layouts/all-layouts.ts";
import type { Page } from "../create-page.ts";
import { pathIn } from "../../core/scenario/edits/edit-place.ts";
import { type DrawingMode, isInLesson } from "../state/mode-state.ts";
import { isLocked, type WorkbenchStore } from "../state/workbench.ts";
import { lockedWords } from "../state/view-state.ts";
import { togglePlay } from "../runs/clock.ts";
import { type Choice, choose, draw } from "./change.ts";
import { draftOf, drawingFrom, topologyOf } from "./draft.ts";

/** Terminals of a new switch: one, so that the switch carries traffic as soon as it is linked. */
const usualTerminals = 1;

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
export function giveKeys({ store, frameLoop }: Page): void {
  const { drawing } = store.getState().mode;
  if (drawing === null) return;
  drawing.session.wantsKeys = true;
  frameLoop.markDirty();
}

function beginDrawing({ store, networks }: Page, isByKey: boolean): void {
  const state = store.getState();
  if (isInLesson(state)) return store.setState({ session: { toast: "A step of a lesson keeps its network. Explore it to draw." } });
  const of = state.session.activeNetwork;
  if (isLocked(store, pathIn(of, ["topology"]))) return store.setState({ session: { toast: lockedWords("the network") } });
  const found = drawingFrom(topologyOf(state, of), networks);
  if (typeof found === "string") return store.setState({ session: { toast: `${found} So it cannot be drawn.` } });
  const drawing: DrawingMode = { of, chosen: [], links: [], terminals: [], isLikeFirst: true, naming: null, session: newSession(isByKey) };
  store.setState({ mode: { drawing }, view: { onStage: "" } });
}

/** The drawing that is being edited on a page, and a function that changes it. */
export function drawingOn({ store, networks }: Pick<Page, "store" | "networks">) {
  const now = (): Draft | null => draftOf(store.getState(), networks);
  /** Applies a function to the drawing, and selects what `choice` returns for the result. */
  const change = (by: (draft: Draft) => Drawing, choice?: (next: Drawing, draft: Draft) => Choice): void => {
    const mode = store.getState().mode.drawing;
    const draft = now();
    if (mode === null || draft === null) return;
    const next = by(draft);
    draw(store, mode.of, draft, next, choice?.(next, draft));
  };
  return { now, change };
}

/** Selects the switch that was added last. */
export const theNewest = ({ switches }: Drawing): Choice => ({
  chosen: switches.slice(-1).map(({ number }) => number),
  links: [],
  naming: null,
});

const kinds = { chosen: "switches", links: "links", terminals: "terminals" } as const;

/**
 * Selects elements of one kind, in place of the present selection or, by {@link SelectionMode}, in addition to it. Elements of two kinds are
 * never selected together.
 */
function chooseMore(store: WorkbenchStore, choice: Partial<Pick<DrawingMode, keyof typeof kinds>>, mode: ChoiceMode = "only"): void {
  const { drawing } = store.getState().mode;
  if (drawing === null) return;
  const [kind] = Object.keys(choice) as (keyof typeof kinds)[];
  const [before, own] = [mode === "only" ? [] : (drawing[kind] as readonly unknown[]), choice[kind] as readonly unknown[]];
  if (mode !== "only" && own.length === 0) return;
  const other = (Object.keys(kinds) as (keyof typeof kinds)[]).find((each) => each !== kind && drawing[each].length > 0);
  if (mode !== "only" && other !== undefined)
    return store.setState({
      session: { toast: `Shift adds ${kinds[other]} to the chosen ${kinds[other]}. Without Shift, ${kinds[kind]} are chosen instead.` },
    });
  // Links are pairs of ends, so they are compared as text.
  const texts = new Set(own.map(String));
  const left = mode === "toggle" ? before.filter((each) => !texts.has(String(each))) : before;
  const known = new Set(before.map(String));
  const added = own.filter((each, i) => !known.has(String(each)) && own.findIndex((first) => String(first) === String(each)) === i);
  choose(store, { chosen: [], links: [], terminals: [], naming: null, [kind]: [...left, ...added] });
}

/** The callbacks for pointer and keyboard controllers of the drawing. */
export function drawingActions(page: Page): DrawingActions {
  const { store, runs } = page;
  const { now, change } = drawingOn(page);
  const numbers = (switches: readonly number[]) => {
    const draft = now();
    return draft === null ? [] : switches.flatMap((s) => draft.drawing.switches[s]?.number ?? []);
  };
  return {
    now,
    // The session is mutated in place; a new mode object makes React render it.
    hold: () => store.setState(({ mode: { drawing } }) => ({ mode: { drawing: drawing === null ? null : { ...drawing } } })),
    choose: (switches, mode) => chooseMore(store, { chosen: numbers(switches) }, mode),
    chooseLinks(links, mode) {
      const own = links.map((ends) => {
        const [a, b] = ends.map((end) => (isTerminal(end) ? end : numbers([end])[0]));
        return inOrder(a, b);
      });
      chooseMore(store, { links: own }, mode);
    },
    chooseTerminals: (terminals, mode) => chooseMore(store, { terminals }, mode),
    addSwitch: (place) => change(({ drawing }) => withSwitch(drawing, place, usualTerminals), theNewest),
    link: (from, to) =>
      change(
        ({ drawing }) => withLinks(drawing, from, to),
        (_, { drawing }) => ({ chosen: from.map((s) => drawing.switches[s].number), links: [] }),
      ),
    linkToNew: (from, place) =>
      change(({ drawing }) => {
        const next = withSwitch(drawing, place, usualTerminals);
        return withLinks(next, from, next.switches.length - 1);
      }, theNewest),
    move: (dx, dy) => change((draft) => moved(draft, dx, dy)),
    copy: (dx, dy) =>
      change(
        (draft) => copied(draft, dx, dy).drawing,
        (next, { chosen }) => ({ chosen: next.switches.slice(-chosen.size).map(({ number }) => number), links: [] }),
      ),
    rehang: (terminal, from, to, isAdded) =>
      change(
        ({ drawing }) => (isAdded ? withLink(drawing, terminalEnd(terminal), to) : rehung(drawing, terminal, from, to)),
        (next) => ({ chosen: [next.switches[to].number], links: [] }),
      ),
    add: (count) => change((draft) => added(draft, count)),
    remove: () => change(withoutChosen, () => ({ chosen: [], links: [] })),
    rename(s) {
      const [number] = numbers([s]);
      choose(store, { chosen: [number], links: [], naming: number });
    },
    renameTerminal(terminal) {
      const draft = now();
      if (draft === null) return;
      const home = draft.network.head[draft.network.firstOut[terminal]] - draft.network.terminals;
      choose(store, { chosen: numbers([home]), links: [], naming: terminalEnd(terminal) });
    },
    openCard() {
      document.querySelector<HTMLElement>(".draw-card")?.querySelector<HTMLElement>("button, input, [tabindex='0']")?.focus();
    },
    play: () => togglePlay(runs),
    done: () => endDrawing(page),
  };
}

/** The drawing with the selected switches moved, as far as its size limit permits. Offsets are in grid steps. */
function moved({ drawing, network, chosen }: Draft, dx: number, dy: number): Drawing {
  if (dx === 0 && dy === 0) return drawing;
  const standing = standingIn(network);
  return placed(drawing, new Map([...chosen].map((s): [number, Place] => [s, [standing[2 * s] + dx, standing[2 * s + 1] + dy]])));
}

function copied({ drawing, network, chosen, isLikeFirst }: Draft, dx: number, dy: number) {
  const standing = standingIn(network);
  const places = new Map([...chosen].map((s): [number, Place] => [s, [standing[2 * s] + dx, standing[2 * s + 1] + dy]]));
  return withCopies(drawing, [...chosen], places, isLikeFirst);
}

/** The drawing with `count` more (or fewer) terminals on each selected switch, or more parallel links if links are selected. */
function added({ drawing, chosen, chosenLinks }: Draft, count: number): Drawing {
  const linked = chosenLinks.reduce(
    (next, [a, b]) => withMultiplicity(next, a, b, Math.max(0, linksBetween(next, a, b).length + count)),
    drawing,
  );
  return [...chosen].reduce((next, s) => withTerminalCount(next, s, Math.max(0, terminalsOn(next, s).length + count)), linked);
}

function withoutChosen({ drawing, chosen, chosenLinks }: Draft): Drawing {
  if (chosenLinks.length === 0) return chosen.size === 0 ? drawing : withoutSwitches(drawing, chosen);
  const links = new Set(chosenLinks.flatMap(([a, b]) => linksBetween(drawing, a, b)));
  const left = withoutLinks(drawing, links);
  const linked = new Set(left.links.map(({ a }) => a));
  // A terminal is removed together with its last link.
  const lone = chosenLinks.flatMap(([a]) => (isTerminal(a) && !linked.has(a) ? [terminalOf(a)] : []));
  return lone.length === 0 ? left : withoutTerminals(left, new Set(lone));
}

/** Renames a switch by its number, terminal t as −1 − t, or everything that is selected. */
export function rename(page: Page, what: number | "chosen", name: string): void {
  const { change } = drawingOn(page);
  change(
    ({ drawing, chosen, network }) => {
      if (what === "chosen") return renamedAll(drawing, asRead([...chosen], standingIn(network)), name);
      if (isTerminal(what)) return renamed(drawing, what, name);
      const s = drawing.switches.findIndex((each) => each.number === what);
      return s < 0 || nameOfSwitch(drawing.switches[s]) === name.trim() ? drawing : renamed(drawing, s, name);
    },
    () => ({ naming: null }),
  );
}
