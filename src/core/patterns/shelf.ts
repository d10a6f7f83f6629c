import { firstRegistry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { uniform } from "./uniform.ts";

/** By their ids. A page begins with the kind of the first picture; `index.ts` registers all, the default among them. */
export const patterns = firstRegistry<Pattern>("traffic pattern", [uniform]);
