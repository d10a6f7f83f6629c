/** The keys that clickers send, and those of whoever stands at the keyboard. */
import type { Key } from "../../shell/keys.ts";

export interface ClickerHands {
  next(): void;
  back(): void;
  /** Makes the screen black, or brings it back. */
  black(): void;
  leave(): void;
}

export function clickerKeys({ next, back, black, leave }: ClickerHands): readonly Key[] {
  const own = { group: "On the projector", isSingle: true, isCommand: false } as const;
  return [
    { ...own, shown: ["→", "Page Down"], does: "Show the answer, then go on", bound: ["ArrowRight", "PageDown"], act: next },
    { ...own, shown: ["←", "Page Up"], does: "Cover the answer again, then go back", bound: ["ArrowLeft", "PageUp"], act: back },
    { ...own, shown: ["B", "."], does: "Make the screen black", bound: ["b", "."], act: black },
    { ...own, shown: ["Esc"], does: "Leave the projector", bound: ["Escape"], act: leave, isSingle: false },
  ];
}
