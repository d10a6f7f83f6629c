/** Maps the ports of a network that was read from a file to channels, so that counters of ports can be displayed. */
import { nameOfNode, type Network } from "../core/network/network.ts";
import { cleanName } from "../core/network/drawing/names-and-places.ts";
import type { ReadNetwork, ReadNode } from "../formats/contract.ts";
import { uniqueNames } from "../formats/to-drawing.ts";
import { deviceName } from "../formats/network/device-name.ts";

/** The channel that leaves each port, by {@link portKey}. */
export type PortChannels = ReadonlyMap<string, number>;

/** Key of a port. A node may be given by its id or its name, also with the name of its vendor; case and surrounding spaces are ignored. */
export const portKey = (node: string, port: number) => `${deviceName(node.trim()).toLowerCase()} ${port}`;

/**
 * Maps each port of a node in a file to the channel that leaves the node there in the network, so that counters of ports can be displayed.
 * Nodes are identified by name or number. If links are parallel (between the same two nodes), the i-th link in the file is the i-th channel
 * between these nodes.
 * @param network the network made from the file; nodes keep their names, and parallel links their order
 */
export function portChannels({ nodes, links }: ReadNetwork, network: Network): PortChannels {
  const { terminals, switches, firstOut, head } = network;
  const byName = new Map<string, number>();
  for (let nodeIndex = 0; nodeIndex < terminals + switches; nodeIndex++)
    byName.set(`${nodeIndex < terminals} ${nameOfNode(network, nodeIndex)}`, nodeIndex);
  const drawnNamesOfNodes = uniqueNames(nodes);
  // Node of the network for each node of the file; −1 if it is not found.
  const nodeIndices = nodes.map((node, i) => {
    const number = /^[a-z]?(\d+)$/i.exec(node.id)?.[1];
    const defaultNames = number === undefined ? [] : [`${node.isTerminal ? "terminal" : "switch"} ${number}`];
    const names = [drawnNamesOfNodes[i], node.id, ...defaultNames].map((name) => byName.get(`${node.isTerminal} ${cleanName(name)}`));
    return names.find((nodeIndex) => nodeIndex !== undefined) ?? -1;
  });
  const ports = new Map<string, number>();
  const setPort = (node: ReadNode, port: number | undefined, channel: number) => {
    if (port === undefined) return;
    for (const name of [node.id, node.name ?? node.id]) ports.set(portKey(name, port), channel);
  };
  /** Number of parallel links that have been visited, by pair of nodes. */
  const visitedLinks = new Map<string, number>();
  for (const { a, b, aPort, bPort } of links) {
    const [firstNode, secondNode] = [nodeIndices[a], nodeIndices[b]];
    if (firstNode < 0 || secondNode < 0) continue;
    const pair = `${Math.min(firstNode, secondNode)} ${Math.max(firstNode, secondNode)}`;
    const linkIndex = visitedLinks.get(pair) ?? 0;
    visitedLinks.set(pair, linkIndex + 1);
    const channelFrom = (source: number, destination: number) => {
      for (let channel = firstOut[source], parallelLinkIndex = 0; channel < firstOut[source + 1]; channel++)
        if (head[channel] === destination && parallelLinkIndex++ === linkIndex) return channel;
      return -1;
    };
    const [forward, backward] = [channelFrom(firstNode, secondNode), channelFrom(secondNode, firstNode)];
    if (forward >= 0) setPort(nodes[a], aPort, forward);
    if (backward >= 0) setPort(nodes[b], bPort, backward);
  }
  return ports;
}
