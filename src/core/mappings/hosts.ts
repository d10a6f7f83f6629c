/** The host of each terminal and its index within the host, for mappings by host. */
import { axisOf, coordinate } from "../network/network.ts";
import type { MappingNetwork } from "./contract.ts";

interface HostGroups {
  readonly count: number;
  /** [terminals] Index of the host. */
  readonly hostOf: Int32Array;
  /** [terminals] Rail or plane; without these, the index among the terminals of the host. */
  readonly railOf: Int32Array;
}

/**
 * The hosts of a network. Networks without hosts use boards and, without boards, groups of terminals whose first link leads to the same
 * switch.
 */
export function hostsOf(network: MappingNetwork): HostGroups {
  const { terminals, axes } = network;
  const key = Array.from({ length: terminals }, hostKey(network));
  const numberOf = new Map([...new Set(key)].sort((a, b) => a - b).map((each, host) => [each, host]));
  const hostOf = Int32Array.from(key, (each) => numberOf.get(each)!);
  const rail = axisOf(network, "host") < 0 ? -1 : axisOf(network, "rail");
  const terminalsInHost = new Int32Array(numberOf.size);
  const railOf = hostOf.map((host, t) => (rail < 0 ? terminalsInHost[host]++ : network.coordinates[t * axes.length + rail]));
  return { count: numberOf.size, hostOf, railOf };
}

/** Returns a key for each terminal. Terminals of one host share a key, and keys are in the order of the hosts. */
function hostKey(network: MappingNetwork): (_: unknown, t: number) => number {
  const { axes, head, firstOut, present } = network;
  const host = axisOf(network, "host");
  if (host >= 0) return (_, t) => coordinate(network, t, host);
  if (axes.length > 0 && axes.every(({ kind }) => kind === "board")) {
    // Boards are numbered row by row: the first axis is the fastest.
    return (_, t) =>
      axes.reduceRight((sum, { size, each = size }, d) => sum * (size / each) + Math.floor(coordinate(network, t, d) / each), 0);
  }
  // Links have the numbers of the whole network, even if only some terminals participate.
  return (_, t) => head[firstOut[present?.[t] ?? t]];
}
