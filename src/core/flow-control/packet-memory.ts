/** How much the engines of whole packets keep. */
import { powerOfTwo } from "../base/arrays.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** Most numbers of 32 bits that the engine keeps: 800 MB. */
export const mostNumbers = 200_000_000;

export function needsMemory(numbers: number, whatFor: string): string {
  return `needs ${Math.ceil(numbers / 250_000).toLocaleString("en-US")} MB for ${whatFor}; at most ${mostNumbers / 250_000} MB are kept`;
}

/** What is asked of the rules before a plan is run. */
export interface PacketValues {
  readonly queue: number;
  readonly injectionSlots: number;
  readonly virtualChannels: number;
  readonly selection: string;
}

/**
 * About how many numbers the engine keeps, and the most queues that any node has packets asking from. Records of injection slots are left out:
 * with 64 slots they take up to a third more, and a link that was let in without them stays so.
 */
export function size({ queue, virtualChannels, injectionSlots, selection }: PacketValues, network: Network, routing: CompiledRouting) {
  const { terminals, switches, head, firstOut } = network;
  const classes = routing.classes * virtualChannels;
  const record = 12 + powerOfTwo(queue);
  let inputs = 1;
  for (let n = 0; n < terminals + switches; n++) {
    const enter = n < terminals && !network.forwards ? 0 : (firstOut[n + 1] - firstOut[n]) * classes;
    inputs = Math.max(inputs, enter + (n < terminals ? injectionSlots : 0));
  }
  // Bits of the inputs that wait: where outputs are shared out, one row for each virtual channel; else two, where one number has too few.
  const words = Math.ceil(inputs / 32);
  const bits = selection === "shared" ? words + 6 : words > 1 ? 2 * words : 0;
  const each = record + 8 + bits;
  return { numbers: head.length * (classes * each + 40) + 24 * injectionSlots * terminals, inputs };
}
