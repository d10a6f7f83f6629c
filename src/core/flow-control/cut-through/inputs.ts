/** Numbers the inputs of all nodes: the queues behind incoming channels first, then the injection slots. */
import type { Network } from "../../network/network.ts";
import { slotInput, slotPacket, slotShift, slotTerminal } from "../injection.ts";

export interface Inputs {
  /** [nodes + 1] Start of each node's inputs; and, by input, its queue, or queueCount + its injection slot. */
  readonly firstInput: Int32Array;
  readonly inputs: Int32Array;
  /** Bits that hold the number of an input within its node; and 32-bit words for one bit per input. */
  readonly inputBits: number;
  readonly words: number;
  /** [queues + slots] Node and input of each queue and slot: node << inputBits | input. */
  readonly packedInputs: Int32Array;
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
export function countInputs({ head, terminals, firstOut, forwards }: Network, vcs: number, slots: number) {
  const queueCount = head.length * vcs;
  const nodeCount = firstOut.length - 1;
  const nodeOf = (queue: number) => (queue < queueCount ? head[Math.floor(queue / vcs)] : (queue - queueCount) % terminals);
  const isInput = (queue: number) => queue >= queueCount || forwards || nodeOf(queue) >= terminals;
  const firstInput = new Int32Array(nodeCount + 1);
  for (let queue = 0; queue < queueCount + slots * terminals; queue++) if (isInput(queue)) firstInput[nodeOf(queue) + 1]++;
  const maxInputs = firstInput.reduce((a, b) => Math.max(a, b), 1);
  for (let node = 0; node < nodeCount; node++) firstInput[node + 1] += firstInput[node];
  return { nodeOf, isInput, firstInput, maxInputs };
}

/**
 * Numbers the inputs of each node, which are the queues behind its incoming channels and, at a terminal, its injection slots (packets that
 * may request its channel). Queues and slots share one numbering: slot i has the number queueCount + i. Node and input of each are packed
 * into one word (node << inputBits | input), which is also written into the records of the slots.
 * @param vcs Virtual channels per channel.
 * @param slots Records of the injection slots of all terminals; they are initialized here.
 */
export function layOutInputs(network: Network, vcs: number, slots: Int32Array): Inputs {
  const { head, tail, terminals, firstOut } = network;
  const queueCount = head.length * vcs;
  const nodeCount = firstOut.length - 1;
  const sourceCount = queueCount + (slots.length >> slotShift);
  const { nodeOf, isInput, maxInputs, firstInput } = countInputs(network, vcs, (slots.length >> slotShift) / terminals);
  const isFromTerminal = (queue: number) =>
    queue >= queueCount || (tail[Math.floor(queue / vcs)] < terminals && nodeOf(queue) >= terminals);
  const inputBits = 32 - Math.clz32(maxInputs);
  const words = Math.ceil(maxInputs / 32);
  const inputs = new Int32Array(firstInput[nodeCount]);
  const packedInputs = new Int32Array(sourceCount);
  const fromTerminals = new Int32Array(nodeCount * words);
  const inputsSoFar = new Int32Array(nodeCount);
  for (let queue = 0; queue < sourceCount; queue++) {
    const node = nodeOf(queue);
    const input = inputsSoFar[node];
    const packedInput = (node << inputBits) | input;
    packedInputs[queue] = packedInput;
    if (queue >= queueCount) {
      const slot = (queue - queueCount) << slotShift;
      slots[slot + slotPacket] = -1;
      slots[slot + slotInput] = packedInput;
      slots[slot + slotTerminal] = node;
    }
    // A queue at a terminal that does not forward is no input: the packets are consumed.
    if (!isInput(queue)) continue;
    if (isFromTerminal(queue)) fromTerminals[node * words + (input >> 5)] |= 1 << (input & 31);
    inputs[firstInput[node] + input] = queue;
    inputsSoFar[node]++;
  }
  return { firstInput, inputs, inputBits, words, packedInputs, fromTerminals };
}
