/** Memory that the engines of whole packets need. */
import { powerOfTwo } from "../base/arrays.ts";
import type { Network } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** Maximum number of 32-bit words of the engine: 800 MB. */
export const mostNumbers = 200_000_000;

export function needsMemory(numbers: number, whatFor: string): string {
  return `needs ${Math.ceil(numbers / 250_000).toLocaleString("en-US")} MB for ${whatFor}; at most ${mostNumbers / 250_000} MB are kept`;
}

/** The parameter values that requirements depend on. */
export interface PacketValues {
  readonly queue: number;
  readonly injectionSlots: number;
  readonly virtualChannels: number;
  readonly selection: string;
}

/**
 * Approximate 32-bit words of the engine, and the maximum number of inputs of a node. Records of injection slots are not included. With 64
 * slots they add up to a third, but scenarios that have been accepted must stay valid.
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
  // Masks of waiting inputs: with *shared* one per virtual channel; otherwise two, where a node has more than 32 inputs.
  const words = Math.ceil(inputs / 32);
  const bits = selection === "shared" ? words + 6 : words > 1 ? 2 * words : 0;
  const each = record + 8 + bits;
  return { numbers: head.length * (classes * each + 40) + 24 * injectionSlots * terminals, inputs };
}
