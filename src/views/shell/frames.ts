/**
 * The page's single animation-frame scheduler. There are two kinds of news. What the reader does is answered by every
 * drawing in the very next frame, together. A run that goes on moves what moves in every frame; the rest of a drawing,
 * numbers and means that nobody could follow, is drawn anew at a pace of its own, a little in each frame.
 */

export interface FrameDrawing {
  /** Draws all of it; `isAsked` tells that more has changed than that a run goes on. */
  draw(isAsked: boolean): void;
  /** Draws what moves while a run goes on; nothing does when absent. */
  move?(): void;
  /** Least time between two drawings of a run that goes on, milliseconds. */
  readonly pace?: number;
}

interface Registered extends FrameDrawing {
  /** The reader is to see something at once. */
  isDirty: boolean;
  /** The run has gone on since it was drawn. */
  isBehind: boolean;
  drawnAt: number;
  /** What a drawing takes, milliseconds. */
  cost: number;
}

const usualPace = 100;
/** No drawing of a run takes more than one part in so many of the time. */
const share = 10;
/** Drawings of a run are spread over frames: so many milliseconds of each. */
const budget = 5;

const drawings = new Set<Registered>();
const works = new Map<object, () => boolean>();
let requested = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Registers a drawing; nothing is drawn while the page is hidden. Returns the way to stop that. */
export function onFrame(drawing: FrameDrawing): () => void {
  const own: Registered = { ...drawing, isDirty: true, isBehind: false, drawnAt: -Infinity, cost: 0 };
  drawings.add(own);
  request();
  return () => {
    drawings.delete(own);
  };
}

/** Says that what the reader does, or has asked for, changes drawings: a size, the theme, a selection, an answer. */
export function markDirty(): void {
  for (const each of drawings) each.isDirty = true;
  request();
}

/** Says that a run has gone on. */
export function markMoved(): void {
  for (const each of drawings) each.isBehind = true;
  request();
}

/**
 * Goes on with a long work, a little in every frame, until it says that there is no more to do. It takes the place of
 * another one for the same owner.
 */
export function goOn(owner: object, work: () => boolean): void {
  works.set(owner, work);
  request();
}

/** Draws what has changed without waiting for a frame: paper does not wait. */
export function drawNow(): void {
  cancelAnimationFrame(requested);
  drawAll();
}

function request(): void {
  // Layouts are also worked out where there is no page.
  if (requested === 0 && typeof document !== "undefined" && !document.hidden) requested = requestAnimationFrame(drawAll);
}

function drawAll(): void {
  requested = 0;
  if (document.hidden) return;
  const began = performance.now();
  const isDue = (each: Registered) => each.isDirty || (each.isBehind && each.drawnAt + paceOf(each) <= began);
  // Who has waited longest comes first, and what is asked for before all.
  const due = [...drawings].filter(isDue).toSorted((a, b) => Number(b.isDirty) - Number(a.isDirty) || a.drawnAt - b.drawnAt);
  for (const each of due) {
    if (each.isDirty || performance.now() - began < budget) drawOne(each);
  }
  for (const each of drawings) each.move?.();
  for (const [owner, work] of works) if (!work()) works.delete(owner);
  if (works.size > 0) request();
  const waits = [...drawings].filter(({ isBehind }) => isBehind).map((each) => each.drawnAt + paceOf(each) - began);
  clearTimeout(timer);
  // The last that a run has to show is shown, though nothing comes after it.
  if (waits.length > 0) timer = setTimeout(request, Math.max(0, Math.min(...waits)));
}

function drawOne(drawing: Registered): void {
  const began = performance.now();
  const isAsked = drawing.isDirty;
  Object.assign(drawing, { isDirty: false, isBehind: false, drawnAt: began });
  drawing.draw(isAsked);
  drawing.cost = (drawing.cost + performance.now() - began) / 2;
}

function paceOf({ pace = usualPace, cost }: Registered): number {
  return Math.max(pace, cost * share);
}

// What changed while the page was hidden is drawn when it is seen again.
if (typeof document !== "undefined") document.addEventListener("visibilitychange", request);
