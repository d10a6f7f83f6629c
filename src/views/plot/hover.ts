/** Hit test, hover and keyboard navigation of a plot, based on the hover targets of its marks. */
import type { Canvas } from "../contract.ts";
import type { MarksDrawing } from "../marks/marks.ts";
import {
  isSelectable,
  activateTarget,
  drawWithHover,
  type HitTest,
  hoverPointOfEvent,
  type HoverPoint,
  setHoverPoint,
  type HoverActions,
  hoverPointOf,
  type HoverTarget,
  hoverSurfaceOf,
} from "../marks/hover-target.ts";
import { hoverTargetsOf } from "./targets.ts";

/** A point of a line may be this many times as far from the pointer as the usual hit radius. */
const pointFactor = 3;

/** Position of a target: a point, or the center and size of a box; and the row that it belongs to. */
type TargetPlace = Pick<HoverTarget, "x" | "y" | "width" | "height" | "row">;

const isBox = ({ width = 0 }: TargetPlace) => width > 0;

function contains({ x, y, width = 0, height = 0 }: TargetPlace, px: number, py: number): boolean {
  return Math.abs(px - x) <= width / 2 && Math.abs(py - y) <= height / 2;
}

/**
 * The hover target at the position (x, y): a point within `radius` pixels; otherwise the smallest box around the position, of equal boxes
 * the one with the nearest center; otherwise the nearest point within {@link pointFactor} times the radius. Null for none.
 */
export function hitTestTargets<T extends TargetPlace>(targets: readonly T[], x: number, y: number, radius: number): T | null {
  const distance = (target: T) => Math.hypot(target.x - x, target.y - y);
  const withLeast = (candidates: readonly T[], costOf: (target: T) => number) =>
    candidates.reduce<T | null>((best, target) => (best === null || costOf(target) < costOf(best) ? target : best), null);
  const nearestPoint = withLeast(
    targets.filter((target) => !isBox(target) && distance(target) <= pointFactor * radius),
    distance,
  );
  if (nearestPoint !== null && distance(nearestPoint) <= radius) return nearestPoint;
  const area = ({ width = 0, height = 0 }: T) => width * height;
  const boxes = targets.filter((target) => isBox(target) && contains(target, x, y));
  const smallest = Math.min(...boxes.map(area));
  return (
    withLeast(
      boxes.filter((target) => area(target) === smallest),
      distance,
    ) ?? nearestPoint
  );
}

/** For the keys, targets form a column while each is closer than `gap` to the previous one, up to a total width, pixels. */
const columnLimits = { gap: 4, width: 24 } as const;

/** The targets in columns from left to right, each from top to bottom. */
function targetColumns<T extends TargetPlace>(targets: readonly T[]): readonly (readonly T[])[] {
  const columns: T[][] = [];
  for (const target of targets.toSorted((a, b) => a.x - b.x)) {
    const lastColumn = columns.at(-1);
    // Adjacent boxes are separate columns, however narrow they are.
    const gap = isBox(target) ? Math.min(columnLimits.gap, target.width! / 2) : columnLimits.gap;
    if (lastColumn !== undefined && target.x - lastColumn[lastColumn.length - 1].x < gap && target.x - lastColumn[0].x < columnLimits.width)
      lastColumn.push(target);
    else columns.push([target]);
  }
  return columns.map((lastColumn) => lastColumn.toSorted((a, b) => a.y - b.y || a.x - b.x));
}

/** Directions of the arrow keys: up and down within a column, left and right to the nearest target of the next column. */
const directionOfKey: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next target of a target that belongs to a row: along the row and to its ends, or to the nearest target of the row above or below. */
function nextInRows<T extends TargetPlace>(targets: readonly T[], from: T, key: string): T | null {
  const rowTargets = targets.filter(({ row }) => row === from.row).toSorted((a, b) => a.x - b.x);
  if (key === "Home" || key === "End") return rowTargets.at(key === "Home" ? 0 : -1) ?? null;
  const [dx, dy] = directionOfKey[key];
  if (dx !== 0) return rowTargets[rowTargets.indexOf(from) + dx] ?? null;
  const nearest = new Map<string | undefined, T>();
  for (const target of targets) {
    const best = target.row === from.row ? from : nearest.get(target.row);
    nearest.set(target.row, best === undefined || Math.abs(target.x - from.x) < Math.abs(best.x - from.x) ? target : best);
  }
  const column = [...nearest.values()].toSorted((a, b) => a.y - b.y);
  return column[column.indexOf(from) + dy] ?? null;
}

