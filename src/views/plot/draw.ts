/** Draws a plot. What follows a pointer and the keys is fetched when the first of them comes near: pages open without it. */
import type { Canvas } from "../contract.ts";
import { bind, childOf, dataOf } from "../marks/bound.ts";
import { drawMarks, type Drawing } from "../marks/marks.ts";
import type { PointingActions } from "../marks/pointing.ts";
import type * as hover from "./hover.ts";

/** What follows pointers and keys. */
type Code = Pick<typeof hover, "followPlot" | "replay">;

/** The last drawing in a group, and whether pointers and keys are followed there. */
interface Plotted {
  readonly shown: Parameters<Code["followPlot"]>;
  readonly code: Code | null;
}

/** Draws marks, names the target that a pointer or the keys are at, and does what it says when it is chosen. */
export function drawPlot(drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions): void {
  const group = childOf(into, "g", "marks");
  const before = dataOf<Plotted>(group);
  const code = before?.code ?? null;
  bind<Plotted>(group, { shown: [drawn, into, canvas, act], code });
  if (code !== null) code.followPlot(drawn, into, canvas, act);
  else drawMarks(drawn.marks, group);
  if (before === undefined) followLater(group, into);
}

/** A box of drawings: those that are not followed yet, and the code, once it is there. */
interface Box {
  readonly groups: Set<SVGGElement>;
  code: Code | null;
  /** Fetches the code, after an event. */
  readonly fetch: (event: Event | null) => void;
}

const boxes = new WeakMap<Element, Box>();

/** Follows pointers and keys at a drawing once one of them has come to its box. */
function followLater(group: SVGGElement, into: SVGGElement): void {
  const element = into.closest<HTMLElement>(".view-box") ?? into.ownerSVGElement;
  if (element === null) return;
  const box = boxes.get(element) ?? boxAt(element);
  boxes.set(element, box);
  box.groups.add(group);
  if (box.code !== null) followAll(box, box.code);
  // The focus may have come to the box before.
  else if (element.matches(":focus-within")) box.fetch(null);
}

/**
 * Fetches the code when a pointer or the focus first comes to a box. The code then replays the events of the meantime, in which keys
 * that go from target to target scroll nothing. If fetching fails, the next event tries again.
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

/** Follows pointers and keys at all drawings of a box; another drawing may have taken the place of one of them meanwhile. */
function followAll({ groups }: Box, code: Code): void {
  for (const group of groups) {
    if (!group.isConnected) continue;
    const { shown } = dataOf<Plotted>(group)!;
    bind<Plotted>(group, { shown, code });
    code.followPlot(...shown);
  }
  groups.clear();
}
