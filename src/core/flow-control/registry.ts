import { partialRegistry } from "../base/kind-registry.ts";
import type { FlowControl } from "./contract.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";

/** Flow controls by id. The page starts with the kind of a new document only; `index.ts` registers all others. */
export const flowControls = partialRegistry<FlowControl>("flow control", [virtualCutThrough]);