/**
 * The next target for a key; null where there is none in that direction, undefined for other keys. Keys reach every target, even where
 * targets overlap.
 * @param from Present target; null for none.
 */
export function nextTarget<T extends TargetPlace>(targets: readonly T[], from: T | null, key: string): T | null | undefined {
  const direction = directionOfKey[key];
  if (direction === undefined && key !== "Home" && key !== "End") return undefined;
  if (from?.row !== undefined && targets.includes(from)) return nextInRows(targets, from, key);
  const columns = targetColumns(targets);
  const columnIndex = from === null ? -1 : columns.findIndex((column) => column.includes(from));
  if (direction === undefined || from === null || columnIndex < 0)
    return (key === "End" || key === "ArrowLeft" ? columns.at(-1)?.[0] : columns[0]?.[0]) ?? null;
  const [dx, dy] = direction;
  const currentColumn = columns[columnIndex];
  if (dy !== 0) return currentColumn[currentColumn.indexOf(from) + dy] ?? null;
  const nextColumn = columns[columnIndex + dx] ?? [];
  return nextColumn.reduce<T | null>(
    (nearest, target) => (nearest === null || Math.abs(target.y - from.y) < Math.abs(nearest.y - from.y) ? target : nearest),
    null,
  );
}

/** Hit test for the targets of a drawing's marks. */
export const findTarget: HitTest<MarksDrawing> = ({ marks }, x, y, within) => hitTestTargets(hoverTargetsOf(marks), x, y, within);

/**
 * Draws the marks of a plot in `group`, and connects the pointer and the keys with their hover targets; called again whenever the marks
 * have changed. A target that the pointer or the focus was on stays current if the new marks still contain it.
 */
