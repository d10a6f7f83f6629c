import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { thinTree } from "./thin-tree.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const topologies = registry<Topology>("topology", [thinTree]);
