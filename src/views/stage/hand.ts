/**
 * The reader's hand on the stage. Pointer: the wheel zooms about the pointer, a drag on the ground moves, two fingers do
 * both, a click picks, a double click opens a closed unit, closes an open one, and shows all on the empty ground.
 * Keys, while the stage has the focus: arrows move, + and − zoom, 0 and F show all; Enter picks the most loaded channel,
 * or opens and closes the unit of the switch that is picked; Shift with arrows walks: ↑ along the channel, ↓ back, ← →
 * to the neighbours.
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

/** What the hand needs to know of the latest drawing; kept on the elements as their datum. */
export interface Target extends Pointed, Pick<ViewData, "viewports" | "layouts"> {
  selected: Selected;
  /** The channel the page speaks of, or −1. */
  readonly shown: number;
  readonly act: Actions;
}

/** Reach of a mouse and of a finger, pixels. */
const reach = { fine: 8, coarse: 18 } as const;
/** A pointer that has moved less than this has clicked, pixels. */
const slack = 4;
/** One press of a key: pixels, and how much nearer. */
const keyStep = { pan: 60, zoom: 1.3 } as const;

/** What the pointers on one stage are doing. */
interface Grip {
  readonly pointers: Map<number, readonly [number, number]>;
  /** Pixels the hand has moved since it came down. */
  moved: number;
}

/** The network that each drawing was last of. */
const drawnOf = new WeakMap<SVGGElement, Network>();

/** Binds the hand to a drawing. `into` gets a surface that catches the pointer and a group for what it points at. */
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
  // What it named may be there no more.
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
    // The box stays when another view takes the place of this one.
    if (surface.isConnected) press(event, dataOf<Target>(surface)!, change);
    else box.removeEventListener("keydown", hearKey);
  });
}

type Change = (target: Target, by: (viewport: Viewport) => Viewport) => void;

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
      // Who sees all already and turns on wants to scroll the page.
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
    // Each of two fingers carries half of the way.
    change(target, (viewport) => panned(zoomed(viewport, span(now) / span(before), other[0], other[1], ground), dx / 2, dy / 2, ground));
  });
  hear(surface, "pointerup", letGo);
  hear(surface, "pointercancel", letGo);
}

function letPick(surface: SVGRectElement, into: SVGGElement, grip: Grip, tip: SVGGElement, change: Change): void {
  /** How many times a pointer has moved or left: what it was at before is named no more. */
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

/** The unit a switch is part of; null where it is drawn by itself in any case. */
function unitOf({ network, layouts }: Target, node: number): Unit | null {
  const units = layoutFor(network, layouts)?.units?.(network) ?? null;
  const unit = units?.list[units.of[node - network.terminals]];
  return unit === undefined || unit.switches.length === 1 ? null : unit;
}

/** Opens a unit and looks at it, or closes it. */
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

function enter(target: Target, change: Change): void {
  const { selected, loads, network } = target;
  const unit = selected.is === "switch" ? unitOf(target, selected.node) : null;
  if (unit !== null) {
    toggle(target, unit, change);
    return;
  }
  const { channel } = hottestChannel(loads, network.head.length);
  // Where nothing is loaded yet, one walks on from the first switch.
  const first = network.firstOut[network.terminals];
  if (channel >= 0 || first < network.head.length) pick(target, { is: "channel", channel: channel >= 0 ? channel : first });
}

/** The next key may come before the next drawing, and goes on from here. */
function pick(target: Target, selected: Selected): void {
  target.selected = selected;
  target.act.pick(selected);
}

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
  // What is picked comes into sight, to the middle when it was not there.
  const isSeen = x > 20 && y > 0 && x < scene.width - 20 && y < scene.height;
  if (!isSeen) change(target, () => panned(viewport, scene.width / 2 - x, scene.height / 2 - y, ground));
}
