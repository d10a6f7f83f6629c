/** Crowded scenes: wires, strands, boxes and cells go onto a canvas, a path for each tone; words and choice stay SVG. */
import type { Canvas, ViewData } from "../contract.ts";
import { palette, tones, toneOf } from "../shared/colour.ts";
import { markDirty } from "../frames.ts";
import type { Loads } from "../shared/loads.ts";
import { between, type Look } from "./look.ts";
import { bundleWidth, strandLoad, waitingOf, worstWaiting } from "./paint.ts";
import type { Box, Cell, Scene, Strand } from "./scene.ts";

/** From so many elements on a scene is crowded. */
const crowd = 2500;

export function isCrowded({ strands, boxes, cells }: Scene): boolean {
  return strands.length + boxes.length + cells.length > crowd;
}

/** Tones of a scene's strands, boxes and cells, in its own order. */
export interface Tinted {
  readonly strands: Uint8Array;
  readonly boxes: Uint8Array;
  readonly cells: Uint8Array;
}

/** What a frame says of a scene. */
export function tint(scene: Scene, data: ViewData, loads: Loads): Tinted {
  const waits = waitingOf(scene, data, loads, worstWaiting(data, loads));
  const [strands, boxes, cells] = [scene.strands, scene.boxes, scene.cells].map(({ length }) => new Uint8Array(length));
  scene.strands.forEach((strand, i) => (strands[i] = toneOf(strandLoad(strand, loads))));
  if (scene.tonedBoxes) scene.boxes.forEach((_, i) => (boxes[i] = toneOf(waits.ofBox(i))));
  scene.cells.forEach((_, i) => (cells[i] = toneOf(waits.ofCell(i))));
  return { strands, boxes, cells };
}

/** What a painting shows. */
interface Subject {
  readonly scene: Scene;
  readonly tinted: Tinted;
  readonly look: Look;
  readonly theme: Canvas["theme"];
}

/** Two sheets for each canvas: one is shown while the other is painted, a little in every frame. */
interface Easel {
  shown: HTMLCanvasElement;
  hidden: HTMLCanvasElement;
  subject: Subject | null;
  work: { readonly subject: Subject; readonly steps: Iterator<void> } | null;
}

const easels = new WeakMap<CanvasRenderingContext2D, Easel>();
/** Time for painting in one frame, milliseconds: the rest goes on in the next. */
const budget = 6;
/** With more wires than this each is fainter. */
const mostWires = 2500;
/** Strands that are painted between two looks at the clock. */
const stint = 300;

/**
 * Paints a scene without ever holding up a frame: until the new painting is ready the last one is shown, stretched to
 * where the reader looks by now. The first on a canvas is painted at once.
 */
export function paintCanvas(scene: Scene, tinted: Tinted, look: Look, now: Look, onto: CanvasRenderingContext2D, canvas: Canvas): void {
  const { width, height } = onto.canvas;
  const easel = easels.get(onto) ?? { shown: sheet(), hidden: sheet(), subject: null, work: null };
  easels.set(onto, easel);
  const { theme } = canvas;
  const isAbout = (other: Subject) => other.scene === scene && other.theme === theme;
  if (easel.work !== null && !isAbout(easel.work.subject)) easel.work = null;
  const isShown = easel.subject !== null && isAbout(easel.subject) && easel.shown.width === width && easel.shown.height === height;
  if (easel.work === null && !(isShown && easel.subject !== null && isAlike(easel.subject.tinted, tinted))) {
    Object.assign(easel.hidden, { width, height });
    const context = easel.hidden.getContext("2d");
    if (context === null) return;
    context.scale(width / canvas.width, height / canvas.height);
    const subject = { scene, tinted, look, theme };
    easel.work = { subject, steps: paintScene(subject, context) };
  }
  if (easel.work !== null && go(easel, easel.subject === null)) markDirty();
  if (easel.subject === null) return;
  onto.save();
  onto.transform(...between(easel.subject.look, now, scene.ground?.across === true));
  onto.drawImage(easel.shown, 0, 0, canvas.width, canvas.height);
  onto.restore();
}

const sheet = () => document.createElement("canvas");
/** Painting is put off by browsers until somebody looks: this is where somebody does, so that its time can be told. */
let scratch: CanvasRenderingContext2D | null = null;

/** Goes on painting; true while there is more to do. */
function go(easel: Easel, toTheEnd: boolean): boolean {
  if (easel.work === null) return false;
  scratch ??= Object.assign(sheet(), { width: 1, height: 1 }).getContext("2d");
  const until = toTheEnd ? Infinity : performance.now() + budget;
  while (performance.now() < until) {
    const { done } = easel.work.steps.next();
    if (!toTheEnd) scratch?.drawImage(easel.hidden, 0, 0, 1, 1, 0, 0, 1, 1);
    if (done !== true) continue;
    const { subject } = easel.work;
    Object.assign(easel, { shown: easel.hidden, hidden: easel.shown, subject, work: null });
    return false;
  }
  return true;
}

