import { choice, integer, quantity } from "../base/params.ts";
import { flowControl } from "./contract.ts";

export const fluid = flowControl({
  id: "fluid",
  title: "fluid flow",
  article: "",
  summary: "Messages flow along their paths at max-min fair rates, as if packets were infinitely small and queues infinitely long.",
  source: "Bertsekas, Gallager (Data Networks, 1992), §6.5.2; Jaffe (IEEE Trans. Commun. 29, 1981)",
  engine: { time: "real", granularity: "flows", hasContention: true },
  treeSupport: "beside",
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Payload of a packet in bytes. It determines the overhead of a message and the number of packets in the results.",
      dimension: "bytes",
      min: 64,
      max: 65536,
      multipleOf: 1,
      default: 64,
    }),
    injectionSlots: integer({
      title: "Injection slots",
      word: "# injection slots|# injection slot",
      zero: "an injection slot per partner",
      help: "Messages of a terminal's source queue that flow at the same time. 0: one for each partner of the terminal.",
      min: 0,
      max: 65535,
      default: 1,
    }),
    toOne: choice({
      title: "Same destination",
      help: "How several messages from one terminal to the same destination flow, if there are several injection slots.",
      default: "together",
      choices: [
        { id: "together", title: "together", help: "At the same time, like messages to different destinations." },
        {
          id: "in-turn",
          title: "in turn",
          help: "One after another, as over a connection; the next message waits at the head of the queue.",
        },
      ],
    }),
    ways: choice({
      title: "Messages take",
      word: "messages on #",
      help: "Which of the outputs allowed by the routing a message takes. Under packet spraying, a message always takes all of them.",
      default: "drawn",
      choices: [
        {
          id: "one",
          title: "one path each",
          help: "The destination determines the path: the first usable port of the terminal, then at every switch the output given by the digits of the destination, like D-mod-k in a tree.",
        },
        { id: "drawn", title: "one random path each", help: "Every message takes one output, chosen at random at every hop." },
        { id: "spread", title: "all paths, spread", help: "Every message is split evenly over all outputs at every hop." },
      ],
    }),
  },
  phrase: "{title}",
  examples: [
    {},
    { packet: "1448 B", injectionSlots: 4 },
    { injectionSlots: 3, toOne: "in-turn" },
    { ways: "one" },
    { ways: "spread", injectionSlots: 2 },
    { injectionSlots: 0 },
  ],
  granularity: "by fluid flow: rates, not packets",
  needs: () => null,
  virtualChannels: () => 1,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
});
