import { flowControl } from "./contract.ts";
import { ifUnlike, packetGrain, packetNeeds, packetParams } from "./packet-params.ts";

/**
 * A cycle is the time of a phit on a link of rate 1. A packet granted a channel holds it for L / rate cycles from when it is free on,
 * fractions carried on; its header asks at the next switch in the whole cycle after it has come, plus the link's length and the
 * switch's pipeline, and not before the packet could go on without running dry. Credits take the link's length and `creditDelay`.
 * Where switches have virtual output queues, each input keeps a queue for each output, of as many places each as an input queue has;
 * they are kept together.
 */
export const virtualCutThrough = flowControl({
  id: "virtual-cut-through",
  title: "virtual cut-through",
  article: "",
  summary:
    "A packet moves on as soon as its header has arrived, if the next queue has room for all of it. When blocked, it gathers in one queue.",
  source: "Kermani, Kleinrock (Computer Networks 3, 1979); Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  engine: { time: "whole", moves: "packets", hasContention: true },
  params: packetParams,
  phrase: "{title} with {queue} queues",
  examples: [
    {},
    { queue: 1, packet: "4 B" },
    { selection: "best-free", ties: "random" },
    { selection: "sticky", arbitration: "oldest-first" },
  ],
  grain: packetGrain,
  reduces: "alone",
  needs: packetNeeds,
  ...ifUnlike,
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  places: ({ queue }) => queue,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
});
