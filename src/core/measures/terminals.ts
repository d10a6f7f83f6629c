/** Table of measures by terminal: packets sent, delivered and received. */
import { scalar } from "../simulation/frame.ts";
import type { MeasureTable } from "./table.ts";

/** One row per terminal. */
export const terminalsTable: MeasureTable = {
  id: "terminals",
  title: "Terminals",
  columns: [
    { id: "terminal", unit: "", formula: "its number" },
    { id: "created", unit: "packets", formula: "packets it created" },
    { id: "sent", unit: "packets", formula: "packets of it that entered the network" },
    { id: "consumed", unit: "packets", formula: "packets it consumed, from wherever" },
    { id: "delivered", unit: "packets", formula: "of those it created, consumed by the end of the run, wherever" },
    { id: "share", unit: "", formula: "delivered / created" },
    { id: "latency-mean", unit: "cycles", formula: "consumption − creation + 1, mean over those delivered" },
    { id: "sending", unit: "cycles", formula: "cycles in which phits of its own packets crossed a channel that leaves it" },
    { id: "blocked", unit: "cycles", formula: "cycles in which it sent nothing although a packet waited to enter the network" },
    { id: "idle", unit: "cycles", formula: "cycles − sending − blocked" },
  ],
  measure({ network }, { scalars, created, sent, accepted, arrivedFrom, latencyFrom, sendingCycles, blockedCycles }) {
    const rows = Array.from({ length: network.terminals }, (_, terminal) => [
      terminal,
      created[terminal],
      sent[terminal],
      accepted[terminal],
      arrivedFrom[terminal],
      created[terminal] > 0 ? arrivedFrom[terminal] / created[terminal] : null,
      arrivedFrom[terminal] > 0 ? latencyFrom[terminal] / arrivedFrom[terminal] : null,
      sendingCycles[terminal],
      blockedCycles[terminal],
      // Sums of fractions have rounding errors.
      Math.max(0, scalars[scalar.windowCycles] - sendingCycles[terminal] - blockedCycles[terminal]),
    ]);
    return { rows, why: null };
  },
};
