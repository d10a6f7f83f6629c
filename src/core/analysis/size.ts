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
  /** Between terminals. */
  readonly ofTerminals: DistanceSummary;
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
  // Count the links between switches outside hosts; each has two channels.
  let switchLinks = 0;
  for (let channel = 0; channel < head.length; channel++)
    if (
      tail[channel] >= terminals &&
      head[channel] >= terminals &&
      ((isInside?.[tail[channel]] ?? 0) | (isInside?.[head[channel]] ?? 0)) === 0
    )
      switchLinks++;
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
    switchLinks: switchLinks / 2,
    inside: hostInternals,
    radix: portsOfOuterSwitches.reduce((maxPorts, ports) => Math.max(maxPorts, ports), 0),
    ofTerminals,
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
