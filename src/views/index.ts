import { breakdown } from "./breakdown.ts";
import { channelLoad } from "./channel-load.ts";
import { difference } from "./comparison/difference.ts";
import { ledger } from "./comparison/ledger.ts";
import { mirror } from "./comparison/mirror.ts";
import { congestionMatrix } from "./congestion-matrix.ts";
import type { View } from "./contract.ts";
import { gantt } from "./gantt.ts";
import { latency } from "./latency.ts";
import { loadCurve } from "./load-curve.ts";
import { stage } from "./stage/stage.ts";
import { terminals } from "./terminals.ts";
import { sweep } from "./sweep/sweep.ts";
import { timeStrip } from "./time-strip.ts";
import { trafficMatrix } from "./traffic-matrix.ts";

/** All views, in the order in which people see them. */
export const views: readonly View[] = [
  stage,
  mirror,
  difference,
  ledger,
  sweep,
  loadCurve,
  congestionMatrix,
  channelLoad,
  trafficMatrix,
  latency,
  terminals,
  breakdown,
  gantt,
  timeStrip,
];
