/** The keys of the page. Single keys act only when no field has the focus. */
import { tinykeys } from "tinykeys";
import { nothingSelected, redo, undo, workbench } from "./store.ts";

/** What the sheet of keys says. */
export const keysShown: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ["Space"], does: "Play or pause" },
  { keys: ["."], does: "Step forward by 100 cycles" },
  { keys: ["Ctrl Z", "⌘ Z"], does: "Undo" },
  { keys: ["Shift Ctrl Z", "Shift ⌘ Z"], does: "Redo" },
  { keys: ["←", "→"], does: "On a dotted number: one step; with Shift, ten" },
  { keys: ["Enter"], does: "On a dotted number: type a value" },
  { keys: ["Esc"], does: "Close what is open; else back to the busiest channel" },
  { keys: ["?"], does: "This sheet" },
];

/** True while a key belongs to what has the focus: a field, a word, a button, something in a list. */
function isTaken(event: KeyboardEvent): boolean {
  const at = event.target;
  if (!(at instanceof Element)) return false;
  return at.closest("input, textarea, select, [contenteditable], [role=spinbutton], [role=listbox], [role=menu], dialog[open]") !== null;
}

/** Space also presses a button that has the focus; then it must not play as well. */
const isPressable = (event: KeyboardEvent) =>
  event.target instanceof Element && event.target.closest("button, a, summary, [role=button]") !== null;

export interface Player {
  /** Plays or pauses. */
  toggle(): void;
  /** Goes on by some cycles. */
  step(): void;
}

/** Binds the keys; returns the way to stop. */
export function bindKeys(player: Player): () => void {
  const alone = (act: () => void) => (event: KeyboardEvent) => {
    if (isTaken(event)) return;
    event.preventDefault();
    act();
  };
  // In a text field the browser's own undo is meant.
  const history = (act: () => void) => (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.closest("input, textarea") !== null) return;
    event.preventDefault();
    act();
  };
  return tinykeys(window, {
    Space: (event) => {
      if (!isPressable(event)) alone(player.toggle)(event);
    },
    ".": alone(player.step),
    "?": alone(() => workbench.setState({ showsKeys: true })),
    "Shift+?": alone(() => workbench.setState({ showsKeys: true })),
    Escape: alone(() => escape()),
    "$mod+z": history(() => undo(workbench)),
    "$mod+Shift+z": history(() => redo(workbench)),
    "$mod+Shift+Z": history(() => redo(workbench)),
    "$mod+y": history(() => redo(workbench)),
  });
}

/** Closes the topmost thing; when nothing is open, lets go of the picked channel. */
function escape(): void {
  const { drawer, notice } = workbench.getState();
  if (notice !== null) workbench.setState({ notice: null });
  else if (drawer !== null) workbench.setState({ drawer: null });
  else workbench.setState({ selected: nothingSelected, span: null });
}
