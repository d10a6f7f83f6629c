import { partialRegistry } from "../base/kind-registry.ts";
import type { Pattern } from "./contract.ts";
import { uniformPattern } from "./uniform.ts";

/** Patterns by id. A page starts with the kind of a new document. `index.ts` registers all kinds. */
export const patterns = partialRegistry<Pattern>("traffic pattern", [uniformPattern]);
