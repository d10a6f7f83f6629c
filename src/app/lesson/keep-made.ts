/** Saves a lesson while it is edited: as a draft in this browser after every change, and in the address bar if it is short enough. */
import type { AddressBar } from "../sharing/address-bar.ts";
import type { Drafts } from "../document/draft.ts";
import { holdMade } from "../document/tab.ts";
import type { Workbench, WorkbenchStore } from "../state/workbench.ts";
import { keepView, lessonMade, linkOfMade, making, writeMade } from "./make.ts";

/** Debounce times in ms, the same as for scenarios. */
const [draftWait, addressWait] = [200, 400];

/** Starts saving. Returns a function that stops it and saves the last change. */
export function keepMade(store: WorkbenchStore, drafts: Drafts, bar: Pick<AddressBar, "location" | "history"> = window): () => void {
  /** The last state that is not saved yet. */
  let unsaved: Workbench | null = null;
  let isTold = false;
  const timers: Record<"draft" | "address", ReturnType<typeof setTimeout> | undefined> = { draft: undefined, address: undefined };
  const save = () => {
    clearTimeout(timers.draft);
    const state = unsaved;
    unsaved = null;
    if (state === null) return;
    drafts.save(state.document.draft, state.document.current, { made: writeMade(state) }).catch((fault: unknown) => {
      if (isTold) return;
      isTold = true;
      const why = fault instanceof Error ? fault.message : String(fault);
      store.setState({
        session: { notice: { title: "This browser keeps no drafts.", lines: ["Save the lesson as a file before you leave.", why] } },
      });
    });
  };
  const write = async (state: Workbench) => {
    const link = await linkOfMade(lessonMade(state), (state.mode.lesson?.at ?? 0) + 1);
    const now = store.getState();
    if (now.mode.lesson !== state.mode.lesson || now.document.current !== state.document.current || now.view.isEmbedded) return;
    // The name of the draft is stored with the history entry: a reload keeps it, but a link that is opened elsewhere does not have it.
    bar.history.replaceState(state.document.draft, "", `${bar.location.pathname}${bar.location.search}${link === null ? "" : `#${link}`}`);
  };
  const keep = (state: Workbench) => {
    if (making(state) === null) return;
    holdMade(state.document.draft);
    unsaved = state;
    clearTimeout(timers.draft);
    clearTimeout(timers.address);
    timers.draft = setTimeout(save, draftWait);
    timers.address = setTimeout(() => void write(state), addressWait);
  };
  keep(store.getState());
  const stopStore = store.subscribe((state, before) => {
    keepView(store, state, before);
    if (
      state.mode.lesson !== before.mode.lesson ||
      state.document.current !== before.document.current ||
      state.document.draft !== before.document.draft
    ) {
      if (state.document.draft !== before.document.draft) save();
      keep(store.getState());
    }
  });
  window.addEventListener("pagehide", save);
  return () => {
    stopStore();
    window.removeEventListener("pagehide", save);
    clearTimeout(timers.address);
    holdMade(null);
    save();
  };
}
