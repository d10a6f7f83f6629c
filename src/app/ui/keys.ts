/** Keyboard shortcuts of the page: one table for binding them, for the sheet that lists them, and for the palette. */
import { tinykeys } from "tinykeys";

/** Actions of a page that shortcuts can trigger. */
export interface Hands {
  /** Plays or pauses. */
  toggle(): void;
  /** Advances by one step. */
  step(): void;
  /** Goes back by one step; absent if the run cannot. */
  stepBack?(): void;
  /** Fits the whole network into the view; absent if the drawing cannot be moved. */
  fit?(): void;
  /** Disables the selected elements of the network or restores them; absent if that is not possible. */
  takeOut?(): void;
  /** Starts or ends drawing the network; absent if that is not possible. */
  draw?(): void;
  /** Opens or closes the traffic matrix editor; absent if there is none. */
  paint?(): void;
  undo(): void;
  redo(): void;
  /** Opens or closes a card by its position in the list of views, from 0. Other positions have no effect. */
  toggleView(place: number): void;
  search(): void;
  palette(): void;
  keys(): void;
  present(): void;
  /** Closes the topmost open part; if none is open, clears the selection. */
  back(): void;
}

/** Headings of the sheet, in order. */
export const keyGroups = [
  "Lessons",
  "On the projector",
  "Time",
  "Network and views",
  "Find",
  "Steps",
  "Words of the sentence",
  "On the network",
  "On a drawing",
  "On a traffic matrix",
  "On the strip of time",
  "Views of time",
  "In a study",
] as const;

/** A shortcut, possibly with alternatives. */
export interface Key {
  readonly group: (typeof keyGroups)[number];
  /** Its labels on the sheet. */
  readonly shown: readonly string[];
  readonly does: string;
  /** Its bindings in the notation of tinykeys. */
  readonly bound: readonly string[];
  readonly act: (event: KeyboardEvent | null) => void;
  /** Whether it is a single key without modifiers: such keys work only outside of fields, and can be switched off. */
  readonly isSingle: boolean;
  /** False if the palette lists the same action in other words. */
  readonly isCommand: boolean;
}

/** What binding a shortcut requires. */
export type Bound = Pick<Key, "bound" | "act" | "isSingle">;

const single = { isSingle: true, isCommand: true };
const together = { isSingle: false, isCommand: true };

/** All shortcuts of the page, in the order of the sheet. */
export function keysOf(hands: Hands): readonly Key[] {
  const { stepBack, fit, takeOut, draw, paint } = hands;
  return [
    { group: "Time", shown: ["Space"], does: "Play or pause", bound: ["Space"], act: hands.toggle, ...single },
    { group: "Time", shown: ["."], does: "Step forward in time", bound: ["."], act: hands.step, ...single },
    ...(stepBack === undefined
      ? []
      : [{ group: "Time", shown: [","], does: "Step back in time", bound: [","], act: stepBack, ...single } as const]),
    ...(fit === undefined
      ? []
      : [{ group: "Network and views", shown: ["F"], does: "Fit the network into the view", bound: ["f"], act: fit, ...single } as const]),
    ...(takeOut === undefined
      ? []
      : [
          {
            group: "Network and views",
            shown: ["X"],
            does: "Take out the switch or link that is picked, or bring it back",
            bound: ["x"],
            act: takeOut,
            ...single,
          } as const,
        ]),
    ...(draw === undefined
      ? []
      : [
          {
            group: "Network and views",
            shown: ["D"],
            does: "Draw the network by hand, or end it",
            bound: ["d"],
            act: draw,
            ...single,
          } as const,
        ]),
    ...(paint === undefined
      ? []
      : [
          {
            group: "Network and views",
            shown: ["M"],
            does: "Paint traffic on its matrix, or end it",
            bound: ["m"],
            act: paint,
            ...single,
          } as const,
        ]),
    {
      group: "Network and views",
      shown: ["1", "…", "9"],
      does: "Open or close a view",
      bound: Array.from({ length: 9 }, (_, i) => String(i + 1)),
      act: (event) => hands.toggleView(Number(event?.key) - 1),
      isSingle: true,
      isCommand: false,
    },
    presentKey(hands.present),
    {
      group: "Find",
      shown: ["/"],
      does: "Find a switch, terminal or channel",
      bound: ["/", "Shift+/"],
      act: hands.search,
      ...single,
    },
    {
      group: "Find",
      shown: ["Ctrl K", "⌘ K"],
      does: "All commands",
      bound: ["$mod+k"],
      act: hands.palette,
      isSingle: false,
      isCommand: false,
    },
    { group: "Find", shown: ["?"], does: "All keys", bound: ["?", "Shift+?"], act: hands.keys, ...single },
    { group: "Steps", shown: ["Ctrl Z", "⌘ Z"], does: "Undo", bound: ["$mod+z"], act: hands.undo, ...together },
    {
      group: "Steps",
      shown: ["Shift Ctrl Z", "Shift ⌘ Z"],
      does: "Redo",
      bound: ["$mod+Shift+z", "$mod+y"],
      act: hands.redo,
      ...together,
    },
    {
      group: "Steps",
      shown: ["Esc"],
      does: "Go back, step by step; at last to the busiest channel",
      bound: ["Escape"],
      act: hands.back,
      isSingle: false,
      isCommand: false,
    },
  ];
}

/** The shortcut for presentation mode. */
export function presentKey(act: () => void): Key {
  return { group: "Network and views", shown: ["P"], does: "Present: large, for a projector", bound: ["p"], act, ...single };
}

/**
 * Binds shortcuts; returns a function that unbinds them.
 * @param areSingleKeysActive whether single keys are active at present
 */
export function bindKeys(keys: readonly Bound[], hasSingle: () => boolean, target: Window | HTMLElement = window): () => void {
  const bindings = keys.flatMap((key) =>
    key.bound.map((each) => [each, (event: KeyboardEvent) => press(key, event, hasSingle())] as const),
  );
  return tinykeys(target, Object.fromEntries(bindings));
}

function press({ isSingle, act }: Bound, event: KeyboardEvent, hasSingle: boolean): void {
  if (event.defaultPrevented || (isSingle && !hasSingle) || isTaken(event, isSingle)) return;
  event.preventDefault();
  act(event);
}

/** Fields for text. Checkboxes, radios and sliders do not take letters. */
const typedIn = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** Whether the focused element handles the key itself. */
function isTaken(event: KeyboardEvent, isSingle: boolean): boolean {
  const at = event.target;
  if (!(at instanceof Element)) return false;
  // In a text field, undo is that of the browser. A dialog handles Escape itself.
  if (at.closest(event.key === "k" ? "dialog[open]" : `${typedIn}, select, [contenteditable], dialog[open]`) !== null) return true;
  // Space presses a focused button, so it must not start playback.
  if (event.code === "Space" && at.closest("button, a, summary, input, [role=button], [role=option], [role^=menuitem]") !== null)
    return true;
  // A number in a sentence takes the keys that edit it, and leaves the others to the page.
  if (/^([\d.,]|Escape)$/.test(event.key) && at.closest("[role=spinbutton]") !== null) return true;
  return (isSingle || event.key === "Escape") && at.closest("[role=listbox], [role=menu], [role=dialog]") !== null;
}
