/** Maps the ports of a network that was read from a file to channels, so that counters of ports can be displayed. */
import { nameOfNode, type Network } from "../core/network/network.ts";
import { cleanName } from "../core/network/drawing/look-text.ts";
import type { ReadNetwork, ReadNode } from "../formats/contract.ts";
import { drawnNames } from "../formats/to-drawing.ts";
import { deviceName } from "../formats/network/device-name.ts";

/** The channel that leaves each port, by {@link portKey}. */
export type Ports = ReadonlyMap<string, number>;

/** Key of a port. A node may be given by its id or its name, also with the name of its vendor; case and surrounding spaces are ignored. */
export const portKey = (node: string, port: number) => `${deviceName(node.trim()).toLowerCase()} ${port}`;

/**
 * The channel of every port that a file numbers.
 * @param network the network made from the file; nodes keep their names, and parallel links their order
 */
export function portsOf({ nodes, links }: ReadNetwork, network: Network): Ports {
  const { terminals, switches, firstOut, head } = network;
  const byName = new Map<string, number>();
  for (let n = 0; n < terminals + switches; n++) byName.set(`${n < terminals} ${nameOfNode(network, n)}`, n);
  const drawn = drawnNames(nodes);
  const known = nodes.map((node, i) => {
    const number = /^[a-z]?(\d+)$/i.exec(node.id)?.[1];
    const usual = number === undefined ? [] : [`${node.isTerminal ? "terminal" : "switch"} ${number}`];
    const names = [drawn[i], node.id, ...usual].map((name) => byName.get(`${node.isTerminal} ${cleanName(name)}`));
    return names.find((n) => n !== undefined) ?? -1;
  });
  const ports = new Map<string, number>();
  const put = (node: ReadNode, port: number | undefined, channel: number) => {
    if (port === undefined) return;
    for (const name of [node.id, node.name ?? node.id]) ports.set(portKey(name, port), channel);
  };
  /** Number of parallel links that have been visited, by pair of nodes. */
  const met = new Map<string, number>();
  for (const { a, b, aPort, bPort } of links) {
    const [p, q] = [known[a], known[b]];
    if (p < 0 || q < 0) continue;
    const pair = `${Math.min(p, q)} ${Math.max(p, q)}`;
    const nth = met.get(pair) ?? 0;
    met.set(pair, nth + 1);
    const leaving = (from: number, to: number) => {
      for (let c = firstOut[from], seen = 0; c < firstOut[from + 1]; c++) if (head[c] === to && seen++ === nth) return c;
      return -1;
    };
    const [forth, back] = [leaving(p, q), leaving(q, p)];
    if (forth >= 0) put(nodes[a], aPort, forth);
    if (back >= 0) put(nodes[b], bPort, back);
  }
  return ports;
}
