/**
 * Hover: the element under the pointer is outlined and described in a tooltip, a click selects it. The tooltip follows changes of the
 * drawing under a resting pointer.
 */
import "./pointing.css";
import type { Actions, Canvas, NetworkSelection } from "../contract.ts";
import { bindData, ensureChild, boundDataOf, addBoundListener, pointerPositionIn } from "./bound-data.ts";
import { drawMarks, type MarksDrawing, type Mark, setAttributes } from "./marks.ts";
import { occupiedPoints, tooltipMarks } from "./tooltip.ts";

/** Hit radius of a mouse and of a finger, pixels. */
const hitRadius = { fine: 8, coarse: 18 } as const;

/** An element that can be hovered: its texts, and the effect of a click. */
export interface HoverTarget {
  /** Anchor of the tooltip, pixels: the center of the element if it has a width and a height. */
  readonly x: number;
  readonly y: number;
  /** Size of the rectangle that is hit, pixels; a point, which is hit within a radius, when absent. */
  readonly width?: number;
  readonly height?: number;
  /** The row that the left and right arrow keys follow, such as a line or one of several rows of bars; none when absent. */
  readonly row?: string;
  /** Value of the element with its unit, and name of the element. */
  readonly value: string;
  readonly name: string;
  /** More lines of the tooltip; none when absent. */
  readonly more?: readonly string[];
  /** Outline while hovered; a ring around a point, or the edge of the rectangle, when absent. */
  readonly outline?: readonly Mark[];
  /** Channel whose waits are computed while the target is hovered, see {@link Actions.hoverChannel}. */
  readonly hoveredChannel?: number;
  /** The selection that a click makes; null or absent where there is none. */
  readonly clickSelection?: NetworkSelection | null;
  /** Point of a sweep that a click selects, see {@link Actions.selectSweepPoint}. */
  readonly sweepPoint?: readonly number[];
  /** Index of the element's network in a drawing of several networks; when absent, the network that the view draws. */
  readonly networkIndex?: number;
}

/** Returns the target at a point of a drawing, or null; `within` is the hit radius in pixels. */
export type HitTest<D> = (drawn: D, x: number, y: number, within: number, canvas: Canvas) => HoverTarget | null;

/** Actions that a hover or a click on a target calls. */
export type HoverActions = Pick<Actions, "select" | "hoverChannel" | "selectSweepPoint" | "letter">;

/** Data bound to the surface that catches pointer events. */
interface HoverSurface<D> {
  readonly drawn: D;
  readonly canvas: Canvas;
  readonly actions: HoverActions;
  readonly hitTest: HitTest<D>;
}

/** A point of a drawing, with the hit radius of the pointer, pixels. */
export interface HoverPoint {
  readonly x: number;
  readonly y: number;
  readonly hitRadius: number;
  /** The target that has the keyboard focus; absent for a pointer. */
  readonly target?: HoverTarget;
}

/** Hover state of each drawing, by its pointer surface: the hover point, and the channel whose waits the page was asked to compute. */
const hoverStates = new WeakMap<SVGRectElement, { readonly at: HoverPoint; readonly channel: number | null }>();

/** The transparent element of a drawing that catches pointer events; null before the first drawing. */
export const pointerSurfaceOf = (group: SVGGElement) => group.querySelector<SVGRectElement>(":scope > rect.catcher");

/**
 * Draws marks into a separate group in `group`, and above them a transparent surface that catches pointer events. While the pointer is
 * over the element that `hitTest` finds, its tooltip is shown. If the pointer rests on the drawing while it is drawn again, the tooltip is
 * updated.
 * @param mapPoint Maps the hover point of the previous drawing to this one; null removes the tooltip.
 */
export function drawWithHover<D extends MarksDrawing>(
  drawn: D,
  group: SVGGElement,
  canvas: Canvas,
  actions: HoverActions,
  hitTest: HitTest<D>,
  mapPoint: (point: HoverPoint) => HoverPoint | null = (point) => point,
): void {
  drawMarks(drawn.marks, ensureChild(group, "g", "marks"));
  const existingSurface = pointerSurfaceOf(group);
  const surface = existingSurface ?? ensureChild(group, "rect", "catcher");
  setAttributes(surface, { width: canvas.width, height: canvas.height, fill: "transparent" });
  bindData<HoverSurface<D>>(surface, { drawn, canvas, actions, hitTest });
  setAttributes(ensureChild(group, "g", "tip"), { "pointer-events": "none" });
  if (existingSurface === null) followPointer(surface, group);
  const hoverState = hoverStates.get(surface);
  if (hoverState !== undefined) setHoverPoint(group, mapPoint(hoverState.at));
}

