/** Which plans can be run by the engines for rows of interchangeable channels. */
import { powerOfTwo } from "../../base/arrays.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";

/** Most places of all queues together: 64 MB, and packets have numbers of less than 24 bits. */
const mostPlaces = 2 ** 22;
/** Numbers of 32 bits that the inputs of a node, or the channels of a row, may be bits of; one where queue heads choose for themselves. */
const mostWords = { shared: 8, chosen: 1 } as const;
/** Outputs of a node: the place of one stands beside the number of a packet. */
const mostOutputs = 256;
/** Most nodes where those are bits of one number: theirs stand beside an input, a place in a row and a sign. */
const mostNodes = 2 ** 21;

/** Numbers of 32 bits that hold the inputs of any node, and those that hold the channels of any row. */
export function wordsOf(network: Network, { size }: RoutingRows): readonly [ofInputs: number, ofRows: number] {
  const most = (a: number, b: number) => Math.max(a, b);
  return [Math.ceil(inputsOf(network).reduce(most, 1) / 32), Math.ceil(size.reduce(most, 1) / 32)];
}

/** [nodes] Channels into each switch. */
function inputsOf({ head, terminals, switches }: Network): Int32Array {
  const inputs = new Int32Array(terminals + switches);
  for (const n of head) if (n >= terminals) inputs[n]++;
  return inputs;
}

/** Whether a plan can be run on rows under these rules. */
export function fitsRows(rules: CutThroughRules, { network, routing, packetPhits }: Plan): boolean {
  const { rows } = routing;
  if (rows === undefined || routing.classes !== 1 || routing.rings !== undefined) return false;
  if (routing.begin !== undefined || routing.next !== undefined || routing.adapt !== undefined) return false;
  if (rules.storeAndForward || rules.arbitration !== "random" || rules.injectionSlots !== 1) return false;
  if (network.forwards || network.groupCapacity.length > 0) return false;
  const nodes = network.terminals + network.switches;
  const words = Math.max(...wordsOf(network, rows));
  if (words > mostWords[rules.selection === "shared" ? "shared" : "chosen"] || nodes > mostNodes / powerOfTwo(words) ** 2) return false;
  const hasChoice = rows.size.some((size) => size > 1);
  if (hasChoice && selections[rules.selection].keeps) return false;
  for (let t = 0; t < network.terminals; t++) if (network.firstOut[t + 1] - network.firstOut[t] > 1) return false;
  // Inputs are listed from where a node's outputs begin, so they are no more than these.
  const inputs = inputsOf(network);
  for (let n = 0; n < nodes; n++) {
    const outputs = network.firstOut[n + 1] - network.firstOut[n];
    if (outputs > mostOutputs || inputs[n] > outputs) return false;
  }
  if (network.head.length * powerOfTwo(rules.queue) > mostPlaces) return false;
  // Fullness and a place in a row have to fit into one number.
  return powerOfTwo((rules.queue + 1) * packetPhits) * 64 <= 2 ** 28;
}
