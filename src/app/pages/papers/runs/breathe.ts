/** Lets the page draw between two rows. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
