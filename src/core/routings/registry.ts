import { partialRegistry } from "../base/kind-registry.ts";
import type { Routing } from "./contract.ts";
import { dimensionOrder } from "./dimension-order.ts";

/** Routings by id. A page starts with the kind of a new document. `index.ts` registers all kinds, including the default of the schema. */
export const routings = partialRegistry<Routing>("routing", [dimensionOrder]);
