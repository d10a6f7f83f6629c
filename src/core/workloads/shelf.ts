import { registry } from "../base/registry.ts";
import type { Workload } from "./contract.ts";
import { openLoop } from "./open-loop.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const workloads = registry<Workload>("workload", [openLoop]);
