/**
 * Pointer controller of the drawing. Drag from the edge of a switch to link it, from its middle to move it. A link released on the ground
 * adds a switch there. Drag on the ground to select with a lasso. Shift adds, Alt copies. Double-click the ground to add a switch, a name
 * to rename it. Drag a terminal to another switch. The wheel zooms; the middle button or held Space pans. Touch: a tap selects and shows
 * dots to drag from. A long press on a switch starts a link, on the ground a lasso. Two taps on the ground add a switch. Two fingers pan
 * and zoom.
 */
import { pointer, select } from "d3-selection";
import { type Drawing, isTerminal } from "../../core/network/drawing/drawing.ts";
import type { Canvas } from "../contract.ts";
import type { Draft, DrawingActions } from "./contract.ts";
import { hitAt, isWithin, nearestSwitch } from "./hit.ts";
import { inSight, isOnStage, type Placed, placeAt, placeDraft, pointOf, zoomed } from "./place.ts";
import { pressKey } from "./keys.ts";
import { type At, type Guide, type Held, type Hovered, sourcesOf } from "./session.ts";

export interface Target extends Pick<Canvas, "frameLoop"> {
  readonly draft: Draft;
  readonly placed: Placed;
  readonly act: DrawingActions;
}

/** The context with the current drawing, which may be newer than the one last drawn. */
function fresh(target: Target): Target {
  const { draft: before, placed, act } = target;
  const draft = act.now() ?? before;
  const [width, height] = draft.session.room;
  return {
    ...target,
    draft,
    placed: draft.network === before.network && draft.session === before.session ? placed : placeDraft(draft, width, height),
  };
}

/** A pointer that moved less than this has clicked, pixels. */
const slack = 4;
/** Duration of a long press, and maximum time between the two taps of a double tap, milliseconds. */
const rest = 420;
const twice = 400;
/** A moved switch snaps to rows and columns within this distance, pixels. */
const aligns = 7;
/** A link released on the ground adds a switch if it is at least this far from its source, in widths of a switch. */
const far = 1.6;

/** State of the pointers on a drawing. */
interface Grip {
  readonly pointers: Map<number, At>;
  /** Position and object of the first pointer-down. */
  down: {
    readonly at: At;
    readonly on: Hovered;
    readonly isTouch: boolean;
    readonly isAdding: boolean;
    readonly isCopying: boolean;
    /** The drawing at that time: if it has changed, the gesture is canceled. */
    readonly of: Drawing;
  } | null;
  is: "nothing" | "pan" | "pinch" | "link" | "move" | "terminal" | "lasso" | "tap";
  hasMoved: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  tappedAt: number;
  /** Objects of the last two pointer-downs, the latest first. */
  presses: readonly Hovered[];
  wasTouch: boolean;
  /** Space held while dragging pans; Space pressed alone toggles playback. */
  hasSpace: boolean;
  hasPanned: boolean;
}

const grips = new WeakMap<Element, Grip>();

/** The pointer state of an element, created on first use. */
function gripOf(element: Element): Grip {
  const grip = grips.get(element) ?? {
    pointers: new Map<number, At>(),
    down: null,
    is: "nothing",
    hasMoved: false,
    timer: undefined,
    tappedAt: -Infinity,
    presses: [],
    wasTouch: false,
    hasSpace: false,
    hasPanned: false,
  };
  grips.set(element, grip);
  return grip;
}

