import { flowControls as first } from "./shelf.ts";
import { circuit } from "./circuit.ts";
import { fluid } from "./fluid.ts";
import { idealNetwork } from "./ideal-network.ts";
import { storeAndForward } from "./store-and-forward.ts";
import { virtualCutThrough } from "./virtual-cut-through.ts";
import { wormhole } from "./wormhole.ts";

export const flowControls = first.register([virtualCutThrough, storeAndForward, wormhole, circuit, fluid, idealNetwork]);
