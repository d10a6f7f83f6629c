import { choice, integer, number, quantity } from "../base/params.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { quantizeTime } from "./circuit/quantize-time.ts";
import { flowControl } from "./contract.ts";

export const circuit = flowControl({
  id: "circuit",
  title: "circuit switching",
  article: "",
  summary:
    "The header reserves a virtual channel on every channel of its path, hop by hop. Then the packet streams over the circuit, which is held until the destination has acknowledged it.",
  source: "Petrini et al. (QsNET), §2.2.1",
  engine: { time: "real", granularity: "packets", hasContention: true },
  isInOrder: true,
  isHoldingChannels: true,
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Bytes that a packet carries. A message is cut into packets, each with a circuit of its own.",
      dimension: "bytes",
      min: 4,
      max: 65536,
      multipleOf: 1,
      default: 320,
    }),
    virtualChannels: integer({
      title: "Virtual channels",
      word: "# virtual channels|# virtual channel",
      help: "Circuits that may hold a channel at the same time, for each class of the routing. Of those that stream, the one that began first goes first.",
      min: 1,
      max: 16,
      default: 2,
    }),
    outstanding: integer({
      title: "Packets under way",
      word: "# packets under way|# packet under way",
      help: "Circuits of a terminal at the same time: while one waits for its acknowledgement, the next packet is on its way.",
      min: 1,
      max: 16,
      default: 2,
    }),
    hopDelay: number({
      title: "Header's hop",
      word: "# cycles a hop",
      help: "Cycles that a header takes for a channel and the switch behind it, and an acknowledgement on its way back.",
      min: 1,
      max: 1000,
      step: 0.1,
      unit: "cycles",
      default: 3.5,
    }),
    release: choice({
      title: "Circuits are released",
      help: "When the channels of a circuit are free for others.",
      default: "acknowledged",
      choices: [
        {
          id: "acknowledged",
          title: "when acknowledged",
          help: "All at once, when the acknowledgement has reached the source.",
        },
        { id: "sent", title: "with the tail", help: "All at once, when the tail of the packet has left." },
      ],
    }),
    acknowledgement: number({
      title: "Acknowledgement",
      word: "# cycles to acknowledge",
      help: "Cycles from the arrival of the tail until the acknowledgement leaves. It then takes as long as the header did.",
      min: 0,
      max: 10_000,
      step: 0.5,
      unit: "cycles",
      default: 50,
    }),
    selection: choice({
      title: "Selection",
      help: "Which of the outputs with a free virtual channel a header takes.",
      default: "fewest-streaming",
      choices: [
        {
          id: "fewest-streaming",
          title: "fewest streaming",
          help: "The one with the fewest streaming circuits; among these, the one held by the fewest.",
        },
        { id: "fewest-held", title: "fewest held", help: "The one held by the fewest circuits." },
        { id: "first", title: "first", help: "The first of them, in the order of the ties." },
      ],
    }),
    ties: choice({
      title: "Ties",
      help: "Which output wins when several are equally good.",
      default: "own-port",
      choices: [
        {
          id: "own-port",
          title: "from one's own port",
          help: "The first from the input port's own number on, which spreads inputs over outputs.",
        },
        { id: "first", title: "to the first", help: "The one the routing names first." },
        { id: "random", title: "at random", help: "Any of them." },
      ],
    }),
    ageClass: number({
      title: "Age class",
      word: "ages in steps of #",
      help: "The oldest header is served first. Ages are compared in steps of this many cycles; within a step, the first to ask wins. 0: the first to ask wins, whatever the age.",
      min: 0,
      max: 10_000_000,
      step: 100,
      unit: "cycles",
      default: 5000,
    }),
  },
  phrase: "{title} with {virtualChannels}",
  examples: [
    {},
    { packet: "60 B", virtualChannels: 1, outstanding: 1, ageClass: 0, ties: "random" },
    { packet: "64 B", hopDelay: 1, release: "sent", selection: "fewest-held", ties: "first", outstanding: 4 },
    { packet: "20 B", hopDelay: 2, acknowledgement: 0, selection: "first", virtualChannels: 4 },
  ],
  granularity: "circuit by circuit, in real time",
  needs,
  virtualChannels: () => 1,
  injectionSlots: ({ outstanding }) => outstanding,
  packetBytes: ({ packet }) => packet,
  headPhits: (_, { hopDelay }) => quantizeTime(hopDelay),
  enterCycles: ({ hopDelay }) => quantizeTime(hopDelay),
});

/** Most bytes for the circuits of all terminals. Bytes per circuit, per channel that it may hold, and per candidate output. */
const maxCircuitBytes = 800e6;
const [circuitBytes, channelBytes, outputBytes] = [200, 40, 4];
/** Channels of a path that are allocated beforehand. */
const preallocatedHops = 16;

/** null, or the reason why circuit switching cannot run here, as a sentence. */
function needs(
  { outstanding }: { readonly outstanding: number },
  { terminals }: Network,
  { rings, maxCandidates }: CompiledRouting,
): string | null {
  if (rings !== undefined) return "needs a routing without bubbles: a circuit that is held leaves no place free for the others of its ring";
  const bytes = outstanding * terminals * (circuitBytes + preallocatedHops * channelBytes + maxCandidates * outputBytes);
  if (bytes <= maxCircuitBytes) return null;
  return `needs ${Math.ceil(bytes / 1e6).toLocaleString("en-US")} MB for ${(outstanding * terminals).toLocaleString("en-US")} circuits at the same time; at most ${maxCircuitBytes / 1e6} MB are kept`;
}
