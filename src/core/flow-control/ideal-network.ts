import { quantity } from "../base/params.ts";
import { flowControl } from "./contract.ts";

export const idealNetwork = flowControl({
  id: "ideal-network",
  title: "ideal network",
  article: "an",
  summary:
    "A network without contention: the time of a message depends only on the latency L of its hosts and on its bytes. Of the topology, only the terminals matter.",
  source: "Culler et al. (LogP, PPoPP 1993); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  engine: { time: "real", granularity: "flows", hasContention: false },
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Payload of a packet in bytes. It determines only the number of packets in the results.",
      dimension: "bytes",
      min: 64,
      max: 65536,
      multipleOf: 1,
      default: 64,
    }),
  },
  phrase: "{title}",
  examples: [{}, { packet: "1448 B" }],
  granularity: "on an ideal network: messages, not packets",
  needs: () => null,
  virtualChannels: () => 1,
  injectionSlots: () => 1,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
});
