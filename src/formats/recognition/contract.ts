/**
 * What a network is, found from its links alone: each family looks at the switches and how they are joined, and places them
 * in the whole network that it knows. What the given one lacks or has beside that is said in one way for all families.
 */
import type { Axis } from "../../core/network/network.ts";

/** The S switches of a network and how they are joined, whatever their numbers. */
export interface Fabric {
  readonly switches: number;
  /** [S + 1] Place of each switch's first neighbour in {@link to}. */
  readonly first: Int32Array;
  /** Neighbours, each once, ascending. */
  readonly to: Int32Array;
  /** How many links join a switch and that neighbour. */
  readonly times: Int32Array;
  /** [S] Terminals that hang on each switch. */
  readonly hosts: Int32Array;
}

/** One family of networks. */
export interface Family {
  readonly id: string;
  /** Where the switches stand in the whole network of this family that explains them with fewest irregularities; null where none does. */
  find(fabric: Fabric): Placed | null;
}

/** Switches, placed in a whole network of P places. */
export interface Placed {
  readonly whole: Whole;
  /** [S] Place of each switch, no two alike; −1 for one that stands nowhere in it. */
  readonly place: Int32Array;
}

/** A network without a fault. */
export interface Whole {
  /** The topology of the shelf that builds it, and its parameters as a document has them; null where the shelf has none. */
  readonly topology: { readonly kind: string; readonly values: Readonly<Record<string, unknown>> } | null;
  /** `8 × 8 torus`, `two-level fat tree`. */
  readonly title: string;
  /** What a stranger must know of it, as sentences: `It is narrowed 2 to 1: 16 hosts down and 8 links up a leaf.` */
  readonly said: readonly string[];
  /** In a tree of levels: links down and up of a switch of each level but the highest, the lowest first, as far as they are told. */
  readonly narrowing?: readonly { readonly down: number; readonly up: number }[];
  /** A axes, as routings and drawings rely on them. */
  readonly axes: readonly Axis[];
  /** [P × A] Coordinates of each place. */
  readonly at: Int32Array;
  /** Places that are joined, a < b, and by how many links. */
  readonly links: readonly (readonly [a: number, b: number, times: number])[];
  /** [P] Terminals at each place. */
  readonly hosts: Int32Array;
}

/** A network with what it was found to be. */
export interface Recognised extends Placed {
  readonly irregular: readonly Irregularity[];
}

/** Something that the whole network does not have so. What is alike is told as one. */
export interface Irregularity {
  readonly kind:
    | "missing link"
    | "moved link"
    | "doubled link"
    | "extra link"
    | "missing switch"
    | "stray switch"
    | "fewer uplinks"
    | "other terminals"
    | "slower";
  readonly count: number;
  /** One sentence, with names. */
  readonly said: string;
  /** Nodes of the network that it is about. */
  readonly nodes: readonly number[];
  /** Channels of the network that it is about, one of each link. */
  readonly channels: readonly number[];
  /** Pairs of nodes that lack a link. */
  readonly between: readonly (readonly [a: number, b: number])[];
}
