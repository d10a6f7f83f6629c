/** Structural laws of a network, proved once before a loop relies on them. */
import type { Network } from "./network.ts";

/**
 * Checks ranges, the involution of directions, the order of channels, ports and connectedness.
 * @throws Error with the numbers when a law is broken: always a fault of the program, never of a document
 */
export function checkNetwork(network: Network): void {
  const { terminals, switches, firstOut, tail, head, reverse, physicalPorts, linkClass, linkClasses, group, groupCapacity } = network;
  const nodes = terminals + switches;
  const channels = head.length;
  const law = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`broken network: ${what}`);
  };
  law(firstOut.length === nodes + 1 && firstOut[nodes] === channels, `${firstOut[nodes]} channels when ${channels} were expected`);
  for (let n = 0; n < nodes; n++) {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) law(tail[c] === n, `channel ${c} leaves ${tail[c]}, not ${n}`);
    if (n < terminals) continue;
    const ports = firstOut[n + 1] - firstOut[n];
    law(ports <= physicalPorts[n - terminals], `switch ${n - terminals} has ${ports} links on ${physicalPorts[n - terminals]} ports`);
  }
  for (let c = 0; c < channels; c++) {
    const back = reverse[c];
    law(head[c] >= 0 && head[c] < nodes && head[c] !== tail[c], `channel ${c} enters node ${head[c]}`);
    law(back !== c && reverse[back] === c && tail[back] === head[c] && head[back] === tail[c], `channel ${c} and its reverse ${back}`);
    law(linkClass[c] < linkClasses.length && linkClass[c] === linkClass[back], `class ${linkClass[c]} of channel ${c}`);
    law(group[c] >= -1 && group[c] < groupCapacity.length, `group ${group[c]} of channel ${c}`);
  }
  const reached = new Uint8Array(nodes);
  const queue = new Int32Array(nodes);
  let count = 1;
  reached[0] = 1;
  for (let i = 0; i < count; i++) {
    for (let c = firstOut[queue[i]]; c < firstOut[queue[i] + 1]; c++) {
      if (reached[head[c]] === 1) continue;
      reached[head[c]] = 1;
      queue[count++] = head[c];
    }
  }
  law(count === nodes, `${count} of ${nodes} nodes are connected`);
}
