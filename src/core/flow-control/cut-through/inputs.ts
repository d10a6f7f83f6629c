/** Numbers the inputs of all nodes: the queues behind incoming channels first, then the injection slots. */
import type { Network } from "../../network/network.ts";
import { slotAt, slotPacket, slotShift, slotTerminal } from "../injection.ts";

export interface Inputs {
  /** [nodes + 1] Start of each node's inputs; and, by input, its queue, or queueCount + its injection slot. */
  readonly firstInput: Int32Array;
  readonly inputs: Int32Array;
  /** Bits that hold the number of an input within its node; and 32-bit words for one bit per input. */
  readonly inputBits: number;
  readonly words: number;
  /** [queues + slots] Node and input of each queue and slot: node << inputBits | input. */
  readonly placeOf: Int32Array;
  /**
   * [nodes × words] Mask of inputs that packets enter directly from a terminal: injection slots, and queues behind a terminal's channel
   * into a switch.
   */
  readonly fromTerminals: Int32Array;
}

/**
 * Counts the inputs of nodes: the start of each node's inputs, and the maximum per node, at least 1. A queue is an input only if packets
 * can leave it; a terminal that does not forward consumes what it receives.
 * @param vcs Virtual channels per channel.
 * @param slots Injection slots per terminal.
 */
export function countInputs({ head, terminals, firstOut, forwards }: Network, K: number, slots: number) {
  const Q = head.length * K;
  const N = firstOut.length - 1;
  const nodeOf = (q: number) => (q < Q ? head[Math.floor(q / K)] : (q - Q) % terminals);
  const isInput = (q: number) => q >= Q || forwards || nodeOf(q) >= terminals;
  const firstInput = new Int32Array(N + 1);
  for (let q = 0; q < Q + slots * terminals; q++) if (isInput(q)) firstInput[nodeOf(q) + 1]++;
  const most = firstInput.reduce((a, b) => Math.max(a, b), 1);
  for (let n = 0; n < N; n++) firstInput[n + 1] += firstInput[n];
  return { nodeOf, isInput, firstInput, most };
}

/**
 * Numbers the inputs of all nodes, and writes node and input into the records of the injection slots.
 * @param vcs Virtual channels per channel.
 * @param slots Records of the injection slots.
 */
export function layOutInputs(network: Network, K: number, slots: Int32Array): Inputs {
  const { head, tail, terminals, firstOut } = network;
  const Q = head.length * K;
  const N = firstOut.length - 1;
  const all = Q + (slots.length >> slotShift);
  const { nodeOf, isInput, most, firstInput } = countInputs(network, K, (slots.length >> slotShift) / terminals);
  const isFromTerminal = (q: number) => q >= Q || (tail[Math.floor(q / K)] < terminals && nodeOf(q) >= terminals);
  const inputBits = 32 - Math.clz32(most);
  const words = Math.ceil(most / 32);
  const inputs = new Int32Array(firstInput[N]);
  const placeOf = new Int32Array(all);
  const fromTerminals = new Int32Array(N * words);
  const count = new Int32Array(N);
  for (let q = 0; q < all; q++) {
    const n = nodeOf(q);
    const input = count[n];
    const place = (n << inputBits) | input;
    placeOf[q] = place;
    if (q >= Q) {
      const slot = (q - Q) << slotShift;
      slots[slot + slotPacket] = -1;
      slots[slot + slotAt] = place;
      slots[slot + slotTerminal] = n;
    }
    if (!isInput(q)) continue;
    if (isFromTerminal(q)) fromTerminals[n * words + (input >> 5)] |= 1 << (input & 31);
    inputs[firstInput[n] + input] = q;
    count[n]++;
  }
  return { firstInput, inputs, inputBits, words, placeOf, fromTerminals };
}
