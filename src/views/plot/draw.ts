/**
 * Draws a plot. The code for hover and keyboard navigation is loaded when a pointer or the focus first comes to the plot, so that pages
 * open without it.
 */
import type { Canvas } from "../contract.ts";
import { bindData, ensureChild, boundDataOf } from "../marks/bound-data.ts";
import { drawMarks, type MarksDrawing } from "../marks/marks.ts";
import type { HoverActions } from "../marks/hover-target.ts";
import type * as hover from "./hover.ts";

/** The functions for hover and keyboard navigation. */
type HoverCode = Pick<typeof hover, "followPlot" | "replay">;

/** The arguments of the last drawing in a group, and the hover code as soon as it is loaded. */
interface PlotState {
  readonly drawArguments: Parameters<HoverCode["followPlot"]>;
  readonly code: HoverCode | null;
}

/** Draws marks. The hover target under the pointer, or at the keyboard focus, gets a tooltip; activating it performs its action. */
export function drawPlot(drawn: MarksDrawing, drawingGroup: SVGGElement, canvas: Canvas, actions: HoverActions): void {
  const group = ensureChild(drawingGroup, "g", "marks");
  const previous = boundDataOf<PlotState>(group);
  const code = previous?.code ?? null;
  bindData<PlotState>(group, { drawArguments: [drawn, drawingGroup, canvas, actions], code });
  if (code !== null) code.followPlot(drawn, drawingGroup, canvas, actions);
  else drawMarks(drawn.marks, group);
  if (previous === undefined) loadHoverOnDemand(group, drawingGroup);
}

/** A box with drawings: the groups that still wait for the hover code, and that code once it is loaded. */
interface HoverBox {
  readonly groups: Set<SVGGElement>;
  code: HoverCode | null;
  /** Loads the code in response to an event. */
  readonly load: (event: Event | null) => void;
}

const hoverBoxes = new WeakMap<Element, HoverBox>();

/** Adds hover and keyboard navigation to a drawing once its box gets a pointer or the focus. */
function loadHoverOnDemand(group: SVGGElement, drawingGroup: SVGGElement): void {
  const element = drawingGroup.closest<HTMLElement>(".view-box") ?? drawingGroup.ownerSVGElement;
  if (element === null) return;
  const box = hoverBoxes.get(element) ?? createHoverBox(element);
  hoverBoxes.set(element, box);
  box.groups.add(group);
  if (box.code !== null) followAllDrawings(box, box.code);
  // The box may have had the focus before this drawing.
  else if (element.matches(":focus-within")) box.load(null);
}

/**
 * Creates the state of the hover and keyboard handling of a box of plots. Its code is loaded when a pointer or the focus first comes to the
 * box. While it is loading, events are queued, and navigation keys do not scroll the page; then the code replays them. After a failure the
 * next event tries again.
 */
function createHoverBox(element: Element): HoverBox {
  const eventTypes = ["pointermove", "pointerdown", "focusin", "keydown"];
  const events: Event[] = [];
  let isLoading = false;
  const load = async () => {
    const code = await import("./hover.ts");
    for (const type of eventTypes) element.removeEventListener(type, queueAndLoad);
    box.code = code;
    followAllDrawings(box, code);
    code.replay(element, events);
  };
  const queueAndLoad = (event: Event | null) => {
    if (event !== null) events.push(event);
    if (event instanceof KeyboardEvent && /^(Arrow|Home|End)/.test(event.key)) event.preventDefault();
    if (isLoading) return;
    isLoading = true;
    load().catch(() => {
      isLoading = false;
      events.length = 0;
    });
  };
  for (const type of eventTypes) element.addEventListener(type, queueAndLoad);
  const box: HoverBox = { groups: new Set(), code: null, load: queueAndLoad };
  return box;
}

/** Adds hover and keyboard navigation to all drawings of a box. A drawing may have been replaced meanwhile. */
function followAllDrawings({ groups }: HoverBox, code: HoverCode): void {
  for (const group of groups) {
    if (!group.isConnected) continue;
    const { drawArguments } = boundDataOf<PlotState>(group)!;
    bindData<PlotState>(group, { drawArguments, code });
    code.followPlot(...drawArguments);
  }
  groups.clear();
}
