/**
 * Keeps the address bar up to date and opens links that are entered there. The address of an opened link stays unchanged until the first
 * edit.
 */
import { type Document } from "../../core/scenario/document.ts";
import { isOtherPage, readFragment } from "../../links/fragment.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { hasOwnEdits, type WorkbenchStore } from "../state/workbench.ts";

/** Readers and writers of links, loaded with the first link or the first edit. */
export const loadLinks = () => import("../../links/index.ts");

/** Code that opens an address or runs a lesson, loaded on first use. */
export const loadOpener = () => import("./open-fragment.ts");
const loadLessons = () => import("../lesson/lesson-actions.ts");

/** Milliseconds between updates of the address. Browsers refuse more than 100 updates in 10 s. */
const addressDelay = 400;

/**
 * Keeps the address bar and the document in sync: the reader's edits are written to the address as a link after a delay, and a new address
 * in the bar opens its document or lesson. Returns a function that stops it.
 * @param bar The window, or an object like it.
 */
export function syncAddress(store: WorkbenchStore, bar: AddressBar = window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writeCount = 0;
  const write = async (editedDocument: Document) => {
    // An embedded page has no visible address. After a reload it shows what the embedding page says, including locks.
    if (store.getState().view.isEmbedded) return;
    const writeNumber = ++writeCount;
    // A document too long for a link clears the address, so that it does not show a wrong link. The draft still has the document.
    const fragment = await loadLinks()
      .then(({ writeDocumentLink }) => writeDocumentLink(editedDocument))
      .then(
        (link) => `#${link}`,
        () => "",
      );
    // Packing is asynchronous: meanwhile, a newer document or another link may have replaced this document.
    if (
      writeNumber !== writeCount ||
      store.getState().document.current !== editedDocument ||
      !hasOwnEdits(store.getState()) ||
      isOtherPage(readFragment(bar.location.hash))
    )
      return;
    bar.history.replaceState(null, "", `${bar.location.pathname}${bar.location.search}${fragment}`);
  };
  const unsubscribe = store.subscribe((state, previous) => {
    if (state.mode.lesson !== previous.mode.lesson && state.mode.lesson !== null && !state.view.isEmbedded)
      void loadLessons().then(({ writeLessonAddress }) => writeLessonAddress(state, bar));
    if (state.document.current === previous.document.current && state.document.isEdited === previous.document.isEdited) return;
    clearTimeout(timer);
    if (hasOwnEdits(state)) timer = setTimeout(() => void write(state.document.current), addressDelay);
  });
  const onHashChange = () => {
    const fragment = readFragment(bar.location.hash);
    // The reader went back from a lesson to the address before it.
    if (fragment.is === "nothing" && store.getState().mode.lesson !== null)
      void loadLessons().then(({ restoreDocumentBeforeLesson }) => restoreDocumentBeforeLesson(store));
    else if (fragment.is !== "nothing" && !isOtherPage(fragment))
      void loadOpener().then(({ openFragment }) => openFragment(store, fragment));
  };
  bar.addEventListener("hashchange", onHashChange);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    bar.removeEventListener("hashchange", onHashChange);
  };
}
