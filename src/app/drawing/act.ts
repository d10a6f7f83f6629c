/** What hands do on a drawing: begin and end, and every gesture as an edit. */
import { type Drawing, isTerminal, nameOfSwitch, type Place, terminalEnd, terminalOf } from "../../core/network/drawing/drawing.ts";
import {
  linksBetween,
  placed,
  rehung,
  renamed,
  renamedAll,
  terminalsOn,
  withCopies,
  withLink,
  withMultiplicity,
  withoutLinks,
  withoutSwitches,
  withoutTerminals,
  withSwitch,
  withTerminalCount,
} from "../../core/network/drawing/edit.ts";
import type { Draft, DrawingActions } from "../../views/drawing/contract.ts";
import { asRead } from "../../views/drawing/place.ts";
import { markDirty } from "../../views/shell/frames.ts";
import { newSession } from "../../views/drawing/session.ts";
import { standingIn } from "../../views/stage/layouts/all-layouts.ts";
import type { Page } from "../create-page.ts";
import { pathIn } from "../../core/scenario/edits/edit-place.ts";
import { type DrawingMode, isInLesson, isLocked, lockedWords } from "../document/store.ts";
import { togglePlay } from "../workbench/time/clock.ts";
import { type Choice, choose, draw } from "./change.ts";
import { draftOf, drawingFrom, topologyOf } from "./draft.ts";

/** A new switch has a terminal, so that it takes part as soon as it is linked. */
const usualTerminals = 1;

/**
 * Begins to draw the network in front, or ends it.
 * @param isByKey whether a key has asked for it: hints then begin with keys
 */
export function toggleDrawing(page: Page, isByKey = false): void {
  if (page.store.getState().drawing === null) beginDrawing(page, isByKey);
  else endDrawing(page);
}

export function endDrawing({ store }: Page): void {
  store.setState({ drawing: null });
}

/** Keys go to the drawing once it is drawn anew. */
export function giveKeys({ store }: Page): void {
  const { drawing } = store.getState();
  if (drawing === null) return;
  drawing.session.wantsKeys = true;
  markDirty();
}

function beginDrawing({ store, networks }: Page, isByKey: boolean): void {
  const state = store.getState();
  if (isInLesson(state)) return store.setState({ said: "A step of a lesson keeps its network. Explore it to draw." });
  const of = state.front;
  if (isLocked(store, pathIn(of, ["topology"]))) return store.setState({ said: lockedWords("the network") });
  const found = drawingFrom(topologyOf(state, of), networks);
  if (typeof found === "string") return store.setState({ said: `${found} So it cannot be drawn.` });
  const drawing: DrawingMode = { of, chosen: [], link: null, terminals: [], isLikeFirst: true, naming: null, session: newSession(isByKey) };
  store.setState({ drawing, onStage: "" });
}

/** What is drawn on a page, and how it is changed. */
export function drawingOn({ store, networks }: Pick<Page, "store" | "networks">) {
  const now = (): Draft | null => draftOf(store.getState(), networks);
  /** Changes the drawing by a function of it; what that gives as a choice is chosen. */
  const change = (by: (draft: Draft) => Drawing, choice?: (next: Drawing, draft: Draft) => Choice): void => {
    const { drawing: mode } = store.getState();
    const draft = now();
    if (mode === null || draft === null) return;
    const next = by(draft);
    draw(store, mode.of, draft, next, choice?.(next, draft));
  };
  return { now, change };
}

/** The last switch of a drawing is chosen: the new one. */
export const theNewest = ({ switches }: Drawing): Choice => ({
  chosen: switches.slice(-1).map(({ number }) => number),
  link: null,
  naming: null,
});

