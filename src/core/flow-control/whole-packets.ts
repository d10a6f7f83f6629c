/** Requirements of whole packets on non-uniform links and switches that are not plain; loaded with scenarios that have them. */
import { defined } from "../base/defined.ts";
import type { Network } from "../network/network.ts";
import type { ChannelClocks } from "../plan/links.ts";
import type { SwitchRules } from "../plan/switches.ts";
import type { Built, LinkFault, SwitchFault } from "./contract.ts";
import { mostNumbers, needsMemory, type PacketValues, size } from "./packet-memory.ts";

/** Largest packet, bytes. */
const largest = 4096;

/** null, or why packets of this size cannot cross these links. */
export function linkNeeds(
  { packet }: { readonly packet: number },
  { group }: Network,
  { perCycle, perPhit }: ChannelClocks,
): LinkFault | null {
  const phits = packet / 4;
  const rate = (c: number) => perCycle[c] / perPhit[c];
  const grouped = perCycle.findIndex((p, c) => group[c] >= 0 && p !== perPhit[c]);
  if (grouped >= 0) {
    const message = "needs rate 1 where channels share a capacity: it is counted in channels in use";
    return { channel: grouped, name: "rate", message, remedy: "Use rate 1, or wormhole." };
  }
  const fastest = perCycle.reduce((best, _, c) => (rate(c) > rate(best) ? c : best), 0);
  if (rate(fastest) <= phits) return null;
  const nearest = 4 * Math.ceil(rate(fastest));
  return {
    channel: fastest,
    name: "rate",
    message: `lets a link carry one packet in a cycle at most, here ${phits} phits; the fastest link would carry ${Number(rate(fastest).toPrecision(3))}`,
    ...(nearest <= largest ? { packet: nearest } : {}),
    remedy: nearest <= largest ? `Use packets of ${nearest} B, or wormhole.` : "Use a slower link, or wormhole.",
  };
}

/** null, or why these switch rules are not supported for whole packets, with the name of the offending value. */
export function switchNeeds(
  values: PacketValues,
  { speedup, outputBuffer, queues }: SwitchRules,
  { network, routing, packetPhits }: Built,
): SwitchFault | null {
  const { selection } = values;
  const { groupCapacity } = network;
  const { rings, escape } = routing;
  const fault = (name: keyof SwitchRules, message: string, remedy: string, nearest?: number) => ({
    name,
    message,
    remedy,
    ...defined({ nearest }),
  });
  if (queues !== "input" && selection !== "shared")
    return fault(
      "queues",
      "needs the selection shared, by which a packet chooses its output",
      "Use the selection shared, or input queues.",
    );
  if (queues !== "input" && (rings !== undefined || escape !== undefined)) {
    const message = "needs a routing without escape channels and bubbles: what waits for one output cannot turn to its escape";
    return fault("queues", message, "Use another routing, or input queues.");
  }
  if (queues === "output" && speedup > 0)
    return fault("speedup", "needs a speed-up of 0 with output queues: nothing limits them within the switch", "Use 0.", 0);
  if (queues === "output" && outputBuffer > 0)
    return fault("outputBuffer", "needs no output buffers with output queues: packets stand at their outputs already", "Use 0.", 0);
  const least = (rings === undefined ? 1 : 2) * packetPhits;
  if (outputBuffer > 0 && outputBuffer < least) {
    const why = rings === undefined ? "a whole packet has to find room" : "who enters a ring needs room for two packets";
    return fault("outputBuffer", `needs output buffers of at least ${least} phits, or none: ${why}`, `Use ${least}.`, least);
  }
  if (groupCapacity.length > 0 && (queues !== "input" || outputBuffer > 0)) {
    const message = "needs channels that share no capacity with others";
    return fault(outputBuffer > 0 ? "outputBuffer" : "queues", message, "Leave it out.");
  }
  if (queues === "virtual-output") {
    const count = outputQueues(network) * routing.classes * values.virtualChannels;
    const numbers = size(values, network, routing).numbers + count * (2 + packetNumbers * values.queue);
    if (numbers > mostNumbers)
      return fault("queues", needsMemory(numbers, `${count.toLocaleString("en-US")} virtual output queues`), "Use shorter queues.");
  }
  return null;
}

/** 32-bit words per packet in a virtual output queue, including the event of its free slot. */
const packetNumbers = 24;

/** Number of virtual output queues of all switches, for one virtual channel. */
function outputQueues({ terminals, switches, firstOut }: Network): number {
  let count = 0;
  for (let n = terminals; n < terminals + switches; n++) count += (firstOut[n + 1] - firstOut[n]) ** 2;
  return count;
}
