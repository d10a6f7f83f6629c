/**
 * Pointer and keyboard control of the time strip: click to seek, drag to select a span, drag its edges; keys. The zoom and the drag in
 * progress are stored for each drawing.
 */
import "./hand.css";
import type { Actions, Canvas, Span } from "../contract.ts";
import { bind, childOf, dataOf, hear, pointIn } from "../marks/bound.ts";
import { setAttributes } from "../marks/marks.ts";
import { moved, type Reach, spanBetween, stretched, within, zoomed } from "./reach.ts";

/** Maximum movement of a click, and hit radius of an edge for mouse and finger, pixels. */
const slack = 4;
const grip = { fine: 8, coarse: 20 } as const;
/** Movement per key press, as a part of the visible span. */
const step = 1 / 100;
const pan = 1 / 5;

/** Data of the latest drawing that the event handlers need. */
export interface Hand {
  readonly reach: Reach;
  readonly now: number;
  readonly span: Span | null;
  /** Description of the strip for screen readers. */
  readonly said: string;
  readonly x: { (cycle: number): number; invert(at: number): number };
  readonly act: Actions;
  readonly canvas: Canvas;
}

/** State of a strip between two drawings: the visible span, and a press in progress. */
interface Kept {
  shown: Span | null;
  press: Press | null;
  /** The cycle requested last, and the cycle of the run at that time. The run remains there until it has reached the requested cycle. */
  sought: { readonly from: number; readonly cycle: number } | null;
}

interface Press {
  readonly at: number;
  readonly cycle: number;
  /** What the press has grabbed: an edge, with the cycle of the opposite edge; the whole span; or nothing. */
  readonly hold:
    | { readonly is: "edge"; readonly other: number }
    | { readonly is: "span"; readonly span: Span }
    | { readonly is: "nothing" };
  isDrag: boolean;
}

const keptOf = new WeakMap<SVGGElement, Kept>();

/** The span that the reader has zoomed the strip to; null for the whole run. */
export function shownBy(into: SVGGElement): Span | null {
  return keptOf.get(into)?.shown ?? null;
}

/** Binds pointer and keyboard handlers to a strip. `group` gets a surface for both: a slider whose value is the playhead. */
export function letHold(hand: Hand, into: SVGGElement): void {
  const kept = keptOf.get(into) ?? { shown: null, press: null, sought: null };
  keptOf.set(into, kept);
  // The children of an element with role `img` cannot get the focus.
  if (into.ownerSVGElement !== null) setAttributes(into.ownerSVGElement, { role: "group" });
  const surface = childOf(into, "rect", "hand");
  const isNew = dataOf(surface) === undefined;
  bind(surface, hand);
  setAttributes(surface, {
    class: "hand catcher over",
    width: hand.canvas.width,
    height: hand.canvas.height,
    fill: "transparent",
    tabindex: 0,
    role: "slider",
    "aria-label": "Cycle",
    "aria-valuemin": 0,
    "aria-valuemax": hand.reach.end,
    "aria-valuenow": hand.now,
    "aria-valuetext": hand.said,
  });
  if (isNew) letPress(surface, into, kept);
}

/** Binds pointer and key events: a press starts, a move beyond the click tolerance drags, a release without a drag seeks. */
function letPress(surface: SVGRectElement, into: SVGGElement, kept: Kept): void {
  hear<Hand, "pointerdown">(surface, "pointerdown", (event, now) => {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    kept.press = pressAt(now, pointIn(event, into)[0], event.pointerType === "touch" ? grip.coarse : grip.fine);
  });
  hear<Hand, "pointermove">(surface, "pointermove", (event, now) => {
    if (kept.press === null) return;
    const [at] = pointIn(event, into);
    kept.press.isDrag ||= Math.abs(at - kept.press.at) > slack;
    if (kept.press.isDrag) now.act.choose(spanOf(kept.press, now.x.invert(at), now.reach.end));
  });
  hear<Hand, "pointerup">(surface, "pointerup", (event, now) => {
    const { press } = kept;
    kept.press = null;
    if (press !== null && !press.isDrag) seek(now, kept, now.x.invert(pointIn(event, into)[0]));
  });
  hear(surface, "pointercancel", () => (kept.press = null));
  hear<Hand, "dblclick">(surface, "dblclick", (_, now) => now.act.choose(null));
  hear<Hand, "keydown">(surface, "keydown", (event, now) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !pressKey(event, now, kept)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

function seek({ act, now, reach }: Hand, kept: Kept, cycle: number): void {
  kept.sought = { from: now, cycle: within(cycle, reach.end) };
  act.seek(kept.sought.cycle);
}

/** What a press at a position grabs. */
export function pressAt({ span, x }: Pick<Hand, "span" | "x">, at: number, within: number): Press {
  const press = { at, cycle: x.invert(at), isDrag: false };
  if (span === null) return { ...press, hold: { is: "nothing" } };
  const [from, to] = [Math.abs(x(span.from) - at), Math.abs(x(span.to) - at)];
  if (Math.min(from, to) <= within) return { ...press, hold: { is: "edge", other: from < to ? span.to : span.from } };
  return { ...press, hold: press.cycle > span.from && press.cycle < span.to ? { is: "span", span } : { is: "nothing" } };
}

/** The span that a drag from a press to a cycle selects. */
export function spanOf({ cycle: start, hold }: Press, cycle: number, end: number): Span | null {
  if (hold.is === "span") return moved(hold.span, cycle - start, end);
  return spanBetween(hold.is === "edge" ? hold.other : start, cycle, end);
}

/** Handles a key; returns false for keys without a function here. Letters are identified by their position on the keyboard. */
function pressKey(event: KeyboardEvent, hand: Hand, kept: Kept): boolean {
  const { reach, now, span, act, canvas } = hand;
  const { shown, end } = reach;
  const length = shown.to - shown.from;
  const by = Math.max(1, Math.round(length * step));
  const show = (next: Span | null) => {
    kept.shown = next;
    canvas.frameLoop?.markDirty();
  };
  const slide = (cycles: number) => show(length < end ? moved(shown, cycles, end) : null);
  // Key presses in quick succession add up, even if the run has not reached the last requested cycle yet.
  const head = kept.sought?.from === now ? kept.sought.cycle : now;
  const go = (cycles: number) => (event.shiftKey ? act.choose(stretched(span, cycles, now, end)) : seek(hand, kept, head + cycles));
  const does: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(-by),
    ArrowRight: () => go(by),
    Home: () => seek(hand, kept, 0),
    End: () => seek(hand, kept, end),
    KeyW: () => show(zoomed(reach, 1 / 2, now)),
    KeyS: () => show(zoomed(reach, 2, now)),
    KeyA: () => slide(-length * pan),
    KeyD: () => slide(length * pan),
    ...(span === null ? {} : { Escape: () => act.choose(null) }),
  };
  const meant = does[event.code];
  meant?.();
  return meant !== undefined;
}
