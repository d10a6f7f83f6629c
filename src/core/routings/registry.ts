import { partialRegistry } from "../base/kind-registry.ts";
import type { Routing } from "./contract.ts";
import { dimensionOrder } from "./dimension-order.ts";

/** Routings by id. A page starts with the kind of its first picture. `index.ts` registers all kinds, including the default. */
export const routings = partialRegistry<Routing>("routing", [dimensionOrder]);
