/** Saves the draft after every step; a scenario that takes its place is another draft. */
import { newName, saveDraft } from "./draft.ts";
import type { Workbench, WorkbenchStore } from "./store.ts";
import { holdDraft } from "./tab.ts";

/** Long enough to skip the frames of a drag, short enough that nobody can lose a step. */
const wait = 200;

/** Begins saving; returns the way to stop. A scenario that was only opened is not a draft until it is edited. */
export function autosave(store: WorkbenchStore): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = ({ draft, scenario }: Workbench) => {
    clearTimeout(timer);
    timer = undefined;
    saveDraft(draft, scenario).catch(() => undefined);
  };
  const hold = (how: "open" | "left") => holdDraft(store.getState().draft, how);
  hold("open");
  const stopStore = store.subscribe((state, before) => {
    if (state.draft !== before.draft) {
      // What gives way keeps its last step.
      if (before.isEdited && state.scenario !== before.scenario) save(before);
      hold("open");
    }
    const isSaved = state.scenario === before.scenario && state.isEdited === before.isEdited && state.draft === before.draft;
    if (!state.isEdited || isSaved) return;
    clearTimeout(timer);
    timer = setTimeout(() => save(state), wait);
  });
  const stop = new AbortController();
  const { signal } = stop;
  // A page that is left at once keeps its last step too.
  const leave = () => {
    if (timer !== undefined) save(store.getState());
    hold("left");
  };
  // To a page that comes back as it was left, what took its place may have written its draft on.
  const comeBack = ({ persisted }: PageTransitionEvent) => persisted && store.setState({ draft: newName() });
  window.addEventListener("pagehide", leave, { signal });
  window.addEventListener("pageshow", comeBack, { signal });
  return () => {
    stopStore();
    clearTimeout(timer);
    stop.abort();
  };
}
