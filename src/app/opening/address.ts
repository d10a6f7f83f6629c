/**
 * Keeps the address bar up to date and opens links that are entered there. The address of an opened link stays unchanged until the first
 * edit.
 */
import { type Document } from "../../core/scenario/document.ts";
import { isElsewhere, readFragment } from "../../links/fragment.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { isOwn, type WorkbenchStore } from "../state/workbench.ts";

/** Readers and writers of links, loaded with the first link or the first edit. */
export const links = () => import("../../links/index.ts");

/** Code that opens an address or runs a lesson, loaded on first use. */
export const opener = () => import("./open-fragment.ts");
const lessons = () => import("../lesson/attend.ts");

/** Milliseconds between updates of the address. Browsers refuse more than 100 updates in 10 s. */
const wait = 400;

/** Keeps address bar and document in sync. Returns a function that stops it. */
export function keepAddress(store: WorkbenchStore, bar: AddressBar = window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const write = async (scenario: Document) => {
    // An embedded page has no visible address. After a reload it shows what the embedding page says, including locks.
    if (store.getState().view.isEmbedded) return;
    const mine = ++latest;
    // A document too long for a link clears the address, so that it does not show a wrong link. The draft still has the document.
    const fragment = await links()
      .then(({ writeLink }) => writeLink(scenario))
      .then(
        (link) => `#${link}`,
        () => "",
      );
    // Packing is asynchronous: a newer document or another link may have replaced this one.
    if (
      mine !== latest ||
      store.getState().document.current !== scenario ||
      !isOwn(store.getState()) ||
      isElsewhere(readFragment(bar.location.hash))
    )
      return;
    bar.history.replaceState(null, "", `${bar.location.pathname}${bar.location.search}${fragment}`);
  };
  const stop = store.subscribe((state, before) => {
    if (state.mode.lesson !== before.mode.lesson && state.mode.lesson !== null && !state.view.isEmbedded)
      void lessons().then(({ keepLessonAddress }) => keepLessonAddress(state, bar));
    if (state.document.current === before.document.current && state.document.isEdited === before.document.isEdited) return;
    clearTimeout(timer);
    if (isOwn(state)) timer = setTimeout(() => void write(state.document.current), wait);
  });
  const opened = () => {
    const fragment = readFragment(bar.location.hash);
    // The reader went back from a lesson to the address before it.
    if (fragment.is === "nothing" && store.getState().mode.lesson !== null) void lessons().then(({ goBack }) => goBack(store));
    else if (fragment.is !== "nothing" && !isElsewhere(fragment)) void opener().then(({ openFragment }) => openFragment(store, fragment));
  };
  bar.addEventListener("hashchange", opened);
  return () => {
    stop();
    clearTimeout(timer);
    bar.removeEventListener("hashchange", opened);
  };
}
