/**
 * Pointer and keyboard control of the stage. Pointer: the wheel zooms about the pointer, dragging the background pans, two fingers do both,
 * a click selects. A double click expands a collapsed switch group, collapses an expanded one, and on the empty background shows the whole
 * network. Keys, while the stage has the focus: arrows pan, + and − zoom, 0 and F show the whole network. Enter selects the most loaded
 * channel, or expands and collapses the group of the selected switch. Shift with arrows moves the selection: ↑ forward along the channel, ↓
 * back, ← → to the neighbors.
 */
import type { Network } from "../../core/network/network.ts";
import type { Actions, Selected, ViewData } from "../contract.ts";
import { hottestChannel } from "../readings/loads.ts";
import { bind, childOf, dataOf, hear, pointIn } from "../marks/bound.ts";
import { drawMarks, layerOf, setAttributes } from "../marks/marks.ts";
import { layoutFor } from "./layouts/layouts.ts";
import { heightOf, viewportAt, type Viewport, panned, zoomed } from "./viewport.ts";
import type { Pointed } from "./kept-readings.ts";
import type { Unit } from "./units.ts";
import type { Step } from "./walk.ts";

/** Data of the latest drawing that the event handlers need. It is bound to the elements as their D3 datum. */
export interface Target extends Pointed, Pick<ViewData, "viewports" | "layouts"> {
  selected: Selected;
  /** The channel that the page describes, or −1. */
  readonly shown: number;
  readonly act: Actions;
}

/** Hit radius of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;
/** A pointer that moves less than this between press and release counts as a click, pixels. */
const slack = 4;
/** Effect of one key press: pan distance in pixels, and zoom factor. */
const keyStep = { pan: 60, zoom: 1.3 } as const;

/** The pointers that are down on one stage. */
interface Grip {
  readonly pointers: Map<number, readonly [number, number]>;
  /** Distance of all moves since the first pointer came down, pixels. */
  moved: number;
}

/** The network that each drawing showed last. */
const drawnOf = new WeakMap<SVGGElement, Network>();

/**
 * Binds pointer and keyboard handlers to a drawing. `group` gets a transparent surface that catches the pointer, and a group for the hover
 * tooltip.
 */
export function takeHand(target: Target, into: SVGGElement): void {
  const { scene, network, viewports } = target;
  const surface = childOf(into, "rect", "catcher");
  const isNew = dataOf(surface) === undefined;
  bind(surface, target);
  const tipGroup = layerOf(into, "tip");
  setAttributes(surface, { width: scene.width, height: scene.height, fill: "transparent" });
  surface.classList.add("ground");
  surface.classList.toggle("zoomed", viewports.kept(network).zoom > 1);
  setAttributes(tipGroup, { "pointer-events": "none" });
  const hide = () => drawMarks([], tipGroup);
  // The tooltip may name an element of the previous network.
  if (drawnOf.get(into) !== network) hide();
  drawnOf.set(into, network);
  const change = (target: Target, by: (viewport: Viewport) => Viewport) => {
    const { scene, network, viewports } = target;
    viewports.set(network, by(viewports.of(network, scene.width, scene.height)), scene);
    hide();
  };
  if (!isNew) return;
  const grip: Grip = { pointers: new Map(), moved: 0 };
  letMove(surface, into, grip, change);
  letPick(surface, into, grip, tipGroup, change);
  const box = into.closest<HTMLElement>(".view-box");
  box?.addEventListener("keydown", function hearKey(event) {
    // The box stays in the page when another view replaces this one, so the listener removes itself.
    if (surface.isConnected) press(event, dataOf<Target>(surface)!, change);
    else box.removeEventListener("keydown", hearKey);
  });
}

type Change = (target: Target, by: (viewport: Viewport) => Viewport) => void;

