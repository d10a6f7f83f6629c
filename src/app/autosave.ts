/** Saves the draft after every step, and puts an earlier draft aside before another scenario takes its place. */
import { saveDraft } from "./draft.ts";
import type { WorkbenchStore } from "./store.ts";

/** Long enough to skip the frames of a drag, short enough that nobody can lose a step. */
const wait = 200;

/** Begins saving; returns the way to stop. A scenario that was only opened is not a draft until it is edited. */
export function autosave(store: WorkbenchStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    timer = undefined;
    void saveDraft(store.getState().scenario);
  };
  const saveAtOnce = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    save();
  };
  const stop = store.subscribe((state, before) => {
    if (!state.isEdited || (state.scenario === before.scenario && state.isEdited === before.isEdited)) return;
    clearTimeout(timer);
    timer = setTimeout(save, wait);
  });
  // A page that is left at once keeps its last step too.
  globalThis.addEventListener?.("pagehide", saveAtOnce);
  return () => {
    stop();
    clearTimeout(timer);
    globalThis.removeEventListener?.("pagehide", saveAtOnce);
  };
}
