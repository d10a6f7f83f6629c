/** Data of the drawing view, and the actions that edit a drawing. */
import type { Drawing, End, Place } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { DrawingSession } from "./session.ts";

/** A drawing while it is edited. */
export interface Draft {
  readonly drawing: Drawing;
  /** The drawing as a built network. */
  readonly network: Network;
  /** Selected switches, by their index in the drawing. */
  readonly chosen: ReadonlySet<number>;
  /** Selected terminals. */
  readonly terminals: ReadonlySet<number>;
  /** The two ends of each selected link and of all links parallel to it, in the order of a link. */
  readonly chosenLinks: readonly (readonly [End, End])[];
  /** Whether a copy gets the same links to other switches as the original. */
  readonly isLikeFirst: boolean;
  readonly session: DrawingSession;
}

/** Effect on the existing selection: replace it, add to it, or toggle. */
export type ChoiceMode = "only" | "add" | "toggle";

/** Actions on a drawing. Each is one undo step, except those that only select or look. */
export interface DrawingActions {
  /** The current drawing: keys may be pressed faster than drawings are drawn. */
  now(): Draft | null;
  /** Reports that the gesture under way has changed or ended. */
  hold(): void;
  choose(switches: readonly number[], mode?: ChoiceMode): void;
  /** Selects links by their two ends. */
  chooseLinks(links: readonly (readonly [End, End])[], mode?: ChoiceMode): void;
  chooseTerminals(terminals: readonly number[], mode?: ChoiceMode): void;
  addSwitch(place: Place): void;
  /** Adds a link from each of some switches to another switch. */
  link(from: readonly number[], to: number): void;
  /** Adds a switch and a link to it from each of some switches. */
  linkToNew(from: readonly number[], place: Place): void;
  move(dx: number, dy: number): void;
  copy(dx: number, dy: number): void;
  /** Moves a terminal to another switch, or attaches it to both where `isAdded`. */
  rehang(terminal: number, from: number, to: number, isAdded: boolean): void;
  /** Adds or removes terminals of the selected switches, or links parallel to the selected links. */
  add(count: number): void;
  remove(): void;
  /** Moves the focus to the card of the selection. */
  openCard(): void;
  /** Starts renaming a switch. */
  rename(s: number): void;
  renameTerminal(terminal: number): void;
  /** Toggles playback. */
  play(): void;
  /** Ends editing. */
  done(): void;
}
