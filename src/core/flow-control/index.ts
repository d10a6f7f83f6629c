import { registry } from "../base/registry.ts";
import type { FlowControl } from "./contract.ts";
import { circuit } from "./circuit.ts";
import { fluid } from "./fluid.ts";
import { storeAndForward } from "./store-and-forward.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";
import { wormhole } from "./wormhole.ts";

export const flowControls = registry<FlowControl>("flow control", [virtualCutThrough, storeAndForward, wormhole, circuit, fluid]);
