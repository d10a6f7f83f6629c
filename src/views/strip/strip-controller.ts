/**
 * Pointer and keyboard control of the time strip: click to seek, drag to select a span, drag its edges; keys. The zoom and the drag in
 * progress are stored with each strip on the page.
 */
import "./hand.css";
import type { Actions, Canvas, Span } from "../contract.ts";
import { bindData, ensureChild, boundDataOf, addBoundListener, pointerPositionIn } from "../marks/bound-data.ts";
import { setAttributes } from "../marks/marks.ts";
import type * as Keys from "./keys.ts";
import { shiftSpan, type VisibleTime, spanBetween, clampCycle } from "./visible-time.ts";

/** Maximum movement of a click, and hit radius of an edge for mouse and finger, pixels. */
const clickTolerance = 4;
const edgeHitRadius = { fine: 8, coarse: 20 } as const;
/** Codes of the keys with a function on the strip, in addition to Escape while a span is selected; see `keys.ts`. */
const stripKeys = new Set(["ArrowLeft", "ArrowRight", "Home", "End", "KeyW", "KeyS", "KeyA", "KeyD"]);

/** Data of the latest drawing that the event handlers need. */
export interface StripControllerData {
  readonly visibleTime: VisibleTime;
  readonly now: number;
  readonly span: Span | null;
  /** Description of the strip for screen readers. */
  readonly description: string;
  readonly x: { (cycle: number): number; invert(at: number): number };
  readonly actions: Actions;
  readonly canvas: Canvas;
}

/** State of a strip between two drawings: the visible span, and a press in progress. */
export interface StripState {
  visibleSpan: Span | null;
  press: StripPress | null;
  /** The cycle requested last, and the cycle of the run at that time. The run remains there until it has reached the requested cycle. */
  requestedSeek: { readonly from: number; readonly cycle: number } | null;
}

interface StripPress {
  readonly at: number;
  readonly cycle: number;
  /** What the press has grabbed: an edge, with the cycle of the opposite edge; the whole span; or nothing. */
  readonly grabbed:
    | { readonly is: "edge"; readonly other: number }
    | { readonly is: "span"; readonly span: Span }
    | { readonly is: "nothing" };
  isDrag: boolean;
}

const stripStates = new WeakMap<SVGGElement, StripState>();

/** The span that the reader has zoomed the strip to; null for the whole run. */
export function zoomedSpanOf(group: SVGGElement): Span | null {
  return stripStates.get(group)?.visibleSpan ?? null;
}

/**
 * Binds pointer and keyboard handlers to the time strip in `group`. The group gets a transparent surface for both, which screen readers see
 * as a slider whose value is the cycle of the playhead. Called after each drawing; the handlers are added only the first time.
 */
export function bindStripController(data: StripControllerData, group: SVGGElement): void {
  const stripState = stripStates.get(group) ?? { visibleSpan: null, press: null, requestedSeek: null };
  stripStates.set(group, stripState);
  // The children of an element with role `img` cannot get the focus.
  if (group.ownerSVGElement !== null) setAttributes(group.ownerSVGElement, { role: "group" });
  const surface = ensureChild(group, "rect", "hand");
  const isFirstBinding = boundDataOf(surface) === undefined;
  bindData(surface, data);
  setAttributes(surface, {
    class: "hand catcher over",
    width: data.canvas.width,
    height: data.canvas.height,
    fill: "transparent",
    tabindex: 0,
    role: "slider",
    "aria-label": "Cycle",
    "aria-valuemin": 0,
    "aria-valuemax": data.visibleTime.end,
    "aria-valuenow": data.now,
    "aria-valuetext": data.description,
  });
  if (isFirstBinding) bindPointerAndKeys(surface, group, stripState);
}

/**
 * Binds pointer and key events of the time strip: a drag selects a span of cycles or moves an edge of it, a press without a drag moves the
 * playhead to that cycle, and a double click ends the selection.
 */
function bindPointerAndKeys(surface: SVGRectElement, group: SVGGElement, stripState: StripState): void {
  addBoundListener<StripControllerData, "pointerdown">(surface, "pointerdown", (event, data) => {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    stripState.press = pressAt(
      data,
      pointerPositionIn(event, group)[0],
      event.pointerType === "touch" ? edgeHitRadius.coarse : edgeHitRadius.fine,
    );
  });
  addBoundListener<StripControllerData, "pointermove">(surface, "pointermove", (event, data) => {
    if (stripState.press === null) return;
    const [x] = pointerPositionIn(event, group);
    stripState.press.isDrag ||= Math.abs(x - stripState.press.at) > clickTolerance;
    if (stripState.press.isDrag) data.actions.selectSpan(spanOfDrag(stripState.press, data.x.invert(x), data.visibleTime.end));
  });
  addBoundListener<StripControllerData, "pointerup">(surface, "pointerup", (event, data) => {
    const { press } = stripState;
    stripState.press = null;
    if (press !== null && !press.isDrag) seekTo(data, stripState, data.x.invert(pointerPositionIn(event, group)[0]));
  });
  addBoundListener(surface, "pointercancel", () => (stripState.press = null));
  addBoundListener<StripControllerData, "dblclick">(surface, "dblclick", (_, data) => data.actions.selectSpan(null));
  addBoundListener<StripControllerData, "keydown">(surface, "keydown", (event, data) => {
    const hasFunction = stripKeys.has(event.code) || (event.code === "Escape" && data.span !== null);
    if (event.ctrlKey || event.metaKey || event.altKey || !hasFunction) return;
    event.preventDefault();
    event.stopPropagation();
    // Keys that come while the code is loading keep their order, and each acts on the latest drawing.
    const handle = ({ handleStripKey }: typeof Keys) => {
      const latest = boundDataOf<StripControllerData>(surface)!;
      handleStripKey(event, latest, stripState, (cycle) => seekTo(latest, stripState, cycle));
    };
    void import("./keys.ts").then(handle, () => undefined);
  });
}

function seekTo({ actions, now: currentCycle, visibleTime }: StripControllerData, stripState: StripState, cycle: number): void {
  stripState.requestedSeek = { from: currentCycle, cycle: clampCycle(cycle, visibleTime.end) };
  actions.seek(stripState.requestedSeek.cycle);
}

/** What a press at a position grabs. */
export function pressAt({ span, x }: Pick<StripControllerData, "span" | "x">, pressX: number, radius: number): StripPress {
  const press = { at: pressX, cycle: x.invert(pressX), isDrag: false };
  if (span === null) return { ...press, grabbed: { is: "nothing" } };
  const [distanceToStart, distanceToEnd] = [Math.abs(x(span.from) - pressX), Math.abs(x(span.to) - pressX)];
  if (Math.min(distanceToStart, distanceToEnd) <= radius)
    return { ...press, grabbed: { is: "edge", other: distanceToStart < distanceToEnd ? span.to : span.from } };
  return { ...press, grabbed: press.cycle > span.from && press.cycle < span.to ? { is: "span", span } : { is: "nothing" } };
}

/** The span that a drag from a press to a cycle selects. */
export function spanOfDrag({ cycle: start, grabbed }: StripPress, cycle: number, end: number): Span | null {
  if (grabbed.is === "span") return shiftSpan(grabbed.span, cycle - start, end);
  return spanBetween(grabbed.is === "edge" ? grabbed.other : start, cycle, end);
}
