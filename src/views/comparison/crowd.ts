/** Paints marks on the canvas below the SVG, for drawings with too many elements for SVG. */
import type { Canvas } from "../contract.ts";
import type { Mark } from "../marks/marks.ts";

/**
 * Clears a canvas whose unit is a CSS pixel, and paints paths in order. Colors must be literal values, not custom properties. Returns
 * whether there are any paths.
 */
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
