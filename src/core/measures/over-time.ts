/** Table of a run over time, in up to 64 equal time bins from its start. */
import { scalar } from "../simulation/frame.ts";
import type { MeasureTable } from "./table.ts";

/** One row per complete time bin, including warm-up and drain. */
export const overTimeTable: MeasureTable = {
  id: "time",
  title: "Over time",
  columns: [
    { id: "from", unit: "cycle", formula: "first cycle of the interval" },
    { id: "to", unit: "cycle", formula: "last cycle of the interval" },
    { id: "accepted", unit: "phits/cycle per terminal", formula: "phits consumed in the interval / (cycles × terminals)" },
    { id: "latency-mean", unit: "cycles", formula: "consumption − creation + 1, mean over the packets consumed in the interval" },
    { id: "load-mean", unit: "phits/cycle", formula: "phits that crossed a channel in the interval / cycles, mean over all channels" },
    { id: "load-worst", unit: "phits/cycle", formula: "the largest load of a channel" },
  ],
  measure(_plan, frame) {
    const cycles = frame.scalars[scalar.binCycles];
    const rows = Array.from({ length: frame.scalars[scalar.bins] }, (_, i) => [
      i * cycles,
      (i + 1) * cycles - 1,
      frame.acceptedOverTime[i],
      frame.latencyOverTime[i] > 0 ? frame.latencyOverTime[i] : null,
      frame.meanLoad[i],
      frame.worstLoad[i],
    ]);
    return { rows, why: null };
  },
};
