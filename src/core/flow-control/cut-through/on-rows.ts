/** Decides which plans can run on the engines for rows. A row is a group of parallel outputs, which the routing treats alike. */
import { nextPowerOfTwo } from "../../base/arrays.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import type { ParallelOutputs } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";

/** Maximum number of slots of all queues: they take 64 MB, and packet numbers stay below 24 bits. */
const maxQueueSlots = 2 ** 22;
/** Maximum number of 32-bit words for the inputs of a node or the channels of a row, for selection *shared* and for other selections. */
const maxBitWords = { shared: 8, chosen: 1 } as const;
/** Maximum number of outputs of a node: an 8-bit port number is stored next to the packet number. */
const maxOutputsPerNode = 256;
/** Maximum number of nodes where masks take one word: a node number is stored together with an input, a position in a row and a sign. */
const maxNodes = 2 ** 21;

/** 32-bit words for one bit per input of any node, and for one bit per channel of any row. */
export function bitWordsOf(network: Network, { width }: ParallelOutputs): readonly [ofInputs: number, ofRows: number] {
  const most = (a: number, b: number) => Math.max(a, b);
  return [Math.ceil(inputCounts(network).reduce(most, 1) / 32), Math.ceil(width.reduce(most, 1) / 32)];
}

/** [nodes] Number of channels into each switch. */
function inputCounts({ head, terminals, switches }: Network): Int32Array {
  const inputs = new Int32Array(terminals + switches);
  for (const node of head) if (node >= terminals) inputs[node]++;
  return inputs;
}

/**
 * Whether the faster engines for rows can simulate a plan. A row is a group of parallel outputs, which the routing treats alike. These
 * engines need one virtual channel, a routing without state, random arbitration, one injection slot and one channel per terminal, and sizes
 * that fit into the bits of their records.
 */
export function canRunOnRows(rules: CutThroughRules, { network, routing, packetPhits }: Plan): boolean {
  const { parallelOutputs } = routing;
  if (parallelOutputs === undefined || routing.vcClasses !== 1 || routing.rings !== undefined) return false;
  if (routing.initialState !== undefined || routing.nextState !== undefined || routing.injectionDecision !== undefined) return false;
  if (rules.storeAndForward || rules.arbitration !== "random" || rules.injectionSlots !== 1) return false;
  if (network.forwards || network.groupCapacity.length > 0) return false;
  // Bit sets and numbers of nodes have to fit into the records.
  const nodes = network.terminals + network.switches;
  const words = Math.max(...bitWordsOf(network, parallelOutputs));
  if (words > maxBitWords[rules.selection === "shared" ? "shared" : "chosen"] || nodes > maxNodes / nextPowerOfTwo(words) ** 2)
    return false;
  // These engines do not remember the channel for which a packet with a sticky selection waits.
  const hasChoice = parallelOutputs.width.some((size) => size > 1);
  if (hasChoice && selections[rules.selection].keeps) return false;
  for (let terminal = 0; terminal < network.terminals; terminal++)
    if (network.firstOut[terminal + 1] - network.firstOut[terminal] > 1) return false;
  // The inputs of a node are stored in the section of its outputs, so there may not be more of them.
  const inputs = inputCounts(network);
  for (let node = 0; node < nodes; node++) {
    const outputs = network.firstOut[node + 1] - network.firstOut[node];
    if (outputs > maxOutputsPerNode || inputs[node] > outputs) return false;
  }
  if (network.head.length * nextPowerOfTwo(rules.queue) > maxQueueSlots) return false;
  // Fullness and position in a row have to fit into one number.
  return nextPowerOfTwo((rules.queue + 1) * packetPhits) * 64 <= 2 ** 28;
}
