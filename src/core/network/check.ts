/** Checks the structural invariants of a network once, before the simulation loops rely on them. */
import type { Network } from "./network.ts";
import { breadthFirstSearch } from "./search.ts";

/**
 * Checks index ranges, that `reverse` is an involution, the order of channels, ports and groups and, for a regular network, that it is
 * connected.
 * @throws Error with the numbers if an invariant is violated. This is always a fault of the program, never of a document.
 */
export function checkNetwork(network: Network): void {
  const { terminals, switches, firstOut, tail, head, reverse, physicalPorts, linkClass, linkClasses, group, groupCapacity } = network;
  const nodes = terminals + switches;
  const channels = head.length;
  if (firstOut.length !== nodes + 1 || firstOut[0] !== 0 || firstOut[nodes] !== channels) {
    throwBroken(`${firstOut[nodes]} channels when ${channels} were expected`);
  }
  for (let n = 0; n < nodes; n++) {
    const endOfChannels = firstOut[n + 1];
    for (let c = firstOut[n]; c < endOfChannels; c++) {
      if (tail[c] !== n) throwBroken(`channel ${c} leaves ${tail[c]}, not ${n}`);
    }
    const ports = endOfChannels - firstOut[n];
    if (n >= terminals && ports > physicalPorts[n - terminals]) {
      throwBroken(`switch ${n - terminals} has ${ports} links on ${physicalPorts[n - terminals]} ports`);
    }
  }
  for (let c = 0; c < channels; c++) {
    const reverseChannel = reverse[c];
    const headNode = head[c];
    if (!(headNode >= 0 && headNode < nodes) || headNode === tail[c]) throwBroken(`channel ${c} enters node ${headNode}`);
    if (reverseChannel === c || reverse[reverseChannel] !== c || tail[reverseChannel] !== headNode || head[reverseChannel] !== tail[c])
      throwBroken(`channel ${c} and its reverse ${reverseChannel}`);
    if (linkClass[c] >= linkClasses.length || linkClass[c] !== linkClass[reverseChannel])
      throwBroken(`class ${linkClass[c]} of channel ${c}`);
    if (group[c] < -1 || group[c] >= groupCapacity.length) throwBroken(`group ${group[c]} of channel ${c}`);
  }
  // A network with missing links or switches may be disconnected. Routings then report which pairs they reach.
  if (network.regular && nodes > 0) {
    const count = breadthFirstSearch(network, 0, new Int32Array(nodes), new Int32Array(nodes));
    if (count !== nodes) throwBroken(`${count} of ${nodes} nodes are connected`);
  }
}

function throwBroken(problem: string): never {
  throw new Error(`broken network: ${problem}`);
}
