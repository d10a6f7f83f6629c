/** Paints the lines and boxes of large scenes on a canvas, one path for each tone. Labels and the selection stay SVG. */
import type { Canvas, ViewData } from "../../contract.ts";
import { loadPalette, toneCount, toneOf } from "../../marks/color.ts";
import { fullnessOf } from "../../readings/buffers.ts";
import type { FrameLoads } from "../../readings/loads.ts";
import { hasFillLevel, filledPart, strandUtilization, fullOpacity } from "./paint.ts";
import { strandWidth, wirePaths } from "./strands.ts";
import type { SwitchBox, Scene, Strand } from "../scene.ts";

/** Tones of the lines (`strands`) of a scene by utilization, and of its boxes by buffer fullness, in the order of the scene. */
export interface SceneTones {
  readonly strands: Uint8Array;
  readonly boxes: Uint8Array;
}

/** The tones of a scene in the present frame. */
export function tint(scene: Scene, data: ViewData, loads: FrameLoads): SceneTones {
  const fullness = fullnessOf(data);
  const [strands, boxes] = [scene.strands, scene.boxes].map(({ length }) => new Uint8Array(length));
  scene.strands.forEach((strand, i) => (strands[i] = toneOf(strandUtilization(strand, loads))));
  if (fullness !== null) scene.boxes.forEach(({ switches }, i) => (boxes[i] = toneOf(fullness(switches))));
  return { strands, boxes };
}

/** Data that a painting shows. */
export interface PaintingSubject {
  readonly scene: Scene;
  readonly tones: SceneTones;
  readonly theme: Canvas["theme"];
}

/** With more wires (lines without load) than this, all wires become fainter. */
const maxOpaqueWires = 2500;
/** Lines painted between two checks of the time budget. */
const strandsPerStep = 300;

/**
 * Paints a whole scene on a canvas; each `yield` is a point at which the painting may be interrupted. Lines of channels without
 * load, called wires, come first; then lines with load, thin lines before normal ones, each in increasing tones; then switches.
 */
export function* paintScene({ scene, tones, theme }: PaintingSubject, context: CanvasRenderingContext2D): Iterator<void> {
  const tonePalette = loadPalette(theme, "ground").fill;
  const byTone = sortByTone(scene.strands, tones.strands);
  context.strokeStyle = theme.wire;
  if (scene.wires === "") {
    // Many overlapping wires would otherwise merge into a surface.
    context.globalAlpha = Math.max(0.25, Math.min(1, maxOpaqueWires / byTone[0].length));
    for (const [relativeWidth, strands] of groupBySize(byTone[0], ({ relativeWidth = 1 }) => relativeWidth)) {
      context.lineWidth = scene.strandWidth.cold * relativeWidth;
      yield* strokeStrands(strands, context);
    }
  } else {
    for (const [, d, width] of wirePaths(scene)) {
      context.lineWidth = width;
      context.stroke(new Path2D(d));
      yield;
    }
  }
  for (const isLight of [true, false]) {
    context.globalAlpha = isLight ? 0.75 : 1;
    for (let tone = 1; tone <= toneCount; tone++) {
      const tonedStrands = byTone[tone].filter(({ isThin }) => isThin === isLight);
      context.strokeStyle = tonePalette[tone];
      for (const [width, strands] of groupBySize(tonedStrands, (strand) => strandWidth(scene, strand, tone / toneCount))) {
        context.lineWidth = width;
        // Round line ends are expensive and invisible on thin lines.
        context.lineCap = width > 1.5 ? "round" : "butt";
        yield* strokeStrands(strands, context);
      }
    }
  }
  context.globalAlpha = 1;
  yield* paintBoxes(scene, tones.boxes, context, theme);
}

/**
 * Paints the boxes of switches, one tone (fullness in steps from 0 to `toneCount`) after the other: background, outline, and fill level.
 * Boxes narrower than 4 pixels have no outline.
 */
