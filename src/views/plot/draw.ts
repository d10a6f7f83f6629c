/**
 * Draws a plot. The code for hover and keyboard navigation is loaded when a pointer or the focus first comes to the plot, so that pages
 * open without it.
 */
import type { Canvas } from "../contract.ts";
import { bind, childOf, dataOf } from "../marks/bound.ts";
import { drawMarks, type Drawing } from "../marks/marks.ts";
import type { PointingActions } from "../marks/pointing.ts";
import type * as hover from "./hover.ts";

/** The functions for hover and keyboard navigation. */
type Code = Pick<typeof hover, "followPlot" | "replay">;

/** The arguments of the last drawing in a group, and the hover code as soon as it is loaded. */
interface Plotted {
  readonly shown: Parameters<Code["followPlot"]>;
  readonly code: Code | null;
}

/** Draws marks. The hover target under the pointer, or at the keyboard focus, gets a tooltip; activating it performs its action. */
export function drawPlot(drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions): void {
  const group = childOf(into, "g", "marks");
  const before = dataOf<Plotted>(group);
  const code = before?.code ?? null;
  bind<Plotted>(group, { shown: [drawn, into, canvas, act], code });
  if (code !== null) code.followPlot(drawn, into, canvas, act);
  else drawMarks(drawn.marks, group);
  if (before === undefined) followLater(group, into);
}

/** A box with drawings: the groups that still wait for the hover code, and that code once it is loaded. */
interface Box {
  readonly groups: Set<SVGGElement>;
  code: Code | null;
  /** Loads the code in response to an event. */
  readonly fetch: (event: Event | null) => void;
}

const boxes = new WeakMap<Element, Box>();

/** Adds hover and keyboard navigation to a drawing once its box gets a pointer or the focus. */
function followLater(group: SVGGElement, into: SVGGElement): void {
  const element = into.closest<HTMLElement>(".view-box") ?? into.ownerSVGElement;
  if (element === null) return;
  const box = boxes.get(element) ?? boxAt(element);
  boxes.set(element, box);
  box.groups.add(group);
  if (box.code !== null) followAll(box, box.code);
  // The box may have had the focus before this drawing.
  else if (element.matches(":focus-within")) box.fetch(null);
}

/**
 * Loads the hover code when a pointer or the focus first comes to a box. While it is loading, events are queued, and navigation keys do
 * not scroll the page; then the code replays them. After a failure the next event tries again.
 */
function boxAt(element: Element): Box {
  const types = ["pointermove", "pointerdown", "focusin", "keydown"];
  const events: Event[] = [];
  let isUnderWay = false;
  const load = async () => {
    const code = await import("./hover.ts");
    for (const type of types) element.removeEventListener(type, fetch);
    box.code = code;
    followAll(box, code);
    code.replay(element, events);
  };
  const fetch = (event: Event | null) => {
    if (event !== null) events.push(event);
    if (event instanceof KeyboardEvent && /^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
    if (isUnderWay) return;
    isUnderWay = true;
    load().catch(() => {
      isUnderWay = false;
      events.length = 0;
    });
  };
  for (const type of types) element.addEventListener(type, fetch);
  const box: Box = { groups: new Set(), code: null, fetch };
  return box;
}

/** Adds hover and keyboard navigation to all drawings of a box. A drawing may have been replaced meanwhile. */
function followAll({ groups }: Box, code: Code): void {
  for (const group of groups) {
    if (!group.isConnected) continue;
    const { shown } = dataOf<Plotted>(group)!;
    bind<Plotted>(group, { shown, code });
    code.followPlot(...shown);
  }
  groups.clear();
}
