import { partialRegistry } from "../base/kind-registry.ts";
import type { Topology } from "./contract.ts";
import { mesh } from "./grids/mesh.ts";

/** Topologies by id. A page starts with the kind that it draws first. `index.ts` registers all kinds, including the default. */
export const topologies = partialRegistry<Topology>("topology", [mesh]);
