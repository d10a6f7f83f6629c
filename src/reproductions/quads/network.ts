/** The built network of Three Quads with 64 nodes: the switches of a node, and whether two nodes share one. */
import type { Network } from "../../core/network/network.ts";
import { builtNetwork, uniformTrafficOn } from "../documents.ts";

export const threeQuadsTopology = { kind: "three-quads", m: 4 };

export const threeQuadsNetworkDocument = uniformTrafficOn("Three Quads, 64 nodes", threeQuadsTopology);

/** The built network. */
export const threeQuadsNetwork = (): Network => builtNetwork(threeQuadsNetworkDocument);

/** The switches of a node, in the order Z, Y, X of the paper's coordinates. */
export function switchesOfNode({ firstOut, head }: Network, node: number): readonly [z: number, y: number, x: number] {
  const [x, y, z] = head.subarray(firstOut[node], firstOut[node + 1]);
  return [z, y, x];
}

/** Whether two nodes share a working switch. */
export function shareSwitch(net: Network, a: number, b: number, isWorking: (s: number) => boolean = () => true): boolean {
  const otherSwitches = switchesOfNode(net, b);
  return switchesOfNode(net, a).some((each, i) => each === otherSwitches[i] && isWorking(each));
}
