/** Parameters of the flow controls that allocate channels and queues to whole packets, and their requirements. */
import { nextPowerOfTwo } from "../base/arrays.ts";
import { LazyModule } from "../base/lazy.ts";
import { choice, integer, quantity } from "../base/params.ts";
import type { FlowControl } from "./contract.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";
import { maxEngineWords, memoryMessage, type PacketValues, packetEngineSize } from "./packet-memory.ts";

/** Granularity of engines that simulate single packets. */
export const packetGrain = "packet by packet, to the cycle";

export const packetParams = {
  queue: integer({
    title: "Queue",
    word: "#-packet",
    help: "Packets that fit into an input queue, for each virtual channel. With 1, there is a gap of one cycle between packets, because the buffer becomes free only when the tail has left.",
    unit: "packets",
    min: 1,
    max: 64,
    default: 4,
  }),
  virtualChannels: integer({
    title: "Virtual channels",
    word: "# virtual channels|# virtual channel",
    help: "Virtual channels on every channel, for each class of the routing. Each has its own queue; they share the channel's bandwidth.",
    min: 1,
    max: 16,
    default: 1,
  }),
  injectionSlots: integer({
    title: "Injection slots",
    word: "# injection slots|# injection slot",
    help: "Packets of a terminal's source queue that may request outputs at the same time, independently of each other.",
    min: 1,
    max: 64,
    default: 1,
  }),
  packet: quantity({
    title: "Packet",
    word: "# packets",
    help: "Size of a packet in bytes, a whole number of phits of 4 B.",
    dimension: "bytes",
    min: 4,
    max: 4096,
    multipleOf: 4,
    default: 64,
  }),
  selection: choice({
    title: "Selection",
    help: "Which of the outputs allowed by the routing a packet takes. With several paths or virtual channels, this rule has the greatest effect.",
    default: "shared",
    choices: [
      {
        id: "shared",
        title: "shared",
        help: "Free outputs are distributed: one waiting packet after another takes the free output with the most credits that is left.",
      },
      {
        id: "most-credits",
        title: "most credits",
        help: "All packets request the output with the most credits and wait for it, even if other outputs are free.",
      },
      {
        id: "queue-credits",
        title: "most credits by queue",
        help: "Like most credits, but compares single queues instead of whole outputs: all packets may wait for one output.",
      },
      {
        id: "best-free",
        title: "best free",
        help: "Of the outputs that are free in this cycle, all packets request the one with the most credits.",
      },
      {
        id: "sticky",
        title: "sticky",
        help: "The output with the most credits when the packet reaches the head of its queue; the packet waits for this output.",
      },
      { id: "first", title: "first", help: "Always the first output that the routing lists." },
      { id: "random", title: "random", help: "A random one of the outputs that are free, chosen anew in each cycle." },
      { id: "oblivious", title: "oblivious", help: "A random output, free or not, chosen once; the packet waits for this output." },
    ],
  }),
  ties: choice({
    title: "Ties",
    help: "Which output is chosen when several are equally good.",
    default: "random",
    choices: [
      { id: "first", title: "to the first output", help: "The output that the routing lists first." },
      { id: "random", title: "at random", help: "A random one of them." },
    ],
  }),
  arbitration: choice({
    title: "Arbitration",
    help: "Which of the packets that request an output is granted it.",
    default: "random",
    choices: [
      { id: "random", title: "random", help: "A random one of them." },
      { id: "round-robin", title: "round robin", help: "The next input after the input that was served last." },
      {
        id: "oldest-first",
        title: "oldest first",
        help: "The packet that was created first; of two packets of equal age, the one at the input with the lower number.",
      },
    ],
  }),
  priority: choice({
    title: "Priority",
    help: "Whether packets from other switches have priority over packets from terminals.",
    default: "equal",
    choices: [
      { id: "equal", title: "all alike", help: "All packets that request an output are equal." },
      { id: "network-first", title: "network first", help: "Packets from a terminal wait until no other packet requests the output." },
    ],
  }),
};

const lazySupport = new LazyModule(() => import("./whole-packets.ts"));

/** Requirements of flow controls for whole packets on non-uniform links and switches; loaded lazily. */
export const nonUniformSupport: Pick<FlowControl<string, typeof packetParams>, "lazyModule" | "needsOfLinks" | "needsOfSwitches"> = {
  lazyModule: lazySupport,
  needsOfLinks: (...args) => lazySupport.code.findUnsupportedLinks(...args),
  needsOfSwitches: (...args) => lazySupport.code.findUnsupportedSwitches(...args),
};

/** null, or why the selection does not work with this network and routing, as a sentence. */
export function selectionNeeds(
  { selection }: Pick<PacketValues, "selection">,
  { groupCapacity }: Network,
  { isEscape }: CompiledRouting,
): string | null {
  if (groupCapacity.some((capacity) => capacity < 1 || !Number.isInteger(capacity)))
    return "needs shared capacities of whole phits per cycle";
  // A packet that waits for one chosen output may never request the escape channel. Duato's argument needs requests for all candidates.
  if (isEscape !== undefined && !reselectingSelections.has(selection)) {
    return "needs a selection that chooses anew in each cycle (shared, most credits, best free or random) for a routing with escape channels";
  }
  return null;
}

/**
 * Why packets cannot be simulated with these parameter values on this network and routing, as the end of a sentence that begins with the
 * flow control ("needs …"); null if they can. Routings with bubbles keep a free place for one packet in each ring, and therefore need
 * queues of at least two packets.
 */
export function packetNeeds(values: PacketValues, network: Network, routing: CompiledRouting): string | null {
  const { queue, virtualChannels, selection } = values;
  const selectionNeed = selectionNeeds(values, network, routing);
  if (selectionNeed !== null) return selectionNeed;
  if (routing.rings !== undefined && queue < 2) return "needs queues of at least 2 packets for a routing with bubbles";
  if (routing.rings !== undefined && virtualChannels > 1 && fixedSelections.has(selection)) {
    return "needs a selection that chooses anew in each cycle, or the selection first, for bubbles on several virtual channels";
  }
  const { numbers, inputs } = packetEngineSize(values, network, routing);
  const vcCount = network.head.length * routing.vcClasses * virtualChannels;
  if (numbers > maxEngineWords)
    return memoryMessage(numbers, `the queues of ${vcCount.toLocaleString("en-US")} virtual channels and the requests for them`);
  // The engine packs a node and one of its inputs into one word.
  const nodes = network.terminals + network.switches;
  if (nodes * nextPowerOfTwo(inputs + 1) > 2 ** 31) {
    return `needs nodes with fewer than ${inputs.toLocaleString("en-US")} queues in a network of ${nodes.toLocaleString("en-US")} nodes`;
  }
  return null;
}

/** Selections that request an escape channel when no other candidate has a credit. */
const reselectingSelections: ReadonlySet<string> = new Set(["shared", "most-credits", "queue-credits", "best-free", "random"]);
/** Selections that wait for one chosen output, which may be in another ring with bubble flow control. */
const fixedSelections: ReadonlySet<string> = new Set(["sticky", "oblivious"]);
