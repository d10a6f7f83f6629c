import { mappings as begun } from "./shelf.ts";
import { axisOrder } from "./axis-order.ts";
import { central } from "./central.ts";
import { consecutive } from "./consecutive.ts";
import { list } from "./list.ts";
import { mirrorPairs } from "./mirror-pairs.ts";
import { quadrants } from "./quadrants.ts";
import { random } from "./random.ts";
import { strided } from "./strided.ts";

export const mappings = begun.complete([consecutive, random, strided, axisOrder, central, quadrants, mirrorPairs, list]);
