/** The keys of the page: one table, from which they are bound, listed on their sheet and offered in the palette. */
import { tinykeys } from "tinykeys";

/** What the keys can do on a page. */
export interface Hands {
  /** Plays or pauses. */
  toggle(): void;
  /** Goes on by some cycles. */
  step(): void;
  /** Goes back by as many; absent where a run cannot. */
  stepBack?(): void;
  /** Shows the whole network again; absent where the drawing cannot be moved. */
  fit?(): void;
  /** Takes out of the network what is picked, or brings it back; absent where nothing can be taken out. */
  takeOut?(): void;
  /** Begins to draw the network, or ends it; absent where it cannot be drawn. */
  draw?(): void;
  /** Opens the sheet on which traffic is painted, or closes it; absent where there is none. */
  paint?(): void;
  undo(): void;
  redo(): void;
  /** Opens or closes the card at a place of the list of views, from 0; places without a card do nothing. */
  toggleView(place: number): void;
  search(): void;
  palette(): void;
  keys(): void;
  present(): void;
  /** Closes the topmost thing; when nothing is open, lets go of what is picked. */
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

/** A key, or several that do the same. */
export interface Key {
  readonly group: (typeof keyGroups)[number];
  /** How the sheet writes them. */
  readonly shown: readonly string[];
  readonly does: string;
  /** How they are bound, in the notation of tinykeys. */
  readonly bound: readonly string[];
  readonly act: (event: KeyboardEvent | null) => void;
  /** A key by itself, which acts only where no field has the focus, and can be switched off. */
  readonly isSingle: boolean;
  /** False where the palette has better words for the same. */
  readonly isCommand: boolean;
}

/** What a key does where it is bound. */
export type Bound = Pick<Key, "bound" | "act" | "isSingle">;

const single = { isSingle: true, isCommand: true };
const together = { isSingle: false, isCommand: true };

/** Every key that the page answers, in the order of the sheet. */
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

/** The key of whatever can be presented. */
export function presentKey(act: () => void): Key {
  return { group: "Network and views", shown: ["P"], does: "Present: large, for a projector", bound: ["p"], act, ...single };
}

/**
 * Binds a table of keys; returns the way to stop.
 * @param hasSingle whether keys by themselves act now
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

/** Fields that text is typed in; boxes, buttons and sliders take no letters. */
const typedIn = "input:not([type=checkbox], [type=radio], [type=range]), textarea";

/** True while a key belongs to what has the focus. */
function isTaken(event: KeyboardEvent, isSingle: boolean): boolean {
  const at = event.target;
  if (!(at instanceof Element)) return false;
  // In a text field the browser's own undo is meant; a sheet closes by itself.
  if (at.closest(event.key === "k" ? "dialog[open]" : `${typedIn}, select, [contenteditable], dialog[open]`) !== null) return true;
  // Space also presses a button that has the focus; then it must not play as well.
  if (event.code === "Space" && at.closest("button, a, summary, input, [role=button], [role=option], [role^=menuitem]") !== null)
    return true;
  // A number takes the keys that type it, and leaves the others.
  if (/^([\d.,]|Escape)$/.test(event.key) && at.closest("[role=spinbutton]") !== null) return true;
  return (isSingle || event.key === "Escape") && at.closest("[role=listbox], [role=menu], [role=dialog]") !== null;
}
