import { registry } from "../base/registry.ts";
import type { Host } from "./contract.ts";
import { ideal } from "./ideal.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const hosts = registry<Host>("host", [ideal]);
