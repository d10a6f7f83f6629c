/** Table of measures by terminal: packets sent, delivered and received. */
import { scalar } from "../simulation/frame.ts";
import type { MeasureTable } from "./table.ts";

/** One row per terminal. */
export const terminalsTable: MeasureTable = {
  id: "terminals",
  title: "Terminals",
  columns: [
    { id: "terminal", unit: "", formula: "its number" },
    { id: "created", unit: "packets", formula: "packets that it created" },
    { id: "sent", unit: "packets", formula: "packets that it injected into the network" },
    { id: "consumed", unit: "packets", formula: "packets that it consumed, from all sources" },
    { id: "delivered", unit: "packets", formula: "packets that it created and that their destinations consumed by the end of the run" },
    { id: "share", unit: "", formula: "delivered / created" },
    { id: "latency-mean", unit: "cycles", formula: "consumption − creation + 1, mean over the delivered packets" },
    { id: "sending", unit: "cycles", formula: "cycles in which phits of its own packets crossed a channel that leaves it" },
    { id: "blocked", unit: "cycles", formula: "cycles in which it sent nothing although a packet waited for injection" },
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
