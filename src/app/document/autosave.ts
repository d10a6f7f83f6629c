/** Saves the draft after every step; a scenario that takes its place is another draft. */
import type { Drafts } from "./draft.ts";
import { newDraftName } from "../state/draft-name.ts";
import { isOwn, type Workbench, type WorkbenchStore } from "../state/workbench.ts";
import { holdDraft } from "./tab.ts";

/** Long enough to skip the frames of a drag, short enough that nobody can lose a step. */
const wait = 200;
/** Milliseconds after which a store that is silent is taken for broken. */
const patience = 10_000;

/** Begins saving; returns the way to stop. A scenario that was only opened is not a draft until it is edited. */
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
      // What gives way keeps its last step.
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
  // A page that is left at once keeps its last step too.
  const leave = () => {
    if (timer !== undefined && isOwn(store.getState())) save(store.getState());
    hold("left");
  };
  // To a page that comes back as it was left, what took its place may have written its draft on.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && store.setState({ document: { draft: newDraftName() } });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  return () => {
    stopStore();
    clearTimeout(timer);
    stop.abort();
  };
}
