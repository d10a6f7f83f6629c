/** Keyboard shortcuts of presentations, including the keys that clickers send. */
import type { Shortcut } from "../../ui/shortcut-texts.ts";

export interface ClickerActions {
  next(): void;
  back(): void;
  leave(): void;
}

const common = { group: "On the projector", isSingle: true, isCommand: false } as const;

/** The navigation keys. They are not letters, so they work even if single-key shortcuts are turned off. */
export function clickerKeys({ next, back, leave }: ClickerActions): readonly Shortcut[] {
  return [
    { ...common, labels: ["→", "Page Down"], description: "Show the answer, then go on", bound: ["ArrowRight", "PageDown"], run: next },
    { ...common, labels: ["←", "Page Up"], description: "Cover the answer again, then go back", bound: ["ArrowLeft", "PageUp"], run: back },
    { ...common, labels: ["Esc"], description: "Leave the projector", bound: ["Escape"], run: leave, isSingle: false },
  ];
}

/** Turns the screen black, or shows it again. */
export function blackScreenKey(toggle: () => void): Shortcut {
  return { ...common, labels: ["B", "."], description: "Make the screen black", bound: ["b", "."], run: toggle };
}
