/** Keyboard shortcuts of the page: one table for binding them, for the sheet that lists them, and for the palette. */
import { tinykeys } from "tinykeys";

/** Actions of a page that shortcuts can trigger. */
export interface KeyActions {
  /** Plays or pauses. */
  togglePlay(): void;
  /** Advances by one step. */
  stepForward(): void;
  /** Goes back by one step; absent if the run cannot. */
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

/** Headings of the sheet, in order. */
export const shortcutGroups = [
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
  "On the time strip",
  "Time views",
  "In a study",
] as const;

/** A shortcut, possibly with alternatives. */
export interface Shortcut {
  readonly group: (typeof shortcutGroups)[number];
  /** Its labels on the sheet. */
  readonly labels: readonly string[];
  readonly description: string;
  /** Its bindings in the notation of tinykeys. */
  readonly bound: readonly string[];
  readonly run: (event: KeyboardEvent | null) => void;
  /** Whether it is a single key without modifiers: such keys work only outside of fields, and can be switched off. */
  readonly isSingle: boolean;
  /** False if the palette lists the same action in other words. */
  readonly isCommand: boolean;
}

/** What binding a shortcut requires. */
export type BoundShortcut = Pick<Shortcut, "bound" | "run" | "isSingle">;

const singleKey = { isSingle: true, isCommand: true };
const withModifier = { isSingle: false, isCommand: true };

/** All shortcuts of the page, in the order of the sheet. */
export function shortcutsFor(actions: KeyActions): readonly Shortcut[] {
  const { stepBack, fitNetwork, toggleOutage, toggleDrawing, togglePainting } = actions;
  return [
    { group: "Time", labels: ["Space"], description: "Play or pause", bound: ["Space"], run: actions.togglePlay, ...singleKey },
    { group: "Time", labels: ["."], description: "Step forward in time", bound: ["."], run: actions.stepForward, ...singleKey },
    ...(stepBack === undefined
      ? []
      : [{ group: "Time", labels: [","], description: "Step back in time", bound: [","], run: stepBack, ...singleKey } as const]),
    ...(fitNetwork === undefined
      ? []
      : [
          {
            group: "Network and views",
            labels: ["F"],
            description: "Fit the network into the view",
            bound: ["f"],
            run: fitNetwork,
            ...singleKey,
          } as const,
        ]),
    ...(toggleOutage === undefined
      ? []
      : [
          {
            group: "Network and views",
            labels: ["X"],
            description: "Take out the selected switch or link, or bring it back",
            bound: ["x"],
            run: toggleOutage,
            ...singleKey,
          } as const,
        ]),
    ...(toggleDrawing === undefined
      ? []
      : [
          {
            group: "Network and views",
            labels: ["D"],
            description: "Start or stop drawing the network",
            bound: ["d"],
            run: toggleDrawing,
            ...singleKey,
          } as const,
        ]),
    ...(togglePainting === undefined
      ? []
      : [
          {
            group: "Network and views",
            labels: ["M"],
            description: "Start or stop painting the traffic matrix",
            bound: ["m"],
            run: togglePainting,
            ...singleKey,
          } as const,
        ]),
    {
      group: "Network and views",
      labels: ["1", "…", "9"],
      description: "Open or close a view",
      bound: Array.from({ length: 9 }, (_, i) => String(i + 1)),
      run: (event) => actions.toggleView(Number(event?.key) - 1),
      isSingle: true,
      isCommand: false,
    },
    presentationShortcut(actions.togglePresentation),
    {
      group: "Find",
      labels: ["/"],
      description: "Find a switch, terminal or channel",
      bound: ["/", "Shift+/"],
      run: actions.openSearch,
      ...singleKey,
    },
    {
      group: "Find",
      labels: ["Ctrl K", "⌘ K"],
      description: "All commands",
      bound: ["$mod+k"],
      run: actions.openPalette,
      isSingle: false,
      isCommand: false,
    },
    { group: "Find", labels: ["?"], description: "All keys", bound: ["?", "Shift+?"], run: actions.openKeys, ...singleKey },
    { group: "Steps", labels: ["Ctrl Z", "⌘ Z"], description: "Undo", bound: ["$mod+z"], run: actions.undo, ...withModifier },
    {
      group: "Steps",
      labels: ["Shift Ctrl Z", "Shift ⌘ Z"],
      description: "Redo",
      bound: ["$mod+Shift+z", "$mod+y"],
      run: actions.redo,
      ...withModifier,
    },
    {
      group: "Steps",
      labels: ["Esc"],
      description: "Close the open panel, or clear the selection",
      bound: ["Escape"],
      run: actions.stepBackOut,
      isSingle: false,
      isCommand: false,
    },
  ];
}

/** The shortcut for presentation mode. */
export function presentationShortcut(run: () => void): Shortcut {
  return {
    group: "Network and views",
    labels: ["P"],
    description: "Present in large type, for a projector",
    bound: ["p"],
    run,
    ...singleKey,
  };
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

/** Whether the focused element handles the key itself. */
function isHandledByFocus(event: KeyboardEvent, isSingle: boolean): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  // In a text field, undo is that of the browser. A dialog handles Escape itself.
  if (target.closest(event.key === "k" ? "dialog[open]" : `${textFieldSelector}, select, [contenteditable], dialog[open]`) !== null)
    return true;
  // Space presses a focused button, so it must not start playback.
  if (event.code === "Space" && target.closest("button, a, summary, input, [role=button], [role=option], [role^=menuitem]") !== null)
    return true;
  // A number in a sentence takes the keys that edit it, and leaves the others to the page.
  if (/^([\d.,]|Escape)$/.test(event.key) && target.closest("[role=spinbutton]") !== null) return true;
  return (isSingle || event.key === "Escape") && target.closest("[role=listbox], [role=menu], [role=dialog]") !== null;
}
