import { registry } from "../base/registry.ts";
import type { Size } from "./contract.ts";
import { single } from "./single.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const sizes = registry<Size>("size of messages", [single]);
