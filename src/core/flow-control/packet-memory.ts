/** Memory that the engines of whole packets need. */
import { nextPowerOfTwo } from "../base/arrays.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** Maximum number of 32-bit words of the engine: 800 MB. */
export const maxEngineWords = 200_000_000;

export function memoryMessage(words: number, purpose: string): string {
  return `needs ${Math.ceil(words / 250_000).toLocaleString("en-US")} MB for ${purpose}; at most ${maxEngineWords / 250_000} MB are allowed`;
}

/** The parameter values that requirements depend on. */
export interface PacketValues {
  readonly queue: number;
  readonly injectionSlots: number;
  readonly virtualChannels: number;
  readonly selection: string;
}

/**
 * Estimates the memory of an engine of whole packets in 32-bit words (`numbers`), and gives the maximum number of inputs of a node
 * (`inputs`): queues of virtual channels, and injection slots at terminals. The estimate leaves out the records of injection slots,
 * although 64 slots add up to a third, because scenarios that have been accepted must stay valid.
 */
export function packetEngineSize(
  { queue, virtualChannels, injectionSlots, selection }: PacketValues,
  network: Network,
  routing: CompiledRouting,
) {
  const { terminals, switches, head, firstOut } = network;
  const vcs = routing.vcClasses * virtualChannels;
  const recordWords = 12 + nextPowerOfTwo(queue);
  let inputs = 1;
  for (let node = 0; node < terminals + switches; node++) {
    const queuesInto = node < terminals && !network.forwards ? 0 : (firstOut[node + 1] - firstOut[node]) * vcs;
    inputs = Math.max(inputs, queuesInto + (node < terminals ? injectionSlots : 0));
  }
  // Masks of waiting inputs: with the selection *shared* one per virtual channel; otherwise two, where a node has more than 32 inputs.
  const inputWords = Math.ceil(inputs / 32);
  const separateMaskWords = inputWords > 1 ? 2 * inputWords : 0;
  const bitWords = selection === "shared" ? inputWords + 6 : separateMaskWords;
  const wordsPerVc = recordWords + 8 + bitWords;
  // Words for each virtual channel, 40 for each channel and 24 for each injection slot.
  return { numbers: head.length * (vcs * wordsPerVc + 40) + 24 * injectionSlots * terminals, inputs };
}
