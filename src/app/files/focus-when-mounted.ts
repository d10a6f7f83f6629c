/** Focuses the button for the next step once the file has been read. */
export const focusWhenMounted = (button: HTMLButtonElement | null) => {
  if (button === null) return;
  // A dialog that opens at the same time focuses the element with `autofocus`.
  button.autofocus = true;
  button.focus({ preventScroll: true });
};
