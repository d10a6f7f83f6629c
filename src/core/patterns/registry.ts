import { partialRegistry } from "../base/kind-registry.ts";
import type { Pattern } from "./contract.ts";
import { uniformPattern } from "./uniform.ts";

/** Patterns by id. A page starts with the kind of its first picture. `index.ts` registers all kinds, including the default. */
export const patterns = partialRegistry<Pattern>("traffic pattern", [uniformPattern]);
