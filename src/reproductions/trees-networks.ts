/** The trees report's networks by their names, and what is counted on them: used parts, links, switches, cost. */
import { compile } from "../core/compile.ts";
import { axisOf, coordinate, type Network } from "../core/network/network.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import type { ScenarioDocument } from "./contract.ts";

/** The networks of Table 2a, all of 4096 nodes. */
export const sameSize = ["8,4-fat-tree", "8:4,4-thin-tree", "8:2,4-thin-tree", "8:4,8-slender-tree", "8:2,5-slender-tree"] as const;
/** The networks of Table 2b, all of 12-port switches. */
export const sameRadix = ["6,5-fat-tree", "8:4,4-thin-tree", "9:3,4-thin-tree", "8:4,8-slender-tree", "9:3,6-slender-tree"] as const;

/** The document of a network by the report's name: `8,4-fat-tree`, `8:4,4-thin-tree`. */
export function treeDocument(name: string): ScenarioDocument {
  const [, down, up, levels, shape] = /^(\d+)(?::(\d+))?,(\d+)-(fat|thin|slender)-tree$/.exec(name) as RegExpExecArray;
  const [k, n] = [Number(down), Number(levels)];
  const topology = shape === "fat" ? { kind: "k-ary-n-tree", k, n } : { kind: `${shape}-tree`, k, kUp: Number(up), n };
  // Every network has uniform traffic; the usual pattern wants a power of two.
  return { title: name, topology, workload: { kind: "open-loop", pattern: { kind: "uniform" } } };
}

/** What Table 2 counts. */
export interface Counts {
  /** Ports of each switch, plugged or not. */
  readonly radix: number;
  readonly switches: number;
  /** Links between switches and to the terminals. */
  readonly links: number;
  readonly terminals: number;
}

const built = new Map<string, Network>();

/** The network as it is built, kept for the next who asks. */
export function networkOf(name: string): Network {
  const known = built.get(name);
  if (known !== undefined) return known;
  const { network } = compile(readScenario(treeDocument(name))).plan;
  built.set(name, network);
  return network;
}

/** Counts on the complete network. */
export function countsOf(network: Network): Counts {
  const { terminals, switches, head, physicalPorts } = network;
  return { radix: Math.max(...physicalPorts), switches, links: head.length / 2, terminals };
}

/**
 * Counts on the part that so many central terminals use: as many terminals are left out on each side, so that one more
 * stays where the rest is odd; a switch is used when a terminal that stays is below it, a link between switches when
 * both of its ends are. Each of the terminals asked for has its link.
 */
export function usedCountsOf(network: Network, wanted: number): Counts {
  const { terminals, head, tail } = network;
  const aside = Math.floor((terminals - wanted) / 2);
  const isUsed = new Uint8Array(terminals + network.switches);
  isUsed.fill(1, aside, terminals - aside);
  const level = axisOf(network, "level");
  const height = (n: number) => (n < terminals ? -1 : coordinate(network, n, level));
  const upward = Array.from(head.keys())
    .filter((c) => height(head[c]) > height(tail[c]))
    .sort((a, b) => height(tail[a]) - height(tail[b]));
  for (const c of upward) if (isUsed[tail[c]] === 1) isUsed[head[c]] = 1;
  const between = upward.filter((c) => tail[c] >= terminals && isUsed[tail[c]] === 1 && isUsed[head[c]] === 1).length;
  return {
    radix: countsOf(network).radix,
    switches: isUsed.subarray(terminals).reduce((sum, each) => sum + each, 0),
    links: between + wanted,
    terminals: wanted,
  };
}

/** US dollars of links and switches: 150 each link, and for a switch what 16 ports cost at 5625, by the square of its ports (§5.1). */
export function costOf({ links, switches, radix }: Counts): number {
  return 150 * links + (5625 / 256) * radix ** 2 * switches;
}
