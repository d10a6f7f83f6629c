import { registry } from "../base/registry.ts";
import type { Routing } from "./contract.ts";
import { nearestCommonAncestor } from "./nearest-common-ancestor.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const routings = registry<Routing>("routing", [nearestCommonAncestor]);
