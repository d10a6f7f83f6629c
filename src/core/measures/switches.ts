/** Table of measures by switch, from its incoming and outgoing channels. */
import { nameOfNode } from "../network/network.ts";
import { rateOf } from "../plan/links.ts";
import { scalar } from "../simulation/frame.ts";
import type { Table } from "./table.ts";

/** One row per switch, in the order of the network. */
export const switches: Table = {
  id: "switches",
  title: "Switches",
  columns: [
    { id: "switch", unit: "", formula: "its number, 0 to switches − 1" },
    { id: "name", unit: "", formula: "its place in the network" },
    { id: "packets", unit: "packets", formula: "phits that came in over all its channels / phits of a packet" },
    { id: "load-mean", unit: "phits/cycle", formula: "phits that left it / (cycles × phits per cycle that its channels carry)" },
    { id: "load-worst", unit: "phits/cycle", formula: "the largest load of a channel that leaves it, over its rate" },
    { id: "waiting", unit: "cycles", formula: "sum over its packets, from the header's arrival to the grant of the next channel" },
    { id: "waiting-mean", unit: "cycles/packet", formula: "waiting / packets" },
    {
      id: "since-injection",
      unit: "cycles",
      formula: "sum over its packets, from injection to the header's arrival (cumulative delay; Petrini et al., QsNET, §5.4)",
    },
    { id: "since-injection-mean", unit: "cycles/packet", formula: "since-injection / packets" },
  ],
  measure({ network, packetPhits, links }, frame) {
    const { terminals, firstOut, reverse } = network;
    const cycles = frame.scalars[scalar.windowCycles];
    const rows = Array.from({ length: network.switches }, (_, s) => {
      const n = terminals + s;
      let [phitsIn, phitsOut, carried, worst, waiting, since] = [0, 0, 0, 0, 0, 0];
      for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
        phitsIn += frame.windowPhits[reverse[c]];
        phitsOut += frame.windowPhits[c];
        carried += rateOf(links, c);
        worst = Math.max(worst, frame.windowPhits[c] / rateOf(links, c));
        waiting += frame.windowWaiting[reverse[c]];
        since += frame.windowSinceInjection[reverse[c]];
      }
      const packets = phitsIn / packetPhits;
      const per = (sum: number, count: number) => (count > 0 ? sum / count : 0);
      return [
        s,
        nameOfNode(network, n),
        packets,
        per(phitsOut, cycles * carried),
        per(worst, cycles),
        waiting,
        per(waiting, packets),
        since,
        per(since, packets),
      ];
    });
    return { rows, why: null };
  },
};
