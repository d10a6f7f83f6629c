/** How long the cables of a network are once it stands in racks. */
import type { ChosenKind, ValuesOf } from "../base/params.ts";
import { ofHosts } from "../network/inside.ts";
import type { Network } from "../network/network.ts";
import type { ofAll } from "./contract.ts";

/** What stands in a rack. */
export interface Racks {
  /** Terminals, with the switches that they alone hang on; at least 1. */
  readonly terminals: number;
  /** Switches of those that stand by themselves; at least 1. */
  readonly switches: number;
}

/** The racks that a price list gives; null where it gives none. */
export function racksOf({ values }: ChosenKind): Racks | null {
  const { rackTerminals, rackSwitches } = values as ValuesOf<typeof ofAll>;
  return rackTerminals === 0 ? null : { terminals: rackTerminals, switches: rackSwitches };
}

/** Links of one class as cables, by where they lead and by their length. */
export interface CableLine {
  /** What the network calls them: `terminal`, `global`. */
  readonly name: string;
  readonly count: number;
  /** Those that stay in a rack, that stay in a row of racks, and that lead to another row. */
  readonly inRack: number;
  readonly inRow: number;
  readonly across: number;
  /** Those up to {@link reach} long, by its classes, and those that are longer. */
  readonly short: number;
  readonly medium: number;
  readonly long: number;
  /** The longest, and all together, metres. */
  readonly longest: number;
  readonly metres: number;
}

/** How far short and medium cables reach, metres: about as far as copper does, and as the cheapest optics. Chosen. */
export const reach = { short: 3, medium: 30 } as const;

/**
 * Racks of 0.57 m by 1.44 m, and 2 m of each cable within the two racks at its ends: as commonly quoted from Kim, Dally, Abts, ISCA 2007,
 * which we could not read. An aisle as deep as a rack behind every row: chosen. Cables go along rows and across them.
 */
export const floor = { width: 0.57, depth: 2 * 1.44, slack: 2 } as const;

/**
 * Racks are filled in the order of numbers: terminals first, with the switches that they alone hang on and those of their hosts, then all
 * other switches. They stand in rows, on a floor that is about square. What lies inside hosts is no cable.
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

/** [N] The rack of each node, and how many there are. */
function racked({ terminals, switches, firstOut, head }: Network, isInside: Uint8Array | null, racks: Racks) {
  const rackOf = new Int32Array(terminals + switches).fill(-1);
  // The first terminal of a switch has the last word.
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
