import { firstRegistry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { mesh } from "./grids/mesh.ts";

/** By their ids. A page begins with the kind of the first picture; `index.ts` registers all, the default among them. */
export const topologies = firstRegistry<Topology>("topology", [mesh]);
