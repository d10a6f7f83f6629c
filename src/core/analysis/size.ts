/** How large a network is, and how far apart its parts are: counts outside its hosts, beside what lies within them. */
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

/** What a topology knows of distances in closed form; null and absent where it does not. */
export interface Known {
  readonly diameter: number | null;
  readonly meanDistance: number | null;
  readonly ofSwitches?: { readonly diameter: number; readonly meanDistance: number; readonly girth?: number };
}

/** Distances, channels: the most and the mean of all pairs. */
export interface Apart {
  /** Null where some pair has no way, or where there are too many pairs to look at. */
  readonly diameter: number | null;
  /** Over the pairs that a way joins, or of a sample of these; null where there are none. */
  readonly mean: number | null;
  /** Whether every pair has a way. */
  readonly isWhole: boolean;
  /** Whether the mean is estimated. */
  readonly isSampled: boolean;
}

export interface Size {
  readonly terminals: number;
  /** Switches and links outside hosts, and of these the links that join two switches. */
  readonly switches: number;
  readonly links: number;
  readonly switchLinks: number;
  /** What lies within hosts; null where they have no inside. */
  readonly inside: Inside | null;
  /** Most ports of a switch outside hosts. */
  readonly radix: number;
  /** From terminal to terminal. */
  readonly ofTerminals: Apart;
  /** From switch to switch over links between them, outside hosts; null where there are not two. */
  readonly ofSwitches: Apart | null;
  /** Channels of the shortest circle of the nodes outside hosts that pass packets on; null where there is none, or where it is not found in time. */
  readonly girth: number | null;
  /** Why there is no girth; null where there is one. */
  readonly girthReason: "no circle" | "not searched to the end" | null;
}

/**
 * The size of a network.
 * @param known what need not be searched for
 * @param looks ways that may be looked at for each of the others
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
 * Distances of switches that all hold as many terminals: between those of two switches two channels more, between those of one
 * switch two. Null where that is not so, or not known.
 */
function fromTerminals({ weight, away }: Stands, { diameter, mean, isWhole, isSampled }: Apart): Apart | null {
  const [each] = weight;
  if (diameter === null || mean === null || !isWhole || isSampled || each === 0) return null;
  if (weight.some((own) => own !== each) || away.includes(0)) return null;
  const others = weight.length - 1;
  const pairs = mean * (weight.length * each - 1) - 2 * (each - 1);
  return { diameter: diameter - 2, mean: pairs / (each * others) - 2, isWhole, isSampled };
}
