/**
 * Wormhole flow control, flit by flit. A flit is one phit. Every virtual channel ends in a buffer of `buffer` flits with its own read port;
 * credits return out of band. Each cycle has three steps, which see the state that earlier cycles left:
 *
 * 1. **Request**: every header at the head of a buffer or in an injection slot that has no virtual channel yet requests one, by the
 * selection rule. Fullness is counted in flits; a virtual channel has a credit if its buffer takes one more flit.
 * 2. **Grant**: every free virtual channel that has a credit grants one of its requests, by the arbitration rule. The packet holds it until
 * its tail has crossed the channel, or until the tail has also left the buffer behind it, as `handover` determines. The virtual channels of
 * one channel are granted independently.
 *
 * With the selection *shared* headers do not request. Instead, an allocator grants virtual channels to waiting headers one after the other.
 * There is one allocator for each group of parallel outputs where the routing has them, otherwise one per node. Among the headers that can
 * be granted something, the next one is chosen by priority and arbitration. It gets the best virtual channel that is free and has a credit:
 * an escape channel only if there is no other, then the virtual channel with the fewest flits in all buffers of its channel, then in its
 * own buffer, then by `ties`.
 *
 * 3. **Move**: every channel carries one flit, of a virtual channel whose packet has a flit at the head of its buffer and a credit. Virtual
 * channels are served round-robin. A header may move in the cycle of its grant.
 *
 * With the selections *one drawn* and *two drawn* a header draws one or two of its candidate channels on arrival. From then on only the
 * virtual channels of one drawn channel count: the channel with the fewest flits in its buffers, the first of equals. So *two drawn* is the
 * power of two choices (Mitzenmacher, IEEE Trans. Parallel Distrib. Syst. 12, 2001) and, in fat trees, `anca` of BookSim 2; *one drawn* is
 * its `nca`.
 *
 * A flit that arrives in a cycle may leave in the next one; its slot is free one cycle later. So a stream runs at full rate through buffers
 * of two flits, and at half the rate through buffers of one.
 *
 * Channels that share a capacity carry as many flits per cycle as the capacity permits, beginning with a channel drawn at random. Terminals
 * consume one flit per cycle on each channel.
 *
 * Where channels differ, or switches are not plain, there is in addition:
 *
 * - **Rates.** A channel begins flits one after the other, as long as it becomes free before the cycle is over. A flit that begins at s has
 * crossed at s + 1/r, and may leave in the next whole cycle. Read ports limit flits only with a speedup.
 * - **Lengths and credits.** A flit arrives `delay` cycles later at the other end. A slot is taken when a flit is sent to it. The sender
 * learns that it is free after `delay` cycles and the `creditDelay` of its switch. Fullness is what the sender knows: slots taken that it
 * does not know to be free.
 * - **Pipeline.** In a switch every flit passes `pipeline` stages before it can move. The last stage is virtual-channel allocation: a
 * header requests in it, and moves in the cycle after its grant at the earliest. A header that waited behind another packet in its buffer
 * needs only that stage, and so does the next packet on the same virtual channel. This agrees with BookSim 2 (Jiang et al., ISPASS 2013):
 * with 3 stages a packet of F flits takes 4H + F + 1 cycles through H switches, and a buffer is refilled after 2 + 2·delay + creditDelay +
 * pipeline cycles.
 * - **Speedup.** A cycle of a switch has `speedup` passes. In each pass an input sends one flit and an output accepts one: an input-first
 * separable allocator (Becker & Dally, SC 2009). An input proposes one of its flits that have a credit and an available output, its virtual
 * channels round-robin. An output accepts one of its proposals, inputs round-robin. With several `iterations`, unmatched inputs and outputs
 * continue. Round-robin pointers advance only when a flit moves. Before each pass a switch grants virtual channels anew, and the last
 * pipeline stage takes a pass instead of a cycle: with 2 passes the next packet follows on a virtual channel without a gap
 * (`internal_speedup` of BookSim 2). No flit moves earlier than the pipeline permits.
 * - **Output buffers.** Flits cross to a buffer behind the crossbar, one for each virtual channel of an output. The channel takes them from
 * there, virtual channels round-robin, from the next cycle on. The credit of the next switch is taken when a flit enters the output buffer,
 * so flits in it wait only for their channel.
 */
import { choice, integer } from "../base/params.ts";
import { flowControl, type UnsupportedLinks } from "./contract.ts";
import { selectionNeeds, packetParams } from "./packet-params.ts";
import { wormSelection as selection } from "./worm-selection.ts";
import { withAllClassesAtTerminals } from "./wormhole/at-terminals.ts";
import { maxPacketsInBuffer } from "./wormhole/rules.ts";

