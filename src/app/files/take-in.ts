/** The way in for what is dropped on the page or pasted. */
import type { Page } from "../create-page.ts";

/** What opens files and texts: fetched with the first. */
export const bringing = () => import("./bring.ts");

/** Takes what is dropped on the page or pasted outside a field; returns the way to stop. */
export function takeIncoming(page: Page): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const bring = (files: readonly File[], text: string) => {
    if (files.length > 0) void bringing().then(({ bringFiles }) => bringFiles(page, files));
    else if (text.trim() !== "") void bringing().then(({ bringText }) => bringText(page, text));
  };
  const over = (event: DragEvent) => event.preventDefault();
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    const { files, text } = carriedBy(event.dataTransfer);
    bring(files, text);
  };
  const pasted = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]") !== null) return;
    if (event.defaultPrevented) return;
    const { files, text } = carriedBy(event.clipboardData);
    bring(files, text);
  };
  window.addEventListener("dragover", over, { signal });
  window.addEventListener("drop", dropped, { signal });
  window.addEventListener("paste", pasted, { signal });
  return () => stop.abort();
}

function carriedBy(data: DataTransfer | null) {
  return { files: [...(data?.files ?? [])], text: data?.getData("text/plain") ?? "" };
}
