/** Keyboard and pointer navigation between the steps of a drawing. The current step is stored in the drawing's DOM. */
import { pointer, select } from "d3-selection";
import { ensureLayer, drawingIndexInBox } from "../marks/marks.ts";
import { pointerSurfaceOf } from "../marks/hover-target.ts";

/** Help text on the keys. */
export const stepKeysHelp = "Right and left arrow go from step to step, Home to the first step, Escape back to all steps.";

/** The current step of a drawing, from 0; null for all steps. */
export function currentStepIn(group: SVGGElement): number | null {
  const text = group.dataset["step"];
  return text === undefined ? null : Number(text);
}

/**
 * The step that a key leads to; null for all steps, undefined for other keys.
 * @param stepCount Number of steps.
 */
export function stepAfterKey(key: string, step: number | null, stepCount: number): number | null | undefined {
  if (stepCount === 0) return undefined;
  if (key === "ArrowRight") return step === null ? 0 : Math.min(stepCount - 1, step + 1);
  if (key === "ArrowLeft") return step === null ? stepCount - 1 : Math.max(0, step - 1);
  if (key === "Home") return 0;
  if (key === "End") return stepCount - 1;
  return key === "Escape" && step !== null ? null : undefined;
}

/** Stores a step as the current one, and shows it. */
export function goToStep(group: SVGGElement, step: number | null, show: () => void): void {
  if (step === null) delete group.dataset["step"];
  else group.dataset["step"] = String(step);
  show();
}

/** The layer for the marks of the current step, below the pointer surface. */
export function currentStepLayer(group: SVGGElement): SVGGElement {
  const layer = ensureLayer(group, "step");
  const surface = pointerSurfaceOf(group);
  if (surface !== null && layer.nextElementSibling !== surface) group.insertBefore(layer, surface);
  return layer;
}

/**
 * Binds the keys of a drawing with steps, and its pointer surface `rect.catcher`. Keys go from step to step; a click on a step goes there,
 * and a second click leaves it. The current step is stored in the group's data.
 * @param stepAt The step whose number or bar is at a point; −1 for none.
 * @param show Draws the current step.
 */
export function bindStepController(
  group: SVGGElement,
  stepCount: number,
  stepAt: (x: number, y: number) => number,
  show: () => void,
): void {
  const current = currentStepIn(group);
  if (current !== null && current >= stepCount) delete group.dataset["step"];
  select(group)
    .selectChildren<SVGRectElement, unknown>("rect.catcher")
    .on("click.step", (event: PointerEvent) => {
      const [x, y] = pointer(event, group);
      const step = stepAt(x, y);
      if (step >= 0) goToStep(group, step === currentStepIn(group) ? null : step, show);
    });
  const viewBox = group.closest<HTMLElement>(".view-box");
  if (viewBox === null) return;
  // Several drawings in one box change their steps together, so each needs its own listener.
  const drawingIndex = drawingIndexInBox(group);
  select(viewBox).on(`keydown.step${drawingIndex}`, (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !group.isConnected) return;
    const nextStep = stepAfterKey(event.key, currentStepIn(group), stepCount);
    if (nextStep === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    goToStep(group, nextStep, show);
  });
}
