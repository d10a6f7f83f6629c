/** Keys that the control which has the focus answers by itself: the sheet lists them after those of the page. */
import type { Key } from "./keys.ts";

export const controlKeys: readonly Pick<Key, "group" | "shown" | "does" | "isSingle">[] = [
  { group: "Lessons", shown: ["Page Down"], does: "Run, then go on to the next step", isSingle: true },
  { group: "Lessons", shown: ["Page Up"], does: "Back to the step before", isSingle: true },
  { group: "On the projector", shown: ["→", "Page Down"], does: "Show the answer, then go on", isSingle: true },
  { group: "On the projector", shown: ["←", "Page Up"], does: "Cover the answer again, then go back", isSingle: true },
  { group: "On the projector", shown: ["B", "."], does: "Make the screen black", isSingle: true },
  { group: "Words of the sentence", shown: ["←", "→"], does: "One step; with Shift, ten", isSingle: false },
  { group: "Words of the sentence", shown: ["Enter"], does: "Type a value, or open the list", isSingle: false },
  { group: "On the network", shown: ["←", "→", "↑", "↓"], does: "Move over it", isSingle: false },
  { group: "On the network", shown: ["+", "−"], does: "Closer, farther", isSingle: false },
  { group: "On the network", shown: ["Enter"], does: "Pick the busiest channel; open or close a unit", isSingle: false },
  { group: "On the network", shown: ["Shift ↑", "Shift ↓"], does: "Along the picked channel, or back", isSingle: false },
  { group: "On the network", shown: ["Shift ←", "Shift →"], does: "To its neighbouring channels", isSingle: false },
  { group: "On the strip of time", shown: ["←", "→"], does: "Back and forth in time", isSingle: false },
  { group: "On the strip of time", shown: ["Shift ←", "Shift →"], does: "Choose a stretch, or change it", isSingle: false },
  { group: "Views of time", shown: ["W", "S"], does: "Closer, farther", isSingle: false },
  { group: "Views of time", shown: ["A", "D"], does: "Earlier, later", isSingle: false },
  { group: "Views of time", shown: ["←", "→", "↑", "↓"], does: "From stretch to stretch, from rank to rank", isSingle: false },
  { group: "Views of time", shown: ["/"], does: "Find in the view", isSingle: false },
];
