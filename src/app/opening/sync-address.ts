/**
 * Keeps the address bar up to date and opens links that are entered there. The address of an opened link stays unchanged until the first
 * edit.
 */
import type { Drafts } from "../document/draft.ts";
import { cachedLoader } from "../cached-loader.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import type { WorkbenchStore } from "../state/workbench.ts";

/** Code that opens an address, loaded on first use. */
export const loadOpener = () => import("./open-fragment.ts");
/** The way back to the reader's own network, loaded when it is taken. */
export const loadOwnNetwork = () => import("./own-network.ts");

/**
 * Keeps the address bar and the document in sync: the reader's edits are written to the address as a link after a delay, and a new address
 * in the bar opens its document or lesson; an address without a fragment shows the reader's own network. Returns a function that stops it.
 * @param drafts The drafts among which the reader's own network is found.
 * @param bar The window, or an object like it.
 */
export function syncAddress(store: WorkbenchStore, drafts: Pick<Drafts, "load">, bar: AddressBar = window): () => void {
  const loadController = cachedLoader(() =>
    import("./address-controller.ts").then(({ AddressController }) => new AddressController(store, drafts, bar)),
  );
  const unsubscribe = store.subscribe((state, previous) => {
    const { document, mode } = previous;
    if (state.document.current === document.current && state.document.isEdited === document.isEdited && state.mode.lesson === mode.lesson)
      return;
    const entry = { hash: bar.location.hash, length: bar.history.length };
    void loadController().then((controller) => controller.onChange(state, previous, entry));
  });
  let hash = bar.location.hash;
  const onHashChange = () => {
    const [previous, next] = [hash, bar.location.hash];
    hash = next;
    void loadController().then((controller) => controller.onHashChange(next, previous));
  };
  bar.addEventListener("hashchange", onHashChange);
  return () => {
    unsubscribe();
    void loadController().then((controller) => controller.stop());
    bar.removeEventListener("hashchange", onHashChange);
  };
}
