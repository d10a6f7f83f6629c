import { registry } from "../base/registry.ts";
import type { Host } from "./contract.ts";
import { ideal } from "./ideal.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const hosts = registry<Host>("host", [ideal]);
