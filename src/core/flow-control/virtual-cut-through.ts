import { flowControl } from "./contract.ts";
import { nonUniformSupport, packetGrain, packetNeeds, packetParams } from "./packet-params.ts";

/**
 * A cycle is the time of a phit on a link of rate 1. A granted packet occupies the channel for L / rate cycles from when the channel is
 * free; fractions carry over. Its header requests at the next switch in the whole cycle after its arrival, plus the link's length and the
 * switch's pipeline, but not before the packet could go on without underrun. Credits take the link's length and `creditDelay`. With virtual
 * output queues, each input has a queue for each output, each with the slots of an input queue; an input's slots are shared by its queues.
 */
export const virtualCutThrough = flowControl({
  id: "virtual-cut-through",
  title: "virtual cut-through",
  article: "",
  summary:
    "A packet moves on as soon as its header has arrived, if the next queue has room for the whole packet. A blocked packet is buffered completely in one queue.",
  source: "Kermani, Kleinrock (Computer Networks 3, 1979); Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  engine: { time: "whole", granularity: "packets", hasContention: true },
  params: packetParams,
  phrase: "{title} with {queue} queues",
  examples: [
    {},
    { queue: 1, packet: "4 B" },
    { selection: "best-free", ties: "random" },
    { selection: "sticky", arbitration: "oldest-first" },
  ],
  granularity: packetGrain,
  treeSupport: "alone",
  needs: packetNeeds,
  ...nonUniformSupport,
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  queuePackets: ({ queue }) => queue,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
});