/** Updates the hover target on pointer events, and activates targets on clicks. */
function followPointer(surface: SVGRectElement, group: SVGGElement): void {
  addBoundListener(surface, "pointermove", (event) => void (isTouch(event) || setHoverPoint(group, hoverPointOfEvent(event, group))));
  addBoundListener(surface, "pointerleave", (event) => void (isTouch(event) || setHoverPoint(group, null)));
  addBoundListener(surface, "click", (event, { drawn, canvas, actions, hitTest }: HoverSurface<unknown>) => {
    const point = hoverPointOfEvent(event, group);
    const hoverTarget = hitTest(drawn, point.x, point.y, point.hitRadius, canvas);
    // A finger does not hover, so a touch shows the tooltip.
    if (isTouch(event)) setHoverPoint(group, hoverTarget === null ? null : point);
    if (hoverTarget !== null) activateTarget(hoverTarget, actions);
  });
}

const isTouch = (event: MouseEvent) => (event as PointerEvent).pointerType === "touch";

/** The hover point of a pointer event in a drawing. */
export function hoverPointOfEvent(event: MouseEvent, group: SVGGElement): HoverPoint {
  const [x, y] = pointerPositionIn(event, group);
  return { x, y, hitRadius: isTouch(event) ? hitRadius.coarse : hitRadius.fine };
}

/** Whether a click on a target has an effect. */
export function isSelectable({ clickSelection = null, sweepPoint }: HoverTarget): boolean {
  return clickSelection !== null || sweepPoint !== undefined;
}

/** Performs the effect of a click on a target. */
export function activateTarget({ clickSelection = null, sweepPoint, networkIndex }: HoverTarget, actions: HoverActions): void {
  if (sweepPoint !== undefined) actions.selectSweepPoint(sweepPoint);
  if (clickSelection !== null) actions.select(clickSelection, networkIndex);
}

/**
 * Sets the hover point (the position of the pointer or the focus) of a drawing made by {@link drawWithHover}, or removes it (null). Draws
 * the tooltip of the element there and returns this element, the hover target. If the target belongs to a channel whose waits are shown on
 * hover, the page is asked to compute them.
 */
export function setHoverPoint(group: SVGGElement, point: HoverPoint | null): HoverTarget | null {
  const surface = pointerSurfaceOf(group);
  const tooltipLayer = group.querySelector<SVGGElement>(":scope > g.tip");
  if (surface === null || tooltipLayer === null) return null;
  const { drawn, canvas, actions, hitTest } = boundDataOf<HoverSurface<unknown>>(surface)!;
  const hoverTarget = point === null ? null : (point.target ?? hitTest(drawn, point.x, point.y, point.hitRadius, canvas));
  surface.setAttribute("class", hoverTarget !== null && isSelectable(hoverTarget) ? "catcher over" : "catcher");
  drawMarks(
    hoverTarget === null
      ? []
      : tooltipMarks(hoverTarget, canvas, visibleRange(group, canvas), occupiedPoints((drawn as MarksDrawing).marks)),
    tooltipLayer,
  );
  const hoveredChannel = hoverTarget?.hoveredChannel ?? null;
  // The page is also notified when the pointer leaves a channel.
  if (hoveredChannel !== null || (hoverStates.get(surface)?.channel ?? null) !== null)
    actions.hoverChannel(hoveredChannel, hoverTarget?.networkIndex);
  if (point === null) hoverStates.delete(surface);
  else hoverStates.set(surface, { at: point, channel: hoveredChannel });
  return hoverTarget;
}

/** The hover point of a drawing; null where there is none. */
export function hoverPointOf(group: SVGGElement): HoverPoint | null {
  const surface = pointerSurfaceOf(group);
  return (surface === null ? undefined : hoverStates.get(surface))?.at ?? null;
}

/** Data bound to the pointer surface of a drawing; null before {@link drawWithHover}. */
export function hoverSurfaceOf(group: SVGGElement): HoverSurface<unknown> | null {
  const surface = pointerSurfaceOf(group);
  return surface === null ? null : (boundDataOf<HoverSurface<unknown>>(surface) ?? null);
}

/** The visible horizontal range of a drawing that may be wider than its box and scrolled, pixels. */
export function visibleRange(group: SVGGElement, { width }: Canvas): { readonly left: number; readonly right: number } {
  const viewBox = group.closest(".view-box")?.getBoundingClientRect();
  const matrix = group.getScreenCTM();
  if (viewBox === undefined || matrix === null || matrix.a === 0) return { left: 0, right: width };
  const [left, right] = [viewBox.left, viewBox.right].map((x) => Math.max(0, Math.min(width, (x - matrix.e) / matrix.a)));
  return right > left ? { left, right } : { left: 0, right: width };
}
