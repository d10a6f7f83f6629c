import { registry } from "../base/registry.ts";
import type { FlowControl } from "./contract.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";

/** The shelf that a page begins with: the kinds of a new document. The others come with `index.ts`. */
export const flowControls = registry<FlowControl>("flow control", [virtualCutThrough]);
