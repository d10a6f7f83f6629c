/** Lengths of a network's cables when it is placed in racks. */
import type { ChosenKind, ValuesOf } from "../base/params.ts";
import { ofHosts } from "../network/inside.ts";
import type { Network } from "../network/network.ts";
import type { ofAll } from "./contract.ts";

/** Contents of a rack. */
export interface Racks {
  /** Terminals per rack, at least 1. Switches that serve only these terminals are in the same rack. */
  readonly terminals: number;
  /** Other switches per rack, at least 1. */
  readonly switches: number;
}

/** The rack parameters of a price list; null if it has none. */
export function racksOf({ values }: ChosenKind): Racks | null {
  const { rackTerminals, rackSwitches } = values as ValuesOf<typeof ofAll>;
  return rackTerminals === 0 ? null : { terminals: rackTerminals, switches: rackSwitches };
}

/** The cables of one link class, by destination and by length. */
export interface CableLine {
  /** Name of the link class: `terminal`, `global`. */
  readonly name: string;
  readonly count: number;
  /** Number of cables within a rack, within a row of racks, and between rows. */
  readonly inRack: number;
  readonly inRow: number;
  readonly across: number;
  /** Number of cables up to the two limits of {@link cableReach}, and of longer cables. */
  readonly short: number;
  readonly medium: number;
  readonly long: number;
  /** Length of the longest cable and total length, in meters. */
  readonly longest: number;
  readonly metres: number;
}

/** Maximum length of short and medium cables in meters: the approximate reach of copper and of the cheapest optics. Our choice. */
export const reach = { short: 3, medium: 30 } as const;

/**
 * Racks of 0.57 m by 1.44 m, and 2 m of each cable within the racks at its ends: as commonly quoted from Kim, Dally, Abts, ISCA 2007, which
 * we could not read. An aisle as deep as a rack behind every row is our choice. Cables run along rows and across them.
 */
export const floor = { width: 0.57, depth: 2 * 1.44, slack: 2 } as const;

/**
 * The cables of a network in racks. Racks are filled in the order of node numbers: terminals first, together with the switches of their
 * hosts and the switches that serve only them, and then all other switches. The rows of racks form an approximately square floor. Links
 * inside hosts are not cables.
 */
export function cablesOf(network: Network, racks: Racks): { readonly racks: number; readonly lines: readonly CableLine[] } {
  const { head, reverse, tail, linkClass, linkClasses } = network;
  const isInside = ofHosts(network);
  const { rackOf, count } = racked(network, isInside, racks);
  const inRow = Math.ceil(Math.sqrt((count * floor.depth) / floor.width));
  const lines = linkClasses.map((name) => {
    return { name, count: 0, inRack: 0, inRow: 0, across: 0, short: 0, medium: 0, long: 0, longest: 0, metres: 0 };
  });
  for (let c = 0; c < head.length; c++) {
    if (reverse[c] < c || (isInside !== null && (isInside[tail[c]] & isInside[head[c]]) === 1)) continue;
    const [a, b] = [rackOf[tail[c]], rackOf[head[c]]];
    const [along, over] = [Math.abs((a % inRow) - (b % inRow)), Math.abs(Math.floor(a / inRow) - Math.floor(b / inRow))];
    const metres = floor.slack + floor.width * along + floor.depth * over;
    const line = lines[linkClass[c]];
    line.count++;
    line[over > 0 ? "across" : along > 0 ? "inRow" : "inRack"]++;
    line[metres <= reach.short ? "short" : metres <= reach.medium ? "medium" : "long"]++;
    line.longest = Math.max(line.longest, metres);
    line.metres += metres;
  }
  return { racks: count, lines: lines.filter((line) => line.count > 0) };
}

/** [N] The rack of each node, and the number of racks. */
function racked({ terminals, switches, firstOut, head }: Network, isInside: Uint8Array | null, racks: Racks) {
  const rackOf = new Int32Array(terminals + switches).fill(-1);
  // Backwards, so that the first terminal of a switch determines its rack.
  for (let t = terminals - 1; t >= 0; t--) {
    const rack = Math.floor(t / racks.terminals);
    rackOf[t] = rack;
    const homes = head.subarray(firstOut[t], firstOut[t + 1]);
    for (const n of homes) if (n >= terminals && (isInside?.[n] === 1 || homes.every((other) => other === n))) rackOf[n] = rack;
  }
  const first = Math.ceil(terminals / racks.terminals);
  let others = 0;
  for (let n = terminals; n < rackOf.length; n++) if (rackOf[n] < 0) rackOf[n] = first + Math.floor(others++ / racks.switches);
  return { rackOf, count: first + Math.ceil(others / racks.switches) };
}
