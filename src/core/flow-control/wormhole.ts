/**
 * Wormhole flow control, flit by flit. A flit is one phit. Every virtual channel (channel and class) ends in a buffer of
 * `buffer` flits with a read port of its own; credits go back out of band. In each cycle, seeing what earlier cycles left:
 *
 * 1. **Request**: every header at the front of a buffer or an injection slot that has no virtual channel yet requests one,
 *    by the selection rule. Fullness is counted in flits; a virtual channel has room when its buffer takes one more flit.
 * 2. **Grant**: every virtual channel that nobody holds, and that has room, grants one of its requests, by the
 *    arbitration rule. The packet holds it until its tail has crossed the channel, or until that has also left the buffer
 *    behind, as `handover` says. Different virtual channels of one channel are granted to different packets independently.
 *
 *    With the selection *shared* nobody requests: virtual channels are handed out to the headers that wait, one after the
 *    other, in rounds. A round is a row of interchangeable channels where the routing has rows, else a node. Of those who
 *    can be given something, one is next by priority and arbitration, and gets the best that is free and has room: an escape
 *    only where there is nothing else, then the one with the fewest flits behind its channel, then in its own buffer, then by
 *    `ties`.
 *
 * 3. **Move**: every channel carries one flit, of a virtual channel whose packet has a flit at the front of its buffer and
 *    a credit: in turn, beginning after the one served last. A header may move in the cycle of its grant.
 *
 * A flit that comes in a cycle may go on in the next; its place is free one cycle later. So a stream runs at full rate
 * through buffers of two flits, and at half of it through buffers of one.
 *
 * Of channels that share a capacity, so many carry a flit in a cycle as it says, beginning with one drawn by chance.
 * Terminals consume a flit a cycle on each channel.
 */
import { choice, integer } from "../base/params.ts";
import { flowControl } from "./contract.ts";
import { choosingNeeds, packetParams } from "./packet-params.ts";
import { mostPackets } from "./wormhole/rules.ts";

const { injectionSlots, packet, virtualChannels, selection, ties, arbitration, priority } = packetParams;

export const wormhole = flowControl({
  id: "wormhole",
  title: "wormhole",
  article: "",
  summary:
    "A packet moves on flit by flit through small buffers. When blocked, it stays where it is and holds every channel that its flits occupy.",
  source: "Dally, Seitz (IEEE Trans. Comput. 36, 1987); virtual channels: Dally (IEEE Trans. Parallel Distrib. Syst. 3, 1992)",
  holdsChannels: true,
  params: {
    buffer: integer({
      title: "Buffer",
      word: "#-flit",
      help: "Flits of one phit that fit into an input buffer (of each virtual channel). With 1, a flit follows only every second cycle, because its place is freed only when the flit before has left.",
      unit: "flits",
      min: 1,
      max: 1024,
      default: 4,
    }),
    virtualChannels,
    injectionSlots,
    packet,
    handover: choice({
      title: "Handover",
      help: "When a virtual channel is allocated to the next packet.",
      default: "behind-tail",
      choices: [
        {
          id: "behind-tail",
          title: "behind the tail",
          help: "As soon as the tail has crossed the channel: the next packet queues behind it in the same buffer.",
        },
        {
          id: "when-empty",
          title: "when empty",
          help: "Only when the tail has also left the buffer: a buffer never holds two packets. Escape channels need this.",
        },
      ],
    }),
    selection,
    ties,
    arbitration,
    priority,
  },
  phrase: "{title} with {buffer} buffers",
  examples: [
    {},
    { buffer: 1, packet: "4 B" },
    { buffer: 2, virtualChannels: 2, injectionSlots: 2, selection: "best-free", ties: "random", arbitration: "round-robin" },
    { handover: "when-empty", virtualChannels: 2, arbitration: "oldest-first" },
  ],
  grain: "flit by flit, to the cycle",
  needs: (values, network, routing) => {
    // Free places of a ring's buffers need not lie together, and a worm that comes in fills them before its tail is in.
    if (routing.rings !== undefined) return "needs a routing without bubbles: they are places for whole packets";
    // Behind another packet's tail a header cannot turn to its escape, and holds channels of all kinds meanwhile (Duato, 1993).
    if (routing.escape !== undefined && values.handover !== "when-empty") {
      return "needs virtual channels that are handed over when empty, for a routing with escape channels";
    }
    return choosingNeeds(values, network, routing) ?? memoryNeeds(values, network.head.length * routing.classes);
  },
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  // A blocked packet that is longer than the buffer keeps it to itself.
  places: ({ buffer, packet }) => Math.max(1, Math.floor((4 * buffer) / packet)),
  bufferPhits: ({ buffer }) => buffer,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
  phitSpacing: ({ buffer }) => (buffer === 1 ? 2 : 1),
});

/** Most numbers of 32 bits that the engine keeps of the buffers: 400 MB. */
const mostNumbers = 100_000_000;

interface BufferValues {
  readonly buffer: number;
  readonly virtualChannels: number;
  readonly packet: number;
}

function memoryNeeds({ buffer, virtualChannels, packet }: BufferValues, classes: number): string | null {
  const count = classes * virtualChannels;
  const numbers = count * (24 + mostPackets(buffer, packet / 4));
  if (numbers <= mostNumbers) return null;
  return `needs ${Math.ceil(numbers / 250_000).toLocaleString("en-US")} MB for the buffers of ${count.toLocaleString("en-US")} virtual channels; at most ${mostNumbers / 250_000} MB are kept`;
}
