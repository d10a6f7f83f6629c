/** Returns the focus to an element, if it is still in the page. */
export function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}
