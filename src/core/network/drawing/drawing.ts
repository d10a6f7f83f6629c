/**
 * A network as drawn by a user: switches, terminals and links, with names and places. A drawing is immutable; every edit makes a new one.
 * It can be written as short texts and built into a network.
 */
import type { Axis } from "../network.ts";

/** Size limits of drawings. Links include terminal links. */
export const drawingLimits = { switches: 4096, terminals: 16_384, links: 65_536 } as const;
/** Maximum length of a name in characters. */
export const maxNameLength = 40;
/** Coordinates are whole steps from −{@link maxCoordinate} to {@link maxCoordinate}. A switch is {@link switchSteps} steps in size. */
export const maxCoordinate = 20_000;
export const switchSteps = { width: 12, height: 9 } as const;

/** A point of the drawing in steps: to the right and down. */
export type DrawnPlace = readonly [x: number, y: number];

/** Properties that switches and terminals of a drawing share. */
export interface DrawnNode {
  /** Name given by the user. If absent, the node is named by its number. */
  readonly name?: string;
  /** Place chosen by the user. If absent, the layout places the node. */
  readonly place?: DrawnPlace;
  /** [A] Coordinates on the axes of the drawing, −1 where an axis does not apply; absent if the drawing has no axes. */
  readonly at?: readonly number[];
}

/** A switch of a drawing. */
export interface DrawnSwitch extends DrawnNode {
  /** Number that the page shows, larger than that of the previous switch. Switches keep their numbers when others are added or removed. */
  readonly number: number;
  /** Number of unplugged ports; 0 if absent. */
  readonly spare?: number;
}

/** A terminal of a drawing. */
export interface DrawnTerminal extends DrawnNode {
  /** True if other terminals send to it although no path leads there, for example because its switch has failed. */
  readonly isLost?: true;
}

/** A node of a drawing as a single number: switch s as s, terminal t as −1 − t. */
export type LinkEnd = number;
export const terminalEnd = (t: number): LinkEnd => -1 - t;
export const isTerminalEnd = (end: LinkEnd) => end < 0;
/** Number of the terminal at the end of a link. */
export const terminalOfEnd = (end: LinkEnd) => -1 - end;

/** Two ends in the order used for links: a terminal before a switch, then the lower number first. */
export function orderedEnds(a: LinkEnd, b: LinkEnd): readonly [LinkEnd, LinkEnd] {
  const isSwapped = isTerminalEnd(a) && isTerminalEnd(b) ? a < b : a > b;
  return isSwapped ? [b, a] : [a, b];
}

/** A link with two channels, forth from `a` to `b` and back. The scenario sets its rate and length, by its class or by its two ends. */
export interface DrawnLink {
  /** The terminal of a terminal link; otherwise the end with the lower number. */
  readonly a: LinkEnd;
  readonly b: LinkEnd;
  /** Name of the link class; `terminal` or `link` if absent. */
  readonly class?: string;
  /** Groups whose capacity the channels share, forth and back; no group if absent. */
  readonly forth?: number;
  readonly back?: number;
}

/** A drawing with S switches, T terminals and A axes. */
export interface Drawing {
  /** S switches, in ascending order of their numbers. */
  readonly switches: readonly DrawnSwitch[];
  /** T terminals by number. A terminal without a link is a free number. */
  readonly terminals: readonly DrawnTerminal[];
  /** The links in the order in which they are plugged in: port p of a node is its p-th link. */
  readonly links: readonly DrawnLink[];
  /** Meaning of the coordinates; most drawings have none. */
  readonly axes: readonly Axis[];
  /** Link classes with a fixed order in lists. Other classes follow in the order of the links. */
  readonly classes: readonly string[];
  /** Capacity of each group, in phits per cycle. */
  readonly capacities: readonly number[];
  /** Whether terminals forward packets of other terminals. */
  readonly forwards: boolean;
  /** Whether links or switches that the axes promise are missing. */
  readonly isPartial: boolean;
}

/** The drawing without any nodes. */
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

/** Name of a link's class. */
export function linkClassOf({ a, b, class: linkClass }: DrawnLink): string {
  return linkClass ?? (isTerminalEnd(a) || isTerminalEnd(b) ? "terminal" : "link");
}

/** Name of a switch. */
export function nameOfSwitch({ name, number }: DrawnSwitch): string {
  return name ?? `switch ${number}`;
}

/** Name of a terminal. */
export function nameOfTerminal({ name }: DrawnTerminal, t: number): string {
  return name ?? `terminal ${t}`;
}

/** Indices of the links of each switch and of each terminal. */
export function linksByEnd({ switches, terminals, links }: Drawing): {
  readonly switches: readonly (readonly number[])[];
  readonly terminals: readonly (readonly number[])[];
} {
  const linksOf = { switches: switches.map((): number[] => []), terminals: terminals.map((): number[] => []) };
  const linksAt = (end: LinkEnd) => (isTerminalEnd(end) ? linksOf.terminals[terminalOfEnd(end)] : linksOf.switches[end]);
  links.forEach(({ a, b }, i) => {
    linksAt(a).push(i);
    linksAt(b).push(i);
  });
  return linksOf;
}
