/** Receives files and texts that are dropped on the page or pasted. */
import { isInTextField } from "../ui/shortcuts.ts";
import "./over.css";
import type { Page } from "../create-page.ts";

/** Loads the code that opens files and texts, when it is first needed. */
export const loadFileOpener = () => import("./open-files.ts");

/**
 * Opens files, folders and texts that are dropped on the page, or pasted outside of text fields. Returns a function that stops listening.
 */
export function receiveDrops(page: Page): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  let previousDrop: Promise<unknown> = Promise.resolve();
  const receive = (data: DataTransfer | null) => {
    // The data must be read now: it is empty after the event.
    const files = [...(data?.files ?? [])];
    const folders = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? []).filter(({ isDirectory }) => isDirectory);
    const text = data?.getData("text/plain").trim() ?? "";
    if (files.length === 0 && text === "") return;
    // Two imports of a module that is still loading may resolve in either order. Waiting for the previous one keeps the order of the drops.
    const loaded = previousDrop.then(loadFileOpener);
    previousDrop = loaded.catch(() => undefined);
    void loaded.then(({ openFiles }) => openFiles(page, files, text, folders));
  };
  // Highlights the page while a file is dragged over it.
  const showDropTarget = (event: DragEvent, isOver = false) => {
    event.preventDefault();
    document.body.toggleAttribute("data-over", isOver);
  };
  window.addEventListener("dragover", (event) => showDropTarget(event, event.dataTransfer?.types.includes("Files")), { signal });
  window.addEventListener("dragleave", (event) => showDropTarget(event), { signal });
  window.addEventListener(
    "drop",
    (event) => {
      showDropTarget(event);
      receive(event.dataTransfer);
    },
    { signal },
  );
  window.addEventListener(
    "paste",
    ({ target, clipboardData, defaultPrevented }) => {
      if (!isInTextField(target) && !defaultPrevented) receive(clipboardData);
    },
    { signal },
  );
  return () => listeners.abort();
}
