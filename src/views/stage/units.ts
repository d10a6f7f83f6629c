/** Units: switches of a large network that stand as one box until they are opened, or until there is room for each of them. */
import { coordinate, type Network } from "../../core/network/network.ts";
import { countOf } from "../../words/numbers.ts";
import type { Viewport } from "./viewport.ts";

/** Networks with more switches than this are drawn by units. */
export const mostSwitches = 1024;
/** A unit opens by itself where each of its switches is as wide as this, pixels. */
const roomy = 14;

export interface Unit {
  /** What it is called, unlike any other of its network: `64 switches of level 2, unit 3`. */
  readonly name: string;
  /** Its switch nodes. */
  readonly switches: readonly number[];
}

/** The units of a network. */
export interface Units {
  readonly list: readonly Unit[];
  /** [S] Index of the unit that a switch is part of. */
  readonly of: Int32Array;
}

/** Units by a key: switches with the same key are one, in the order of their numbers. */
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

/** Units of the switches that agree in some of their coordinates. */
export function unitsAlong(network: Network, along: readonly number[]): Units {
  const { axes } = network;
  return unitsBy(
    network,
    (n) => along.reduce((key, axis) => key * (axes[axis].size + 1) + coordinate(network, n, axis), 0),
    (first, count) =>
      `${countOf(count, "switch", "switches")} with ${along.map((axis) => `${axes[axis].name} ${coordinate(network, first, axis)}`).join(", ")}`,
  );
}

/** So many switches of one level: `64 switches of level 2`, or as they are called there, `64 cores`. */
export function ofLevel({ axes }: Network, level: number, count: number): string {
  const word = axes.find(({ kind }) => kind === "level")?.words?.[level]?.replace(/^the /, "");
  return word === undefined ? `${countOf(count, "switch", "switches")} of level ${level}` : countOf(count, word, many(word));
}

/** Several of them: `cores`, `leaves`. */
export const many = (word: string): string => `${word.replace(/f$/, "ve")}s`;

/** Whether a unit stands open: as the reader wants it, else where its switches, each so many pixels wide, have room. */
export function isOpen({ name, switches }: Unit, each: number, { opened }: Viewport): boolean {
  return switches.length === 1 || (opened.get(name) ?? each >= roomy);
}
