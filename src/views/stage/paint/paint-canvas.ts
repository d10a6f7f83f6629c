/** Painting of large scenes on a canvas: wires, strands and boxes, one path for each tone. Labels and the selection stay SVG. */
import type { Canvas, ViewData } from "../../contract.ts";
import { palette, tones, toneOf } from "../../marks/colour.ts";
import { fullnessOf } from "../../readings/buffers.ts";
import type { Loads } from "../../readings/loads.ts";
import { hasLevel, levelIn, strandShare, tankInk } from "./paint.ts";
import { strandWidth, wiresOf } from "./strands.ts";
import type { Box, Scene, Strand } from "../scene.ts";

/** Tones of a scene's strands by utilization, and of its boxes by buffer fullness, in the order of the scene. */
export interface Tinted {
  readonly strands: Uint8Array;
  readonly boxes: Uint8Array;
}

/** The tones of a scene in the present frame. */
export function tint(scene: Scene, data: ViewData, loads: Loads): Tinted {
  const fullness = fullnessOf(data);
  const [strands, boxes] = [scene.strands, scene.boxes].map(({ length }) => new Uint8Array(length));
  scene.strands.forEach((strand, i) => (strands[i] = toneOf(strandShare(strand, loads))));
  if (fullness !== null) scene.boxes.forEach(({ switches }, i) => (boxes[i] = toneOf(fullness(switches))));
  return { strands, boxes };
}

/** Data that a painting shows. */
export interface Subject {
  readonly scene: Scene;
  readonly tinted: Tinted;
  readonly theme: Canvas["theme"];
}

/** With more wires than this each becomes fainter. */
const mostWires = 2500;
/** Strands painted between two checks of the time budget. */
const stint = 300;

/** Paints a whole scene in small steps, on a context with CSS pixels as units. */
export function* paintScene({ scene, tinted, theme }: Subject, onto: CanvasRenderingContext2D): Iterator<void> {
  const ground = palette(theme, "ground").fill;
  const byTone = sortByTone(scene.strands, tinted.strands);
  onto.strokeStyle = theme.wire;
  if (scene.wires === "") {
    // Many overlapping wires would otherwise merge into a surface.
    onto.globalAlpha = Math.max(0.25, Math.min(1, mostWires / byTone[0].length));
    for (const [breadth, some] of groups(byTone[0], ({ breadth = 1 }) => breadth)) {
      onto.lineWidth = scene.strandWidth.cold * breadth;
      yield* stroke(some, onto);
    }
  } else {
    for (const [, d, width] of wiresOf(scene)) {
      onto.lineWidth = width;
      onto.stroke(new Path2D(d));
      yield;
    }
  }
  for (const isLight of [true, false]) {
    onto.globalAlpha = isLight ? 0.75 : 1;
    for (let tone = 1; tone <= tones; tone++) {
      const own = byTone[tone].filter(({ light }) => light === isLight);
      onto.strokeStyle = ground[tone];
      for (const [width, some] of groups(own, (strand) => strandWidth(scene, strand, tone / tones))) {
        onto.lineWidth = width;
        // Round line ends are expensive and invisible on thin lines.
        onto.lineCap = width > 1.5 ? "round" : "butt";
        yield* stroke(some, onto);
      }
    }
  }
  onto.globalAlpha = 1;
  yield* paintBoxes(scene, tinted, onto, theme);
}

/** Paints boxes tone by tone: background, outline, and fill level. */
function* paintBoxes(scene: Scene, tinted: Tinted, onto: CanvasRenderingContext2D, theme: Canvas["theme"]): Generator<void> {
  for (const [tone, boxes] of sortByTone(scene.boxes, tinted.boxes).entries()) {
    if (boxes.length === 0) continue;
    onto.strokeStyle = theme.edge;
    onto.lineWidth = (boxes.find(({ width }) => width >= 4)?.width ?? 0) >= 12 ? 1 : 0.5;
    for (const some of stints(boxes)) {
      onto.fillStyle = theme.surface;
      onto.beginPath();
      for (const box of some) trace(box, scene.boxRadius, onto);
      onto.fill();
      onto.beginPath();
      for (const box of some) if (box.width >= 4) trace(box, scene.boxRadius, onto);
      onto.stroke();
      if (tone > 0) fillTanks(some, tone / tones, scene.boxRadius, onto, theme);
      yield;
    }
  }
}

/** Boxes of equal fullness: as a fill level where it fits, otherwise as a tone that is darker for fuller boxes. */
function fillTanks(boxes: readonly Box[], full: number, radius: number, onto: CanvasRenderingContext2D, theme: Canvas["theme"]): void {
  const [high, low] = [boxes.filter(hasLevel), boxes.filter((box) => !hasLevel(box))];
  onto.fillStyle = theme.ink;
  onto.globalAlpha = tankInk;
  onto.beginPath();
  for (const box of high) trace(levelIn(box, full), Math.max(0, radius - 2), onto);
  onto.fill();
  onto.globalAlpha = tankInk * full;
  onto.beginPath();
  for (const box of low) trace(box, radius, onto);
  onto.fill();
  onto.globalAlpha = 1;
}

/** Splits a list into chunks of {@link strandsPerStep}. */
function* stints<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let first = 0; first < all.length; first += stint) yield all.slice(first, first + stint);
}

type Place = Pick<Box, "x" | "y" | "width" | "height">;

function trace({ x, y, width, height }: Place, radius: number, onto: CanvasRenderingContext2D): void {
  if (radius < 0.3) onto.rect(x, y, width, height);
  else onto.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

/** Groups elements by size, the smallest first. */
function groups<T>(all: readonly T[], sizeOf: (each: T) => number): readonly (readonly [number, readonly T[]])[] {
  const sizes = [...new Set(all.map(sizeOf))].sort((p, q) => p - q);
  return sizes.map((size) => [size, sizes.length === 1 ? all : all.filter((each) => sizeOf(each) === size)]);
}

function sortByTone<T>(all: readonly T[], toneOfEach: Uint8Array): readonly (readonly T[])[] {
  const sorted: T[][] = Array.from({ length: tones + 1 }, () => []);
  all.forEach((each, i) => sorted[toneOfEach[i]].push(each));
  return sorted;
}

/** Strokes the curves of strands in steps. */
function* stroke(strands: readonly Strand[], onto: CanvasRenderingContext2D): Generator<void> {
  for (const some of stints(strands)) {
    onto.beginPath();
    for (const { curve } of some) {
      const [ax, ay, bx, by, cx, cy, dx, dy] = curve;
      onto.moveTo(ax, ay);
      if (Math.abs((bx - ax) * (dy - ay) - (by - ay) * (dx - ax)) < 0.01) onto.lineTo(dx, dy);
      else onto.bezierCurveTo(bx, by, cx, cy, dx, dy);
    }
    onto.stroke();
    if (some.length > stint / 4) yield;
  }
}

/** Whether two sets of tones of one scene are equal. */
export function isAlike(a: Tinted, b: Tinted): boolean {
  const same = (p: Uint8Array, q: Uint8Array) => p.every((tone, i) => tone === q[i]);
  return same(a.strands, b.strands) && same(a.boxes, b.boxes);
}
