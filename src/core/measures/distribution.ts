/** Table of the latency distribution: the histogram behind the percentiles. */
import { latencyOfBin } from "../simulation/frame.ts";
import type { MeasureTable } from "./table.ts";

/** One row per bin from the smallest to the largest latency: one cycle wide up to 63, 32 bins per doubling above. */
export const distributionTable: MeasureTable = {
  id: "distribution",
  title: "Latency distribution",
  columns: [
    { id: "from", unit: "cycles", formula: "smallest latency of the bin" },
    { id: "to", unit: "cycles", formula: "largest latency of the bin" },
    { id: "packets", unit: "packets", formula: "packets created in the window and consumed, by latency since creation" },
    { id: "share-no-later", unit: "", formula: "packets up to this bin / all packets" },
  ],
  measure(_plan, { latencies }) {
    const first = latencies.findIndex((packets) => packets > 0);
    if (first < 0) return { rows: [], why: null };
    let last = latencies.length - 1;
    while (latencies[last] === 0) last--;
    const total = latencies.reduce((sum, packets) => sum + packets, 0);
    let cumulative = 0;
    const rows = Array.from(latencies.subarray(first, last + 1), (packets, i) => {
      cumulative += packets;
      return [latencyOfBin(first + i), latencyOfBin(first + i + 1) - 1, packets, cumulative / total];
    });
    return { rows, why: null };
  },
};
