/** Lengths of a network's cables when it is placed in racks. */
import type { ChosenKind, ValuesOf } from "../base/params.ts";
import { hostNodes } from "../network/host-internals.ts";
import type { Network } from "../network/network.ts";
import type { commonCostParams } from "./contract.ts";

/** Contents of a rack. */
export interface Racks {
  /** Terminals per rack, at least 1. Switches that serve only these terminals are in the same rack. */
  readonly terminals: number;
  /** Other switches per rack, at least 1. */
  readonly switches: number;
}

/** The rack parameters of a price list; null if it has none. */
export function racksOf({ values }: ChosenKind): Racks | null {
  const { rackTerminals, rackSwitches } = values as ValuesOf<typeof commonCostParams>;
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
export const cableReach = { short: 3, medium: 30 } as const;

/**
 * Racks of 0.57 m by 1.44 m, and 2 m of each cable within the racks at its ends: as commonly quoted from Kim, Dally, Abts, ISCA 2007, which
 * we could not read. An aisle as deep as a rack behind every row is our choice. Cables run along rows and across them.
 */
export const floorPlan = { width: 0.57, depth: 2 * 1.44, slack: 2 } as const;

/**
 * The cables of a network in racks, by link class and length. Racks are filled in the order of node numbers: terminals first, together with
 * the switches of their hosts and the switches that serve only them, and then all other switches. The rows of racks form an approximately
 * square floor, and cables run along rows and across them. Links inside hosts are not cables. Lengths are in meters.
 */
export function cablesOf(network: Network, racks: Racks): { readonly racks: number; readonly lines: readonly CableLine[] } {
  const { head, reverse, tail, linkClass, linkClasses } = network;
  const isInside = hostNodes(network);
  const { rackOf, count: rackCount } = rackOfNodes(network, isInside, racks);
  const racksPerRow = Math.ceil(Math.sqrt((rackCount * floorPlan.depth) / floorPlan.width));
  const lines = linkClasses.map((name) => {
    return { name, count: 0, inRack: 0, inRow: 0, across: 0, short: 0, medium: 0, long: 0, longest: 0, metres: 0 };
  });
  for (let c = 0; c < head.length; c++) {
    if (reverse[c] < c || (isInside !== null && (isInside[tail[c]] & isInside[head[c]]) === 1)) continue;
    const [a, b] = [rackOf[tail[c]], rackOf[head[c]]];
    const [racksAlong, rowsAcross] = [
      Math.abs((a % racksPerRow) - (b % racksPerRow)),
      Math.abs(Math.floor(a / racksPerRow) - Math.floor(b / racksPerRow)),
    ];
    const length = floorPlan.slack + floorPlan.width * racksAlong + floorPlan.depth * rowsAcross;
    const line = lines[linkClass[c]];
    line.count++;
    line[rowsAcross > 0 ? "across" : racksAlong > 0 ? "inRow" : "inRack"]++;
    line[length <= cableReach.short ? "short" : length <= cableReach.medium ? "medium" : "long"]++;
    line.longest = Math.max(line.longest, length);
    line.metres += length;
  }
  return { racks: rackCount, lines: lines.filter((line) => line.count > 0) };
}

/** [N] The rack of each node, and the number of racks. */
function rackOfNodes({ terminals, switches, firstOut, head }: Network, isInside: Uint8Array | null, racks: Racks) {
  const rackOf = new Int32Array(terminals + switches).fill(-1);
  // Backwards, so that the first terminal of a switch determines its rack.
  for (let t = terminals - 1; t >= 0; t--) {
    const rack = Math.floor(t / racks.terminals);
    rackOf[t] = rack;
    const neighbors = head.subarray(firstOut[t], firstOut[t + 1]);
    for (const n of neighbors) if (n >= terminals && (isInside?.[n] === 1 || neighbors.every((other) => other === n))) rackOf[n] = rack;
  }
  const firstSwitchRack = Math.ceil(terminals / racks.terminals);
  let otherSwitches = 0;
  for (let n = terminals; n < rackOf.length; n++)
    if (rackOf[n] < 0) rackOf[n] = firstSwitchRack + Math.floor(otherSwitches++ / racks.switches);
  return { rackOf, count: firstSwitchRack + Math.ceil(otherSwitches / racks.switches) };
}
