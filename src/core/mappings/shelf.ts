import { registry } from "../base/registry.ts";
import { consecutive } from "./consecutive.ts";
import type { Mapping } from "./contract.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const mappings = registry<Mapping>("mapping", [consecutive]);