const { injectionSlots, packet, virtualChannels, ties, arbitration, priority } = packetParams;

export const wormhole = flowControl({
  id: "wormhole",
  title: "wormhole",
  article: "",
  summary:
    "A packet moves on flit by flit through small buffers. When blocked, it stays where it is and holds every channel that its flits occupy.",
  source: "Dally, Seitz (IEEE Trans. Comput. 36, 1987); virtual channels: Dally (IEEE Trans. Parallel Distrib. Syst. 3, 1992)",
  engine: { time: "whole", granularity: "packets", hasContention: true },
  isHoldingChannels: true,
  params: {
    buffer: integer({
      title: "Buffer",
      word: "#-flit",
      help: "Flits of one phit that fit into an input buffer, for each virtual channel. With 1, a flit can follow only every second cycle, because the buffer becomes free only when the previous flit has left.",
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
      help: "When a virtual channel can be allocated to the next packet.",
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
          help: "Only when the tail has also left the buffer: a buffer never holds flits of two packets. Escape channels require this.",
        },
      ],
    }),
    atTerminals: choice({
      title: "At terminals",
      help: "Which classes of virtual channels packets use on the links of terminals. No cyclic dependency can include these links, so every class is safe.",
      default: "by-routing",
      choices: [
        { id: "by-routing", title: "as routed", help: "The class that the routing gives, usually the first." },
        {
          id: "any",
          title: "any class",
          help: "Every virtual channel: more packets of a terminal can wait side by side at its switch, with less head-of-line blocking (BookSim 2).",
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
    { atTerminals: "any", arbitration: "round-robin" },
  ],
  granularity: "flit by flit, to the cycle",
  needs: (values, network, routing) => {
    // Free slots of a ring's buffers need not be adjacent, and a worm that enters the ring fills them before its tail has arrived.
    if (routing.rings !== undefined) return "needs a routing without bubbles, because a bubble is a buffer for a whole packet";
    // Behind another packet's tail a header cannot turn to its escape channel, and meanwhile holds channels of all kinds (Duato, 1993).
    if (routing.isEscape !== undefined && values.handover !== "when-empty") {
      return "needs the handover of virtual channels when empty, for a routing with escape channels";
    }
    return selectionNeeds(values, network, routing) ?? memoryNeeds(values, network.head.length * routing.vcClasses);
  },
  needsOfLinks: (_, __, { delay }) => unsupportedLength(delay.findIndex((cycles) => cycles > longestDelay)),
  needsOfSwitches: (_, { queues, outputBuffer, speedup }) => {
    if (queues !== "input") {
      const message = "needs input queues: the flits of a packet wait in the buffer of their virtual channel";
      return { name: "queues", message, remedy: "Use input queues, or virtual cut-through." };
    }
    if (outputBuffer > 0 && speedup === 0) {
      const message = "needs a speed-up with output buffers, because it is the rate at which they are filled";
      return { name: "speedup", message, remedy: "Use a speed-up of 1 or more.", nearest: 1 };
    }
    return null;
  },
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  effectiveRouting: ({ atTerminals }, routing, network) => (atTerminals === "any" ? withAllClassesAtTerminals(routing, network) : routing),
  // A blocked packet longer than the buffer shares the buffer with no other packet.
  queuePackets: ({ buffer, packet }) => Math.max(1, Math.floor((4 * buffer) / packet)),
  bufferPhits: ({ buffer }) => buffer,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
  phitSpacing: ({ buffer }) => (buffer === 1 ? 2 : 1),
});

/** Maximum link delay, cycles, that the event wheel supports. */
const longestDelay = 1_000_000;

function unsupportedLength(channel: number): UnsupportedLinks | null {
  if (channel < 0) return null;
  const most = longestDelay.toLocaleString("en-US");
  const message = `needs links of at most ${most} cycles, because flits on a link are stored cycle by cycle`;
  return { channel, name: "length", message, remedy: "Use a shorter link." };
}

/** Maximum number of 32-bit words for the buffers: 400 MB. */
const maxBufferWords = 100_000_000;

interface BufferValues {
  readonly buffer: number;
  readonly virtualChannels: number;
  readonly packet: number;
}

function memoryNeeds({ buffer, virtualChannels, packet }: BufferValues, classes: number): string | null {
  const count = classes * virtualChannels;
  const numbers = count * (24 + maxPacketsInBuffer(buffer, packet / 4));
  if (numbers <= maxBufferWords) return null;
  return `needs ${Math.ceil(numbers / 250_000).toLocaleString("en-US")} MB for the buffers of ${count.toLocaleString("en-US")} virtual channels; at most ${maxBufferWords / 250_000} MB are allowed`;
}
