/** Three Quads of 64 nodes as it is built: which switches a node is on, and what nodes share. */
import { compile } from "../../core/run/compile.ts";
import type { Network } from "../../core/network/network.ts";
import { readScenario } from "../../core/scenario/scenario.ts";
import type { ScenarioDocument } from "../contract.ts";

export const topology = { kind: "three-quads", m: 4 };

export const plainMachine: ScenarioDocument = {
  version: 1,
  title: "Three Quads, 64 nodes",
  topology,
  workload: { kind: "open-loop", pattern: { kind: "uniform" } },
};

/** The network as it is built. */
export const quads = (): Network => compile(readScenario(plainMachine)).plan.network;

/** The switches of a node: Z, Y, X in the order of the paper's coordinates. */
export function switchesOf({ firstOut, head }: Network, node: number): readonly [z: number, y: number, x: number] {
  const [x, y, z] = head.subarray(firstOut[node], firstOut[node + 1]);
  return [z, y, x];
}

/** Whether two nodes are on one switch, of those that work. */
export function shareASwitch(net: Network, a: number, b: number, works: (s: number) => boolean = () => true): boolean {
  const others = switchesOf(net, b);
  return switchesOf(net, a).some((each, i) => each === others[i] && works(each));
}
