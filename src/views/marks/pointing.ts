/**
 * Pointing at a drawing: what lies under the pointer is outlined and named beside it, a click picks it. What is named
 * follows the drawing as it changes beneath a pointer that rests.
 */
import "./pointing.css";
import { pointer, select } from "d3-selection";
import type { Actions, Canvas, Selected } from "../contract.ts";
import { drawMarks, type Drawing, type Mark } from "./marks.ts";
import { tipMarks } from "./tip.ts";

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;

/** What lies under a pointer. */
export interface Spot {
  /** Where its name is tied, pixels. */
  readonly x: number;
  readonly y: number;
  /** Its value with the unit, and its name. */
  readonly value: string;
  readonly name: string;
  /** More about it, a line each; none when absent. */
  readonly more?: readonly string[];
  readonly outline: readonly Mark[];
  /** A channel of which more is to be found out as long as it is pointed at: {@link Actions.ask}. */
  readonly asks?: number;
  /** What a click picks; null where there is nothing to pick. */
  readonly picks: Selected | null;
  /** The point of a sweep that a click turns to: {@link Actions.turn}. */
  readonly turnsTo?: readonly number[];
  /** Number of the network that it belongs to, on a drawing of several; else it is that of the network drawn. */
  readonly of?: number;
}

/** Finds what lies at a point of a drawing, or null; `within` pixels of it still count. */
export type Finder<D> = (drawn: D, x: number, y: number, within: number, canvas: Canvas) => Spot | null;

/** What pointing does: a click picks, and resting may ask. */
type Pointing = Pick<Actions, "pick" | "ask" | "turn">;

interface Target<D> {
  readonly drawn: D;
  readonly canvas: Canvas;
  readonly act: Pointing;
  readonly find: Finder<D>;
}

/** A point of a drawing, with the reach of what points at it, pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly within: number;
}

/** Where each drawing is pointed at, by the surface that catches the pointer; and what was asked of there. */
const pointedAt = new WeakMap<SVGRectElement, { readonly at: Point; readonly asks: number | null }>();

/** Draws marks into a group of their own, and over them a surface that catches the pointer. */
export function drawPointed<D extends Drawing>(drawn: D, into: SVGGElement, canvas: Canvas, act: Pointing, find: Finder<D>): void {
  const target: Target<D> = { drawn, canvas, act, find };
  const layer = (name: string) =>
    select(into).selectChildren<SVGGElement, Target<D>>(`g.${name}`).data([target]).join("g").attr("class", name);
  const marks = layer("marks").node();
  if (marks !== null) drawMarks(drawn.marks, marks);
  const catcher = select(into).selectChildren<SVGRectElement, Target<D>>("rect.catcher").data([target]).join("rect");
  catcher.attr("width", canvas.width).attr("height", canvas.height).attr("fill", "transparent");
  if (catcher.attr("class") === null) catcher.attr("class", "catcher");
  layer("tip").attr("pointer-events", "none");
  const placeOf = (event: PointerEvent): Point => {
    const [x, y] = pointer(event, into);
    return { x, y, within: event.pointerType === "touch" ? reach.coarse : reach.fine };
  };
  catcher
    .on("pointermove", (event: PointerEvent) => {
      if (event.pointerType !== "touch") pointAt(into, placeOf(event));
    })
    .on("pointerleave", (event: PointerEvent) => {
      if (event.pointerType !== "touch") pointAt(into, null);
    })
    .on("click", function (this: SVGRectElement, event: PointerEvent, { drawn, canvas, act }: Target<D>) {
      const at = placeOf(event);
      const spot = find(drawn, at.x, at.y, at.within, canvas);
      // A finger does not hover: what has more to tell tells it when it is touched.
      if (event.pointerType === "touch" && (spot?.asks !== undefined || pointedAt.has(this))) pointAt(into, spot === null ? null : at);
      if (spot?.turnsTo !== undefined) act.turn(spot.turnsTo);
      if (spot !== null && spot.picks !== null) act.pick(spot.picks, spot.of);
    });
  const surface = catcher.node();
  const pointed = surface === null ? undefined : pointedAt.get(surface);
  if (pointed !== undefined) pointAt(into, pointed.at);
}

/** Points at a place of a drawing that was drawn by {@link drawPointed}, or at none any more; returns what is there. */
export function pointAt(into: SVGGElement, at: Point | null): Spot | null {
  const catcher = into.querySelector<SVGRectElement>(":scope > rect.catcher");
  const tip = into.querySelector<SVGGElement>(":scope > g.tip");
  if (catcher === null || tip === null) return null;
  const { drawn, canvas, act, find } = select<SVGRectElement, Target<unknown>>(catcher).datum();
  const spot = at === null ? null : find(drawn, at.x, at.y, at.within, canvas);
  catcher.setAttribute("class", spot === null || (spot.picks === null && spot.turnsTo === undefined) ? "catcher" : "catcher over");
  drawMarks(spot === null ? [] : tipMarks(spot, canvas, inSight(into, canvas)), tip);
  const asks = spot?.asks ?? null;
  if (asks !== null || (pointedAt.get(catcher)?.asks ?? null) !== null) act.ask(asks, spot?.of);
  if (at === null) pointedAt.delete(catcher);
  else pointedAt.set(catcher, { at, asks });
  return spot;
}

/** What is in sight of a drawing's width, where it may be wider than its box and be scrolled. */
export function inSight(into: SVGGElement, { width }: Canvas): { readonly left: number; readonly right: number } {
  const box = into.closest(".view-box")?.getBoundingClientRect();
  const matrix = into.getScreenCTM();
  if (box === undefined || matrix === null || matrix.a === 0) return { left: 0, right: width };
  const [left, right] = [box.left, box.right].map((x) => Math.max(0, Math.min(width, (x - matrix.e) / matrix.a)));
  return right > left ? { left, right } : { left: 0, right: width };
}
