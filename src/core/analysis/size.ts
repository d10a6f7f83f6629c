/** Size and distances of a network: counts outside of its hosts, and separate counts inside hosts. */
import {
  type Distances,
  pairDistances,
  forwarderGraph,
  girthOf,
  type NetworkGraph,
  switchGraph,
  terminalGraph,
  defaultMaxVisits,
} from "../network/distances.ts";
import { type HostInternals, hostInternalsOf, hostNodes } from "../network/host-internals.ts";
import type { Network } from "../network/network.ts";

/** Distances that a topology knows in closed form; null or absent if it does not. */
export interface KnownDistances {
  readonly diameter: number | null;
  readonly meanDistance: number | null;
  readonly ofSwitches?: { readonly diameter: number; readonly meanDistance: number; readonly girth?: number };
}

/** Distances over all pairs, in channels: maximum and mean. */
export interface DistanceSummary {
  /** Null if a pair is disconnected, or if there are too many pairs. */
  readonly diameter: number | null;
  /** Over the connected pairs, or a sample of them; null if there are none. */
  readonly mean: number | null;
  /** Whether every pair is connected. */
  readonly isWhole: boolean;
  /** Whether the mean is estimated from a sample. */
  readonly isSampled: boolean;
}

export interface NetworkMetrics {
  readonly terminals: number;
  /** Switches and links outside of hosts, and the links among them that join two switches. */
  readonly switches: number;
  readonly links: number;
  readonly switchLinks: number;
  /** Counts within hosts; null if hosts have no inner network. */
  readonly inside: HostInternals | null;
  /** Largest number of ports of a switch outside of hosts. */
  readonly radix: number;
  /** Links of a switch to other switches, outside of hosts: minimum and maximum; null without such links. */
  readonly degree: { readonly least: number; readonly most: number } | null;
  /** Between terminals. */
  readonly ofTerminals: DistanceSummary;
  /**
   * Hops between the switches of two terminals, as textbooks count distances: without the channels of the terminals, and over pairs of
   * terminals on different switches. Null if terminals forward packets or are on several switches, if all are on one switch, or if some
   * pair has no path.
   */
  readonly betweenSwitches: DistanceSummary | null;
  /** Between switches over links between switches, outside of hosts; null with fewer than two switches. */
  readonly ofSwitches: DistanceSummary | null;
  /**
   * Length of the shortest cycle, in channels, of forwarding nodes outside of hosts; null if there is none, or if the search was not
   * completed.
   */
  readonly girth: number | null;
  /** Why there is no girth; otherwise null. */
  readonly girthReason: "no circle" | "not searched to the end" | null;
}

/**
 * Counts and distances of a network: terminals, switches, links, radix, girth, and the diameter and mean distance between terminals and
 * between switches. Parts inside hosts are counted separately (`inside`).
 * @param knownDistances Distances that are known in closed form and need no search.
 * @param maxVisits Limit of visited edges for each search.
 */
