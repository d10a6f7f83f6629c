/** The way in for what is dropped on the page or pasted. */
import "./over.css";
import type { Page } from "../create-page.ts";

/** What opens files and texts: fetched with the first. */
export const bringing = () => import("./bring.ts");

/** Takes what is dropped on the page or pasted outside a field; returns the way to stop. */
export function takeIncoming(page: Page): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last: Promise<unknown> = Promise.resolve();
  const take = (data: DataTransfer | null) => {
    // Once the event is over, it is empty.
    const files = [...(data?.files ?? [])];
    const folders = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []).filter(({ isDirectory }) => isDirectory);
    const text = data?.getData("text/plain").trim() ?? "";
    if (files.length === 0 && text === "") return;
    // Two imports of a module that is still being fetched may resolve in either order; files are opened in the order of the drops.
    const fetched = last.then(bringing);
    last = fetched.catch(() => undefined);
    void fetched.then(({ bring }) => bring(page, files, text, folders));
  };
  // What hangs over the page is seen to be taken.
  const hang = (event: DragEvent, isOver = false) => {
    event.preventDefault();
    document.body.toggleAttribute("data-over", isOver);
  };
  window.addEventListener("dragover", (event) => hang(event, event.dataTransfer?.types.includes("Files")), { signal });
  window.addEventListener("dragleave", (event) => hang(event), { signal });
  window.addEventListener(
    "drop",
    (event) => {
      hang(event);
      take(event.dataTransfer);
    },
    { signal },
  );
  window.addEventListener(
    "paste",
    ({ target, clipboardData, defaultPrevented }) => {
      const isInField = target instanceof Element && target.closest("input, textarea, [contenteditable]") !== null;
      if (!isInField && !defaultPrevented) take(clipboardData);
    },
    { signal },
  );
  return () => stop.abort();
}
