/** Hit test, hover and keyboard navigation of a plot, based on the hover targets of its marks. */
import type { Canvas } from "../contract.ts";
import type { Drawing } from "../marks/marks.ts";
import {
  canChoose,
  choose,
  drawPointed,
  type Finder,
  eventPoint,
  type Point,
  pointAt,
  type PointingActions,
  pointOf,
  type Spot,
  surfaceOf,
} from "../marks/pointing.ts";
import { targetsOf } from "./targets.ts";

/** A point of a line may be this many times as far from the pointer as the usual hit radius. */
const far = 3;

/** Position of a target: a point, or the center and size of a box; and the row that it belongs to. */
type Place = Pick<Spot, "x" | "y" | "width" | "height" | "row">;

const isBox = ({ width = 0 }: Place) => width > 0;

function contains({ x, y, width = 0, height = 0 }: Place, px: number, py: number): boolean {
  return Math.abs(px - x) <= width / 2 && Math.abs(py - y) <= height / 2;
}

/**
 * The target at a position: a point within the hit radius; otherwise the smallest box around the position, of equal boxes the one with the
 * nearest center; otherwise the nearest point within {@link pointFactor} times the hit radius.
 */
export function hitTest<T extends Place>(targets: readonly T[], x: number, y: number, within: number): T | null {
  const away = (spot: T) => Math.hypot(spot.x - x, spot.y - y);
  const least = (those: readonly T[], of: (spot: T) => number) =>
    those.reduce<T | null>((best, spot) => (best === null || of(spot) < of(best) ? spot : best), null);
  const point = least(
    targets.filter((spot) => !isBox(spot) && away(spot) <= far * within),
    away,
  );
  if (point !== null && away(point) <= within) return point;
  const area = ({ width = 0, height = 0 }: T) => width * height;
  const boxes = targets.filter((spot) => isBox(spot) && contains(spot, x, y));
  const smallest = Math.min(...boxes.map(area));
  return (
    least(
      boxes.filter((spot) => area(spot) === smallest),
      away,
    ) ?? point
  );
}

/** For the keys, targets form a column while each is closer than `gap` to the previous one, up to a total width, pixels. */
const column = { gap: 4, width: 24 } as const;

/** The targets in columns from left to right, each from top to bottom. */
function columnsOf<T extends Place>(targets: readonly T[]): readonly (readonly T[])[] {
  const columns: T[][] = [];
  for (const spot of targets.toSorted((a, b) => a.x - b.x)) {
    const own = columns.at(-1);
    // Adjacent boxes are separate columns, however narrow they are.
    const gap = isBox(spot) ? Math.min(column.gap, spot.width! / 2) : column.gap;
    if (own !== undefined && spot.x - own[own.length - 1].x < gap && spot.x - own[0].x < column.width) own.push(spot);
    else columns.push([spot]);
  }
  return columns.map((own) => own.toSorted((a, b) => a.y - b.y || a.x - b.x));
}

/** Directions of the arrow keys: up and down within a column, left and right to the nearest target of the next column. */
const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next target of a target that belongs to a row: along the row and to its ends, or to the nearest target of the row above or below. */
function nextByRows<T extends Place>(targets: readonly T[], from: T, key: string): T | null {
  const own = targets.filter(({ row }) => row === from.row).toSorted((a, b) => a.x - b.x);
  if (key === "Home" || key === "End") return own.at(key === "Home" ? 0 : -1) ?? null;
  const [dx, dy] = arrows[key];
  if (dx !== 0) return own[own.indexOf(from) + dx] ?? null;
  const nearest = new Map<string | undefined, T>();
  for (const spot of targets) {
    const best = spot.row === from.row ? from : nearest.get(spot.row);
    nearest.set(spot.row, best === undefined || Math.abs(spot.x - from.x) < Math.abs(best.x - from.x) ? spot : best);
  }
  const column = [...nearest.values()].toSorted((a, b) => a.y - b.y);
  return column[column.indexOf(from) + dy] ?? null;
}

/**
 * The next target for a key; null where there is none in that direction, undefined for other keys. Keys reach every target, even where
 * targets overlap.
 * @param from Present target; null for none.
 */
export function nextTarget<T extends Place>(targets: readonly T[], from: T | null, key: string): T | null | undefined {
  const arrow = arrows[key];
  if (arrow === undefined && key !== "Home" && key !== "End") return undefined;
  if (from?.row !== undefined && targets.includes(from)) return nextByRows(targets, from, key);
  const columns = columnsOf(targets);
  const place = from === null ? -1 : columns.findIndex((column) => column.includes(from));
  if (arrow === undefined || from === null || place < 0)
    return (key === "End" || key === "ArrowLeft" ? columns.at(-1)?.[0] : columns[0]?.[0]) ?? null;
  const [dx, dy] = arrow;
  const own = columns[place];
  if (dy !== 0) return own[own.indexOf(from) + dy] ?? null;
  const next = columns[place + dx] ?? [];
  return next.reduce<T | null>(
    (best, spot) => (best === null || Math.abs(spot.y - from.y) < Math.abs(best.y - from.y) ? spot : best),
    null,
  );
}

/** Hit test for the targets of a drawing's marks. */
export const findTarget: Finder<Drawing> = ({ marks }, x, y, within) => hitTest(targetsOf(marks), x, y, within);

