import { choice, integer, quantity } from "../base/params.ts";
import { flowControl } from "./contract.ts";

export const fluid = flowControl({
  id: "fluid",
  title: "fluid flow",
  article: "",
  summary: "Messages flow along their ways at max-min fair rates, as if packets were infinitely small and queues without end.",
  source: "Bertsekas, Gallager (Data Networks, 1992), §6.5.2; Jaffe (IEEE Trans. Commun. 29, 1981)",
  inRealTime: true,
  isFluid: true,
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Bytes that a packet carries: how much overhead a message has, and how its parts are counted.",
      dimension: "bytes",
      min: 64,
      max: 65536,
      multipleOf: 1,
      default: 64,
    }),
    injectionSlots: integer({
      title: "Injection slots",
      word: "# injection slots|# injection slot",
      help: "Messages at the head of a terminal's source queue that flow at the same time.",
      min: 1,
      max: 64,
      default: 1,
    }),
    toOne: choice({
      title: "To one terminal",
      help: "What becomes of messages from one terminal to one other where there are injection slots for several.",
      default: "together",
      choices: [
        { id: "together", title: "together", help: "They flow at the same time, as to different terminals." },
        {
          id: "in-turn",
          title: "in turn",
          help: "One after the other, as over a connection; the next one waits at the head of the queue.",
        },
      ],
    }),
    ways: choice({
      title: "Messages take",
      help: "Which of the outputs that the routing allows a message takes.",
      default: "drawn",
      choices: [
        {
          id: "one",
          title: "one way each",
          help: "Fixed by the destination: the first port of a terminal that leads on, then at every switch the output that the digits of the destination's number pick, as D-mod-k does in a tree.",
        },
        { id: "drawn", title: "a drawn way each", help: "Every message takes one of the outputs, drawn for it at every hop." },
        { id: "spread", title: "all ways, spread", help: "Every message takes all outputs, in equal parts at every hop." },
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
  ],
  grain: "by fluid flow: rates, not packets",
  needs: () => null,
  virtualChannels: () => 1,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
});
