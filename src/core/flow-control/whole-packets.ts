/** What whole packets need where links are unlike or switches are not plain; it comes with scenarios that say so. */
import type { Network } from "../network/network.ts";
import type { ChannelClocks } from "../plan/links.ts";
import type { SwitchRules } from "../plan/switches.ts";
import type { Built, SwitchFault } from "./contract.ts";

/** null, or why packets of so many bytes cannot cross these links, as a sentence. */
export function linkNeeds(
  { packet }: { readonly packet: number },
  { group }: Network,
  { perCycle, perPhit }: ChannelClocks,
): string | null {
  const phits = packet / 4;
  const c = perCycle.findIndex((p, c) => p > perPhit[c] * phits);
  if (c >= 0)
    return `needs packets of at least ${4 * Math.ceil(perCycle[c] / perPhit[c])} B: a link carries no more than one packet in a cycle`;
  if (perCycle.some((p, c) => group[c] >= 0 && p !== perPhit[c])) {
    return "needs links of rate 1 where channels share a capacity: it is counted in channels in use";
  }
  return null;
}

/** null, or why whole packets cannot go through such switches, as a sentence with the name of the value that is in the way. */
export function switchNeeds(
  { selection }: { readonly selection: string },
  { speedup, outputBuffer, queues }: SwitchRules,
  { network: { groupCapacity }, routing: { rings, escape }, packetPhits }: Built,
): SwitchFault | null {
  const fault = (name: keyof SwitchRules, message: string) => ({ name, message });
  if (queues !== "input" && selection !== "shared")
    return fault("queues", "needs the selection shared, by which a packet chooses its output");
  if (queues !== "input" && (rings !== undefined || escape !== undefined)) {
    return fault("queues", "needs a routing without escape channels and bubbles: what waits for one output cannot turn to its escape");
  }
  if (queues === "output" && speedup > 0) return fault("speedup", "must be 0 with output queues: nothing limits them within the switch");
  if (queues === "output" && outputBuffer > 0)
    return fault("outputBuffer", "must be 0 with output queues: packets stand at their outputs already");
  const places = rings === undefined ? 1 : 2;
  if (outputBuffer > 0 && outputBuffer < places * packetPhits) {
    const why = places === 1 ? "a whole packet has to find room" : "who enters a ring needs room for two packets";
    return fault("outputBuffer", `needs at least ${places * packetPhits} phits, or 0: ${why}`);
  }
  if (groupCapacity.length > 0 && (queues !== "input" || outputBuffer > 0)) {
    return fault(outputBuffer > 0 ? "outputBuffer" : "queues", "needs channels that share no capacity with others");
  }
  return null;
}