/** Binds pointer and keyboard events of a drawing. */
export function takeHand(target: Target, into: SVGGElement, width: number, height: number): void {
  const catcher = select(into)
    .selectChildren<SVGRectElement, Target>("rect.catcher")
    .data([target])
    .join("rect")
    .attr("class", "catcher sheet");
  catcher.attr("width", width).attr("height", height).attr("fill", "transparent");
  catcher
    .on("pointerdown", function (this: SVGRectElement, event: PointerEvent, latest) {
      down(this, event, fresh(latest), pointer(event, into));
    })
    .on("pointermove", function (this: SVGRectElement, event: PointerEvent, latest) {
      const target = gripOf(this).down === null ? latest : fresh(latest);
      if (isDropped(this, target)) return;
      moveTo(this, event, target, pointer(event, into));
    })
    .on("pointerup", function (this: SVGRectElement, event: PointerEvent, latest) {
      const target = fresh(latest);
      isDropped(this, target);
      up(this, event, target, pointer(event, into));
    })
    .on("pointercancel", function (this: SVGRectElement, event: PointerEvent, latest) {
      cancel(this, latest);
      gripOf(this).pointers.delete(event.pointerId);
    })
    .on("pointerleave", (_event: PointerEvent, latest) => {
      if (latest.draft.session.held === null) hover(latest, { is: "ground" });
    })
    .on("dblclick", function (this: SVGRectElement, event: MouseEvent, latest) {
      // A double tap of a finger was handled on pointer-up.
      if (gripOf(this).wasTouch) return;
      const { draft, placed, act } = fresh(latest);
      const at = pointer(event, into);
      // Use the object of the first click: the page may have moved since.
      const on = gripOf(this).presses[1] ?? hitAt(draft, placed, at, false);
      if (on.is === "ground") act.addSwitch(placeAt(placed.camera, inSight(draft.session, at)));
      else if (on.is === "switch" && on.s < draft.drawing.switches.length) act.rename(on.s);
      else if (on.is === "terminal") act.renameTerminal(on.terminal);
    })
    .on(
      "wheel",
      (event: WheelEvent, latest) => {
        event.preventDefault();
        const by = 1.0015 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1));
        const { camera } = latest.draft.session;
        if (camera !== null) look(latest, zoomed(camera, by, pointer(event, into)));
      },
      { passive: false },
    );
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  const surface = catcher.node();
  const { session } = target.draft;
  const topNow = () => box.getBoundingClientRect().top / (into.getScreenCTM()?.d ?? 1);
  if (session.topNow === null) session.top = topNow();
  session.topNow = topNow;
  // A new drawing takes the keyboard focus once.
  if (target.draft.session.wantsKeys) {
    target.draft.session.wantsKeys = false;
    box.focus({ preventScroll: true });
  }
  select<HTMLElement, Target>(box)
    .datum(target)
    .on("keydown.drawing", (event: KeyboardEvent, latest) => {
      if (event.target !== event.currentTarget || surface === null) return;
      noteHand(latest, box, true);
      if (event.code === "Space") return holdSpace(event, gripOf(surface));
      if (event.key === "Escape" && latest.draft.session.held !== null) {
        event.preventDefault();
        return cancel(surface, latest);
      }
      pressKey(event, fresh(latest));
    })
    .on("keyup.drawing", (event: KeyboardEvent, latest) => {
      if (event.code !== "Space" || surface === null) return;
      const grip = gripOf(surface);
      if (grip.hasSpace && !grip.hasPanned) latest.act.play();
      grip.hasSpace = false;
    });
}

/** Records the input device: keyboard users need to see where a link would lead. */
function noteHand({ draft: { session } }: Target, box: HTMLElement | null, isByKey: boolean): void {
  session.isByKey = isByKey;
  if (box !== null) box.dataset["by"] = isByKey ? "keys" : "pointer";
}

/** Cancels a gesture if its drawing has changed meanwhile, for example by undo or Delete. Returns whether it did. */
function isDropped(element: SVGRectElement, target: Target): boolean {
  const { down: began } = gripOf(element);
  if (began === null || began.of === target.draft.drawing) return false;
  cancel(element, target);
  return true;
}

function holdSpace(event: KeyboardEvent, grip: Grip): void {
  // Otherwise the page would toggle playback on key-down.
  event.preventDefault();
  if (event.repeat) return;
  grip.hasSpace = true;
  grip.hasPanned = false;
}

