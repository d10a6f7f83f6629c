/**
 * Pointing at a drawing: what lies under the pointer is outlined and named beside it, a click picks it. What is named
 * follows the drawing as it changes beneath a pointer that rests.
 */
import "./pointing.css";
import type { Actions, Canvas, Selected } from "../contract.ts";
import { bind, childOf, dataOf, hear, pointIn } from "./bound.ts";
import { drawMarks, type Drawing, type Mark, setAttributes } from "./marks.ts";
import { occupiedPoints, tipMarks } from "./tip.ts";

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;

/** What lies under a pointer: what is said of it, and what a click does. */
export interface Spot {
  /** Where its name is tied, pixels: its middle, if it has a width and a height. */
  readonly x: number;
  readonly y: number;
  /** Size of the box that counts as it, pixels; a point, found from near by, when absent. */
  readonly width?: number;
  readonly height?: number;
  /** The row that arrow keys follow across, as a line or one of several rows of bars; none when absent. */
  readonly row?: string;
  /** Its value with the unit, and its name. */
  readonly value: string;
  readonly name: string;
  /** More about it, a line each; none when absent. */
  readonly more?: readonly string[];
  /** How it is outlined; a ring around a point, or the edge of its box, when absent. */
  readonly outline?: readonly Mark[];
  /** A channel of which more is to be found out as long as it is pointed at: {@link Actions.ask}. */
  readonly asks?: number;
  /** What a click picks; null, or absent, where there is nothing to pick. */
  readonly picks?: Selected | null;
  /** The point of a sweep that a click turns to: {@link Actions.turn}. */
  readonly turnsTo?: readonly number[];
  /** Number of the network that it belongs to, on a drawing of several; else it is that of the network drawn. */
  readonly of?: number;
}

/** Finds what lies at a point of a drawing, or null; `within` pixels of it still count. */
export type Finder<D> = (drawn: D, x: number, y: number, within: number, canvas: Canvas) => Spot | null;

/** What pointing does: a click picks, and resting may ask. */
export type PointingActions = Pick<Actions, "pick" | "ask" | "turn" | "letter">;

/** What a surface that catches the pointer is bound to. */
interface Surface<D> {
  readonly drawn: D;
  readonly canvas: Canvas;
  readonly act: PointingActions;
  readonly find: Finder<D>;
}

/** A point of a drawing, with the reach of what points at it, pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly within: number;
  /** The target that keys are at; none for a pointer. */
  readonly target?: Spot;
}

/** Where each drawing is pointed at, by the surface that catches the pointer; and what was asked of there. */
const pointedAt = new WeakMap<SVGRectElement, { readonly at: Point; readonly asks: number | null }>();

/** The surface of a drawing that catches the pointer; null before it is drawn. */
export const catcherOf = (into: SVGGElement) => into.querySelector<SVGRectElement>(":scope > rect.catcher");

/** Draws marks into a group of their own, and over them a surface that catches the pointer. What is pointed at may have `moved`. */
export function drawPointed<D extends Drawing>(
  drawn: D,
  into: SVGGElement,
  canvas: Canvas,
  act: PointingActions,
  find: Finder<D>,
  moved: (at: Point) => Point | null = (at) => at,
): void {
  drawMarks(drawn.marks, childOf(into, "g", "marks"));
  const known = catcherOf(into);
  const catcher = known ?? childOf(into, "rect", "catcher");
  setAttributes(catcher, { width: canvas.width, height: canvas.height, fill: "transparent" });
  bind<Surface<D>>(catcher, { drawn, canvas, act, find });
  setAttributes(childOf(into, "g", "tip"), { "pointer-events": "none" });
  if (known === null) followPointer(catcher, into);
  const pointed = pointedAt.get(catcher);
  if (pointed !== undefined) pointAt(into, moved(pointed.at));
}

/** Names what a pointer rests on, and acts where it clicks. */
function followPointer(catcher: SVGRectElement, into: SVGGElement): void {
  hear(catcher, "pointermove", (event) => void (isTouch(event) || pointAt(into, eventPoint(event, into))));
  hear(catcher, "pointerleave", (event) => void (isTouch(event) || pointAt(into, null)));
  hear(catcher, "click", (event, { drawn, canvas, act, find }: Surface<unknown>) => {
    const at = eventPoint(event, into);
    const spot = find(drawn, at.x, at.y, at.within, canvas);
    // A finger does not hover: it names what it touches.
    if (isTouch(event)) pointAt(into, spot === null ? null : at);
    if (spot !== null) choose(spot, act);
  });
}

const isTouch = (event: MouseEvent) => (event as PointerEvent).pointerType === "touch";

/** Where an event points at in a drawing. */
export function eventPoint(event: MouseEvent, into: SVGGElement): Point {
  const [x, y] = pointIn(event, into);
  return { x, y, within: isTouch(event) ? reach.coarse : reach.fine };
}

/** Whether a click on a spot does anything. */
export function canChoose({ picks = null, turnsTo }: Spot): boolean {
  return picks !== null || turnsTo !== undefined;
}

/** Does what a click on a spot does. */
export function choose({ picks = null, turnsTo, of }: Spot, act: PointingActions): void {
  if (turnsTo !== undefined) act.turn(turnsTo);
  if (picks !== null) act.pick(picks, of);
}

/** Points at a place of a drawing that was drawn by {@link drawPointed}, or at none any more; returns what is there. */
export function pointAt(into: SVGGElement, at: Point | null): Spot | null {
  const catcher = catcherOf(into);
  const tip = into.querySelector<SVGGElement>(":scope > g.tip");
  if (catcher === null || tip === null) return null;
  const { drawn, canvas, act, find } = dataOf<Surface<unknown>>(catcher)!;
  const spot = at === null ? null : (at.target ?? find(drawn, at.x, at.y, at.within, canvas));
  catcher.setAttribute("class", spot !== null && canChoose(spot) ? "catcher over" : "catcher");
  drawMarks(spot === null ? [] : tipMarks(spot, canvas, inSight(into, canvas), occupiedPoints((drawn as Drawing).marks)), tip);
  const asks = spot?.asks ?? null;
  if (asks !== null || (pointedAt.get(catcher)?.asks ?? null) !== null) act.ask(asks, spot?.of);
  if (at === null) pointedAt.delete(catcher);
  else pointedAt.set(catcher, { at, asks });
  return spot;
}

/** Where a drawing is pointed at; null where it is not. */
export function pointOf(into: SVGGElement): Point | null {
  const catcher = catcherOf(into);
  return (catcher === null ? undefined : pointedAt.get(catcher))?.at ?? null;
}

/** What a drawing is of, and what acts on it; null before {@link drawPointed}. */
export function surfaceOf(into: SVGGElement): Surface<unknown> | null {
  const catcher = catcherOf(into);
  return catcher === null ? null : (dataOf<Surface<unknown>>(catcher) ?? null);
}

/** What is in sight of a drawing's width, where it may be wider than its box and be scrolled. */
export function inSight(into: SVGGElement, { width }: Canvas): { readonly left: number; readonly right: number } {
  const box = into.closest(".view-box")?.getBoundingClientRect();
  const matrix = into.getScreenCTM();
  if (box === undefined || matrix === null || matrix.a === 0) return { left: 0, right: width };
  const [left, right] = [box.left, box.right].map((x) => Math.max(0, Math.min(width, (x - matrix.e) / matrix.a)));
  return right > left ? { left, right } : { left: 0, right: width };
}
