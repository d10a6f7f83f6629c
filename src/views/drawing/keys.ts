/**
 * Keys of the drawing: N adds a switch; L, then Tab and Enter, link; + and − change terminals or parallel links; C copies; E opens the card
 * of the selection; Delete removes; arrows move by 12 (with Shift 60); Tab goes from switch to switch, Shift Tab from the ground to the
 * text above; Ctrl A selects all; F shows all; Enter renames; Esc deselects.
 */
import type { Target } from "./hand.ts";
import { asRead, copyBeside, freePlace, pointOf, zoomed } from "./place.ts";
import { sourcesOf } from "./session.ts";

/** Grid steps of an arrow key: 12 and 60 pixels at scale 1. */
const steps = { fine: 3, coarse: 15 } as const;
/** Pan distance of an arrow key without a selection, pixels. */
const pan = 60;

const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export function pressKey(event: KeyboardEvent, target: Target): void {
  if (does(event, target)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Executes the command of a key. Returns whether the drawing handled it. */
function does(event: KeyboardEvent, target: Target): boolean {
  const { draft, placed, act, frameLoop } = target;
  const { session, chosen, chosenLinks, drawing } = draft;
  const { held } = session;
  const isBy = event.ctrlKey || event.metaKey;
  if (isBy && event.key.toLowerCase() === "a") {
    act.choose(drawing.switches.map((_, s) => s));
    return true;
  }
  if (isBy && (event.key.toLowerCase() === "c" || event.key.toLowerCase() === "v")) {
    if (event.key.toLowerCase() === "v" && chosen.size > 0) copyBeside(draft, placed, act);
    return chosen.size > 0;
  }
  if (isBy || event.altKey) return false;
  if (event.key === "Tab") return walk(target, event.shiftKey ? -1 : 1);
  if (event.key in ways) {
    const [dx, dy] = ways[event.key];
    const by = event.shiftKey ? steps.coarse : steps.fine;
    if (chosen.size > 0) act.move(dx * by, dy * by);
    else if (session.camera !== null) {
      session.camera = { ...session.camera, x: session.camera.x - dx * pan, y: session.camera.y - dy * pan };
      session.fittedTo = null;
      frameLoop?.markDirty();
    }
    return true;
  }
  switch (event.key) {
    case "n":
    case "N":
      act.addSwitch(freePlace(draft, placed));
      return true;
    case "l":
    case "L": {
      const [from] = chosen;
      if (from === undefined || drawing.switches.length < 2) return true;
      const to = nextOf(target, from, 1, sourcesOf(draft, from));
      session.held = { is: "link", from, sources: sourcesOf(draft, from), to, at: pointOf(placed, to), isFar: false, byKey: true };
      frameLoop?.markDirty();
      act.hold();
      return true;
    }
    case "Enter":
      if (held?.is === "link" && held.to !== null) {
        session.held = null;
        act.hold();
        act.link(held.sources, held.to);
      } else if (chosen.size === 1) act.rename([...chosen][0]);
      return true;
    case "+":
    case "=":
    case "-":
    case "−":
      if (chosen.size === 0 && chosenLinks.length === 0) near(target, event.key === "+" || event.key === "=" ? 1.3 : 1 / 1.3);
      else act.add(event.key === "+" || event.key === "=" ? 1 : -1);
      return true;
    case "c":
    case "C":
      if (chosen.size > 0) copyBeside(draft, placed, act);
      return true;
    case "e":
    case "E":
      act.openCard();
      return true;
    case "Delete":
    case "Backspace":
      act.remove();
      return true;
    case "f":
    case "F":
    case "0":
      session.camera = null;
      frameLoop?.markDirty();
      return true;
    case "Escape":
      if (chosen.size + chosenLinks.length + draft.terminals.size === 0) return false;
      act.choose([]);
      return true;
    case "d":
    case "D":
      act.done();
      return true;
    default:
      return false;
  }
}

function near({ draft: { session }, placed, frameLoop }: Target, by: number): void {
  session.fittedTo = null;
  session.camera = zoomed(placed.camera, by, [session.room[0] / 2, session.room[1] / 2]);
  frameLoop?.markDirty();
}

/** Tab selects the next switch, or the next possible target while a link is drawn. After the last switch the focus leaves the drawing. */
function walk(target: Target, by: number): boolean {
  const { draft, placed, act, frameLoop } = target;
  const { session, chosen, drawing } = draft;
  const count = drawing.switches.length;
  if (session.held?.is === "link" && session.held.byKey === true) {
    const { from, sources, to } = session.held;
    const next = nextOf(target, to ?? from, by, sources);
    session.held = { ...session.held, to: next, at: pointOf(placed, next) };
    frameLoop?.markDirty();
    act.hold();
    return true;
  }
  const order = asRead(
    target.draft.drawing.switches.map((_, s) => s),
    target.placed.before,
  );
  // Shift Tab without a selection leaves the drawing.
  if (chosen.size === 0 && by < 0) return false;
  const at = chosen.size === 1 ? order.indexOf([...chosen][0]) : by > 0 ? -1 : count;
  const next = order[at + by];
  if (next === undefined) return false;
  act.choose([next]);
  return true;
}

/**
 * The next switch in reading order, cyclic, skipping the sources of the link. If every switch is a source, only the first one is skipped.
 */
function nextOf(target: Target, s: number, by: number, sources: readonly number[]): number {
  const order = asRead(
    target.draft.drawing.switches.map((_, s) => s),
    target.placed.before,
  );
  const skipped = sources.length < order.length ? sources : sources.slice(0, 1);
  let at = order.indexOf(s);
  do at = (at + by + order.length) % order.length;
  while (skipped.includes(order[at]));
  return order[at];
}
