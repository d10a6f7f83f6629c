import { registry } from "../base/registry.ts";
import type { Workload } from "./contract.ts";
import { openLoop } from "./open-loop.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const workloads = registry<Workload>("workload", [openLoop]);
