import { registry } from "../base/registry.ts";
import type { Topology } from "./contract.ts";
import { kAryNTree } from "./k-ary-n-tree.ts";
import { mesh } from "./mesh.ts";
import { slenderTree } from "./slender-tree.ts";
import { thinTree } from "./thin-tree.ts";
import { torus } from "./torus.ts";

export const topologies = registry<Topology>("topology", [kAryNTree, thinTree, slenderTree, torus, mesh]);
