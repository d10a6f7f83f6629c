/** What the view of a drawing draws from, and what a hand on it sets off. */
import type { Drawing, End, Place } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { DrawingSession } from "./session.ts";

/** A drawing under the hand. */
export interface Draft {
  readonly drawing: Drawing;
  /** The same, built. */
  readonly network: Network;
  /** Chosen switches, by their places in the list. */
  readonly chosen: ReadonlySet<number>;
  /** Chosen terminals. */
  readonly terminals: ReadonlySet<number>;
  /** The two ends of each chosen link and of those parallel to it, in the order of a link. */
  readonly chosenLinks: readonly (readonly [End, End])[];
  /** Whether a copy is linked like the first. */
  readonly isLikeFirst: boolean;
  readonly session: DrawingSession;
}

/** What a choice makes of what is chosen already: nothing else stays, it grows, or what is chosen twice is let go. */
export type ChoiceMode = "only" | "add" | "toggle";

/** What a hand may do to a drawing. Each is one step of undo, but what only looks or chooses. */
export interface DrawingActions {
  /** The drawing as it is by now: keys may come faster than drawings are drawn. */
  now(): Draft | null;
  /** The hand holds something else, or nothing any more. */
  hold(): void;
  choose(switches: readonly number[], mode?: ChoiceMode): void;
  /** Chooses links by their two ends. */
  chooseLinks(links: readonly (readonly [End, End])[], mode?: ChoiceMode): void;
  chooseTerminals(terminals: readonly number[], mode?: ChoiceMode): void;
  addSwitch(place: Place): void;
  /** One link more from each of some switches to another one. */
  link(from: readonly number[], to: number): void;
  /** The same to a new switch. */
  linkToNew(from: readonly number[], place: Place): void;
  move(dx: number, dy: number): void;
  copy(dx: number, dy: number): void;
  /** Plugs a terminal into another switch; into both where it is added. */
  rehang(terminal: number, from: number, to: number, isAdded: boolean): void;
  /** More or fewer terminals on what is chosen, or links where links are. */
  add(count: number): void;
  remove(): void;
  /** Brings the focus to the card that says what is chosen. */
  openCard(): void;
  /** Asks for another name of a switch. */
  rename(s: number): void;
  renameTerminal(terminal: number): void;
  /** Plays or pauses. */
  play(): void;
  /** Ends drawing. */
  done(): void;
}
