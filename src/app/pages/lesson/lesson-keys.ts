/** The keyboard shortcuts of a lesson: playback, and the next and previous step with the keys that clickers send. */
import { goTo, say } from "../../lesson/attend.ts";
import { type Key, presentKey } from "../../ui/keys.ts";
import { togglePlay } from "../../runs/clock.ts";
import type { Page } from "../../create-page.ts";

export function lessonKeys({ store, runs, overlay }: Page): readonly Key[] {
  const own = { group: "Lessons", isSingle: true, isCommand: true } as const;
  const on = () => {
    const { lesson } = store.getState().mode;
    if (lesson === null) return;
    if (lesson.isCovered) say(store, lesson.guess);
    else goTo(store, lesson.at + 1);
  };
  return [
    { ...own, shown: ["Page Down"], does: "Run, then go on to the next step", bound: ["PageDown"], act: on },
    {
      ...own,
      shown: ["Page Up"],
      does: "Back to the step before",
      bound: ["PageUp"],
      act: () => goTo(store, (store.getState().mode.lesson?.at ?? 1) - 1),
    },
    { ...own, shown: ["Space"], does: "Play or pause", bound: ["Space"], act: () => togglePlay(runs) },
    presentKey(() => overlay.present(true)),
    { ...own, shown: ["Ctrl K", "⌘ K"], does: "All commands", bound: ["$mod+k"], act: () => overlay.showSheet("palette"), isSingle: false },
    { ...own, shown: ["?"], does: "All keys", bound: ["?", "Shift+?"], act: () => overlay.showSheet("keys") },
  ];
}
