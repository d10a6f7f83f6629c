import { mappings as first } from "./registry.ts";
import { axisOrder } from "./axis-order.ts";
import { byHost } from "./by-host.ts";
import { byRail } from "./by-rail.ts";
import { central } from "./central.ts";
import { consecutive } from "./consecutive.ts";
import { listMapping } from "./list.ts";
import { mirrorPairs } from "./mirror-pairs.ts";
import { quadrants } from "./quadrants.ts";
import { random } from "./random.ts";
import { scattered } from "./scattered.ts";
import { strided } from "./strided.ts";

export const allMappings = first.register([
  consecutive,
  random,
  strided,
  byHost,
  byRail,
  scattered,
  axisOrder,
  central,
  quadrants,
  mirrorPairs,
  listMapping,
]);
