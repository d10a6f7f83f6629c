/** The keyboard shortcuts of a lesson: playback, and the next and previous step with the keys that clickers send. */
import { goToLessonStep, submitResponse } from "../../lesson/lesson-actions.ts";
import { type BoundShortcut, shortcutsFor } from "../../ui/shortcuts.ts";
import { togglePlay } from "../../runs/playback-actions.ts";
import type { Page } from "../../create-page.ts";

/**
 * The keyboard shortcuts of a lesson page. Page Down submits the draft answer if the step is waiting for one, and otherwise goes to the
 * next step.
 */
export function lessonShortcuts({ store, runs, overlay }: Page): readonly BoundShortcut[] {
  const goForward = () => {
    const { lesson } = store.getState().mode;
    if (lesson === null) return;
    if (lesson.isCovered) submitResponse(store, lesson.guess);
    else goToLessonStep(store, lesson.stepIndex + 1);
  };
  const goBack = () => goToLessonStep(store, (store.getState().mode.lesson?.stepIndex ?? 1) - 1);
  return [
    { bound: ["PageDown"], run: goForward, isSingle: true },
    { bound: ["PageUp"], run: goBack, isSingle: true },
    ...shortcutsFor({
      togglePlay: () => togglePlay(runs),
      togglePresentation: () => overlay.present(true),
      openPalette: () => overlay.showSheet("palette"),
      openKeys: () => overlay.showSheet("keys"),
    }),
  ];
}
