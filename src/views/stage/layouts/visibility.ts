/** Visibility tests: whether an element reaches into the drawing. */
import type { CubicCurve } from "../scene.ts";

/** Whether a rectangle reaches into the drawing, with a tolerance of 4 pixels. */
export function isRectVisible(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  { width, height }: { readonly width: number; readonly height: number },
) {
  return Math.max(x1, x2) >= -4 && Math.max(y1, y2) >= -4 && Math.min(x1, x2) <= width + 4 && Math.min(y1, y2) <= height + 4;
}

/** Whether a curve may reach into the drawing: tests the bounding box of its control points. */
export function isCurveVisible(curve: CubicCurve, drawingSize: { readonly width: number; readonly height: number }): boolean {
  const [a, b, c, d, e, f, g, h] = curve;
  return isRectVisible(Math.min(a, c, e, g), Math.min(b, d, f, h), Math.max(a, c, e, g), Math.max(b, d, f, h), drawingSize);
}
