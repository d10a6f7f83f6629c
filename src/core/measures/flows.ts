/** Table of measures by flow: the packets from one source to one destination. */
import type { MeasureTable, MeasureRow } from "./table.ts";

/**
 * One row per pair of terminals with consumed packets that were created in the window. Pairs are counted individually up to 128 terminals;
 * above that, flows are known only if every source has one destination.
 */
export const flowsTable: MeasureTable = {
  id: "flows",
  title: "Flows",
  columns: [
    { id: "source", unit: "", formula: "terminal that created the packets" },
    { id: "destination", unit: "", formula: "terminal that consumed them" },
    { id: "packets", unit: "packets", formula: "packets created in the window that have been consumed" },
    { id: "latency-mean", unit: "cycles", formula: "consumption − creation + 1, mean over these packets" },
  ],
  /**
   * The rows of the table of flows from a frame (all counters at one cycle). The frame counts packets and latency by pair (source ×
   * terminals + destination) in small networks; otherwise only by source, which is sufficient if every source has one destination. Without
   * rows, `why` says why there are none.
   */
  measure({ network, demand }, frame) {
    const { terminals } = network;
    const rows: MeasureRow[] = [];
    const addFlow = (source: number, destination: number, packets: number, latency: number) => {
      if (packets > 0) rows.push([source, destination, packets, latency / packets]);
    };
    if (frame.flowPackets.length > 0) {
      frame.flowPackets.forEach((packets, i) => addFlow(Math.floor(i / terminals), i % terminals, packets, frame.flowLatency[i]));
    } else if (demand.form === "open-loop" && demand.isPermutation) {
      for (let source = 0; source < terminals; source++) {
        if (demand.isSending[source] === 1)
          addFlow(source, demand.destination(source, 0), frame.arrivedFrom[source], frame.latencyFrom[source]);
      }
    } else {
      return {
        rows: null,
        why: `Flows are counted for up to 128 terminals, and for patterns with one destination per source; this network has ${terminals} terminals.`,
      };
    }
    return { rows, why: null };
  },
};
