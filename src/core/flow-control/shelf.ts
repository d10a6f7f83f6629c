import { registry } from "../base/registry.ts";
import type { FlowControl } from "./contract.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";

/** The shelf as a page begins with it: what a new document has. The others come with `index.ts`. */
export const flowControls = registry<FlowControl>("flow control", [virtualCutThrough]);
