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
  /** The ends of the chosen links; null for none. */
  readonly chosenLink: readonly [End, End] | null;
  /** Whether a copy is linked like the first. */
  readonly isLikeFirst: boolean;
  readonly session: DrawingSession;
}

/** What a hand may do to a drawing. Each is one step of undo, but what only looks or chooses. */
export interface DrawingActions {
  /** The drawing as it is by now: keys may come faster than drawings are drawn. */
  now(): Draft | null;
  /** The hand holds something else, or nothing any more. */
  hold(): void;
  choose(switches: readonly number[], isAdded?: boolean): void;
  chooseLink(a: End, b: End): void;
  chooseTerminals(terminals: readonly number[], isAdded: boolean): void;
  addSwitch(place: Place): void;
  link(from: number, to: number): void;
  linkToNew(from: number, place: Place): void;
  move(dx: number, dy: number): void;
  copy(dx: number, dy: number): void;
  /** Plugs a terminal into another switch; into both where it is added. */
  rehang(terminal: number, from: number, to: number, isAdded: boolean): void;
  /** More or fewer terminals on what is chosen, or links where links are. */
  add(count: number): void;
  remove(): void;
  /** Asks for another name of a switch. */
  rename(s: number): void;
  renameTerminal(terminal: number): void;
  /** Plays or pauses. */
  play(): void;
  /** Ends drawing. */
  done(): void;
}
