/**
 * Paints a large scene without blocking a frame: a little in each frame onto a hidden canvas. Meanwhile the last finished painting is
 * shown, transformed to the present viewport.
 */
import type { Canvas } from "../../contract.ts";
import { between, type Viewport, type Move } from "../viewport.ts";
import { isAlike, paintScene, type Subject } from "./paint-canvas.ts";

export { tint } from "./paint-canvas.ts";

/** A scene with its tones, to be painted or already painted. */
interface Painting extends Subject {
  /** The viewport that the scene was laid out for. */
  readonly viewport: Viewport;
}

/** Double buffer of a canvas: one buffer is shown while the other is painted. */
interface Easel {
  shown: CanvasRenderingContext2D;
  hidden: CanvasRenderingContext2D;
  /** The painting in the shown buffer; null before the first is finished. */
  painting: Painting | null;
  /** The newest painting requested, and the present viewport. */
  wanted: Painting;
  now: Viewport;
  work: { readonly painting: Painting; readonly steps: Iterator<void>; readonly begunAt: number; cost: number } | null;
  /** Time before which no further painting of the same scene starts (`performance.now()`). */
  restsUntil: number;
  /** The painting that was copied onto the canvas itself, and its transform. */
  placed: { readonly painting: Painting; readonly move: Move } | null;
}

const easels = new WeakMap<CanvasRenderingContext2D, Easel>();
/** Painting time in one frame, milliseconds. The first painting has more, because nothing is shown before it. */
const budget = 6;
const firstBudget = 40;
/** During a run painting takes at most one part in {@link maxTimeShare} of the time. */
const share = 6;

/** Shows a scene on a canvas. In an exported file, which has no frame loop, it is painted completely. */
export function showScene(wanted: Painting, now: Viewport, onto: CanvasRenderingContext2D, canvas: Canvas): void {
  const { width, height } = onto.canvas;
  let easel = easels.get(onto);
  if (easel === undefined || easel.shown.canvas.width !== width || easel.shown.canvas.height !== height) {
    const [shown, hidden] = [sheet(onto, canvas), sheet(onto, canvas)];
    easel = { shown, hidden, painting: null, wanted, now, work: null, restsUntil: 0, placed: null };
    easels.set(onto, easel);
  }
  Object.assign(easel, { wanted, now });
  if (easel.work !== null && !isAbout(easel.work.painting, wanted)) easel.work = null;
  const own = easel;
  if (canvas.frameLoop === undefined) paint(own, Infinity);
  else canvas.frameLoop.goOn(onto, () => paintOn(own, onto, canvas));
  place(own, onto, canvas);
}

/** Clears the canvas and drops its buffers. */
export function clearScene(onto: CanvasRenderingContext2D, { width, height }: Canvas): void {
  if (easels.delete(onto)) onto.clearRect(0, 0, width, height);
}

/** Paints for the time of one frame and updates the canvas; true while there is more to do. */
function paintOn(easel: Easel, onto: CanvasRenderingContext2D, canvas: Canvas): boolean {
  if (easels.get(onto) !== easel || !onto.canvas.isConnected) return false;
  const goesOn = paint(easel, easel.painting === null ? firstBudget : budget);
  place(easel, onto, canvas);
  return goesOn;
}

const isAbout = (a: Painting, b: Painting) => a.scene === b.scene && a.theme === b.theme;

/**
 * A buffer in main memory (`willReadFrequently`): painting can be timed there, and reading back does not wait for the graphics processor.
 */
function sheet(onto: CanvasRenderingContext2D, canvas: Canvas): CanvasRenderingContext2D {
  const { width, height } = onto.canvas;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The browser gives no canvas to paint on.");
  context.scale(width / canvas.width, height / canvas.height);
  return context;
}

/** Continues painting for about that many milliseconds; true while there is more to do. */
function paint(easel: Easel, milliseconds: number): boolean {
  const began = performance.now();
  if (easel.work === null) {
    const { painting, wanted } = easel;
    const isKnown = painting !== null && isAbout(painting, wanted);
    if (isKnown && isAlike(painting.tinted, wanted.tinted)) return false;
    if (isKnown && began < easel.restsUntil) return true;
    const { canvas } = easel.hidden;
    easel.hidden.save();
    easel.hidden.resetTransform();
    easel.hidden.clearRect(0, 0, canvas.width, canvas.height);
    easel.hidden.restore();
    easel.work = { painting: wanted, steps: paintScene(wanted, easel.hidden), begunAt: began, cost: 0 };
  }
  const { work } = easel;
  let isDone = false;
  while (!isDone && performance.now() - began < milliseconds) {
    isDone = work.steps.next().done === true;
    // Browsers defer painting until a pixel is read. Reading one pixel executes it here, so that its time can be measured.
    easel.hidden.getImageData(0, 0, 1, 1);
  }
  work.cost += performance.now() - began;
  if (!isDone) return true;
  const restsUntil = work.begunAt + work.cost * share;
  Object.assign(easel, { shown: easel.hidden, hidden: easel.shown, painting: work.painting, work: null, restsUntil });
  return !isAlike(work.painting.tinted, easel.wanted.tinted);
}

/** Copies the finished painting onto the canvas, transformed to the present viewport, unless it is there already. */
function place(easel: Easel, onto: CanvasRenderingContext2D, canvas: Canvas): void {
  const { painting, now, placed } = easel;
  if (painting === null) return;
  const move = between(painting.viewport, now, painting.scene.ground?.tallest);
  if (placed?.painting === painting && placed.move.every((value, i) => value === move[i])) return;
  onto.clearRect(0, 0, canvas.width, canvas.height);
  onto.save();
  onto.transform(...move);
  onto.drawImage(easel.shown.canvas, 0, 0, canvas.width, canvas.height);
  onto.restore();
  easel.placed = { painting, move };
}
