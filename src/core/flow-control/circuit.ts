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
    "The header reserves a virtual channel on every channel of its path, hop by hop. Then the packet streams over this circuit, which is held until the destination has acknowledged the packet.",
  source: "Petrini et al. (QsNET), §2.2.1",
  engine: { time: "real", granularity: "packets", hasContention: true },
  isInOrder: true,
  isHoldingChannels: true,
  params: {
    packet: quantity({
      title: "Packet",
      word: "# packets",
      help: "Payload of a packet in bytes. A message is divided into packets, and each packet sets up its own circuit.",
      dimension: "bytes",
      min: 4,
      max: 65536,
      multipleOf: 1,
      default: 320,
    }),
    virtualChannels: integer({
      title: "Virtual channels",
      word: "# virtual channels|# virtual channel",
      help: "Circuits that may hold a channel at the same time, for each class of the routing. Of the circuits with a packet to stream, the one that began first has priority.",
      min: 1,
      max: 16,
      default: 2,
    }),
    outstanding: integer({
      title: "Outstanding packets",
      word: "# outstanding packets|# outstanding packet",
      help: "Circuits that a terminal may hold at the same time: while one packet waits for its acknowledgement, the next one is sent.",
      min: 1,
      max: 16,
      default: 2,
    }),
    hopDelay: number({
      title: "Header hop delay",
      word: "# cycles a hop",
      help: "Cycles that a header needs to cross a channel and the next switch. An acknowledgement needs the same time on the way back.",
      min: 1,
      max: 1000,
      step: 0.1,
      unit: "cycles",
      default: 3.5,
    }),
    release: choice({
      title: "Circuits are released",
      help: "When the channels of a circuit become free for other circuits.",
      default: "acknowledged",
      choices: [
        {
          id: "acknowledged",
          title: "when acknowledged",
          help: "All channels together, when the acknowledgement has reached the source.",
        },
        { id: "sent", title: "with the tail", help: "All channels together, when the tail of the packet has left the source." },
      ],
    }),
    acknowledgement: number({
      title: "Acknowledgement",
      word: "# cycles to acknowledge",
      help: "Cycles from the arrival of the tail until the destination sends the acknowledgement, which travels as fast as the header did.",
      min: 0,
      max: 10_000,
      step: 0.5,
      unit: "cycles",
      default: 50,
    }),
    selection: choice({
      title: "Selection",
      help: "Which of the outputs with a free virtual channel a header reserves.",
      default: "fewest-streaming",
      choices: [
        {
          id: "fewest-streaming",
          title: "fewest streaming",
          help: "The output with the fewest streaming circuits; among equals, the output held by the fewest circuits.",
        },
        { id: "fewest-held", title: "fewest held", help: "The output held by the fewest circuits." },
        { id: "first", title: "first", help: "The first output, in the order given by the tie rule." },
      ],
    }),
    ties: choice({
      title: "Ties",
      help: "Which output is chosen when several are equally good.",
      default: "own-port",
      choices: [
        {
          id: "own-port",
          title: "by input port",
          help: "The first output at or after the number of the input port, which spreads inputs over outputs.",
        },
        { id: "first", title: "to the first output", help: "The output that the routing lists first." },
        { id: "random", title: "at random", help: "A random one of them." },
      ],
    }),
    ageClass: number({
      title: "Age class",
      word: "ages in steps of #",
      help: "The oldest header is served first. Ages are compared in steps of this number of cycles; within a step, the first request wins. 0: the first request wins, regardless of age.",
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
  if (rings !== undefined) return "needs a routing without bubbles: circuits hold channels and cannot keep a buffer of the ring free";
  const bytes = outstanding * terminals * (circuitBytes + preallocatedHops * channelBytes + maxCandidates * outputBytes);
  if (bytes <= maxCircuitBytes) return null;
  return `needs ${Math.ceil(bytes / 1e6).toLocaleString("en-US")} MB for ${(outstanding * terminals).toLocaleString("en-US")} circuits at the same time; at most ${maxCircuitBytes / 1e6} MB are allowed`;
}
