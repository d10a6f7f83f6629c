import { partialRegistry } from "../base/kind-registry.ts";
import type { SizeDistribution } from "./contract.ts";
import { single } from "./single.ts";

/** Size distributions by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const sizes = partialRegistry<SizeDistribution>("size of messages", [single]);
