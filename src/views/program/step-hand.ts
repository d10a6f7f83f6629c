/** Keyboard and pointer navigation between the steps of a drawing. The current step is stored in the drawing's DOM. */
import { pointer, select } from "d3-selection";
import { layerOf, placeOfDrawing } from "../marks/marks.ts";
import { catcherOf } from "../marks/pointing.ts";

/** Help text on the keys. */
export const stepKeys = "Right and left arrow go from step to step, Home to the first, Escape back to the whole.";

/** The current step of a drawing, from 0; null for all steps. */
export function stepIn(into: SVGGElement): number | null {
  const text = into.dataset["step"];
  return text === undefined ? null : Number(text);
}

/**
 * The step that a key leads to; null for all steps, undefined for other keys.
 * @param stepCount Number of steps.
 */
export function steppedBy(key: string, step: number | null, steps: number): number | null | undefined {
  if (steps === 0) return undefined;
  if (key === "ArrowRight") return step === null ? 0 : Math.min(steps - 1, step + 1);
  if (key === "ArrowLeft") return step === null ? steps - 1 : Math.max(0, step - 1);
  if (key === "Home") return 0;
  if (key === "End") return steps - 1;
  return key === "Escape" && step !== null ? null : undefined;
}

/** Stores a step as the current one, and shows it. */
export function goTo(into: SVGGElement, step: number | null, show: () => void): void {
  if (step === null) delete into.dataset["step"];
  else into.dataset["step"] = String(step);
  show();
}

/** The layer for the marks of the current step, below the pointer surface. */
export function stepLayer(into: SVGGElement): SVGGElement {
  const layer = layerOf(into, "step");
  const catcher = catcherOf(into);
  if (catcher !== null && layer.nextElementSibling !== catcher) into.insertBefore(layer, catcher);
  return layer;
}

/**
 * Binds the keys of a drawing with steps, and its pointer surface `rect.catcher`.
 * @param stepAt The step whose number or bar is at a point; −1 for none.
 */
export function takeSteps(into: SVGGElement, steps: number, stepAt: (x: number, y: number) => number, show: () => void): void {
  const at = stepIn(into);
  if (at !== null && at >= steps) delete into.dataset["step"];
  select(into)
    .selectChildren<SVGRectElement, unknown>("rect.catcher")
    .on("click.step", (event: PointerEvent) => {
      const [x, y] = pointer(event, into);
      const step = stepAt(x, y);
      if (step >= 0) goTo(into, step === stepIn(into) ? null : step, show);
    });
  const box = into.closest<HTMLElement>(".view-box");
  if (box === null) return;
  // Several drawings in one box change their steps together, so each needs its own listener.
  const place = placeOfDrawing(into);
  select(box).on(`keydown.step${place}`, (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !into.isConnected) return;
    const next = steppedBy(event.key, stepIn(into), steps);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goTo(into, next, show);
  });
}
