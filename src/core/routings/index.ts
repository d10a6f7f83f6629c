import { registry } from "../base/registry.ts";
import type { Routing } from "./contract.ts";
import { dimensionOrder } from "./dimension-order.ts";
import { nearestCommonAncestor } from "./nearest-common-ancestor.ts";

export const routings = registry<Routing>("routing", [nearestCommonAncestor, dimensionOrder]);
