/** Keyboard shortcuts of presentations, including the keys that clickers send. */
import type { Key } from "../../ui/keys.ts";

export interface ClickerHands {
  next(): void;
  back(): void;
  leave(): void;
}

const own = { group: "On the projector", isSingle: true, isCommand: false } as const;

/** The navigation keys. They are not letters, so they work even if single-key shortcuts are turned off. */
export function clickerKeys({ next, back, leave }: ClickerHands): readonly Key[] {
  return [
    { ...own, shown: ["→", "Page Down"], does: "Show the answer, then go on", bound: ["ArrowRight", "PageDown"], act: next },
    { ...own, shown: ["←", "Page Up"], does: "Cover the answer again, then go back", bound: ["ArrowLeft", "PageUp"], act: back },
    { ...own, shown: ["Esc"], does: "Leave the projector", bound: ["Escape"], act: leave, isSingle: false },
  ];
}

/** Turns the screen black, or shows it again. */
export function blackKey(act: () => void): Key {
  return { ...own, shown: ["B", "."], does: "Make the screen black", bound: ["b", "."], act };
}
