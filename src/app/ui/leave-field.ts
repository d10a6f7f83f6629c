/**
 * Moves the focus out of a field after a value was typed, so that single-key shortcuts work again: to the traffic matrix around the field,
 * to a drawing, or, if a pointer opened the field, to the stage.
 * @param isByPointer whether a pointer opened the field. Otherwise the focus may stay in the field.
 * @returns false if the focus was not moved
 */
export function leaveField(field: Element | null, isByPointer: boolean): boolean {
  const matrix = field?.closest(".sheet-card")?.querySelector<HTMLElement>(".sheet-grid");
  const drawing = document.querySelector<HTMLElement>('.stage [data-view="drawing"] .view-box');
  const stage = isByPointer ? document.querySelector<HTMLElement>(".stage .view-box") : null;
  const target = matrix ?? drawing ?? stage;
  if (target === null) return false;
  target.focus({ preventScroll: true });
  return document.activeElement === target;
}