function* paintBoxes(scene: Scene, tones: Uint8Array, context: CanvasRenderingContext2D, theme: Canvas["theme"]): Generator<void> {
  for (const [tone, boxes] of sortByTone(scene.boxes, tones).entries()) {
    if (boxes.length === 0) continue;
    context.strokeStyle = theme.edge;
    context.lineWidth = (boxes.find(({ width }) => width >= 4)?.width ?? 0) >= 12 ? 1 : 0.5;
    for (const chunk of chunksOf(boxes)) {
      context.fillStyle = theme.surface;
      context.beginPath();
      for (const box of chunk) tracePath(box, scene.boxRadius, context);
      context.fill();
      context.beginPath();
      for (const box of chunk) if (box.width >= 4) tracePath(box, scene.boxRadius, context);
      context.stroke();
      if (tone > 0) fillBoxes(chunk, tone / toneCount, scene.boxRadius, context, theme);
      yield;
    }
  }
}

/**
 * Fills boxes of equal fullness, 0 to 1, in the color of the ink: from the bottom up to the level where the box is high enough, otherwise
 * the whole box, darker for fuller boxes.
 */
function fillBoxes(
  boxes: readonly SwitchBox[],
  fullness: number,
  radius: number,
  context: CanvasRenderingContext2D,
  theme: Canvas["theme"],
): void {
  const [leveledBoxes, tonedBoxes] = [boxes.filter(hasFillLevel), boxes.filter((box) => !hasFillLevel(box))];
  context.fillStyle = theme.ink;
  context.globalAlpha = fullOpacity;
  context.beginPath();
  for (const box of leveledBoxes) tracePath(filledPart(box, fullness), Math.max(0, radius - 2), context);
  context.fill();
  context.globalAlpha = fullOpacity * fullness;
  context.beginPath();
  for (const box of tonedBoxes) tracePath(box, radius, context);
  context.fill();
  context.globalAlpha = 1;
}

/** Splits a list into parts of {@link strandsPerStep} elements. */
function* chunksOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let firstIndex = 0; firstIndex < all.length; firstIndex += strandsPerStep) yield all.slice(firstIndex, firstIndex + strandsPerStep);
}

type BoxRectangle = Pick<SwitchBox, "x" | "y" | "width" | "height">;

function tracePath({ x, y, width, height }: BoxRectangle, radius: number, context: CanvasRenderingContext2D): void {
  if (radius < 0.3) context.rect(x, y, width, height);
  else context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
}

/** Groups elements by size, the smallest first. */
function groupBySize<T>(all: readonly T[], sizeOf: (element: T) => number): readonly (readonly [number, readonly T[]])[] {
  const sizes = [...new Set(all.map(sizeOf))].sort((p, q) => p - q);
  return sizes.map((size) => [size, sizes.length === 1 ? all : all.filter((element) => sizeOf(element) === size)]);
}

function sortByTone<T>(all: readonly T[], toneOfEach: Uint8Array): readonly (readonly T[])[] {
  const sorted: T[][] = Array.from({ length: toneCount + 1 }, () => []);
  all.forEach((each, i) => sorted[toneOfEach[i]].push(each));
  return sorted;
}

/** Strokes the curves of lines, {@link strandsPerStep} at a time. */
function* strokeStrands(strands: readonly Strand[], context: CanvasRenderingContext2D): Generator<void> {
  for (const chunk of chunksOf(strands)) {
    context.beginPath();
    for (const { curve } of chunk) {
      const [ax, ay, bx, by, cx, cy, dx, dy] = curve;
      context.moveTo(ax, ay);
      if (Math.abs((bx - ax) * (dy - ay) - (by - ay) * (dx - ax)) < 0.01) context.lineTo(dx, dy);
      else context.bezierCurveTo(bx, by, cx, cy, dx, dy);
    }
    context.stroke();
    if (chunk.length > strandsPerStep / 4) yield;
  }
}

/** Whether two sets of tones of one scene are equal. */
export function hasEqualTones(a: SceneTones, b: SceneTones): boolean {
  const areEqual = (first: Uint8Array, second: Uint8Array) => first.every((tone, i) => tone === second[i]);
  return areEqual(a.strands, b.strands) && areEqual(a.boxes, b.boxes);
}
