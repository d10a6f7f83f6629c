import { partialRegistry } from "../base/kind-registry.ts";
import type { Workload } from "./contract.ts";
import { openLoop } from "./open-loop.ts";

/** Registry by id. It begins with the default kind of a new document; `index.ts` registers all others. */
export const workloads = partialRegistry<Workload>("workload", [openLoop]);
