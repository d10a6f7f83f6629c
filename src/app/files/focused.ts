/** What is done next is at hand once the file has been looked at. */
export const focused = (button: HTMLButtonElement | null) => {
  if (button === null) return;
  // A dialog that opens with it gives the focus to what asks for it.
  button.autofocus = true;
  button.focus({ preventScroll: true });
};
