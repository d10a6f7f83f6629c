import { firstRegistry } from "../base/registry.ts";
import type { FlowControl } from "./contract.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";

/** By their ids. A page begins with the kind of a new document; `index.ts` registers all. */
export const flowControls = firstRegistry<FlowControl>("flow control", [virtualCutThrough]);
