import { registry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { perfectShuffle } from "./perfect-shuffle.ts";
import { uniform } from "./uniform.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const patterns = registry<Pattern>("traffic pattern", [uniform, perfectShuffle]);
