/**
 * Records errors of the page in the session storage, in the same format in every browser. The tests of every browser serve the page with
 * this script before all others. The records survive a reload.
 */
{
  const note = (what) => {
    const { faults = "[]" } = sessionStorage;
    sessionStorage.faults = JSON.stringify([...JSON.parse(faults), what]);
  };
  // Loading errors do not bubble, so this listens in the capture phase.
  addEventListener(
    "error",
    ({ message, target }) => {
      if (message === undefined) note(`not loaded: ${target.outerHTML}`);
      // A menu is positioned in two steps. Browsers report this as an error and do the second step in the next frame.
      else if (!message.startsWith("ResizeObserver loop")) note(`error: ${message}`);
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => note(`error: ${reason}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
    note(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
  );
  // oxlint-disable-next-line no-console -- what is said there is a fault
  const { error } = console;
  // oxlint-disable-next-line no-console -- the same
  console.error = (...words) => {
    note(`console: ${words.join(" ")}`);
    error.apply(console, words);
  };
  // Not every browser lets a test read the clipboard, so copied text is recorded, too.
  const { clipboard } = navigator;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async (text) => {
    await write(text);
    sessionStorage.copied = text;
  };
}
