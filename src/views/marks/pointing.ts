/**
 * Hover: the element under the pointer is outlined and described in a tooltip, a click selects it. The tooltip follows changes of the
 * drawing under a resting pointer.
 */
import "./pointing.css";
import type { Actions, Canvas, Selected } from "../contract.ts";
import { bind, childOf, dataOf, hear, pointIn } from "./bound.ts";
import { drawMarks, type Drawing, type Mark, setAttributes } from "./marks.ts";
import { occupiedPoints, tipMarks } from "./tip.ts";

/** Hit radius of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;

/** An element that can be hovered: its texts, and the effect of a click. */
export interface Spot {
  /** Anchor of the tooltip, pixels: the center of the element if it has a width and a height. */
  readonly x: number;
  readonly y: number;
  /** Size of the rectangle that is hit, pixels; a point, which is hit within a radius, when absent. */
  readonly width?: number;
  readonly height?: number;
  /** The row that the left and right arrow keys follow, such as a line or one of several rows of bars; none when absent. */
  readonly row?: string;
  /** Its value with the unit, and its name. */
  readonly value: string;
  readonly name: string;
  /** More lines of the tooltip; none when absent. */
  readonly more?: readonly string[];
  /** Outline while hovered; a ring around a point, or the edge of the rectangle, when absent. */
  readonly outline?: readonly Mark[];
  /** Channel whose waits are computed while the target is hovered, see {@link Actions.hoverChannel}. */
  readonly asks?: number;
  /** The selection that a click makes; null or absent where there is none. */
  readonly picks?: Selected | null;
  /** Point of a sweep that a click selects, see {@link Actions.selectSweepPoint}. */
  readonly turnsTo?: readonly number[];
  /** Index of the network that it belongs to, in a drawing of several networks; otherwise that of the network drawn. */
  readonly of?: number;
}

/** Returns the target at a point of a drawing, or null; `within` is the hit radius in pixels. */
export type Finder<D> = (drawn: D, x: number, y: number, within: number, canvas: Canvas) => Spot | null;

/** Actions that a hover or a click on a target calls. */
export type PointingActions = Pick<Actions, "pick" | "ask" | "turn" | "letter">;

/** Data bound to the surface that catches pointer events. */
interface Surface<D> {
  readonly drawn: D;
  readonly canvas: Canvas;
  readonly act: PointingActions;
  readonly find: Finder<D>;
}

/** A point of a drawing, with the hit radius of the pointer, pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly within: number;
  /** The target that has the keyboard focus; absent for a pointer. */
  readonly target?: Spot;
}

/** Hover state of each drawing, by its pointer surface. */
const pointedAt = new WeakMap<SVGRectElement, { readonly at: Point; readonly asks: number | null }>();

/** The transparent element of a drawing that catches pointer events; null before the first drawing. */
export const catcherOf = (into: SVGGElement) => into.querySelector<SVGRectElement>(":scope > rect.catcher");

/**
 * Draws marks into their own group, and above them a surface that catches pointer events.
 * @param mapPoint Maps the hover point of the previous drawing to this one.
 */
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

/** Updates the hover target on pointer events, and activates targets on clicks. */
function followPointer(catcher: SVGRectElement, into: SVGGElement): void {
  hear(catcher, "pointermove", (event) => void (isTouch(event) || pointAt(into, eventPoint(event, into))));
  hear(catcher, "pointerleave", (event) => void (isTouch(event) || pointAt(into, null)));
  hear(catcher, "click", (event, { drawn, canvas, act, find }: Surface<unknown>) => {
    const at = eventPoint(event, into);
    const spot = find(drawn, at.x, at.y, at.within, canvas);
    // A finger does not hover, so a touch shows the tooltip.
    if (isTouch(event)) pointAt(into, spot === null ? null : at);
    if (spot !== null) choose(spot, act);
  });
}

const isTouch = (event: MouseEvent) => (event as PointerEvent).pointerType === "touch";

/** The hover point of a pointer event in a drawing. */
export function eventPoint(event: MouseEvent, into: SVGGElement): Point {
  const [x, y] = pointIn(event, into);
  return { x, y, within: isTouch(event) ? reach.coarse : reach.fine };
}

/** Whether a click on a target has an effect. */
export function canChoose({ picks = null, turnsTo }: Spot): boolean {
  return picks !== null || turnsTo !== undefined;
}

/** Performs the effect of a click on a target. */
export function choose({ picks = null, turnsTo, of }: Spot, act: PointingActions): void {
  if (turnsTo !== undefined) act.turn(turnsTo);
  if (picks !== null) act.pick(picks, of);
}

/** Sets the hover point of a drawing made by {@link drawWithHover}, or removes it (null). Draws the tooltip and returns the target. */
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

/** The hover point of a drawing; null where there is none. */
export function pointOf(into: SVGGElement): Point | null {
  const catcher = catcherOf(into);
  return (catcher === null ? undefined : pointedAt.get(catcher))?.at ?? null;
}

/** Data bound to the pointer surface of a drawing; null before {@link drawWithHover}. */
export function surfaceOf(into: SVGGElement): Surface<unknown> | null {
  const catcher = catcherOf(into);
  return catcher === null ? null : (dataOf<Surface<unknown>>(catcher) ?? null);
}

/** The visible horizontal range of a drawing that may be wider than its box and scrolled, pixels. */
export function inSight(into: SVGGElement, { width }: Canvas): { readonly left: number; readonly right: number } {
  const box = into.closest(".view-box")?.getBoundingClientRect();
  const matrix = into.getScreenCTM();
  if (box === undefined || matrix === null || matrix.a === 0) return { left: 0, right: width };
  const [left, right] = [box.left, box.right].map((x) => Math.max(0, Math.min(width, (x - matrix.e) / matrix.a)));
  return right > left ? { left, right } : { left: 0, right: width };
}
