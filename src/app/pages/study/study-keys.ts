/** The keyboard shortcuts of a study. The plot and the numbers handle their own keys. */
import type { Page } from "../../create-page.ts";
import type { BoundShortcut } from "../../ui/shortcuts.ts";
import { cancelDrag, redoStudyStep, type StudyState, type StudyStore, undoStudyStep } from "./study-store.ts";

const tabs: readonly StudyState["tab"][] = ["picture", "table"];

/** Cancels the drag of a line, or clears the hovered network. */
function cancelOrClear(study: StudyStore): void {
  if (study.getState().isDragging) cancelDrag(study);
  else study.setState({ hoveredId: null });
}

export const studyShortcuts = (study: StudyStore, { overlay }: Page): readonly BoundShortcut[] => [
  ...tabs.map((tab, i) => ({ bound: [String(i + 1)], run: () => study.setState({ tab }), isSingle: true })),
  { bound: ["?", "Shift+?"], run: () => overlay.showSheet("keys"), isSingle: true },
  { bound: ["Escape"], run: () => cancelOrClear(study), isSingle: false },
  { bound: ["$mod+z"], run: () => undoStudyStep(study), isSingle: false },
  { bound: ["$mod+Shift+z", "$mod+y"], run: () => redoStudyStep(study), isSingle: false },
];
