/** Switch groups: switches of a large network that share one box until the group is expanded, or until there is room for each switch. */
import { coordinate, type Network } from "../../core/network/network.ts";
import { countOf } from "../../words/numbers.ts";
import type { Viewport } from "./viewport.ts";

/** Networks with more switches than this are drawn in groups. */
export const mostSwitches = 1024;
/** A group is expanded automatically where each of its switches is this wide, pixels. */
const roomy = 14;

export interface Unit {
  /** Name, unique within the network: `64 switches of level 2`, `8 switches with Z 3`. */
  readonly name: string;
  /** Its switch nodes. */
  readonly switches: readonly number[];
}

/** The switch groups of a network. */
export interface Units {
  readonly list: readonly Unit[];
  /** [S] Index of the group that a switch belongs to. */
  readonly of: Int32Array;
}

/**
 * Groups switches with equal keys, in the order of their numbers.
 * @param nameOf Name of a group, from its first switch and the number of its switches.
 */
export function unitsBy(
  { terminals, switches }: Network,
  keyOf: (node: number) => number,
  nameOf: (first: number, count: number) => string,
): Units {
  const members = new Map<number, number[]>();
  for (let n = terminals; n < terminals + switches; n++) {
    const key = keyOf(n);
    const known = members.get(key);
    if (known === undefined) members.set(key, [n]);
    else known.push(n);
  }
  const of = new Int32Array(switches);
  const list = [...members.values()].map((own, unit) => {
    for (const n of own) of[n - terminals] = unit;
    return { name: nameOf(own[0], own.length), switches: own };
  });
  return { list, of };
}

/** Groups switches that have equal coordinates along some axes. */
export function unitsAlong(network: Network, along: readonly number[]): Units {
  const { axes } = network;
  return unitsBy(
    network,
    (n) => along.reduce((key, axis) => key * (axes[axis].size + 1) + coordinate(network, n, axis), 0),
    (first, count) =>
      `${countOf(count, "switch", "switches")} with ${along.map((axis) => `${axes[axis].name} ${coordinate(network, first, axis)}`).join(", ")}`,
  );
}

/** A number of switches of one level: `64 switches of level 2`, or `64 cores` where the level has a name. */
export function ofLevel({ axes }: Network, level: number, count: number): string {
  const word = axes.find(({ kind }) => kind === "level")?.words?.[level]?.replace(/^the /, "");
  return word === undefined ? `${countOf(count, "switch", "switches")} of level ${level}` : countOf(count, word, many(word));
}

/** The plural of a name of a level: `cores`, `leaves`. */
export const many = (word: string): string => `${word.replace(/f$/, "ve")}s`;

/**
 * Whether a group is drawn switch by switch: as the reader decided, otherwise where each switch has enough room.
 * @param switchWidth Width of a switch, pixels.
 */
export function isOpen({ name, switches }: Unit, each: number, { opened }: Viewport): boolean {
  return switches.length === 1 || (opened.get(name) ?? each >= roomy);
}
