import { registry } from "../base/registry.ts";
import { consecutive } from "./consecutive.ts";
import type { Mapping } from "./contract.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const mappings = registry<Mapping>("mapping", [consecutive]);
