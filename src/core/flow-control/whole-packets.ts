/** Requirements of whole packets on non-uniform links and switches that are not plain; loaded with scenarios that have them. */
import { withoutUndefined } from "../base/defined.ts";
import type { Network } from "../network/network.ts";
import type { ChannelClocks } from "../plan/links.ts";
import type { SwitchRules } from "../plan/switches.ts";
import type { RoutedNetwork, UnsupportedLinks, UnsupportedSwitches } from "./contract.ts";
import { maxEngineWords, memoryMessage, type PacketValues, packetEngineSize } from "./packet-memory.ts";

/** Largest packet, bytes. */
const maxPacketBytes = 4096;

/**
 * Why packets of this size (bytes) cannot cross these links, with the first such channel and a remedy; null if they can. A channel that
 * shares a capacity must have rate 1, and no channel may carry more than one packet per cycle. A phit has 4 bytes; the rate of a channel is
 * `perCycle` / `perPhit`, phits per cycle.
 */
export function findUnsupportedLinks(
  { packet }: { readonly packet: number },
  { group }: Network,
  { perCycle, perPhit }: ChannelClocks,
): UnsupportedLinks | null {
  const packetPhits = packet / 4;
  const rate = (channel: number) => perCycle[channel] / perPhit[channel];
  const groupedChannel = perCycle.findIndex((partsPerCycle, channel) => group[channel] >= 0 && partsPerCycle !== perPhit[channel]);
  if (groupedChannel >= 0) {
    const message = "needs rate 1 for channels that share a capacity, because that capacity is a number of channels in use";
    return { channel: groupedChannel, name: "rate", message, remedy: "Use rate 1, or wormhole." };
  }
  const fastest = perCycle.reduce((best, _, channel) => (rate(channel) > rate(best) ? channel : best), 0);
  if (rate(fastest) <= packetPhits) return null;
  const smallestFittingPacket = 4 * Math.ceil(rate(fastest));
  return {
    channel: fastest,
    name: "rate",
    message: `allows a link at most one packet per cycle, here ${packetPhits} phits; the fastest link would transmit ${Number(rate(fastest).toPrecision(3))} phits`,
    ...(smallestFittingPacket <= maxPacketBytes ? { packet: smallestFittingPacket } : {}),
    remedy:
      smallestFittingPacket <= maxPacketBytes
        ? `Use packets of ${smallestFittingPacket} B, or wormhole.`
        : "Use a slower link, or wormhole.",
  };
}

/**
 * Why the engines of whole packets do not support these rules of the switches, with the name of the value to change and the nearest value
 * that is supported; null if they do. Checks in order: the kind of queues with selection and routing, speed-up, size of output buffers,
 * shared capacities, and the memory of virtual output queues.
 */
export function findUnsupportedSwitches(
  values: PacketValues,
  { speedup, outputBuffer, queues }: SwitchRules,
  { network, routing, packetPhits }: RoutedNetwork,
): UnsupportedSwitches | null {
  const { selection } = values;
  const { groupCapacity } = network;
  const { rings, isEscape } = routing;
  const unsupported = (name: keyof SwitchRules, message: string, remedy: string, nearest?: number) => ({
    name,
    message,
    remedy,
    ...withoutUndefined({ nearest }),
  });
  // Kind of queues.
  if (queues !== "input" && selection !== "shared")
    return unsupported("queues", "needs the selection shared with these queues", "Use the selection shared, or input queues.");
  if (queues !== "input" && (rings !== undefined || isEscape !== undefined)) {
    const message =
      "needs a routing without escape channels and bubbles: a packet in the queue of one output cannot change to its escape channel";
    return unsupported("queues", message, "Use another routing, or input queues.");
  }
  if (queues === "output" && speedup > 0)
    return unsupported("speedup", "needs a speed-up of 0 with output queues, because the switch does not limit their rate", "Use 0.", 0);
  if (queues === "output" && outputBuffer > 0)
    return unsupported("outputBuffer", "has no output buffers with output queues: packets wait at their outputs already", "Use 0.", 0);
  // Size of output buffers.
  const minBufferPhits = (rings === undefined ? 1 : 2) * packetPhits;
  if (outputBuffer > 0 && outputBuffer < minBufferPhits) {
    const reason = rings === undefined ? "a whole packet must fit" : "a packet enters a ring only if there is room for two packets";
    return unsupported(
      "outputBuffer",
      `needs output buffers of at least ${minBufferPhits} phits, or none: ${reason}`,
      `Use ${minBufferPhits}.`,
      minBufferPhits,
    );
  }
  // Shared capacities.
  if (groupCapacity.length > 0 && (queues !== "input" || outputBuffer > 0)) {
    const message = "needs channels that share no capacity with others";
    return unsupported(outputBuffer > 0 ? "outputBuffer" : "queues", message, "Leave it out.");
  }
  // Memory.
  if (queues === "virtual-output") {
    const queueCount = outputQueueCount(network) * routing.vcClasses * values.virtualChannels;
    const words = packetEngineSize(values, network, routing).numbers + queueCount * (2 + wordsPerQueuedPacket * values.queue);
    if (words > maxEngineWords)
      return unsupported(
        "queues",
        memoryMessage(words, `${queueCount.toLocaleString("en-US")} virtual output queues`),
        "Use shorter queues.",
      );
  }
  return null;
}

/** 32-bit words per packet in a virtual output queue, including the event of its free slot. */
const wordsPerQueuedPacket = 24;

/** Number of virtual output queues of all switches, for one virtual channel. */
function outputQueueCount({ terminals, switches, firstOut }: Network): number {
  let count = 0;
  for (let node = terminals; node < terminals + switches; node++) count += (firstOut[node + 1] - firstOut[node]) ** 2;
  return count;
}
