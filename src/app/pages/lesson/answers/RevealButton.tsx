/** The button that reveals the results to a class. */
import { useEffect } from "react";
import { usePage, useWorkbench } from "../../../hooks.ts";
import { coverAnswer, submitResponse } from "../../../lesson/lesson-actions.ts";
import { currentStepOf, requiresAnswer } from "../../../state/lesson-session.ts";
import { Button } from "../../../ui/Button.tsx";
import { bindShortcuts, shortcutsFor } from "../../../ui/shortcuts.ts";

/** The button that reveals the results to the class, or hides them again. It also acts on the keys of a clicker. */
export function RevealButton() {
  const { store, overlay } = usePage();
  const isCovered = useWorkbench((state) => state.mode.lesson?.isCovered ?? false);
  const requires = useWorkbench(({ mode: { lesson } }) => lesson !== null && requiresAnswer(currentStepOf(lesson)));
  useEffect(() => {
    const reveal = { bound: ["PageDown"], run: () => isCovered && submitResponse(store, null), isSingle: true };
    const cover = { bound: ["PageUp"], run: () => coverAnswer(store), isSingle: true };
    return bindShortcuts(
      [reveal, cover, ...shortcutsFor({ togglePresentation: () => overlay.present(true) })],
      () => overlay.getState().hasSingleKeys,
    );
  }, [store, overlay, isCovered]);
  if (!requires) return null;
  return isCovered ? (
    <Button variant="primary" aria-keyshortcuts="PageDown" onClick={() => submitResponse(store, null)}>
      Reveal
    </Button>
  ) : (
    <Button variant="underlined" aria-keyshortcuts="PageUp" onClick={() => coverAnswer(store)}>
      Hide the results
    </Button>
  );
}
