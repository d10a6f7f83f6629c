/** The keyboard shortcuts of a lesson: playback, and the next and previous step with the keys that clickers send. */
import { goToLessonStep, submitResponse } from "../../lesson/lesson-actions.ts";
import { type Shortcut, presentationShortcut } from "../../ui/shortcuts.ts";
import { togglePlay } from "../../runs/playback-actions.ts";
import type { Page } from "../../create-page.ts";

/**
 * The keyboard shortcuts of a lesson page. Page Down submits the draft answer if the step is waiting for one (`isCovered`: results hidden),
 * and otherwise goes to the next step. `isSingle` marks keys without a modifier, which the user can turn off; `isCommand` means that the
 * shortcut is also listed in the command palette.
 */
export function lessonShortcuts({ store, runs, overlay }: Page): readonly Shortcut[] {
  const common = { group: "Lessons", isSingle: true, isCommand: true } as const;
  const goForward = () => {
    const { lesson } = store.getState().mode;
    if (lesson === null) return;
    if (lesson.isCovered) submitResponse(store, lesson.guess);
    else goToLessonStep(store, lesson.stepIndex + 1);
  };
  return [
    { ...common, labels: ["Page Down"], description: "Run, then go on to the next step", bound: ["PageDown"], run: goForward },
    {
      ...common,
      labels: ["Page Up"],
      description: "Back to the step before",
      bound: ["PageUp"],
      run: () => goToLessonStep(store, (store.getState().mode.lesson?.stepIndex ?? 1) - 1),
    },
    { ...common, labels: ["Space"], description: "Play or pause", bound: ["Space"], run: () => togglePlay(runs) },
    presentationShortcut(() => overlay.present(true)),
    {
      ...common,
      labels: ["Ctrl K", "⌘ K"],
      description: "All commands",
      bound: ["$mod+k"],
      run: () => overlay.showSheet("palette"),
      isSingle: false,
    },
    { ...common, labels: ["?"], description: "All keys", bound: ["?", "Shift+?"], run: () => overlay.showSheet("keys") },
  ];
}
