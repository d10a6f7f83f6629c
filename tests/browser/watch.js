/**
 * Writes down what must never happen in a page, in the same words in every browser. The tests of every browser serve the
 * page with this script before all others; the notes outlive a reload.
 */
{
  const note = (what) => {
    const { faults = "[]" } = sessionStorage;
    sessionStorage.faults = JSON.stringify([...JSON.parse(faults), what]);
  };
  // What does not load tells its element alone, so this listens on the way down.
  addEventListener(
    "error",
    ({ message, target }) => {
      if (message === undefined) note(`not loaded: ${target.outerHTML}`);
      // A menu finds its place in two steps, and browsers call that an error; the second step comes with the next picture.
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
  // Not every browser lets a test read the clipboard.
  const { clipboard } = navigator;
  const write = clipboard.writeText.bind(clipboard);
  clipboard.writeText = async (text) => {
    await write(text);
    sessionStorage.copied = text;
  };
}
