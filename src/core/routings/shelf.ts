import { registry } from "../base/registry.ts";
import type { Routing } from "./contract.ts";
import { dimensionOrder } from "./dimension-order.ts";

/** The shelf that a page begins with: the kind of the first picture. The others, the default among them, come with `index.ts`. */
export const routings = registry<Routing>("routing", [dimensionOrder]);
