/** Table of measures by channel. */
import { nameOfChannel } from "../network/network.ts";
import { delayOf, rateOf } from "../plan/links.ts";
import { scalar } from "../simulation/frame.ts";
import type { MeasureTable, TableColumn } from "./table.ts";

/** Additional columns if channels differ in rate or delay. */
const unequalChannelColumns: readonly TableColumn[] = [
  { id: "utilisation", unit: "", formula: "load / rate" },
  { id: "rate", unit: "phits/cycle", formula: "capacity of the channel" },
  { id: "delay", unit: "cycles", formula: "cycles from one end of the channel to the other, in addition to the time of a phit" },
];

/** One row per channel, in the order of the network. */
export const channelsTable: MeasureTable = {
  id: "channels",
  title: "Channels",
  columns: [
    { id: "channel", unit: "", formula: "its number" },
    { id: "name", unit: "", formula: "the nodes at its beginning and end" },
    { id: "class", unit: "", formula: "class of its link" },
    { id: "load", unit: "phits/cycle", formula: "phits that crossed / cycles" },
    { id: "packets", unit: "packets", formula: "phits that crossed / phits of a packet" },
    {
      id: "waiting",
      unit: "cycles",
      formula: "sum over its packets, from the arrival of the header at its end to the grant of the next channel",
    },
    { id: "waiting-mean", unit: "cycles/packet", formula: "waiting / packets" },
    {
      id: "since-injection",
      unit: "cycles",
      formula:
        "sum over its packets, from injection to the arrival of the header at its end (cumulative delay; Petrini et al., QsNET, §5.4)",
    },
    { id: "since-injection-mean", unit: "cycles/packet", formula: "since-injection / packets" },
  ],
  /**
   * The rows of the table of channels for a frame (all counters at one cycle): load, packets and waiting times of each channel in the
   * measurement window. The columns for rate and delay are inserted only if channels differ in them.
   */
  measure({ network, packetPhits, links }, frame) {
    const cycles = frame.scalars[scalar.windowCycles];
    const rows = Array.from(frame.windowPhits, (phits, channel) => {
      const packets = phits / packetPhits;
      const perPacket = (sum: number) => (packets > 0 ? sum / packets : 0);
      const [waiting, sinceInjection] = [frame.windowWaiting[channel], frame.windowSinceInjection[channel]];
      return [
        channel,
        nameOfChannel(network, channel),
        network.linkClasses[network.linkClass[channel]],
        cycles > 0 ? phits / cycles : 0,
        ...(links === undefined
          ? []
          : [cycles > 0 ? phits / cycles / rateOf(links, channel) : 0, rateOf(links, channel), delayOf(links, channel)]),
        packets,
        waiting,
        perPacket(waiting),
        sinceInjection,
        perPacket(sinceInjection),
      ];
    });
    if (links === undefined) return { rows, why: null };
    const insertAt = this.columns.findIndex(({ id }) => id === "load") + 1;
    return { rows, columns: [...this.columns.slice(0, insertAt), ...unequalChannelColumns, ...this.columns.slice(insertAt)], why: null };
  },
};
