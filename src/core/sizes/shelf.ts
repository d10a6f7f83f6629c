import { registry } from "../base/registry.ts";
import type { Size } from "./contract.ts";
import { single } from "./single.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const sizes = registry<Size>("size of messages", [single]);
