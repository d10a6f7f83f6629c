import { registry } from "../base/registry.ts";
import type { Technology } from "./contract.ts";
import { cycles } from "./cycles.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const technologies = registry<Technology>("technology", [cycles]);