/** Binds the wheel, dragging, and pinching with two fingers. */
function letMove(surface: SVGRectElement, into: SVGGElement, grip: Grip, change: Change): void {
  const letGo = (event: PointerEvent) => {
    grip.pointers.delete(event.pointerId);
    surface.classList.remove("held");
  };
  hear<Target, "wheel">(
    surface,
    "wheel",
    (event, target) => {
      const by = 1.002 ** -(event.deltaY * (event.deltaMode === 1 ? 16 : 1) * (event.ctrlKey ? 4 : 1));
      const { ground } = target.scene;
      // At zoom 1 there is nothing to zoom out of: the wheel event is left to the page, which scrolls.
      if (ground === undefined || (by < 1 && target.viewports.kept(target.network).zoom <= 1)) return;
      event.preventDefault();
      const [x, y] = pointIn(event, into);
      change(target, (viewport) => zoomed(viewport, by, x, y, ground));
    },
    { passive: false },
  );
  hear(surface, "touchmove", (event) => event.touches.length > 1 && event.preventDefault(), { passive: false });
  hear(surface, "pointerdown", (event) => {
    if (grip.pointers.size === 0) grip.moved = 0;
    grip.pointers.set(event.pointerId, pointIn(event, into));
  });
  hear<Target, "pointermove">(surface, "pointermove", (event, target) => {
    const before = grip.pointers.get(event.pointerId);
    const { ground } = target.scene;
    if (before === undefined || ground === undefined) return;
    const now = pointIn(event, into);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    grip.moved += Math.hypot(dx, dy);
    if (grip.moved < slack) return;
    grip.pointers.set(event.pointerId, now);
    const other = [...grip.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      if (!surface.hasPointerCapture(event.pointerId)) surface.setPointerCapture(event.pointerId);
      surface.classList.add("held");
      change(target, (viewport) => panned(viewport, dx, dy, ground));
      return;
    }
    const span = (at: readonly [number, number]) => Math.hypot(at[0] - other[0], at[1] - other[1]) || 1;
    // Each finger sends its own events and contributes half of the pan.
    change(target, (viewport) => panned(zoomed(viewport, span(now) / span(before), other[0], other[1], ground), dx / 2, dy / 2, ground));
  });
  hear(surface, "pointerup", letGo);
  hear(surface, "pointercancel", letGo);
}

/** Binds hover, click and double click. The hit test is loaded at the first pointer event. */
function letPick(surface: SVGRectElement, into: SVGGElement, grip: Grip, tip: SVGGElement, change: Change): void {
  /** Counts pointer moves and leaves. An asynchronous hit test whose count is outdated is dropped. */
  let moves = 0;
  const found = async (event: PointerEvent, target: Target) => {
    const [x, y] = pointIn(event, into);
    const { spotAt } = await import("./pick.ts");
    return spotAt(target, x, y, event.pointerType === "touch" ? reach.coarse : reach.fine);
  };
  const show = async (event: PointerEvent, target: Target) => {
    const move = ++moves;
    const [spot, { tipMarks }] = await Promise.all([found(event, target), import("../marks/tip.ts")]);
    if (move !== moves) return;
    surface.classList.toggle("over", spot !== null);
    drawMarks(spot === null ? [] : tipMarks(spot, target.canvas), tip);
  };
  hear<Target, "pointermove">(surface, "pointermove", (event, target) => {
    if (event.pointerType !== "touch" && event.buttons === 0) void show(event, target).catch(() => undefined);
  });
  hear(surface, "pointerleave", () => {
    moves++;
    drawMarks([], tip);
  });
  hear<Target, "click">(surface, "click", async (event, target) => {
    if (grip.moved >= slack) return;
    target.act.pick((await found(event as PointerEvent, target))?.picks ?? { is: "nothing" });
  });
  hear<Target, "dblclick">(surface, "dblclick", async (event, target) => {
    const [x, y] = pointIn(event, into);
    const { boxAt } = await import("./pick.ts");
    const box = boxAt(target.scene, x, y);
    const unit = box === null ? null : unitOf(target, box.switches[0]);
    if (box === null || unit === null) target.viewports.fit();
    else toggle(target, unit, change);
  });
}

