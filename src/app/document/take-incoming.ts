/** The way in for what is dropped on the page or pasted. */
import { readFragment } from "../../links/fragment.ts";
import type { WorkbenchStore } from "./store.ts";

/** What opens files and texts. */
export const opener = () => import("./incoming.ts");

/** Takes what is dropped on the page or pasted outside a field; returns the way to stop. */
export function takeIncoming(store: WorkbenchStore): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const over = (event: DragEvent) => event.preventDefault();
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined)
      void opener()
        .then(({ openFile }) => openFile(store, file))
        .then(toTheWorkbench);
    else if (text !== "")
      void opener()
        .then(({ openText }) => openText(store, text))
        .then(toTheWorkbench);
  };
  const pasted = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]") !== null) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (/^\s*\{|#/.test(text))
      void opener()
        .then(({ openText }) => openText(store, text))
        .then(toTheWorkbench);
  };
  window.addEventListener("dragover", over, { signal });
  window.addEventListener("drop", dropped, { signal });
  window.addEventListener("paste", pasted, { signal });
  return () => stop.abort();
}

/** What was opened while the papers were read is shown on the workbench. */
function toTheWorkbench(): void {
  if (readFragment(location.hash).is === "paper") location.hash = "";
}
