/** Saves the draft after every edit. A document that replaces it on the page becomes another draft. */
import type { Drafts } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { isOwn, type Workbench, type WorkbenchStore } from "../state/workbench.ts";
import { holdDraft } from "./tab.ts";

/** Milliseconds from an edit to its save: long enough to skip the frames of a drag, short enough that no edit is lost. */
const wait = 200;
/** Milliseconds without an answer from the browser's storage after which it is considered broken. */
const patience = 10_000;

/** Starts saving and returns a function that stops it. A scenario that was only opened becomes a draft with its first edit. */
export function autosave(store: WorkbenchStore, drafts: Drafts): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTold = false;
  const sayLost = (fault: unknown) => {
    if (isTold) return;
    isTold = true;
    const why = fault instanceof Error ? fault.message : String(fault);
    const remedy = "Before you leave this page, copy its link or save the scenario as a file: both are under Share.";
    store.setState({ session: { notice: { title: "This browser keeps no drafts.", lines: [remedy, why] } } });
  };
  const save = ({ document: { draft, current: scenario, pending } }: Workbench) => {
    clearTimeout(timer);
    timer = undefined;
    const silence = setTimeout(() => sayLost("Its storage does not answer."), patience);
    drafts
      .save(draft, scenario, pending?.isDrawn === true ? { drawn: pending.scenario } : {})
      .catch(sayLost)
      .finally(() => clearTimeout(silence));
  };
  const hold = (how: "open" | "left") => holdDraft(store.getState().document.draft, how);
  hold("open");
  const stopStore = store.subscribe((state, before) => {
    if (state.document.draft !== before.document.draft) {
      // The document that is being replaced keeps its last edit.
      if (isOwn(before) && state.document.current !== before.document.current) save(before);
      hold("open");
    }
    const isSaved = (["current", "isEdited", "draft", "pending"] as const).every((each) => state.document[each] === before.document[each]);
    if (!isOwn(state) || isSaved) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(state), wait);
  });
  const stop = new AbortController();
  const { signal } = stop;
  // A page that is closed right after an edit saves it, too.
  const leave = () => {
    if (timer !== undefined && isOwn(store.getState())) save(store.getState());
    hold("left");
  };
  // A page restored from the back/forward cache continues under a new draft name: another page may have edited its draft in the meantime.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && store.setState({ document: { draft: newDraftName() } });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  return () => {
    stopStore();
    clearTimeout(timer);
    stop.abort();
  };
}