/** Draws marks and connects pointer and keys with their targets; called again whenever the marks have changed. */
export function followPlot(drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions): void {
  drawPointed(drawn, into, canvas, act, findTarget, ({ target, ...at }) =>
    target === undefined ? at : pointOn(sameTarget(target, targetsOf(drawn.marks))),
  );
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  // A target that no longer exists is no longer announced.
  if (isAnnouncing(box) && focusedIn(box).length === 0) announce(box, "");
  if (boxesWithKeys.has(box)) return;
  boxesWithKeys.add(box);
  box.addEventListener("keydown", (event) => {
    if (!isPlain(event) || event.defaultPrevented || !moveFocus(box, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  box.addEventListener("focusout", () => {
    for (const into of focusedIn(box)) pointAt(into, null);
    announce(box, "");
  });
}

/** Handles the last pointer position and the keys that were queued while this code was loading. */
export function replay(box: Element, events: readonly Event[]): void {
  const pointer = events.findLast((event) => event instanceof PointerEvent);
  const under = pointer === undefined ? null : document.elementFromPoint(pointer.clientX, pointer.clientY);
  if (pointer !== undefined && under?.matches("rect.catcher") === true && box.contains(under)) {
    const into = under.parentElement as unknown as SVGGElement;
    pointAt(into, eventPoint(pointer, into));
  }
  if (!(box instanceof HTMLElement)) return;
  for (const event of events) if (event instanceof KeyboardEvent && event.defaultPrevented && isPlain(event)) moveFocus(box, event.key);
}

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => !(ctrlKey || metaKey || altKey || shiftKey);

/** Boxes with a key listener. */
const boxesWithKeys = new WeakSet<HTMLElement>();

/** The hover point of a target that has the keyboard focus; null for none. */
const pointOn = (target: Spot | null): Point | null => (target === null ? null : { x: target.x, y: target.y, within: 0, target });

/**
 * The corresponding target in a later drawing. It is found by its row and selection, because its name may change; among several by name,
 * then by distance.
 */
function sameTarget(target: Spot, targets: readonly Spot[]): Spot | null {
  const alike = targets.filter(
    ({ row, picks, turnsTo }) => row === target.row && isEqual(picks, target.picks) && isEqual(turnsTo, target.turnsTo),
  );
  const away = ({ x, y }: Spot) => Math.hypot(x - target.x, y - target.y);
  const named = alike.length === 1 ? alike[0] : alike.find(({ name }) => name === target.name);
  // A target that is not selectable is identified by its name alone.
  if (named !== undefined || !canChoose(target)) return named ?? null;
  return alike.reduce<Spot | null>((best, spot) => (best === null || away(spot) < away(best) ? spot : best), null);
}

/** Whether two selections, or two points of a sweep, have equal fields. */
function isEqual(a: object | null = null, b: object | null = null): boolean {
  if (a === null || b === null) return a === b;
  const [own, others] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  return own.length === Object.keys(b).length && own.every(([key, value]) => others[key] === value);
}

/** The drawings in a box that have a pointer surface. */
const drawingsIn = (box: HTMLElement) =>
  [...box.querySelectorAll<SVGRectElement>("rect.catcher")].map((catcher) => catcher.parentElement as unknown as SVGGElement);

/** The drawings in a box in which a target has the keyboard focus. */
const focusedIn = (box: HTMLElement) => drawingsIn(box).filter((into) => pointOf(into)?.target !== undefined);

/** Handles a key for the drawings in a box, which follow each other; returns whether the key has a function here. */
function moveFocus(box: HTMLElement, key: string): boolean {
  const drawings = drawingsIn(box).flatMap((into) => {
    const surface = surfaceOf(into);
    const targets = targetsOf((surface?.drawn as Drawing | undefined)?.marks ?? []);
    return surface === null || targets.length === 0 ? [] : [{ into, act: surface.act, targets, at: pointOf(into)?.target ?? null }];
  });
  const place = Math.max(
    0,
    drawings.findIndex(({ at }) => at !== null),
  );
  const here = drawings[place];
  if (here === undefined) return false;
  const { at } = here;
  if (key === "Enter" && at !== null) {
    choose(at, here.act);
    return true;
  }
  if (key === "Escape") {
    if (at === null) return false;
    pointAt(here.into, null);
    announce(box, "");
    return true;
  }
  const next = nextTarget(here.targets, at, key);
  if (next === undefined) return false;
  if (next !== null) {
    focusTarget(box, here, next);
    return true;
  }
  // After the last target of a drawing comes the first one of the next drawing.
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const other = drawings[place + step];
  const first = at === null || other === undefined ? null : (nextTarget(other.targets, null, step > 0 ? "Home" : "End") ?? null);
  if (first !== null) {
    pointAt(here.into, null);
    focusTarget(box, other, first);
  }
  return true;
}

/** Moves the keyboard focus to a target and announces it; among several drawings, with the letter of the network. */
function focusTarget(box: HTMLElement, { into, act }: { readonly into: SVGGElement; readonly act: PointingActions }, target: Spot): void {
  pointAt(into, pointOn(target));
  const { value, name, more = [] } = target;
  const words = [act.letter ?? "", value, name, ...more, canChoose(target) ? "Enter picks it" : ""];
  announce(box, words.filter((each) => each !== "").join(". "));
}

const statusOf = (box: HTMLElement) => box.querySelector<HTMLElement>(":scope > .plot-status");
const isAnnouncing = (box: HTMLElement) => (statusOf(box)?.textContent ?? "") !== "";

/** Announces a text to screen readers; an empty text removes the last announcement. */
function announce(box: HTMLElement, words: string): void {
  let line = statusOf(box);
  if (line === null) {
    if (words === "") return;
    line = document.createElement("span");
    line.className = "plot-status visually-hidden";
    line.setAttribute("role", "status");
    box.append(line);
  }
  line.textContent = words;
}
