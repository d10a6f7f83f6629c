import { flowControl } from "./contract.ts";
import { nonUniformSupport, packetGrain, packetNeeds, packetParams } from "./packet-params.ts";

/**
 * Cycles are those of virtual cut-through, on links of any rate and length and in any switch. The difference: a packet requests at the next
 * switch only in the whole cycle after its last phit has arrived. It is stored at inputs only; it cuts through output buffers.
 */
export const storeAndForward = flowControl({
  id: "store-and-forward",
  title: "store-and-forward",
  article: "",
  summary: "A packet moves on only when it has arrived completely, if the next queue has room for the whole packet.",
  source: "Dally, Towles (2004), §12.2; Kermani, Kleinrock (Computer Networks 3, 1979)",
  engine: { time: "whole", granularity: "packets", hasContention: true },
  params: packetParams,
  phrase: "{title} with {queue} queues",
  examples: [{}, { queue: 2, selection: "best-free", ties: "random" }],
  granularity: packetGrain,
  treeSupport: "alone",
  needs: packetNeeds,
  ...nonUniformSupport,
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  queuePackets: ({ queue }) => queue,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: (packetPhits) => packetPhits,
});
