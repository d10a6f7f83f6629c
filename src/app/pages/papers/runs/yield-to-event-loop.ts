/** Yields to the event loop, so that the page can render between two rows. */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
