import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { thinTree } from "./thin-tree.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const topologies = registry<Topology>("topology", [thinTree]);
