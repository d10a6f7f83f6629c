import { firstRegistry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { uniform } from "./uniform.ts";

/** Patterns by id. A page starts with the kind of its first picture. `index.ts` registers all kinds, including the default. */
export const patterns = firstRegistry<Pattern>("traffic pattern", [uniform]);