export function networkMetricsOf(
  network: Network,
  knownDistances: KnownDistances = { diameter: null, meanDistance: null },
  maxVisits = defaultMaxVisits,
): NetworkMetrics {
  const { terminals, switches, head, tail, reverse, physicalPorts } = network;
  const isInside = hostNodes(network);
  const hostInternals = hostInternalsOf(network);
  const portsOfOuterSwitches = Array.from(physicalPorts).filter((_, switchIndex) => isInside?.[terminals + switchIndex] !== 1);
  const betweenSwitches = switchGraph(network);
  // Links of each switch to other switches, outside hosts.
  const degrees = new Int32Array(switches);
  for (let channel = 0; channel < head.length; channel++)
    if (
      tail[channel] >= terminals &&
      head[channel] >= terminals &&
      ((isInside?.[tail[channel]] ?? 0) | (isInside?.[head[channel]] ?? 0)) === 0
    )
      degrees[tail[channel] - terminals]++;
  const outerDegrees = degrees.filter((_, switchIndex) => isInside?.[terminals + switchIndex] !== 1);
  const switchLinks = outerDegrees.reduce((sum, degree) => sum + degree, 0) / 2;
  // Known distances are used; others are searched for.
  const betweenTerminals = terminalGraph(network);
  const girth =
    knownDistances.ofSwitches?.girth ?? girthOf(network.forwards ? forwarderGraph(network) : betweenSwitches, reverse, maxVisits);
  const ofTerminals =
    knownSummary(knownDistances.diameter, knownDistances.meanDistance) ?? summaryOf(pairDistances(betweenTerminals, maxVisits));
  return {
    terminals,
    switches: switches - (hostInternals?.switches ?? 0),
    links: head.length / 2 - (hostInternals?.links ?? 0),
    switchLinks,
    inside: hostInternals,
    radix: portsOfOuterSwitches.reduce((maxPorts, ports) => Math.max(maxPorts, ports), 0),
    degree:
      switchLinks === 0
        ? null
        : {
            least: outerDegrees.reduce((least, degree) => Math.min(least, degree), Infinity),
            most: outerDegrees.reduce((most, degree) => Math.max(most, degree), 0),
          },
    ofTerminals,
    betweenSwitches: summaryOfHops(betweenTerminals, ofTerminals),
    ofSwitches:
      portsOfOuterSwitches.length < 2
        ? null
        : (knownSummary(knownDistances.ofSwitches?.diameter ?? null, knownDistances.ofSwitches?.meanDistance ?? null) ??
          switchSummaryFromTerminals(betweenTerminals, ofTerminals) ??
          summaryOf(pairDistances(betweenSwitches, maxVisits))),
    girth: girth ?? null,
    girthReason: girth === undefined ? "not searched to the end" : girth === null ? "no circle" : null,
  };
}

const knownSummary = (diameter: number | null, mean: number | null): DistanceSummary | null =>
  diameter === null || mean === null ? null : { diameter, mean, isWhole: true, isSampled: false };

function summaryOf({ diameter, mean, unreachablePairs, isComplete }: Distances): DistanceSummary {
  return {
    diameter: isComplete && unreachablePairs === 0 ? diameter : null,
    mean: mean === 0 ? null : mean,
    isWhole: unreachablePairs === 0,
    isSampled: !isComplete,
  };
}

/** Hops between the switches of two terminals: terminals of different switches are two channels farther apart, those of one switch are two apart. */
function summaryOfHops(
  { weight, accessHops }: NetworkGraph,
  { diameter, mean, isWhole, isSampled }: DistanceSummary,
): DistanceSummary | null {
  if (diameter === null || mean === null || !isWhole) return null;
  if (weight.some((terminals, vertex) => terminals > 0 && accessHops[vertex] === 0)) return null;
  const terminals = weight.reduce((sum, count) => sum + count, 0);
  const pairsOnOneSwitch = weight.reduce((sum, count) => sum + count * (count - 1), 0);
  const otherPairs = terminals * (terminals - 1) - pairsOnOneSwitch;
  if (otherPairs === 0) return null;
  return { diameter: diameter - 2, mean: (mean * terminals * (terminals - 1) - 2 * pairsOnOneSwitch) / otherPairs - 2, isWhole, isSampled };
}

/**
 * Distances between switches, derived from those between terminals if all switches have equally many terminals: terminals of two switches
 * are two channels farther apart, those of one switch are two apart. Null if this does not apply.
 */
function switchSummaryFromTerminals(
  { weight, accessHops }: NetworkGraph,
  { diameter, mean, isWhole, isSampled }: DistanceSummary,
): DistanceSummary | null {
  const [terminalsPerSwitch] = weight;
  if (diameter === null || mean === null || !isWhole || isSampled || terminalsPerSwitch === 0) return null;
  if (weight.some((terminalsOfVertex) => terminalsOfVertex !== terminalsPerSwitch) || accessHops.includes(0)) return null;
  const others = weight.length - 1;
  const distanceSum = mean * (weight.length * terminalsPerSwitch - 1) - 2 * (terminalsPerSwitch - 1);
  return { diameter: diameter - 2, mean: distanceSum / (terminalsPerSwitch * others) - 2, isWhole, isSampled };
}