function look({ draft: { session }, frameLoop }: Target, camera: NonNullable<Draft["session"]["camera"]>): void {
  session.camera = camera;
  session.fittedTo = null;
  frameLoop?.markDirty();
}

function hover({ draft: { session }, frameLoop }: Target, hovered: Hovered): void {
  const isSame = JSON.stringify(session.hovered) === JSON.stringify(hovered);
  session.hovered = hovered;
  if (!isSame) frameLoop?.markDirty();
}

function hold({ draft, act, frameLoop }: Target, held: Held | null): void {
  draft.session.held = held;
  frameLoop?.markDirty();
  act.hold();
}

/** Starts a gesture by the object under the pointer: terminal, edge of a switch (link), switch (move), or ground (lasso). */
function down(element: SVGRectElement, event: PointerEvent, target: Target, at: At): void {
  const grip = gripOf(element);
  const { draft, placed, act } = target;
  // The keyboard focus follows the pointer.
  noteHand(target, element.closest<HTMLElement>(".view-box"), false);
  element.closest<HTMLElement>(".view-box")?.focus({ preventScroll: true });
  grip.pointers.set(event.pointerId, at);
  element.setPointerCapture(event.pointerId);
  const isTouch = event.pointerType === "touch";
  grip.wasTouch = isTouch;
  if (grip.pointers.size > 1) {
    cancel(element, target);
    grip.is = "pinch";
    return;
  }
  grip.hasMoved = false;
  if (event.button === 1 || grip.hasSpace) {
    event.preventDefault();
    grip.is = "pan";
    grip.hasPanned = true;
    return;
  }
  if (event.button > 0) return;
  const on = hitAt(draft, placed, at, isTouch);
  grip.presses = [on, ...grip.presses.slice(0, 1)];
  grip.down = { at, on, isTouch, isAdding: event.shiftKey, isCopying: event.altKey, of: draft.drawing };
  clearTimeout(grip.timer);
  if (on.is === "terminal") grip.is = "terminal";
  else if (on.is === "edge") grip.is = "link";
  else if (on.is === "switch" && !event.shiftKey) {
    grip.is = "move";
    if (!draft.chosen.has(on.s)) act.choose([on.s]);
    if (isTouch) grip.timer = setTimeout(() => rested(grip, target, at), rest);
  } else {
    // With Shift a lasso may start anywhere. A plain click selects on release.
    grip.is = isTouch ? "tap" : "lasso";
    if (isTouch && on.is === "ground") grip.timer = setTimeout(() => rested(grip, target, at), rest);
  }
}

/** Long press: on a switch it starts a link, on the ground a lasso. */
function rested(grip: Grip, target: Target, at: At): void {
  const on = grip.down?.on;
  if (on === undefined || grip.hasMoved) return;
  if ("vibrate" in navigator) navigator.vibrate(8);
  if (on.is === "switch") {
    grip.is = "link";
    hold(target, { is: "link", from: on.s, sources: sourcesOf(target.draft, on.s), to: null, at, isFar: false });
  } else {
    grip.is = "lasso";
    hold(target, { is: "lasso", points: [at], chosen: [] });
  }
}