/** The switch group of a switch; null where the switch is always drawn by itself. */
function unitOf({ network, layouts }: Target, node: number): Unit | null {
  const units = layoutFor(network, layouts)?.units?.(network) ?? null;
  const unit = units?.list[units.of[node - network.terminals]];
  return unit === undefined || unit.switches.length === 1 ? null : unit;
}

/** Expands a group and zooms to it, or collapses it. */
function toggle(target: Target, { name }: Unit, change: Change): void {
  const { boxes, ground } = target.scene;
  const closed = boxes.find((box) => box.unit === name);
  change(target, (viewport) => {
    const opened = new Map(viewport.opened).set(name, closed !== undefined);
    return closed === undefined || ground === undefined ? { ...viewport, opened } : viewportAt({ ...viewport, opened }, closed, ground);
  });
}

const steps: Readonly<Record<string, Step>> = { ArrowUp: "on", ArrowDown: "back", ArrowRight: "next", ArrowLeft: "previous" };
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowRight: [-1, 0],
  ArrowLeft: [1, 0],
};

/** Handles a key of the focused stage. */
function press(event: KeyboardEvent, target: Target, change: Change): void {
  const { ground, width, height } = target.scene;
  if (event.target !== event.currentTarget || ground === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const near = (by: number) => change(target, (viewport) => zoomed(viewport, by, width / 2, height / 2, ground));
  if (event.key in ways) {
    if (event.shiftKey) void step(target, steps[event.key], change);
    else change(target, (viewport) => panned(viewport, ways[event.key][0] * keyStep.pan, ways[event.key][1] * keyStep.pan, ground));
  } else if (event.key === "+" || event.key === "=") near(keyStep.zoom);
  else if (event.key === "-" || event.key === "−") near(1 / keyStep.zoom);
  else if (event.key === "0" || event.key === "f" || event.key === "F") target.viewports.fit();
  else if (event.key === "Enter") enter(target, change);
  else return;
  event.preventDefault();
}

/** Expands or collapses the group of the selected switch; without such a group selects the most loaded channel. */
function enter(target: Target, change: Change): void {
  const { selected, loads, network } = target;
  const unit = selected.is === "switch" ? unitOf(target, selected.node) : null;
  if (unit !== null) {
    toggle(target, unit, change);
    return;
  }
  const { channel } = hottestChannel(loads, network.head.length);
  // As long as no channel carries anything, the first output channel of the first switch is selected.
  const first = network.firstOut[network.terminals];
  if (channel >= 0 || first < network.head.length) pick(target, { is: "channel", channel: channel >= 0 ? channel : first });
}

/** Stores the selection in the bound data as well: the next key may come before the next drawing, and must start from it. */
function pick(target: Target, selected: Selected): void {
  target.selected = selected;
  target.act.pick(selected);
}

/** Moves the selection by a step, and pans to it if necessary. */
async function step(target: Target, way: Step, change: Change): Promise<void> {
  const { placeOf, walk } = await import("./walk.ts");
  const { network, viewports, loads, selected, shown, scene } = target;
  const next = walk(network, loads, selected, shown, way);
  pick(target, next);
  const viewport = viewports.of(network, scene.width, scene.height);
  const at = viewport.zoom === 1 ? null : placeOf(target, next);
  if (at === null || scene.ground === undefined) return;
  const { ground } = scene;
  const [x, y] = [at[0] * viewport.zoom + viewport.x, at[1] * heightOf(viewport.zoom, ground.tallest) + viewport.y];
  // Pan to the new selection if it lies outside the drawing. It then lies in the middle.
  const isSeen = x > 20 && y > 0 && x < scene.width - 20 && y < scene.height;
  if (!isSeen) change(target, () => panned(viewport, scene.width / 2 - x, scene.height / 2 - y, ground));
}
