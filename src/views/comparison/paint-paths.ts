/** Paints marks on the canvas below the SVG, for drawings with too many elements for SVG. */
import type { Canvas } from "../contract.ts";
import type { Mark } from "../marks/marks.ts";

/**
 * Clears a canvas and paints the paths of these marks on it, in their order. One unit of the canvas is a CSS pixel. Colors must be literal
 * values, because a canvas does not know CSS custom properties. Returns whether there are any marks.
 */
export function paintPaths(marks: readonly Mark[], context: CanvasRenderingContext2D, { width, height }: Canvas): boolean {
  context.clearRect(0, 0, width, height);
  for (const { attributes } of marks) {
    const { d, fill, stroke } = attributes;
    const path = new Path2D(String(d));
    if (fill !== undefined && fill !== "none") {
      context.fillStyle = String(fill);
      context.globalAlpha = Number(attributes["fill-opacity"] ?? 1);
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array
      context.fill(path);
      context.globalAlpha = 1;
    }
    if (stroke === undefined) continue;
    context.strokeStyle = String(stroke);
    context.lineWidth = Number(attributes["stroke-width"] ?? 1);
    context.lineCap = attributes["stroke-linecap"] === "round" ? "round" : "butt";
    context.globalAlpha = Number(attributes["stroke-opacity"] ?? 1);
    context.stroke(path);
    context.globalAlpha = 1;
  }
  return marks.length > 0;
}