/** Hovers, pinches, pans, or updates the gesture under way. */
function moveTo(element: SVGRectElement, event: PointerEvent, target: Target, at: At): void {
  const grip = gripOf(element);
  const { draft, placed } = target;
  const { session } = draft;
  const before = grip.pointers.get(event.pointerId);
  if (before === undefined) {
    if (event.pointerType === "touch") return;
    const on = hitAt(draft, placed, at, false);
    hover(target, on);
    element.dataset["over"] = grip.hasSpace ? "hand" : on.is;
    return;
  }
  const { camera } = session;
  if (camera === null) return;
  // Pinch: zoom by the change of distance, and pan by half the movement.
  if (grip.is === "pinch") {
    const other = [...grip.pointers].find(([id]) => id !== event.pointerId)?.[1];
    grip.pointers.set(event.pointerId, at);
    if (other === undefined) return;
    const span = (point: At) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
    const near = zoomed(camera, span(at) / span(before), other);
    look(target, { ...near, x: near.x + (at[0] - before[0]) / 2, y: near.y + (at[1] - before[1]) / 2 });
    return;
  }
  grip.pointers.set(event.pointerId, at);
  // A movement becomes a drag once it exceeds the click tolerance, which is larger for fingers.
  const origin = grip.down?.at ?? at;
  if (Math.hypot(at[0] - origin[0], at[1] - origin[1]) > slack + (grip.down?.isTouch === true ? 3 : 0)) {
    if (!grip.hasMoved) clearTimeout(grip.timer);
    grip.hasMoved = true;
  }
  if (grip.is === "pan" || (grip.is === "tap" && grip.hasMoved)) {
    look(target, { ...camera, x: camera.x + at[0] - before[0], y: camera.y + at[1] - before[1] });
    return;
  }
  if (!grip.hasMoved || grip.down === null) return;
  const { on } = grip.down;
  if (grip.is === "link") {
    const from = on.is === "edge" || on.is === "switch" ? on.s : -1;
    const [x, y] = pointOf(placed, from);
    const to = nearestSwitch(placed, at, undefined, from);
    const isFar = Math.hypot(at[0] - x, at[1] - y) > far * placed.size[0];
    hold(target, { is: "link", from, sources: sourcesOf(draft, from), to: to < 0 ? null : to, at, isFar });
  } else if (grip.is === "terminal" && on.is === "terminal") {
    const from = homeOf(draft, on.terminal);
    const to = nearestSwitch(placed, at, undefined, from);
    hold(target, { is: "terminal", terminal: on.terminal, from, to: to < 0 ? null : to, at });
  } else if (grip.is === "lasso") {
    const points = session.held?.is === "lasso" ? [...session.held.points, at] : [origin, at];
    const chosen = Array.from({ length: draft.drawing.switches.length }, (_, s) => s).filter((s) => isWithin(pointOf(placed, s), points));
    hold(target, { is: "lasso", points, chosen });
  } else if (grip.is === "move" && on.is === "switch") {
    const isCopying = event.altKey || grip.down.isCopying;
    // Keep the moved switches in view, where the user can find them again.
    const [x, y] = inSight(session, at);
    hold(target, { is: isCopying ? "copy" : "move", ...aligned(draft, placed, on.s, [x - origin[0], y - origin[1]], isCopying) });
  }
}

/** The first switch that a terminal is attached to. */
function homeOf({ network }: Draft, terminal: number): number {
  return network.head[network.firstOut[terminal]] - network.terminals;
}

/** Displacement in grid steps, snapped to rows and columns of other switches, with guides along them. */
function aligned(
  { chosen }: Draft,
  { camera, before }: Placed,
  held: number,
  [px, py]: At,
  isCopying: boolean,
): { readonly by: readonly [number, number]; readonly guides: readonly Guide[] } {
  const at = (s: number): readonly [number, number] => [before[2 * s], before[2 * s + 1]];
  const within = aligns / camera.scale;
  const [x, y] = at(held);
  let [dx, dy] = [px / camera.scale, py / camera.scale];
  const others = Array.from({ length: before.length / 2 }, (_, s) => s).filter((s) => isCopying || !chosen.has(s));
  const column = others.find((s) => Math.abs(at(s)[0] - x - dx) < within);
  const row = others.find((s) => Math.abs(at(s)[1] - y - dy) < within);
  dx = column === undefined ? Math.round(dx) : at(column)[0] - x;
  dy = row === undefined ? Math.round(dy) : at(row)[1] - y;
  const guides = [column, row].flatMap((s): readonly Guide[] => (s === undefined ? [] : [[...at(s), x + dx, y + dy]]));
  return { by: [dx, dy], guides };
}

