import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { mesh } from "./grids/mesh.ts";

/** The shelf that a page begins with: the kind of the first picture. The others, the default among them, come with `index.ts`. */
export const topologies = registry<Topology>("topology", [mesh]);
