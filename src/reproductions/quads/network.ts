/** The built network of Three Quads with 64 nodes: the switches of a node, and whether two nodes share one. */
import type { Network } from "../../core/network/network.ts";
import { builtNetwork, underUniform } from "../documents.ts";

export const topology = { kind: "three-quads", m: 4 };

export const plainMachine = underUniform("Three Quads, 64 nodes", topology);

/** The built network. */
export const quads = (): Network => builtNetwork(plainMachine);

/** The switches of a node, in the order Z, Y, X of the paper's coordinates. */
export function switchesOf({ firstOut, head }: Network, node: number): readonly [z: number, y: number, x: number] {
  const [x, y, z] = head.subarray(firstOut[node], firstOut[node + 1]);
  return [z, y, x];
}

/** Whether two nodes share a working switch. */
export function shareASwitch(net: Network, a: number, b: number, works: (s: number) => boolean = () => true): boolean {
  const others = switchesOf(net, b);
  return switchesOf(net, a).some((each, i) => each === others[i] && works(each));
}
