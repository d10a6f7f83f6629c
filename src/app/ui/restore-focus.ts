/** Gives the focus back to what had it before; where that has left the page, nothing gets it. */
export function restoreFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
}
