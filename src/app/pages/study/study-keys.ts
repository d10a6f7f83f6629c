/** The keyboard shortcuts of a study. The plot and the numbers handle their own keys. */
import type { Page } from "../../create-page.ts";
import type { Bound } from "../../ui/keys.ts";
import { cancelHold, redoAsk, type StudyState, type StudyStore, undoAsk } from "./study-store.ts";

const tabs: readonly StudyState["tab"][] = ["picture", "table"];

/** Cancels the drag of a line, or clears the hovered network. */
function letGo(study: StudyStore): void {
  if (study.getState().isHeld) cancelHold(study);
  else study.setState({ shown: null });
}

export const studyKeys = (study: StudyStore, { overlay }: Page): readonly Bound[] => [
  ...tabs.map((tab, i) => ({ bound: [String(i + 1)], act: () => study.setState({ tab }), isSingle: true })),
  { bound: ["?", "Shift+?"], act: () => overlay.showSheet("keys"), isSingle: true },
  { bound: ["Escape"], act: () => letGo(study), isSingle: false },
  { bound: ["$mod+z"], act: () => undoAsk(study), isSingle: false },
  { bound: ["$mod+Shift+z", "$mod+y"], act: () => redoAsk(study), isSingle: false },
];
