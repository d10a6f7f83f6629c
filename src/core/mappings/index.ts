import { registry } from "../base/registry.ts";
import { axisOrder } from "./axis-order.ts";
import { central } from "./central.ts";
import { consecutive } from "./consecutive.ts";
import type { Mapping } from "./contract.ts";
import { list } from "./list.ts";
import { random } from "./random.ts";
import { strided } from "./strided.ts";

export const mappings = registry<Mapping>("mapping", [consecutive, random, strided, axisOrder, central, list]);
