/** Hit tests, hover and keys of a plot: all of them follow from the targets of its marks. */
import type { Canvas } from "../contract.ts";
import { type Drawing, type Mark, pathMark } from "../marks/marks.ts";
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

/** A point of a line is meant from this many times the reach of a pointer. */
const far = 3;

/** A mark that is nothing but what can be pointed at, where one path draws many things. */
export function targetMark(targets: readonly Spot[]): Mark {
  return { ...pathMark("targets", "", {}), targets };
}

/** All that can be pointed at, in the order of painting. */
export function targetsOf(marks: readonly Mark[]): readonly Spot[] {
  return marks.flatMap(({ targets = [] }) => targets);
}

/** Where a target is: a point, or a box around it, and the row that it is in. */
type Place = Pick<Spot, "x" | "y" | "width" | "height" | "row">;

const isBox = ({ width = 0 }: Place) => width > 0;

function contains({ x, y, width = 0, height = 0 }: Place, px: number, py: number): boolean {
  return Math.abs(px - x) <= width / 2 && Math.abs(py - y) <= height / 2;
}

/**
 * What is meant at a place: a point within reach, the smallest box around the place, of equal ones that whose middle is nearest, or the nearest
 * point a little farther away.
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

/** Targets are one column to the keys where each is nearer than a gap to the one before, from left to right, up to a width; pixels. */
const column = { gap: 4, width: 24 } as const;

/** The targets by columns from left to right, each from the top down. */
function columnsOf<T extends Place>(targets: readonly T[]): readonly (readonly T[])[] {
  const columns: T[][] = [];
  for (const spot of targets.toSorted((a, b) => a.x - b.x)) {
    const own = columns.at(-1);
    // Boxes beside each other are columns of their own, however narrow they are.
    const gap = isBox(spot) ? Math.min(column.gap, spot.width! / 2) : column.gap;
    if (own !== undefined && spot.x - own[own.length - 1].x < gap && spot.x - own[0].x < column.width) own.push(spot);
    else columns.push([spot]);
  }
  return columns.map((own) => own.toSorted((a, b) => a.y - b.y || a.x - b.x));
}

/** Where an arrow key leads from a target: up and down within its column, left and right to the nearest of the next one. */
const arrows: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The next target by a key from one that is in a row: along the row and to its ends, or to the nearest place of the row above or below. */
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
 * The next target by an arrow key, from one of them or from none; null where none lies there, undefined where the key is none of these. Keys
 * reach every target, those that hide one another among them.
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

/** Finds the target of a drawing's marks that is meant at a place. */
export const findTarget: Finder<Drawing> = ({ marks }, x, y, within) => hitTest(targetsOf(marks), x, y, within);

/** Lets a pointer and the keys find the targets of a drawing's marks; called again when these have changed. */
export function followPlot(drawn: Drawing, into: SVGGElement, canvas: Canvas, act: PointingActions): void {
  drawPointed(drawn, into, canvas, act, findTarget);
  const moved = targetAt(into, targetsOf(drawn.marks));
  const at = pointOf(into);
  if (moved !== null && (moved.x !== at?.x || moved.y !== at.y)) pointAt(into, placeOn(moved));
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  // What was said of a target that is gone is no longer so.
  if (pointOf(into) === null && drawingsIn(box).every(({ at }) => at === null)) announce(box, "");
  if (walked.has(box)) return;
  walked.add(box);
  box.addEventListener("keydown", (event) => {
    if (!isPlain(event) || event.defaultPrevented || !walk(box, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  // What the keys had come to is left with the focus.
  box.addEventListener("focusout", () => {
    for (const { into, at } of drawingsIn(box)) if (at !== null) pointAt(into, null);
    announce(box, "");
  });
}

/** Does what an event asks for that came before what follows it: a pointer, where it is, or a key. */
export function followFrom(event: Event, into: SVGGElement): void {
  const box = into.closest<HTMLElement>(".view-box");
  if (event instanceof PointerEvent) pointAt(into, eventPoint(event, into));
  // Each drawing in a box hears of the same key.
  if (!(event instanceof KeyboardEvent) || box === null || followed.has(event)) return;
  followed.add(event);
  if (isPlain(event)) walk(box, event.key);
}

/** Keys that were pressed before what follows them was there. */
const followed = new WeakSet<Event>();

const isPlain = ({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => !(ctrlKey || metaKey || altKey || shiftKey);

/** Boxes whose keys are bound. */
const walked = new WeakSet<HTMLElement>();

/** The target that the keys have come to; where it has moved on since, the one that is there now. */
function targetAt(into: SVGGElement, targets: readonly Spot[]): Spot | null {
  const at = pointOf(into);
  if (at === null || at.within > 0) return null;
  const isSame = ({ name, row }: Spot) => name === at.target?.name && row === at.target.row;
  const isThere = ({ x, y }: Spot) => x === at.x && y === at.y;
  return targets.find((spot) => isThere(spot) && isSame(spot)) ?? targets.find(isSame) ?? hitTest(targets, at.x, at.y, 0);
}

/** Where the keys point at once they have come to a target. */
const placeOn = ({ x, y, name, row }: Spot): Point => ({ x, y, within: 0, target: { name, ...(row === undefined ? {} : { row }) } });

/** The drawings in a box that have targets, and the target of each that the keys are at. */
function drawingsIn(box: HTMLElement) {
  return [...box.querySelectorAll<SVGRectElement>("rect.catcher")].flatMap((catcher) => {
    const into = catcher.parentElement as unknown as SVGGElement;
    const surface = surfaceOf(into);
    const targets = targetsOf((surface?.drawn as Drawing | undefined)?.marks ?? []);
    return surface === null || targets.length === 0 ? [] : [{ into, act: surface.act, targets, at: targetAt(into, targets) }];
  });
}

/** Goes on by a key among the drawings in a box, which follow each other; returns whether the key is one of these. */
function walk(box: HTMLElement, key: string): boolean {
  const drawings = drawingsIn(box);
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
  const next = key === "Escape" && at !== null ? null : nextTarget(here.targets, at, key);
  if (next === undefined || (key === "Escape" && at === null)) return false;
  const isOn = next === null && at !== null && key !== "Escape";
  const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const other = isOn ? drawings[place + step] : undefined;
  if (isOn && other === undefined) return true;
  if (other !== undefined || next === null) pointAt(here.into, null);
  const to = other === undefined ? next : (nextTarget(other.targets, null, step > 0 ? "Home" : "End") ?? null);
  const { into, act } = other ?? here;
  if (to !== null) pointAt(into, placeOn(to));
  const said = to === null ? [] : [to.value, to.name, ...(to.more ?? []), ...(canChoose(to) ? ["Enter picks it"] : [])];
  // Of several drawings it is said which one it is.
  announce(box, [...(to === null ? [] : [act.letter ?? ""]), ...said].filter(Boolean).join(". "));
  return true;
}

/** Says to a screen reader what the keys have come to. */
function announce(box: HTMLElement, words: string): void {
  let line = box.querySelector<HTMLElement>(":scope > .plot-status");
  if (line === null) {
    if (words === "") return;
    line = document.createElement("span");
    line.className = "plot-status visually-hidden";
    line.setAttribute("role", "status");
    box.append(line);
  }
  line.textContent = words;
}
