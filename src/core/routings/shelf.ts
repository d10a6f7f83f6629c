import { registry } from "../base/registry.ts";
import type { Routing } from "./contract.ts";
import { nearestCommonAncestor } from "./nearest-common-ancestor.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const routings = registry<Routing>("routing", [nearestCommonAncestor]);
