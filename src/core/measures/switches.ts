/** Table of measures by switch, from its incoming and outgoing channels. */
import { nameOfNode } from "../network/network.ts";
import { rateOf } from "../plan/links.ts";
import { scalar } from "../simulation/frame.ts";
import type { MeasureTable } from "./table.ts";

/** One row per switch, in the order of the network. */
export const switchesTable: MeasureTable = {
  id: "switches",
  title: "Switches",
  columns: [
    { id: "switch", unit: "", formula: "its number, 0 to switches − 1" },
    { id: "name", unit: "", formula: "its position in the network" },
    { id: "packets", unit: "packets", formula: "phits that entered over all its channels / phits of a packet" },
    {
      id: "load-mean",
      unit: "phits/cycle",
      formula: "phits that left it / (cycles × capacity of its outgoing channels in phits per cycle)",
    },
    { id: "load-worst", unit: "phits/cycle", formula: "the largest load / rate of a channel that leaves it" },
    { id: "waiting", unit: "cycles", formula: "sum over its packets, from the arrival of the header to the grant of the next channel" },
    { id: "waiting-mean", unit: "cycles/packet", formula: "waiting / packets" },
    {
      id: "since-injection",
      unit: "cycles",
      formula: "sum over its packets, from injection to the arrival of the header (cumulative delay; Petrini et al., QsNET, §5.4)",
    },
    { id: "since-injection-mean", unit: "cycles/packet", formula: "since-injection / packets" },
  ],
  /**
   * The rows of the table of switches for a frame (all counters at one cycle), from the channels that enter and leave each switch: packets,
   * load and waiting times in the measurement window.
   */
  measure({ network, packetPhits, links }, frame) {
    const { terminals, firstOut, reverse } = network;
    const cycles = frame.scalars[scalar.windowCycles];
    /** One row per switch. An outgoing channel of a switch and its reverse, which enters the switch, are counted together. */
    const rows = Array.from({ length: network.switches }, (_, switchIndex) => {
      const node = terminals + switchIndex;
      let [phitsIn, phitsOut, outputRate, worstLoad, waiting, sinceInjection] = [0, 0, 0, 0, 0, 0];
      for (let channel = firstOut[node]; channel < firstOut[node + 1]; channel++) {
        phitsIn += frame.windowPhits[reverse[channel]];
        phitsOut += frame.windowPhits[channel];
        outputRate += rateOf(links, channel);
        worstLoad = Math.max(worstLoad, frame.windowPhits[channel] / rateOf(links, channel));
        waiting += frame.windowWaiting[reverse[channel]];
        sinceInjection += frame.windowSinceInjection[reverse[channel]];
      }
      const packets = phitsIn / packetPhits;
      const quotient = (sum: number, divisor: number) => (divisor > 0 ? sum / divisor : 0);
      return [
        switchIndex,
        nameOfNode(network, node),
        packets,
        quotient(phitsOut, cycles * outputRate),
        quotient(worstLoad, cycles),
        waiting,
        quotient(waiting, packets),
        sinceInjection,
        quotient(sinceInjection, packets),
      ];
    });
    return { rows, why: null };
  },
};
