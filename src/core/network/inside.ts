/** What of a network lies within its hosts, where these have an inside. */
import { axisOf, coordinate, type Network } from "./network.ts";

/** Hosts, and the switches and links within them. */
export interface Inside {
  readonly hosts: number;
  readonly switches: number;
  readonly links: number;
}

/** [N] 1 for terminals of hosts and the switches within these; null where the network has no hosts. */
export function ofHosts(network: Network): Uint8Array | null {
  const axis = axisOf(network, "host");
  if (axis < 0) return null;
  return Uint8Array.from({ length: network.terminals + network.switches }, (_, n) => (coordinate(network, n, axis) >= 0 ? 1 : 0));
}

/** What lies within hosts, counted; null where nothing does. */
export function insideOf(network: Network): Inside | null {
  const isInside = ofHosts(network);
  if (isInside === null) return null;
  const { terminals, head, tail, axes } = network;
  const switches = isInside.subarray(terminals).reduce((sum, each) => sum + each, 0);
  const links = head.reduce((sum, to, c) => sum + (isInside[to] & isInside[tail[c]]), 0) / 2;
  return switches + links === 0 ? null : { hosts: axes[axisOf(network, "host")].size, switches, links };
}
