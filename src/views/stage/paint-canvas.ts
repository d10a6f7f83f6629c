/** Crowded scenes: wires, strands, boxes and cells go onto a canvas, a path for each tone; words and choice stay SVG. */
import type { Canvas, ViewData } from "../contract.ts";
import { palette, tones, toneOf } from "../shared/colour.ts";
import { loadsOf } from "../shared/loads.ts";
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

/** A scale and then a shift, pixels. */
export interface Moved {
  readonly scaleX: number;
  readonly scaleY: number;
  readonly x: number;
  readonly y: number;
}

/** What a frame says of a scene. */
export function tint(scene: Scene, data: ViewData): Tinted {
  const loads = loadsOf(data.frame);
  const waits = waitingOf(scene, data, loads, worstWaiting(data, loads));
  const [strands, boxes, cells] = [scene.strands, scene.boxes, scene.cells].map(({ length }) => new Uint8Array(length));
  scene.strands.forEach((strand, i) => (strands[i] = toneOf(strandLoad(strand, loads))));
  if (scene.tonedBoxes) scene.boxes.forEach((_, i) => (boxes[i] = toneOf(waits.ofBox(i))));
  scene.cells.forEach((_, i) => (cells[i] = toneOf(waits.ofCell(i))));
  return { strands, boxes, cells };
}

/** The last painting on each canvas: what has not changed is copied. */
interface Painting {
  readonly bitmap: HTMLCanvasElement;
  scene: Scene | null;
  tinted: Tinted | null;
  theme: Canvas["theme"] | null;
  /** When it was painted, and how long that took, milliseconds. */
  at: number;
  cost: number;
}

const paintings = new WeakMap<CanvasRenderingContext2D, Painting>();
/** At most this part of the time is spent on painting new loads. */
const share = 0.25;

/** Paints a scene; what is only moved, or has not changed, or is painted too often, is copied from the last painting. */
export function paintCanvas(scene: Scene, tinted: Tinted, moved: Moved | null, onto: CanvasRenderingContext2D, canvas: Canvas): void {
  const density = onto.canvas.width / canvas.width;
  let last = paintings.get(onto);
  if (last === undefined) {
    last = { bitmap: document.createElement("canvas"), scene: null, tinted: null, theme: null, at: 0, cost: 0 };
    paintings.set(onto, last);
  }
  const began = performance.now();
  const isSame = last.scene === scene && last.theme === canvas.theme && last.bitmap.width === onto.canvas.width;
  const mayWait = last.tinted !== null && (moved !== null || began - last.at < last.cost / share || isAlike(last.tinted, tinted));
  if (!isSame || !mayWait) {
    last.bitmap.width = onto.canvas.width;
    last.bitmap.height = onto.canvas.height;
    const context = last.bitmap.getContext("2d");
    if (context === null) return;
    context.scale(density, density);
    paintScene(scene, tinted, context, canvas);
    Object.assign(last, { scene, tinted, theme: canvas.theme, at: performance.now(), cost: performance.now() - began });
  }
  onto.save();
  if (moved !== null) {
    onto.translate(moved.x, moved.y);
    onto.scale(moved.scaleX, moved.scaleY);
  }
  onto.drawImage(last.bitmap, 0, 0, canvas.width, canvas.height);
  onto.restore();
}

function isAlike(a: Tinted, b: Tinted): boolean {
  const same = (p: Uint8Array, q: Uint8Array) => p.every((tone, i) => tone === q[i]);
  return same(a.strands, b.strands) && same(a.boxes, b.boxes) && same(a.cells, b.cells);
}

/** Puts a whole scene onto a context whose unit is a CSS pixel. */
function paintScene(scene: Scene, tinted: Tinted, onto: CanvasRenderingContext2D, { theme }: Canvas): void {
  const { cold, hot } = scene.strandWidth;
  const ground = palette(theme, "ground").fill;
  const byTone = sortByTone(scene.strands, tinted.strands);
  onto.strokeStyle = theme.wire;
  if (scene.wires === "") {
    onto.lineWidth = cold;
    stroke(byTone[0], onto);
  } else {
    onto.lineWidth = Math.min(1, cold * 2);
    onto.stroke(new Path2D(scene.wires));
  }
  for (const isLight of [true, false]) {
    onto.lineCap = isLight ? "butt" : "round";
    onto.globalAlpha = isLight ? 0.75 : 1;
    for (let tone = 1; tone <= tones; tone++) {
      const own = byTone[tone].filter(({ light }) => light === isLight);
      if (own.length === 0) continue;
      onto.strokeStyle = ground[tone];
      onto.lineWidth = (cold + (hot * tone) / tones) * (isLight ? 0.6 : 1);
      stroke(
        own.filter(({ bold }) => bold !== true),
        onto,
      );
      onto.lineWidth = bundleWidth(tone);
      stroke(
        own.filter(({ bold }) => bold === true),
        onto,
      );
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
    const isBlank = tone === 0 && scene.tonedBoxes && boxes[0].width < 4;
    onto.fillStyle = scene.tonedBoxes ? (isBlank ? theme.wire : surface[tone]) : theme.surface;
    onto.beginPath();
    for (const box of boxes) trace(box, scene.boxRadius, onto);
    onto.fill();
    if (boxes[0].width < 4) return;
    onto.strokeStyle = theme.edge;
    onto.lineWidth = boxes[0].width >= 12 ? 1 : 0.5;
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

function stroke(strands: readonly Strand[], onto: CanvasRenderingContext2D): void {
  if (strands.length === 0) return;
  onto.beginPath();
  for (const { curve } of strands) {
    onto.moveTo(curve[0], curve[1]);
    const isStraight = Math.abs((curve[2] - curve[0]) * (curve[7] - curve[1]) - (curve[3] - curve[1]) * (curve[6] - curve[0])) < 0.01;
    if (isStraight) onto.lineTo(curve[6], curve[7]);
    else onto.bezierCurveTo(curve[2], curve[3], curve[4], curve[5], curve[6], curve[7]);
  }
  onto.stroke();
}