export function followPlot(drawn: MarksDrawing, group: SVGGElement, canvas: Canvas, actions: HoverActions): void {
  drawWithHover(drawn, group, canvas, actions, findTarget, ({ target, ...point }) =>
    target === undefined ? point : hoverPointOn(sameTarget(target, hoverTargetsOf(drawn.marks))),
  );
  const box = group.closest<HTMLElement>(".view-box");
  if (box === null) return;
  // A target that no longer exists is no longer announced.
  if (isAnnouncing(box) && focusedGroupsIn(box).length === 0) announce(box, "");
  if (boxesWithKeys.has(box)) return;
  boxesWithKeys.add(box);
  box.addEventListener("keydown", (event) => {
    if (!isPlain(event) || event.defaultPrevented || !moveFocus(box, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("focusout", () => {
    for (const group of focusedGroupsIn(box)) setHoverPoint(group, null);
    announce(box, "");
  });
}

/** Handles the last pointer position and the keys that were queued while this code was loading. */
export function replay(box: Element, events: readonly Event[]): void {
  const pointer = events.findLast((event) => event instanceof PointerEvent);
  const elementUnderPointer = pointer === undefined ? null : document.elementFromPoint(pointer.clientX, pointer.clientY);
  if (pointer !== undefined && elementUnderPointer?.matches("rect.catcher") === true && box.contains(elementUnderPointer)) {
    const group = elementUnderPointer.parentElement as unknown as SVGGElement;
    setHoverPoint(group, hoverPointOfEvent(pointer, group));
  }
  if (!(box instanceof HTMLElement)) return;
  for (const event of events) if (event instanceof KeyboardEvent && event.defaultPrevented && isPlain(event)) moveFocus(box, event.key);
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => !(ctrlKey || metaKey || altKey || shiftKey);

/** Boxes with a key listener. */
const boxesWithKeys = new WeakSet<HTMLElement>();

/** The hover point of a target that has the keyboard focus; null for none. */
const hoverPointOn = (target: HoverTarget | null): HoverPoint | null =>
  target === null ? null : { x: target.x, y: target.y, hitRadius: 0, target };

/**
 * The corresponding target in a later drawing. It is found by its row and selection, because its name may change; among several by name,
 * then by distance.
 */
function sameTarget(target: HoverTarget, targets: readonly HoverTarget[]): HoverTarget | null {
  const candidates = targets.filter(
    ({ row, clickSelection, sweepPoint }) =>
      row === target.row && isEqual(clickSelection, target.clickSelection) && isEqual(sweepPoint, target.sweepPoint),
  );
  const distance = ({ x, y }: HoverTarget) => Math.hypot(x - target.x, y - target.y);
  const sameName = candidates.length === 1 ? candidates[0] : candidates.find(({ name }) => name === target.name);
  // A target that is not selectable is identified by its name alone.
  if (sameName !== undefined || !isSelectable(target)) return sameName ?? null;
  return candidates.reduce<HoverTarget | null>(
    (nearest, candidate) => (nearest === null || distance(candidate) < distance(nearest) ? candidate : nearest),
    null,
  );
}

/** Whether two selections, or two points of a sweep, have equal fields. */
function isEqual(a: object | null = null, b: object | null = null): boolean {
  if (a === null || b === null) return a === b;
  const [entries, otherFields] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return entries.length === Object.keys(b).length && entries.every(([key, value]) => otherFields[key] === value);
}

/** The drawings in a box that have a pointer surface. */
const plotGroupsIn = (box: HTMLElement) =>
  [...box.querySelectorAll<SVGRectElement>("rect.catcher")].map((catcher) => catcher.parentElement as unknown as SVGGElement);

/** The drawings in a box in which a target has the keyboard focus. */
const focusedGroupsIn = (box: HTMLElement) => plotGroupsIn(box).filter((group) => hoverPointOf(group)?.target !== undefined);

/**
 * Handles a key for all plots in a view's box, which follow each other: arrows move the focus to another hover target, and beyond the last
 * target to the next plot; Enter activates the target, Escape clears the focus. Returns whether the key has a function here.
 */
function moveFocus(box: HTMLElement, key: string): boolean {
  // The plots with their hover targets, and in `focused` the target that has the focus; null for none.
  const drawings = plotGroupsIn(box).flatMap((group) => {
    const surface = hoverSurfaceOf(group);
    const targets = hoverTargetsOf((surface?.drawn as MarksDrawing | undefined)?.marks ?? []);
    return surface === null || targets.length === 0
      ? []
      : [{ drawingGroup: group, actions: surface.actions, targets, focused: hoverPointOf(group)?.target ?? null }];
  });
  const drawingIndex = Math.max(
    0,
    drawings.findIndex(({ focused }) => focused !== null),
  );
  const current = drawings[drawingIndex];
  if (current === undefined) return false;
  const { focused } = current;
  if (key === "Enter" && focused !== null) {
    activateTarget(focused, current.actions);
    return true;
  }
  if (key === "Escape") {
    if (focused === null) return false;
    setHoverPoint(current.drawingGroup, null);
    announce(box, "");
    return true;
  }
  const nextFocus = nextTarget(current.targets, focused, key);
  if (nextFocus === undefined) return false;
  if (nextFocus !== null) {
    focusTarget(box, current, nextFocus);
    return true;
  }
  // After the last target of a drawing comes the first one of the next drawing.
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const otherDrawing = drawings[drawingIndex + step];
  const firstTarget =
    focused === null || otherDrawing === undefined ? null : (nextTarget(otherDrawing.targets, null, step > 0 ? "Home" : "End") ?? null);
  if (firstTarget !== null) {
    setHoverPoint(current.drawingGroup, null);
    focusTarget(box, otherDrawing, firstTarget);
  }
  return true;
}

/** Moves the keyboard focus to a target and announces it; among several drawings, with the letter of the network. */
function focusTarget(
  box: HTMLElement,
  { drawingGroup: group, actions }: { readonly drawingGroup: SVGGElement; readonly actions: HoverActions },
  target: HoverTarget,
): void {
  setHoverPoint(group, hoverPointOn(target));
  const { value, name, more = [] } = target;
  const parts = [actions.letter ?? "", value, name, ...more, isSelectable(target) ? "Enter selects it" : ""];
  announce(box, parts.filter((each) => each !== "").join(". "));
}

const statusOf = (box: HTMLElement) => box.querySelector<HTMLElement>(":scope > .plot-status");
const isAnnouncing = (box: HTMLElement) => (statusOf(box)?.textContent ?? "") !== "";

/** Announces a text to screen readers; an empty text removes the last announcement. */
function announce(box: HTMLElement, text: string): void {
  let status = statusOf(box);
  if (status === null) {
    if (text === "") return;
    status = document.createElement("span");
    status.className = "plot-status visually-hidden";
    status.setAttribute("role", "status");
    box.append(status);
  }
  status.textContent = text;
}
