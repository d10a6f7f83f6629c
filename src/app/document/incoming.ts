/** Scenarios that come in as a file or as text: dropped, pasted, or opened by hand. */
import { readWithKinds } from "../../core/kinds.ts";
import { longestDocument, readText } from "../../links/document.ts";
import { placeOf } from "../pages/papers/address.ts";
import { open, type WorkbenchStore } from "./store.ts";
import { isClosed, noticeOf, openFragment } from "./address.ts";

/** Opens a text: the JSON of a scenario, or a link to one. What was there before is kept under "Recent". */
export async function openText(store: WorkbenchStore, text: string): Promise<boolean> {
  const refused = "This cannot be opened; your work is untouched.";
  const trimmed = text.slice(0, longestDocument + 1).trim();
  const mark = trimmed.indexOf("#");
  if (isClosed(store)) return false;
  if (!trimmed.startsWith("{") && mark >= 0) return openFragment(store, trimmed.slice(mark + 1));
  try {
    open(store, await readWithKinds(() => readText(trimmed)), true);
    return true;
  } catch (fault) {
    store.setState({ notice: noticeOf(refused, fault, trimmed) });
    return false;
  }
}

/** Opens a file. */
export async function openFile(store: WorkbenchStore, file: File): Promise<boolean> {
  // A byte is a character or less than one, so this is never stricter than the reader itself.
  if (file.size > 4 * longestDocument) {
    store.setState({
      notice: {
        title: `${file.name} cannot be opened; your work is untouched.`,
        lines: [`It has ${file.size} bytes; at most ${4 * longestDocument} are read.`],
      },
    });
    return false;
  }
  return openText(store, await file.text());
}

/** Takes what is dropped on the page or pasted outside a field; returns the way to stop. */
export function takeIncoming(store: WorkbenchStore): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const over = (event: DragEvent) => event.preventDefault();
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file !== undefined) void openFile(store, file).then(toTheWorkbench);
    else if (text !== "") void openText(store, text).then(toTheWorkbench);
  };
  const pasted = (event: ClipboardEvent) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, [contenteditable]") !== null) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (/^\s*\{|#/.test(text)) void openText(store, text).then(toTheWorkbench);
  };
  window.addEventListener("dragover", over, { signal });
  window.addEventListener("drop", dropped, { signal });
  window.addEventListener("paste", pasted, { signal });
  return () => stop.abort();
}

/** What was opened while the papers were read is shown on the workbench. */
function toTheWorkbench(): void {
  if (placeOf(location) !== null) location.hash = "";
}
