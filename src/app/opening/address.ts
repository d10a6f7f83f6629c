/** The address bar: always current, and the door for links. An incoming link stays as it is until the first edit. */
import { type Document } from "../../core/scenario/document.ts";
import { isElsewhere, readFragment } from "../../links/fragment.ts";
import type { AddressBar } from "../sharing/address-bar.ts";
import { isOwn, type WorkbenchStore } from "../state/workbench.ts";

/** The readers and writers of links: fetched with the first link, or the first edit. */
export const links = () => import("../../links/index.ts");

/** What opens an address, and what goes through a lesson: fetched with the first of these. */
export const opener = () => import("./open-fragment.ts");
const lessons = () => import("../lesson/attend.ts");

/** Browsers refuse more than 100 changes of the address in 10 s; this stays far below. */
const wait = 400;

/** Keeps address bar and scenario together from now on; returns the way to stop. */
export function keepAddress(store: WorkbenchStore, bar: AddressBar = window): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let latest = 0;
  const write = async (scenario: Document) => {
    // A frame has no bar; loaded again, it is what its page says, locks included.
    if (store.getState().view.isEmbedded) return;
    const mine = ++latest;
    // A scenario too long for a link leaves a bare address rather than a wrong one; the draft still holds it.
    const fragment = await links()
      .then(({ writeLink }) => writeLink(scenario))
      .then(
        (link) => `#${link}`,
        () => "",
      );
    // Packing takes its time; a newer scenario or another link may have overtaken it.
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
    // Back from a lesson, to where it was begun.
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
