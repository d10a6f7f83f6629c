/**
 * Paints a large scene without blocking a frame: a little in each frame onto a hidden canvas. Meanwhile the last finished painting is
 * shown, transformed to the present viewport.
 */
import type { Canvas } from "../../contract.ts";
import { transformBetween, type Viewport, type AffineTransform } from "../viewport.ts";
import { hasEqualTones, paintScene, type PaintingSubject } from "./paint-canvas.ts";

export { tint } from "./paint-canvas.ts";

/** A scene with its tones, to be painted or already painted. */
interface ScenePainting extends PaintingSubject {
  /** The viewport that the scene was laid out for. */
  readonly viewport: Viewport;
}

/** Double buffer of a canvas: one buffer is shown while the other is painted. */
interface DoubleBuffer {
  shown: CanvasRenderingContext2D;
  hidden: CanvasRenderingContext2D;
  /** The painting in the shown buffer; null before the first is finished. */
  painting: ScenePainting | null;
  /** The newest painting requested, and the present viewport. */
  wanted: ScenePainting;
  viewport: Viewport;
  work: { readonly painting: ScenePainting; readonly steps: Iterator<void>; readonly begunAt: number; cost: number } | null;
  /** Time before which no further painting of the same scene starts (`performance.now()`). */
  restsUntil: number;
  /** The painting that was copied onto the canvas itself, and its transform. */
  displayed: { readonly painting: ScenePainting; readonly move: AffineTransform } | null;
}

const buffersOf = new WeakMap<CanvasRenderingContext2D, DoubleBuffer>();
/** Painting time in one frame, milliseconds. The first painting has more, because nothing is shown before it. */
const frameBudget = 6;
const firstFrameBudget = 40;
/** A scene is painted again no earlier than this many times the duration of its last painting after the beginning of that painting. */
const restFactor = 6;

/** Shows a scene on a canvas. In an exported file, which has no frame loop, it is painted completely. */
export function showScene(wanted: ScenePainting, viewport: Viewport, context: CanvasRenderingContext2D, canvas: Canvas): void {
  const { width, height } = context.canvas;
  let doubleBuffer = buffersOf.get(context);
  if (doubleBuffer === undefined || doubleBuffer.shown.canvas.width !== width || doubleBuffer.shown.canvas.height !== height) {
    const [shown, hidden] = [createBuffer(context, canvas), createBuffer(context, canvas)];
    doubleBuffer = { shown, hidden, painting: null, wanted, viewport, work: null, restsUntil: 0, displayed: null };
    buffersOf.set(context, doubleBuffer);
  }
  doubleBuffer.wanted = wanted;
  doubleBuffer.viewport = viewport;
  if (doubleBuffer.work !== null && !isSameSubject(doubleBuffer.work.painting, wanted)) doubleBuffer.work = null;
  const currentBuffer = doubleBuffer;
  if (canvas.frameLoop === undefined) paintFor(currentBuffer, Infinity);
  else canvas.frameLoop.runInFrames(context, () => continuePainting(currentBuffer, context, canvas));
  display(currentBuffer, context, canvas);
}

/** Clears the canvas and drops its buffers. */
export function clearScene(context: CanvasRenderingContext2D, { width, height }: Canvas): void {
  if (buffersOf.delete(context)) context.clearRect(0, 0, width, height);
}

/** Paints for the time of one frame and updates the canvas; true while there is more to do. */
function continuePainting(doubleBuffer: DoubleBuffer, context: CanvasRenderingContext2D, canvas: Canvas): boolean {
  if (buffersOf.get(context) !== doubleBuffer || !context.canvas.isConnected) return false;
  const isUnfinished = paintFor(doubleBuffer, doubleBuffer.painting === null ? firstFrameBudget : frameBudget);
  display(doubleBuffer, context, canvas);
  return isUnfinished;
}

const isSameSubject = (a: ScenePainting, b: ScenePainting) => a.scene === b.scene && a.theme === b.theme;

/**
 * A buffer in main memory (`willReadFrequently`): painting can be timed there, and reading back does not wait for the graphics processor.
 */
function createBuffer(target: CanvasRenderingContext2D, canvas: Canvas): CanvasRenderingContext2D {
  const { width, height } = target.canvas;
  const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("The browser gives no canvas to paint on.");
  context.scale(width / canvas.width, height / canvas.height);
  return context;
}

/**
 * Paints the wanted scene into the hidden buffer for some milliseconds, beginning or continuing; when it is complete, exchanges the
 * buffers. Returns whether there is more to do. After a painting, the same scene is not painted again for a while, so that most of the
 * processor is left to the run.
 */
function paintFor(doubleBuffer: DoubleBuffer, milliseconds: number): boolean {
  const startedAt = performance.now();
  // Begin a new painting, unless the finished one is up to date or too recent.
  if (doubleBuffer.work === null) {
    const { painting, wanted } = doubleBuffer;
    const isSameScene = painting !== null && isSameSubject(painting, wanted);
    if (isSameScene && hasEqualTones(painting.tones, wanted.tones)) return false;
    if (isSameScene && startedAt < doubleBuffer.restsUntil) return true;
    const { canvas } = doubleBuffer.hidden;
    doubleBuffer.hidden.save();
    doubleBuffer.hidden.resetTransform();
    doubleBuffer.hidden.clearRect(0, 0, canvas.width, canvas.height);
    doubleBuffer.hidden.restore();
    doubleBuffer.work = { painting: wanted, steps: paintScene(wanted, doubleBuffer.hidden), begunAt: startedAt, cost: 0 };
  }
  const { work } = doubleBuffer;
  let isDone = false;
  while (!isDone && performance.now() - startedAt < milliseconds) {
    isDone = work.steps.next().done === true;
    // Browsers defer painting until a pixel is read. Reading one pixel executes it here, so that its time can be measured.
    doubleBuffer.hidden.getImageData(0, 0, 1, 1);
  }
  work.cost += performance.now() - startedAt;
  if (!isDone) return true;
  [doubleBuffer.shown, doubleBuffer.hidden] = [doubleBuffer.hidden, doubleBuffer.shown];
  doubleBuffer.painting = work.painting;
  doubleBuffer.work = null;
  doubleBuffer.restsUntil = work.begunAt + work.cost * restFactor;
  return !hasEqualTones(work.painting.tones, doubleBuffer.wanted.tones);
}

/** Copies the finished painting onto the canvas, transformed to the present viewport, unless it is there already. */
function display(doubleBuffer: DoubleBuffer, context: CanvasRenderingContext2D, canvas: Canvas): void {
  const { painting, viewport, displayed } = doubleBuffer;
  if (painting === null) return;
  const transform = transformBetween(painting.viewport, viewport, painting.scene.viewportLimits?.maxHeightZoom);
  if (displayed?.painting === painting && displayed.move.every((value, i) => value === transform[i])) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.save();
  context.transform(...transform);
  context.drawImage(doubleBuffer.shown.canvas, 0, 0, canvas.width, canvas.height);
  context.restore();
  doubleBuffer.displayed = { painting, move: transform };
}
