/** The part of a network that lies within its hosts, if hosts contain several terminals. */
import { axisOf, coordinate, type Network } from "./network.ts";

/** Number of hosts, and of the switches and links within them. */
export interface HostInternals {
  readonly hosts: number;
  readonly switches: number;
  readonly links: number;
}

/** [N] 1 for terminals of hosts and for switches within hosts; null if the network has no hosts. */
export function hostNodes(network: Network): Uint8Array | null {
  const axis = axisOf(network, "host");
  if (axis < 0) return null;
  return Uint8Array.from({ length: network.terminals + network.switches }, (_, n) => (coordinate(network, n, axis) >= 0 ? 1 : 0));
}

/** Counts the switches and links within hosts; null if there are none. */
export function hostInternalsOf(network: Network): HostInternals | null {
  const isInHost = hostNodes(network);
  if (isInHost === null) return null;
  const { terminals, head, tail, axes } = network;
  const switches = isInHost.subarray(terminals).reduce((sum, each) => sum + each, 0);
  const links = head.reduce((sum, to, c) => sum + (isInHost[to] & isInHost[tail[c]]), 0) / 2;
  return switches + links === 0 ? null : { hosts: axes[axisOf(network, "host")].size, switches, links };
}
