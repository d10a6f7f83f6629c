/** Keyboard shortcuts of the page: their actions and bindings. */
import { tinykeys } from "tinykeys";

/** Actions of a page that shortcuts can trigger. */
export interface KeyActions {
  /** Plays or pauses. */
  togglePlay(): void;
  /** Advances by one step. */
  stepForward(): void;
  /** Goes back by one step; absent if the run cannot go back. */
  stepBack?(): void;
  /** Fits the whole network into the view; absent if the drawing cannot be moved. */
  fitNetwork?(): void;
  /** Disables the selected elements of the network or restores them; absent if that is not possible. */
  toggleOutage?(): void;
  /** Starts or ends drawing the network; absent if that is not possible. */
  toggleDrawing?(): void;
  /** Opens or closes the traffic matrix editor; absent if there is none. */
  togglePainting?(): void;
  undo(): void;
  redo(): void;
  /** Opens or closes a card by its position in the list of views, from 0. Other positions have no effect. */
  toggleView(place: number): void;
  openSearch(): void;
  openPalette(): void;
  openKeys(): void;
  togglePresentation(): void;
  /** Closes the topmost open part; if none is open, clears the selection. */
  stepBackOut(): void;
}

/** A shortcut with its key bindings. */
export interface BoundShortcut {
  /** Key bindings in the notation of the library tinykeys. */
  readonly bound: readonly string[];
  readonly run: (event: KeyboardEvent | null) => void;
  /** Whether the shortcut is a single key without modifiers. Such keys work only outside of fields, and can be switched off. */
  readonly isSingle: boolean;
}

/** A shortcut of a page, by its action. Its texts, which only lists of shortcuts need, are in `shortcut-texts.ts`. */
export interface ActionShortcut extends BoundShortcut {
  readonly action: keyof KeyActions;
}

/** The bindings of each action, in the order of the sheet. */
const bindingsOfAction: Readonly<Record<keyof KeyActions, readonly string[]>> = {
  togglePlay: ["Space"],
  stepForward: ["."],
  stepBack: [","],
  fitNetwork: ["f"],
  toggleOutage: ["x"],
  toggleDrawing: ["d"],
  togglePainting: ["m"],
  toggleView: Array.from({ length: 9 }, (_, i) => String(i + 1)),
  togglePresentation: ["p"],
  openSearch: ["/", "Shift+/"],
  openPalette: ["$mod+k"],
  openKeys: ["?", "Shift+?"],
  undo: ["$mod+z"],
  redo: ["$mod+Shift+z", "$mod+y"],
  stepBackOut: ["Escape"],
};

/** The shortcuts of a page, for the actions that it has. */
export function shortcutsFor(actions: Partial<KeyActions>): readonly ActionShortcut[] {
  return (Object.keys(bindingsOfAction) as (keyof KeyActions)[])
    .filter((action) => actions[action] !== undefined)
    .map((action) => {
      const bound = bindingsOfAction[action];
      // Only `toggleView` has an argument: the position of the digit.
      const run = (event: KeyboardEvent | null) => actions[action]!(Number(event?.key) - 1);
      return { action, bound, run, isSingle: !/\$mod|Escape/.test(bound[0]) };
    });
}

/**
 * Binds shortcuts; returns a function that unbinds them.
 * @param areSingleKeysActive whether single keys are active at present
 */
export function bindShortcuts(
  keys: readonly BoundShortcut[],
  areSingleKeysActive: () => boolean,
  target: Window | HTMLElement = window,
): () => void {
  const bindings = keys.flatMap((key) =>
    key.bound.map((each) => [each, (event: KeyboardEvent) => handleKey(key, event, areSingleKeysActive())] as const),
  );
  return tinykeys(target, Object.fromEntries(bindings));
}

function handleKey({ isSingle, run }: BoundShortcut, event: KeyboardEvent, hasSingle: boolean): void {
  if (event.defaultPrevented || (isSingle && !hasSingle) || isHandledByFocus(event, isSingle)) return;
  event.preventDefault();
  run(event);
}

/** Fields for text. Checkboxes, radios and sliders do not take letters. */
const textFieldSelector = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** Whether an event happens in a field that takes pasted text. */
export function isInTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(`${textFieldSelector}, [contenteditable]`) !== null;
}

/** Whether the focused element handles the key itself. */
function isHandledByFocus(event: KeyboardEvent, isSingle: boolean): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  // In a text field, the browser handles undo. A dialog handles Escape itself.
  if (target.closest(event.key === "k" ? "dialog[open]" : `${textFieldSelector}, select, [contenteditable], dialog[open]`) !== null)
    return true;
  // Space presses a focused button, so it must not start playback.
  if (event.code === "Space" && target.closest("button, a, summary, input, [role=button], [role=option], [role^=menuitem]") !== null)
    return true;
  // A number in a sentence takes the keys that edit the number, and leaves other keys to the page.
  if (/^([\d.,]|Escape)$/.test(event.key) && target.closest("[role=spinbutton]") !== null) return true;
  return (isSingle || event.key === "Escape") && target.closest("[role=listbox], [role=menu], [role=dialog]") !== null;
}