/** Ends the gesture and executes its action; without movement it is a click. */
function up(element: SVGRectElement, event: PointerEvent, target: Target, at: At): void {
  const grip = gripOf(element);
  const { draft, placed, act } = target;
  clearTimeout(grip.timer);
  grip.pointers.delete(event.pointerId);
  const { is, down: began, hasMoved } = grip;
  if (is === "pinch") {
    if (grip.pointers.size === 0) grip.is = "nothing";
    return;
  }
  grip.is = "nothing";
  grip.down = null;
  const { held } = draft.session;
  // The pointer has left the object it was dragged from.
  draft.session.hovered = { is: "ground" };
  if (held !== null) hold(target, null);
  if (began === null) return;
  if (held?.is === "link") {
    if (held.to !== null) act.link(held.sources, held.to);
    else if (held.isFar && isOnStage(draft.session, at)) act.linkToNew(held.sources, placeAt(placed.camera, inSight(draft.session, at)));
    else if (held.sources.length === 1) act.choose([held.from]);
  } else if (held?.is === "terminal") {
    if (held.to !== null) act.rehang(held.terminal, held.from, held.to, event.shiftKey);
  } else if (held?.is === "lasso") {
    const terminals = placed.scene.dots.filter(({ x, y }) => isWithin([x, y], held.points)).map(({ terminal }) => terminal);
    const mode = began.isAdding ? "add" : "only";
    const hasOthers = began.isAdding && draft.chosen.size + draft.chosenLinks.length > 0;
    // A lasso around terminals only selects terminals. With Shift, the existing selection decides which kind of object is added.
    if ((held.chosen.length === 0 || (began.isAdding && draft.terminals.size > 0)) && terminals.length > 0 && !hasOthers)
      act.chooseTerminals(terminals, mode);
    else if (!began.isAdding || draft.chosenLinks.length === 0) act.choose(held.chosen, mode);
    else act.chooseLinks(linksWithin(draft, placed, held.points), mode);
  } else if (held?.is === "move") {
    act.move(...held.by);
  } else if (held?.is === "copy") {
    if (Math.hypot(...held.by) * placed.camera.scale > 12) act.copy(...held.by);
  } else if (!hasMoved) {
    click(grip, target, began.on, at, began.isTouch, began.isAdding);
  }
}

/** Links between two switches whose midpoint is inside a lasso. */
function linksWithin({ drawing }: Draft, placed: Placed, loop: readonly At[]): readonly (readonly [number, number])[] {
  return drawing.links.flatMap(({ a, b }): readonly (readonly [number, number])[] => {
    if (isTerminal(a)) return [];
    const [[ax, ay], [bx, by]] = [pointOf(placed, a), pointOf(placed, b)];
    return isWithin([(ax + bx) / 2, (ay + by) / 2], loop) ? [[a, b]] : [];
  });
}

/** Selects the object, or on a double tap of the ground adds a switch. */
function click(grip: Grip, { draft, placed, act }: Target, on: Hovered, at: At, isTouch: boolean, isAdding: boolean): void {
  const mode = isAdding ? "toggle" : "only";
  if (on.is === "edge" || on.is === "switch") act.choose([on.s], mode);
  if (on.is === "terminal") act.chooseTerminals([on.terminal], mode);
  if (on.is === "link") act.chooseLinks([[on.a, on.b]], mode);
  if (on.is !== "ground") return;
  const now = performance.now();
  if (isTouch && now - grip.tappedAt < twice) {
    grip.tappedAt = -Infinity;
    act.addSwitch(placeAt(placed.camera, inSight(draft.session, at)));
    return;
  }
  grip.tappedAt = now;
  if (!isAdding) act.choose([]);
}

function cancel(element: SVGRectElement, target: Target): void {
  const grip = gripOf(element);
  clearTimeout(grip.timer);
  grip.is = "nothing";
  grip.down = null;
  if (target.draft.session.held !== null) hold(target, null);
}
