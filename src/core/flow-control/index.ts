import { flowControls as first } from "./registry.ts";
import { circuit } from "./circuit.ts";
import { fluid } from "./fluid.ts";
import { idealNetwork } from "./ideal-network.ts";
import { storeAndForward } from "./store-and-forward.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";
import { wormhole } from "./wormhole.ts";

export const allFlowControls = first.register([virtualCutThrough, storeAndForward, wormhole, circuit, fluid, idealNetwork]);
