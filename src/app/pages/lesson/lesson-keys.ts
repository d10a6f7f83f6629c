/** The keyboard shortcuts of a lesson: playback, and the next and previous step with the keys that clickers send. */
import { goToLessonStep, submitResponse } from "../../lesson/lesson-actions.ts";
import { type BoundShortcut, shortcutsFor } from "../../ui/shortcuts.ts";
import { stepBack, stepForward, togglePlay } from "../../runs/playback-actions.ts";
import { isCovered } from "../../state/mode-state.ts";
import type { Page } from "../../create-page.ts";

/** The key for the playback, on the student's page and on the projector, where the point turns the screen black. */
export const playbackShortcuts = (page: Page): readonly BoundShortcut[] =>
  shortcutsFor({ togglePlay: () => unlessCovered(page, () => togglePlay(page.runs)) });

/** While results are hidden, the run waits. */
function unlessCovered({ store }: Page, act: () => void): void {
  if (!isCovered(store.getState())) act();
}

/**
 * The keyboard shortcuts of a lesson page. Page Down submits the draft answer if the step is waiting for one, and otherwise goes to the
 * next step.
 */
export function lessonShortcuts(page: Page): readonly BoundShortcut[] {
  const { store, overlay } = page;
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
    ...playbackShortcuts(page),
    ...shortcutsFor({
      stepForward: () => unlessCovered(page, () => stepForward(page.runs)),
      stepBack: () => unlessCovered(page, () => stepBack(page.runs)),
      togglePresentation: () => overlay.present(true),
      openPalette: () => overlay.showSheet("palette"),
      openKeys: () => overlay.showSheet("keys"),
    }),
  ];
}
