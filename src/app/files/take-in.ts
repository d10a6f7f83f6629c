/** Receives files and texts that are dropped on the page or pasted. */
import "./over.css";
import type { Page } from "../create-page.ts";

/** Loads the code that opens files and texts, when it is first needed. */
export const bringing = () => import("./bring.ts");

/** Listens for drops, and for pastes outside of fields. Returns a function that stops it. */
export function takeIncoming(page: Page): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let last: Promise<unknown> = Promise.resolve();
  const take = (data: DataTransfer | null) => {
    // The data must be read now: it is empty after the event.
    const files = [...(data?.files ?? [])];
    const folders = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []).filter(({ isDirectory }) => isDirectory);
    const text = data?.getData("text/plain").trim() ?? "";
    if (files.length === 0 && text === "") return;
    // Two imports of a module that is still loading may resolve in either order. Waiting for the previous one keeps the order of the drops.
    const fetched = last.then(bringing);
    last = fetched.catch(() => undefined);
    void fetched.then(({ bring }) => bring(page, files, text, folders));
  };
  // Highlights the page while a file is dragged over it.
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