/** What a hand on the view sets off. */
export function drawingActions(page: Page): DrawingActions {
  const { store, runs } = page;
  const { now, change } = drawingOn(page);
  const numbers = (switches: readonly number[]) => {
    const draft = now();
    return draft === null ? [] : switches.flatMap((s) => draft.drawing.switches[s]?.number ?? []);
  };
  return {
    now,
    // The page reads the session: a new object says that there is news.
    hold: () => store.setState(({ drawing }) => ({ drawing: drawing === null ? null : { ...drawing } })),
    choose(switches, isAdded = false) {
      const own = numbers(switches);
      const before = store.getState().drawing?.chosen ?? [];
      // What is chosen already and touched again is let go.
      const all = isAdded && own.length === 1 && before.includes(own[0]) ? before.filter((each) => each !== own[0]) : [...before, ...own];
      choose(store, { chosen: isAdded ? [...new Set(all)] : own, link: null, naming: null });
    },
    chooseLink(a, b) {
      const [p, q] = [a, b].map((end) => (isTerminal(end) ? end : numbers([end])[0]));
      choose(store, { chosen: [], link: [p, q], naming: null });
    },
    chooseTerminals(terminals, isAdded) {
      const before = store.getState().drawing?.terminals ?? [];
      const isLetGo = isAdded && terminals.length === 1 && before.includes(terminals[0]);
      const all = isLetGo ? before.filter((t) => t !== terminals[0]) : isAdded ? [...new Set([...before, ...terminals])] : terminals;
      choose(store, { chosen: [], link: null, naming: null, terminals: all });
    },
    addSwitch: (place) => change(({ drawing }) => withSwitch(drawing, place, usualTerminals), theNewest),
    link: (from, to) =>
      change(
        ({ drawing }) => withLink(drawing, from, to),
        (_, { drawing }) => ({ chosen: [drawing.switches[from].number], link: null }),
      ),
    linkToNew: (from, place) =>
      change(({ drawing }) => {
        const next = withSwitch(drawing, place, usualTerminals);
        return withLink(next, from, next.switches.length - 1);
      }, theNewest),
    move: (dx, dy) => change((draft) => moved(draft, dx, dy)),
    copy: (dx, dy) =>
      change(
        (draft) => copied(draft, dx, dy).drawing,
        (next, { chosen }) => ({ chosen: next.switches.slice(-chosen.size).map(({ number }) => number), link: null }),
      ),
    rehang: (terminal, from, to, isAdded) =>
      change(
        ({ drawing }) => (isAdded ? withLink(drawing, terminalEnd(terminal), to) : rehung(drawing, terminal, from, to)),
        (next) => ({ chosen: [next.switches[to].number], link: null }),
      ),
    add: (count) => change((draft) => added(draft, count)),
    remove: () => change(withoutChosen, () => ({ chosen: [], link: null })),
    rename(s) {
      const [number] = numbers([s]);
      choose(store, { chosen: [number], link: null, naming: number });
    },
    renameTerminal(terminal) {
      const draft = now();
      if (draft === null) return;
      const home = draft.network.head[draft.network.firstOut[terminal]] - draft.network.terminals;
      choose(store, { chosen: numbers([home]), link: null, naming: terminalEnd(terminal) });
    },
    play: () => togglePlay(runs),
    done: () => endDrawing(page),
  };
}

/** The chosen switches so many steps on, as far as a drawing goes. */
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

/** More or fewer terminals on each chosen switch, or parallel links where links are chosen. */
function added({ drawing, chosen, chosenLink }: Draft, count: number): Drawing {
  if (chosenLink !== null) {
    const [a, b] = chosenLink;
    return withMultiplicity(drawing, a, b, Math.max(0, linksBetween(drawing, a, b).length + count));
  }
  return [...chosen].reduce((next, s) => withTerminalCount(next, s, Math.max(0, terminalsOn(next, s).length + count)), drawing);
}

function withoutChosen({ drawing, chosen, chosenLink }: Draft): Drawing {
  if (chosenLink === null) return chosen.size === 0 ? drawing : withoutSwitches(drawing, chosen);
  const [a, b] = chosenLink;
  const links = new Set(linksBetween(drawing, a, b));
  const isLast = isTerminal(a) && drawing.links.filter((link) => link.a === a || link.b === a).length === links.size;
  return isLast ? withoutTerminals(drawing, new Set([terminalOf(a)])) : withoutLinks(drawing, links);
}

/** Gives another name to a switch of that number, to terminal t as −1 − t, or to all that is chosen. */
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
