import { registry } from "../base/registry.ts";
import type { Cost } from "./contract.ts";
import { myrinet2000 } from "./myrinet-2000.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const costs = registry<Cost>("cost model", [myrinet2000]);
