import { registry } from "../base/registry.ts";
import type { Pattern } from "./contract.ts";
import { perfectShuffle } from "./perfect-shuffle.ts";
import { uniform } from "./uniform.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const patterns = registry<Pattern>("traffic pattern", [uniform, perfectShuffle]);
