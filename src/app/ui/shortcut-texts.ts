/** The texts of keyboard shortcuts, for the sheet that lists them and for the palette. */
import type { ActionShortcut, BoundShortcut, KeyActions } from "./shortcuts.ts";

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

/** How a shortcut is listed. */
export interface ShortcutText {
  readonly group: (typeof shortcutGroups)[number];
  /** The labels of its keys on the sheet of shortcuts. */
  readonly labels: readonly string[];
  readonly description: string;
  /** Further words by which the palette finds the action. */
  readonly keywords?: string;
}

/** A shortcut with its texts. */
export interface Shortcut extends BoundShortcut, ShortcutText {
  /** False if the palette lists the same action in other words. */
  readonly isCommand: boolean;
}

const textsOfAction: Readonly<Record<keyof KeyActions, ShortcutText>> = {
  togglePlay: { group: "Time", labels: ["Space"], description: "Play or pause", keywords: "run start stop resume" },
  stepForward: { group: "Time", labels: ["."], description: "Step forward in time" },
  stepBack: { group: "Time", labels: [","], description: "Step back in time" },
  fitNetwork: { group: "Network and views", labels: ["F"], description: "Fit the network into the view", keywords: "zoom center all" },
  toggleOutage: {
    group: "Network and views",
    labels: ["X"],
    description: "Take out the selected switch or link, or bring it back",
    keywords: "break fail fault kill dead remove",
  },
  toggleDrawing: {
    group: "Network and views",
    labels: ["D"],
    description: "Start or stop drawing the network",
    keywords: "edit own custom topology add switch link",
  },
  togglePainting: {
    group: "Network and views",
    labels: ["M"],
    description: "Start or stop painting the traffic matrix",
    keywords: "edit own custom traffic",
  },
  toggleView: { group: "Network and views", labels: ["1", "…", "9"], description: "Open or close a view" },
  togglePresentation: {
    group: "Network and views",
    labels: ["P"],
    description: "Present in large type, for a projector",
    keywords: "full screen slides beamer",
  },
  openSearch: { group: "Find", labels: ["/"], description: "Find a switch, terminal or channel" },
  openPalette: { group: "Find", labels: ["Ctrl K", "⌘ K"], description: "All commands" },
  openKeys: { group: "Find", labels: ["?"], description: "All keys", keywords: "keyboard shortcuts help hotkeys" },
  undo: { group: "Steps", labels: ["Ctrl Z", "⌘ Z"], description: "Undo", keywords: "back revert" },
  redo: { group: "Steps", labels: ["Shift Ctrl Z", "Shift ⌘ Z"], description: "Redo", keywords: "again repeat" },
  stepBackOut: { group: "Steps", labels: ["Esc"], description: "Close the open panel, or clear the selection" },
};

/** Actions that the palette lists in other words, or that make no sense there. */
const actionsOutsideOfPalette: readonly (keyof KeyActions)[] = ["toggleView", "openPalette", "stepBackOut"];

/** Adds the texts of shortcuts. */
export function describedShortcuts(shortcuts: readonly ActionShortcut[]): readonly Shortcut[] {
  return shortcuts.map((shortcut) => ({
    ...shortcut,
    ...textsOfAction[shortcut.action],
    isCommand: !actionsOutsideOfPalette.includes(shortcut.action),
  }));
}
