/**
 * A network as people draw it: switches, terminals and links, each with what it is called and where it stands. It never
 * changes; an edit makes another one. What it says can be written as short texts, and built.
 */
import type { Axis } from "../network.ts";

/** Largest drawings. Links count those of terminals, too. */
export const most = { switches: 4096, terminals: 16_384, links: 65_536 } as const;
/** Most characters of a name. */
export const longestName = 40;
/** Places are whole steps from −{@link farthest} to {@link farthest}; a switch is {@link switchSteps} steps wide. */
export const farthest = 20_000;
export const switchSteps = { width: 12, height: 9 } as const;

/** A place on the drawing, in steps: to the right and down. */
export type Place = readonly [x: number, y: number];

export interface DrawnNode {
  /** What people call it; its number says it where absent. */
  readonly name?: string;
  /** Where it was put by hand; left to the drawing where absent. */
  readonly place?: Place;
  /** [A] Its coordinates on the axes that the drawing has kept, −1 where one does not apply; absent where there are none. */
  readonly at?: readonly number[];
}

export interface DrawnSwitch extends DrawnNode {
  /** Its number for people, larger than those before it: switches keep theirs while others come and go. */
  readonly number: number;
  /** Ports that no link is plugged into; none where absent. */
  readonly spare?: number;
}

export interface DrawnTerminal extends DrawnNode {
  /** True where others write to it though no way leads there, as behind a dead switch. */
  readonly isLost?: true;
}

/** A node of a drawing by one number: switch s as s, terminal t as −1 − t. */
export type End = number;
export const terminalEnd = (t: number): End => -1 - t;
export const isTerminal = (end: End) => end < 0;
/** Number of a terminal that is the end of a link. */
export const terminalOf = (end: End) => -1 - end;

/** Two ends in the order of a link: the terminal first, of two of a kind the lower number. */
export function inOrder(a: End, b: End): readonly [End, End] {
  const isSwapped = isTerminal(a) && isTerminal(b) ? a < b : a > b;
  return isSwapped ? [b, a] : [a, b];
}

/** A link of two channels, forth from `a` to `b` and back. How fast and how long it is, a scenario says by its class or its two ends. */
export interface DrawnLink {
  /** The terminal; of two switches, or of two terminals, the one before. */
  readonly a: End;
  readonly b: End;
  /** What links of its class are called; `terminal` or `link` where absent. */
  readonly class?: string;
  /** Groups whose capacity its channels share, forth and back; none where absent. */
  readonly forth?: number;
  readonly back?: number;
}

export interface Drawing {
  /** S switches, in the order of their numbers. */
  readonly switches: readonly DrawnSwitch[];
  /** T terminals by number. One without a link is a number that is free. */
  readonly terminals: readonly DrawnTerminal[];
  /** In the order in which they are plugged in: port p of a node is the p-th of its links. */
  readonly links: readonly DrawnLink[];
  /** What the coordinates mean; none for most. */
  readonly axes: readonly Axis[];
  /** Classes of links that have a fixed place in lists, in their order; the others come as links have them. */
  readonly classes: readonly string[];
  /** Capacity of each group, phits per cycle. */
  readonly capacities: readonly number[];
  /** Whether terminals pass packets on to others. */
  readonly forwards: boolean;
  /** Whether links or switches are missing that the axes promise. */
  readonly isPartial: boolean;
}

/** Nothing yet. */
export const emptyDrawing: Drawing = {
  switches: [],
  terminals: [],
  links: [],
  axes: [],
  classes: [],
  capacities: [],
  forwards: false,
  isPartial: false,
};

/** Class of a link that is not named. */
export function classOf({ a, b, class: own }: DrawnLink): string {
  return own ?? (isTerminal(a) || isTerminal(b) ? "terminal" : "link");
}

/** What a switch is called. */
export function nameOfSwitch({ name, number }: DrawnSwitch): string {
  return name ?? `switch ${number}`;
}

/** What a terminal is called. */
export function nameOfTerminal({ name }: DrawnTerminal, t: number): string {
  return name ?? `terminal ${t}`;
}

/** Links of each node, by their place in the list: of switches, and of terminals. */
export function linksByEnd({ switches, terminals, links }: Drawing): {
  readonly switches: readonly (readonly number[])[];
  readonly terminals: readonly (readonly number[])[];
} {
  const found = { switches: switches.map((): number[] => []), terminals: terminals.map((): number[] => []) };
  const of = (end: End) => (isTerminal(end) ? found.terminals[terminalOf(end)] : found.switches[end]);
  links.forEach(({ a, b }, i) => {
    of(a).push(i);
    of(b).push(i);
  });
  return found;
}
