import { firstRegistry } from "../base/registry.ts";
import type { Workload } from "./contract.ts";
import { openLoop } from "./open-loop.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const workloads = firstRegistry<Workload>("workload", [openLoop]);
