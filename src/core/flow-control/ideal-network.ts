import { quantity } from "../base/params.ts";
import { flowControl } from "./contract.ts";

export const idealNetwork = flowControl({
  id: "ideal-network",
  title: "ideal network",
  article: "an",
  summary: "Nothing is in the way of anything: a message takes L of its hosts and its bytes. The topology says only who the terminals are.",
  source: "Culler et al. (LogP, PPoPP 1993); Hoefler, Schneider, Lumsdaine (LogGOPSim, HPDC 2010)",
  engine: { time: "real", granularity: "flows", hasContention: false },
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Bytes that a packet carries. It sets how many packets are counted.",
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
