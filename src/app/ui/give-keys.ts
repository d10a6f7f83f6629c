/**
 * Gives the keys back after a value was typed, so that keys by themselves act again: to the sheet around the field, to a drawing,
 * and after a pointer to the stage.
 * @param isByPointer whether a pointer opened the field: who came by keys goes on from the field
 * @returns false where the focus was left as it is
 */
export function giveKeysFrom(field: Element | null, isByPointer: boolean): boolean {
  const sheet = field?.closest(".sheet-card")?.querySelector<HTMLElement>(".sheet-grid");
  const drawing = document.querySelector<HTMLElement>('.stage [data-view="drawing"] .view-box');
  const stage = isByPointer ? document.querySelector<HTMLElement>(".stage .view-box") : null;
  const to = sheet ?? drawing ?? stage;
  if (to === null) return false;
  to.focus({ preventScroll: true });
  return document.activeElement === to;
}