function isAlike(a: Tinted, b: Tinted): boolean {
  const same = (p: Uint8Array, q: Uint8Array) => p.every((tone, i) => tone === q[i]);
  return same(a.strands, b.strands) && same(a.boxes, b.boxes) && same(a.cells, b.cells);
}

/** Puts a whole scene onto a context whose unit is a CSS pixel, in small steps. */
function* paintScene({ scene, tinted, theme }: Subject, onto: CanvasRenderingContext2D): Iterator<void> {
  const { cold, hot } = scene.strandWidth;
  const ground = palette(theme, "ground").fill;
  const byTone = sortByTone(scene.strands, tinted.strands);
  onto.strokeStyle = theme.wire;
  if (scene.wires === "") {
    onto.lineWidth = cold;
    // Where there are too many, they must not become a surface.
    onto.globalAlpha = Math.max(0.25, Math.min(1, mostWires / byTone[0].length));
    yield* stroke(byTone[0], onto);
  } else {
    onto.lineWidth = Math.min(1, cold * 2);
    onto.stroke(new Path2D(scene.wires));
    yield;
  }
  for (const isLight of [true, false]) {
    onto.globalAlpha = isLight ? 0.75 : 1;
    for (let tone = 1; tone <= tones; tone++) {
      const own = byTone[tone].filter(({ light }) => light === isLight);
      if (own.length === 0) continue;
      onto.strokeStyle = ground[tone];
      for (const isBold of [false, true]) {
        onto.lineWidth = isBold ? bundleWidth(tone) : (cold + (hot * tone) / tones) * (isLight ? 0.6 : 1);
        // Round ends cost much, and cannot be seen on thin lines.
        onto.lineCap = onto.lineWidth > 1.5 ? "round" : "butt";
        yield* stroke(
          own.filter(({ bold = false }) => bold === isBold),
          onto,
        );
      }
    }
  }
  onto.globalAlpha = 1;
  paintBoxes(scene, tinted, onto, theme);
}

function paintBoxes(scene: Scene, tinted: Tinted, onto: CanvasRenderingContext2D, theme: Canvas["theme"]): void {
  const surface = palette(theme, "surface").fill;
  const byTone = sortByTone(scene.boxes, tinted.boxes);
  byTone.forEach((boxes, tone) => {
    if (boxes.length === 0) return;
    const isBlank = tone === 0 && boxes[0].width < 4;
    onto.fillStyle = scene.tonedBoxes ? (isBlank ? theme.wire : surface[tone]) : theme.surface;
    onto.beginPath();
    for (const box of boxes) trace(box, scene.boxRadius, onto);
    onto.fill();
    const edged = boxes.filter(({ width }) => width >= 4);
    onto.strokeStyle = theme.edge;
    onto.lineWidth = (edged[0]?.width ?? 0) >= 12 ? 1 : 0.5;
    onto.beginPath();
    for (const box of edged) trace(box, scene.boxRadius, onto);
    onto.stroke();
  });
  sortByTone(scene.cells, tinted.cells).forEach((cells, tone) => {
    if (cells.length === 0) return;
    onto.fillStyle = surface[tone];
    onto.beginPath();
    for (const cell of cells) trace(cell, scene.cellRadius, onto);
    onto.fill();
  });
}

function trace({ x, y, width, height }: Box | Cell, radius: number, onto: CanvasRenderingContext2D): void {
  if (radius < 0.3) onto.rect(x, y, width, height);
  else onto.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

function sortByTone<T>(all: readonly T[], toneOfEach: Uint8Array): readonly (readonly T[])[] {
  const sorted: T[][] = Array.from({ length: tones + 1 }, () => []);
  all.forEach((each, i) => sorted[toneOfEach[i]].push(each));
  return sorted;
}

function* stroke(strands: readonly Strand[], onto: CanvasRenderingContext2D): Generator<void> {
  for (let first = 0; first < strands.length; first += stint) {
    onto.beginPath();
    for (const { curve } of strands.slice(first, first + stint)) {
      const [ax, ay, bx, by, cx, cy, dx, dy] = curve;
      onto.moveTo(ax, ay);
      if (Math.abs((bx - ax) * (dy - ay) - (by - ay) * (dx - ax)) < 0.01) onto.lineTo(dx, dy);
      else onto.bezierCurveTo(bx, by, cx, cy, dx, dy);
    }
    onto.stroke();
    if (strands.length > stint / 4) yield;
  }
}
