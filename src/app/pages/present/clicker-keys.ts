/** The keys that clickers send, and those of whoever stands at the keyboard. */
import type { Key } from "../../ui/keys.ts";

export interface ClickerHands {
  next(): void;
  back(): void;
  leave(): void;
}

const own = { group: "On the projector", isSingle: true, isCommand: false } as const;

/** The ways through the steps: no letters, so they act for whoever has switched single keys off, too. */
export function clickerKeys({ next, back, leave }: ClickerHands): readonly Key[] {
  return [
    { ...own, shown: ["→", "Page Down"], does: "Show the answer, then go on", bound: ["ArrowRight", "PageDown"], act: next },
    { ...own, shown: ["←", "Page Up"], does: "Cover the answer again, then go back", bound: ["ArrowLeft", "PageUp"], act: back },
    { ...own, shown: ["Esc"], does: "Leave the projector", bound: ["Escape"], act: leave, isSingle: false },
  ];
}

/** Makes the screen black, or brings it back. */
export function blackKey(act: () => void): Key {
  return { ...own, shown: ["B", "."], does: "Make the screen black", bound: ["b", "."], act };
}
