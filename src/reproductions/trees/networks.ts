/** The networks of the trees report by name, and their counts: used parts, links, switches, cost. */
import { defaultsOf } from "../../core/base/params.ts";
import { type Bill, billOf } from "../../core/costs/bill.ts";
import { myrinet2000 } from "../../core/costs/myrinet-2000.ts";
import { type BillOfMaterials, billOfMaterials, usedBillOfMaterials } from "../../core/network/bill-of-materials.ts";
import { central } from "../../core/mappings/central.ts";
import type { Network } from "../../core/network/network.ts";
import type { ScenarioDocument } from "../contract.ts";
import { builtNetwork } from "../documents.ts";

/** The networks of Table 2a, all with 4096 nodes. */
export const sameSize = ["8,4-fat-tree", "8:4,4-thin-tree", "8:2,4-thin-tree", "8:4,8-slender-tree", "8:2,5-slender-tree"] as const;
/** The networks of Table 2b, all of 12-port switches. */
export const sameRadix = ["6,5-fat-tree", "8:4,4-thin-tree", "9:3,4-thin-tree", "8:4,8-slender-tree", "9:3,6-slender-tree"] as const;

/** Number of tasks in every job of the report. */
export const taskCount = 4096;

/** The complete network (CN in the report), or the part that a job on its 4096 central terminals uses (U). */
export type NetworkPart = "complete" | "used";

/** The parameters k, k′ and n in a network's name, and its shape. In a fat tree k′ = k. */
export function treeParamsOf(name: string) {
  const [, down, up, levels, shape] = /^(\d+)(?::(\d+))?,(\d+)-(fat|thin|slender)-tree$/.exec(name) as RegExpExecArray;
  const k = Number(down);
  return { k, kUp: up === undefined ? k : Number(up), n: Number(levels), shape };
}

/**
 * The document of a network by its name in the report, such as `8,4-fat-tree` or `8:4,4-thin-tree`. For the used part it has a job of 4096
 * central tasks.
 */
export function treeDocument(name: string, part: NetworkPart = "complete"): ScenarioDocument {
  const { k, kUp, n, shape } = treeParamsOf(name);
  const topology = shape === "fat" ? { kind: "k-ary-n-tree", k, n } : { kind: `${shape}-tree`, k, kUp, n };
  // Uniform traffic suits all networks; the default pattern requires a power of two.
  const job = part === "complete" ? {} : { ranks: taskCount, mapping: { kind: "central" } };
  return { version: 1, title: name, topology, workload: { kind: "open-loop", pattern: { kind: "uniform" }, ...job } };
}

/** The built network. */
export function treeNetworkOf(name: string): Network {
  return builtNetwork(treeDocument(name));
}

/** The bill of materials of a network or of its used part. */
export function treePartsOf(network: Network, part: NetworkPart): BillOfMaterials {
  return part === "complete" ? billOfMaterials(network) : usedBillOfMaterials(network, central.compile({}, taskCount, network));
}

/** The cost of a network at the prices of §5.1. */
export function treeBillOf(network: Network, part: NetworkPart): Bill {
  return billOf({ kind: myrinet2000.id, values: defaultsOf(myrinet2000.params) }, treePartsOf(network, part));
}

/** The counts in Table 2. */
export interface TreeCounts {
  /** Ports of each switch, connected or not. */
  readonly radix: number;
  readonly switches: number;
  /** Links between switches, and to terminals. */
  readonly links: number;
  readonly terminals: number;
}

/** The counts of a bill of materials. */
export function treeCountsOf({ switches, links, terminals }: BillOfMaterials): TreeCounts {
  const totalCount = (parts: readonly { readonly count: number }[]) => parts.reduce((all, { count }) => all + count, 0);
  return { radix: Math.max(...switches.map(({ ports }) => ports)), switches: totalCount(switches), links: totalCount(links), terminals };
}
