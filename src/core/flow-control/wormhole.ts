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
 *    With the selection *shared* headers do not request: virtual channels are allocated to those that wait, one after the
 *    other, in rounds. A round is a row of interchangeable channels where the routing has rows, else a node. Of those who
 *    can be given something, one is next by priority and arbitration, and gets the best that is free and has room: an escape
 *    only where there is nothing else, then the one with the fewest flits behind its channel, then in its own buffer, then by
 *    `ties`.
 *
 * 3. **Move**: every channel carries one flit, of a virtual channel whose packet has a flit at the front of its buffer and
 *    a credit: in turn, beginning after the one served last. A header may move in the cycle of its grant.
 *
 * With the selections *one drawn* and *two drawn* a header draws channels when it comes, each of all that it may take, and from
 * then on the virtual channels of one of them count: that with the fewest flits behind it, the first of two alike. So *two
 * drawn* is the power of two choices (Mitzenmacher, IEEE Trans. Parallel Distrib. Syst. 12, 2001), and, in fat trees, `anca`
 * of BookSim 2; *one drawn* is its `nca`.
 *
 * A flit that comes in a cycle may go on in the next; its place is free one cycle later. So a stream runs at full rate
 * through buffers of two flits, and at half of it through buffers of one.
 *
 * Of channels that share a capacity, so many carry a flit in a cycle as it says, beginning with one drawn by chance.
 * Terminals consume a flit a cycle on each channel.
 *
 * Where channels differ, or switches are not plain, this goes on, and to it comes:
 *
 * - **Rates.** A channel begins as many flits in a cycle as find it free before the cycle is over, one after the other. A
 *   flit that begins at s has crossed at s + 1/r, and may go on in the next whole cycle. No read port is in its way but
 *   where there is a speedup.
 * - **Lengths and credits.** All of that happens `delay` cycles later at the other end. A place is taken when a flit is sent
 *   to it. The sender knows that it is free `delay` cycles later than without length, and `creditDelay` of the switch in
 *   which it is. Fullness is what the sender knows: places that it has taken, and has not heard to be free.
 * - **Pipeline.** In a switch every flit stands so many cycles before it can move. The last of them is the allocation of
 *   virtual channels: a header asks in it, and moves in the cycle after its grant at the earliest. A header that waited
 *   behind another packet in its buffer needs that one cycle only; so does the next packet on the same virtual channel. So
 *   it is in BookSim 2 (Jiang et al., ISPASS 2013): with 3 stages a packet of F flits takes 4H + F + 1 cycles through H
 *   switches, and a buffer is refilled after 2 + 2·delay + creditDelay + pipeline cycles.
 * - **Speedup.** A cycle of a switch has so many passes. In each an input passes one flit on, and an output takes one: a
 *   separable allocator, inputs first (Becker & Dally, SC 2009). An input proposes one of the flits that have a credit and
 *   whose outputs take one, its virtual channels in turn. An output takes one of what is proposed to it, inputs in turn. With
 *   several `iterations`, those that are left go on. Whose turn it is advances only when a flit moves. Before each pass a switch
 *   grants its virtual channels anew, and what that takes of a pipeline is then a pass, and not a cycle: with 2 passes the next
 *   packet follows on a virtual channel without a rest (`internal_speedup` of BookSim 2). No flit moves sooner than a pipeline lets it.
 * - **Output buffers.** Flits move into a buffer behind the crossbar, one for each virtual channel of an output. The channel
 *   takes them from there, virtual channels in turn, from the next cycle on. The credit of the next switch is taken when a
 *   flit enters it, so what is in it never waits for anything but its channel.
 */
import { choice, integer } from "../base/params.ts";
import { flowControl, type LinkFault } from "./contract.ts";
import { choosingNeeds, packetParams } from "./packet-params.ts";
import { wormSelection as selection } from "./worm-selection.ts";
import { withAnyClassAtTerminals } from "./wormhole/at-terminals.ts";
import { mostPackets } from "./wormhole/rules.ts";

const { injectionSlots, packet, virtualChannels, ties, arbitration, priority } = packetParams;

export const wormhole = flowControl({
  id: "wormhole",
  title: "wormhole",
  article: "",
  summary:
    "A packet moves on flit by flit through small buffers. When blocked, it stays where it is and holds every channel that its flits occupy.",
  source: "Dally, Seitz (IEEE Trans. Comput. 36, 1987); virtual channels: Dally (IEEE Trans. Parallel Distrib. Syst. 3, 1992)",
  engine: { time: "whole", moves: "packets", hasContention: true },
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
    atTerminals: choice({
      title: "At terminals",
      help: "Which classes of virtual channels worms take on the links of terminals. Nothing waits in a circle there, so any will do.",
      default: "by-routing",
      choices: [
        { id: "by-routing", title: "those of the routing", help: "The class that the routing names, mostly the first." },
        {
          id: "any",
          title: "any class",
          help: "Every virtual channel: more packets of a terminal stand side by side at its switch, and fewer wait behind others (BookSim 2).",
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
  needsOfLinks: (_, __, { delay }) => tooLong(delay.findIndex((cycles) => cycles > longestDelay)),
  needsOfSwitches: (_, { queues, outputBuffer, speedup }) => {
    if (queues !== "input") {
      const message = "needs queues at inputs: a worm is in the buffer of its virtual channel";
      return { name: "queues", message, remedy: "Use input queues, or virtual cut-through." };
    }
    if (outputBuffer > 0 && speedup === 0) {
      const message = "needs a speed-up with output buffers: it says how fast they are filled";
      return { name: "speedup", message, remedy: "Use a speed-up of 1 or more.", nearest: 1 };
    }
    return null;
  },
  virtualChannels: ({ virtualChannels }) => virtualChannels,
  routed: ({ atTerminals }, routing, network) => (atTerminals === "any" ? withAnyClassAtTerminals(routing, network) : routing),
  // A blocked packet that is longer than the buffer keeps it to itself.
  places: ({ buffer, packet }) => Math.max(1, Math.floor((4 * buffer) / packet)),
  bufferPhits: ({ buffer }) => buffer,
  injectionSlots: ({ injectionSlots }) => injectionSlots,
  packetBytes: ({ packet }) => packet,
  headPhits: () => 1,
  phitSpacing: ({ buffer }) => (buffer === 1 ? 2 : 1),
});

/** Cycles that the engine foresees at most, beside a phit's own. */
const longestDelay = 1_000_000;

function tooLong(channel: number): LinkFault | null {
  if (channel < 0) return null;
  const most = longestDelay.toLocaleString("en-US");
  const message = `needs links of at most ${most} cycles: what is on its way is kept cycle by cycle`;
  return { channel, name: "length", message, remedy: "Use a shorter link." };
}

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
