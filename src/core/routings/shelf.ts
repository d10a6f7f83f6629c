import { firstRegistry } from "../base/registry.ts";
import type { Routing } from "./contract.ts";
import { dimensionOrder } from "./dimension-order.ts";

/** By their ids. A page begins with the kind of the first picture; `index.ts` registers all, the default among them. */
export const routings = firstRegistry<Routing>("routing", [dimensionOrder]);
