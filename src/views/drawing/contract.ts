/** Data of the drawing view, and the actions that edit a drawing. */
import type { Drawing, LinkEnd, DrawnPlace } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { DrawingSession } from "./session.ts";

/** A drawing while it is edited. */
export interface DrawingDraft {
  readonly drawing: Drawing;
  /** The drawing as a built network. */
  readonly network: Network;
  /** Selected switches, by their index in the drawing. */
  readonly selectedSwitches: ReadonlySet<number>;
  /** Selected terminals. */
  readonly selectedTerminals: ReadonlySet<number>;
  /** The two ends of each selected link and of all links parallel to it, in the order of a link. */
  readonly selectedLinks: readonly (readonly [LinkEnd, LinkEnd])[];
  /** Whether a copy gets the same links to other switches as the original. */
  readonly isCopyLinked: boolean;
  readonly session: DrawingSession;
}

/** Effect on the existing selection: replace it, add to it, or toggle. */
export type SelectionMode = "only" | "add" | "toggle";

/** Actions on a drawing. Each action is one undo step, except actions that only select or show something. */
export interface DrawingActions {
  /** The current drawing. It may be newer than the drawing on the screen, because keys may be pressed faster than drawings are drawn. */
  currentDraft(): DrawingDraft | null;
  /** Reports that the gesture under way has changed or ended. */
  reportGesture(): void;
  selectSwitches(switches: readonly number[], mode?: SelectionMode): void;
  /** Selects links by their two ends. */
  selectLinks(links: readonly (readonly [LinkEnd, LinkEnd])[], mode?: SelectionMode): void;
  selectTerminals(terminals: readonly number[], mode?: SelectionMode): void;
  addSwitch(position: DrawnPlace): void;
  /** Adds a link from each of some switches to another switch. */
  addLinks(from: readonly number[], to: number): void;
  /** Adds a switch and a link to it from each of some switches. */
  addLinksToNewSwitch(from: readonly number[], position: DrawnPlace): void;
  moveSelection(dx: number, dy: number): void;
  copySelection(dx: number, dy: number): void;
  /** Moves a terminal to another switch, or attaches it to both where `isAdded`. */
  moveTerminal(terminal: number, from: number, to: number, isAdded: boolean): void;
  /** Adds or removes terminals of the selected switches, or links parallel to the selected links. */
  changeCount(count: number): void;
  removeSelection(): void;
  /** Moves the focus to the card of the selection. */
  openCard(): void;
  /** Starts renaming a switch. */
  renameSwitch(s: number): void;
  renameTerminal(terminal: number): void;
  /** Toggles playback. */
  togglePlayback(): void;
  /** Ends editing. */
  endDrawing(): void;
}
