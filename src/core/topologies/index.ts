import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { faulty } from "./faulty.ts";
import { whole } from "./whole.ts";

/** A new kind is a line in `whole.ts`; here stand the kinds that change another one. */
export const topologies = registry<Topology>("topology", [...whole.kinds, faulty]);
