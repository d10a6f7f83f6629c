/**
 * Types of topology recognition, which identifies a network from its links alone. Each family maps the switches to the slots of an ideal
 * network that it knows. Deviations from the ideal network are reported in the same way for all families.
 */
import type { Axis } from "../../core/network/network.ts";

/** The S switches of a network and their links, as adjacency lists that do not depend on the numbering of nodes. */
export interface SwitchFabric {
  readonly switchCount: number;
  /** [S + 1] Index of each switch's first neighbor in {@link SwitchFabric.neighbors}. */
  readonly firstNeighbor: Int32Array;
  /** Neighbors of each switch, distinct and in ascending order. */
  readonly neighbors: Int32Array;
  /** Number of parallel links to each neighbor, in the order of {@link SwitchFabric.neighbors}. */
  readonly linkCounts: Int32Array;
  /** [S] Number of terminals of each switch. */
  readonly terminalCounts: Int32Array;
}

/** A family of topologies. */
export interface TopologyFamily {
  readonly id: string;
  /** The placement in a network of this family with the fewest irregularities; null if the family does not explain the network. */
  find(fabric: SwitchFabric): Placement | null;
}

/** Maps the switches of a network to the P slots of an ideal network. A slot is the position of one switch in it. */
export interface Placement {
  readonly ideal: IdealTopology;
  /** [S] Slot of each switch, all different; −1 for a switch without a slot. */
  readonly slotOf: Int32Array;
}

/** A network of a family without irregularities. */
export interface IdealTopology {
  /** The topology of this program that builds the ideal network, with parameters as in a document; null if none does. */
  readonly topology: { readonly kind: string; readonly values: Readonly<Record<string, unknown>> } | null;
  /** `8 × 8 torus`, `two-level fat tree`. */
  readonly title: string;
  /** Facts about the network, as sentences: `It is oversubscribed 2 to 1 at each leaf: 16 terminals and 8 uplinks.` */
  readonly sentences: readonly string[];
  /** In a tree: links down and up of a switch of each level except the top, from the lowest level on, as far as they are reported. */
  readonly narrowing?: readonly { readonly down: number; readonly up: number }[];
  /** The A axes, on which routings and layouts rely. */
  readonly axes: readonly Axis[];
  /** [P × A] Coordinates of each slot. */
  readonly coordinates: Int32Array;
  /** Pairs of slots a < b that are joined, with their number of parallel links. */
  readonly links: readonly (readonly [a: number, b: number, times: number])[];
  /** [P] Number of terminals of each slot. */
  readonly terminalCounts: Int32Array;
}

/** A placement with the irregularities of the network. */
export interface Recognition extends Placement {
  readonly irregularities: readonly Irregularity[];
}

/** A deviation from the ideal network. Similar deviations are combined. */
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
  /** One sentence with the names of the switches. */
  readonly sentence: string;
  /** Nodes of the network that are involved. */
  readonly nodes: readonly number[];
  /** Channels of the network that are involved, one per link. */
  readonly channels: readonly number[];
  /** Pairs of nodes that lack a link. */
  readonly between: readonly (readonly [a: number, b: number])[];
}
