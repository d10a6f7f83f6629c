/** The trees report's networks by their names, and what is counted on them: used parts, links, switches, cost. */
import { defaultsOf } from "../../core/base/params.ts";
import { type Bill, billOf } from "../../core/costs/bill.ts";
import { myrinet2000 } from "../../core/costs/myrinet-2000.ts";
import { type Parts, partsOf, usedPartsOf } from "../../core/network/parts.ts";
import { central } from "../../core/mappings/central.ts";
import type { Network } from "../../core/network/network.ts";
import type { ScenarioDocument } from "../contract.ts";
import { builtNetwork } from "../documents.ts";

/** The networks of Table 2a, all of 4096 nodes. */
export const sameSize = ["8,4-fat-tree", "8:4,4-thin-tree", "8:2,4-thin-tree", "8:4,8-slender-tree", "8:2,5-slender-tree"] as const;
/** The networks of Table 2b, all of 12-port switches. */
export const sameRadix = ["6,5-fat-tree", "8:4,4-thin-tree", "9:3,4-thin-tree", "8:4,8-slender-tree", "9:3,6-slender-tree"] as const;

/** Tasks of every job of the report. */
export const tasks = 4096;

/** The complete network (CN), or what a job on its 4096 central terminals uses (U). */
export type Part = "complete" | "used";

/** k, k′ and n of a network's name, and its shape; k′ = k in a fat tree. */
export function lettersOf(name: string) {
  const [, down, up, levels, shape] = /^(\d+)(?::(\d+))?,(\d+)-(fat|thin|slender)-tree$/.exec(name) as RegExpExecArray;
  const k = Number(down);
  return { k, kUp: up === undefined ? k : Number(up), n: Number(levels), shape };
}

/** The document of a network by the report's name, `8,4-fat-tree`, `8:4,4-thin-tree`, with or without such a job on it. */
export function treeDocument(name: string, part: Part = "complete"): ScenarioDocument {
  const { k, kUp, n, shape } = lettersOf(name);
  const topology = shape === "fat" ? { kind: "k-ary-n-tree", k, n } : { kind: `${shape}-tree`, k, kUp, n };
  // Every network has uniform traffic; the usual pattern wants a power of two.
  const job = part === "complete" ? {} : { ranks: tasks, mapping: { kind: "central" } };
  return { version: 1, title: name, topology, workload: { kind: "open-loop", pattern: { kind: "uniform" }, ...job } };
}

/** The network as it is built. */
export function networkOf(name: string): Network {
  return builtNetwork(treeDocument(name));
}

/** What is bought of a network of the report. */
export function partsOfTree(network: Network, part: Part): Parts {
  return part === "complete" ? partsOf(network) : usedPartsOf(network, central.compile({}, tasks, network));
}

/** The bill of a network by the prices of §5.1. */
export function billOfTree(network: Network, part: Part): Bill {
  return billOf({ kind: myrinet2000.id, values: defaultsOf(myrinet2000.params) }, partsOfTree(network, part));
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

/** Counts of parts. */
export function countsOf({ switches, links, terminals }: Parts): Counts {
  const sum = (parts: readonly { readonly count: number }[]) => parts.reduce((all, { count }) => all + count, 0);
  return { radix: Math.max(...switches.map(({ ports }) => ports)), switches: sum(switches), links: sum(links), terminals };
}
