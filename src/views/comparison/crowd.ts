/** Crowded drawings: what has too many elements for SVG is put onto the canvas below it. */
import type { Canvas } from "../contract.ts";
import type { Mark } from "../marks/marks.ts";

/** Wipes a canvas whose unit is a CSS pixel and puts paths onto it, in their order; colours must be written out. True where there are any. */
export function paintPaths(marks: readonly Mark[], onto: CanvasRenderingContext2D, { width, height }: Canvas): boolean {
  onto.clearRect(0, 0, width, height);
  for (const { attributes } of marks) {
    const { d, fill, stroke } = attributes;
    const path = new Path2D(String(d));
    if (fill !== undefined && fill !== "none") {
      onto.fillStyle = String(fill);
      onto.globalAlpha = Number(attributes["fill-opacity"] ?? 1);
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
      onto.fill(path);
      onto.globalAlpha = 1;
    }
    if (stroke === undefined) continue;
    onto.strokeStyle = String(stroke);
    onto.lineWidth = Number(attributes["stroke-width"] ?? 1);
    onto.lineCap = attributes["stroke-linecap"] === "round" ? "round" : "butt";
    onto.globalAlpha = Number(attributes["stroke-opacity"] ?? 1);
    onto.stroke(path);
    onto.globalAlpha = 1;
  }
  return marks.length > 0;
}
