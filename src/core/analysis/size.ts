/** Size and distances of a network: counts outside of its hosts, and separately those within them. */
import {
  type Distances,
  distancesOf,
  forwardersOf,
  girthOf,
  type Stands,
  standsOfSwitches,
  standsOfTerminals,
  usualLooks,
} from "../network/distances.ts";
import { type Inside, insideOf, ofHosts } from "../network/inside.ts";
import type { Network } from "../network/network.ts";

/** Distances that a topology knows in closed form; null or absent if it does not. */
export interface Known {
  readonly diameter: number | null;
  readonly meanDistance: number | null;
  readonly ofSwitches?: { readonly diameter: number; readonly meanDistance: number; readonly girth?: number };
}

/** Distances over all pairs, in channels: maximum and mean. */
export interface Apart {
  /** Null if a pair is disconnected, or if there are too many pairs. */
  readonly diameter: number | null;
  /** Over the connected pairs, or a sample of them; null if there are none. */
  readonly mean: number | null;
  /** Whether every pair is connected. */
  readonly isWhole: boolean;
  /** Whether the mean is estimated from a sample. */
  readonly isSampled: boolean;
}

export interface Size {
  readonly terminals: number;
  /** Switches and links outside of hosts, and the links among them that join two switches. */
  readonly switches: number;
  readonly links: number;
  readonly switchLinks: number;
  /** Counts within hosts; null if hosts have no inner network. */
  readonly inside: Inside | null;
  /** Largest number of ports of a switch outside of hosts. */
  readonly radix: number;
  /** Between terminals. */
  readonly ofTerminals: Apart;
  /** Between switches over links between switches, outside of hosts; null with fewer than two switches. */
  readonly ofSwitches: Apart | null;
  /**
   * Length of the shortest cycle, in channels, of forwarding nodes outside of hosts; null if there is none, or if the search was not
   * completed.
   */
  readonly girth: number | null;
  /** Why there is no girth; otherwise null. */
  readonly girthReason: "no circle" | "not searched to the end" | null;
}

/**
 * Size and distances of a network.
 * @param knownDistances Distances that need no search.
 * @param maxVisits Limit of visited edges for each search.
 */
export function sizeOf(network: Network, known: Known = { diameter: null, meanDistance: null }, looks = usualLooks): Size {
  const { terminals, switches, head, tail, reverse, physicalPorts } = network;
  const isInside = ofHosts(network);
  const inside = insideOf(network);
  const outer = Array.from(physicalPorts).filter((_, s) => isInside?.[terminals + s] !== 1);
  const between = standsOfSwitches(network);
  let switchLinks = 0;
  for (let c = 0; c < head.length; c++)
    if (tail[c] >= terminals && head[c] >= terminals && ((isInside?.[tail[c]] ?? 0) | (isInside?.[head[c]] ?? 0)) === 0) switchLinks++;
  const at = standsOfTerminals(network);
  const girth = known.ofSwitches?.girth ?? girthOf(network.forwards ? forwardersOf(network) : between, reverse, looks);
  const ofTerminals = knownApart(known.diameter, known.meanDistance) ?? apartOf(distancesOf(at, looks));
  return {
    terminals,
    switches: switches - (inside?.switches ?? 0),
    links: head.length / 2 - (inside?.links ?? 0),
    switchLinks: switchLinks / 2,
    inside,
    radix: outer.reduce((most, ports) => Math.max(most, ports), 0),
    ofTerminals,
    ofSwitches:
      outer.length < 2
        ? null
        : (knownApart(known.ofSwitches?.diameter ?? null, known.ofSwitches?.meanDistance ?? null) ??
          fromTerminals(at, ofTerminals) ??
          apartOf(distancesOf(between, looks))),
    girth: girth ?? null,
    girthReason: girth === undefined ? "not searched to the end" : girth === null ? "no circle" : null,
  };
}

const knownApart = (diameter: number | null, mean: number | null): Apart | null =>
  diameter === null || mean === null ? null : { diameter, mean, isWhole: true, isSampled: false };

function apartOf({ diameter, mean, lost, isAll }: Distances): Apart {
  return { diameter: isAll && lost === 0 ? diameter : null, mean: mean === 0 ? null : mean, isWhole: lost === 0, isSampled: !isAll };
}

/**
 * Distances between switches, derived from those between terminals if all switches have equally many terminals: terminals of two switches
 * are two channels farther apart, those of one switch are two apart. Null if this does not apply.
 */
function fromTerminals({ weight, away }: Stands, { diameter, mean, isWhole, isSampled }: Apart): Apart | null {
  const [each] = weight;
  if (diameter === null || mean === null || !isWhole || isSampled || each === 0) return null;
  if (weight.some((own) => own !== each) || away.includes(0)) return null;
  const others = weight.length - 1;
  const pairs = mean * (weight.length * each - 1) - 2 * (each - 1);
  return { diameter: diameter - 2, mean: pairs / (each * others) - 2, isWhole, isSampled };
}
