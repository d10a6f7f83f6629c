import { registry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { uniform } from "./uniform.ts";

/** The shelf that a page begins with: the kind of the first picture. The others, the default among them, come with `index.ts`. */
export const patterns = registry<Pattern>("traffic pattern", [uniform]);
