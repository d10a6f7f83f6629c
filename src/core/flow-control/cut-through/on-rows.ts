/** Decides which plans can run on the engines for rows. A row is a group of parallel outputs, which the routing treats alike. */
import { powerOfTwo } from "../../base/arrays.ts";
import type { Network } from "../../network/network.ts";
import type { Plan } from "../../plan/plan.ts";
import type { RoutingRows } from "../../plan/routing.ts";
import { type CutThroughRules, selections } from "./rules.ts";

/** Maximum number of slots of all queues: they take 64 MB, and packet numbers stay below 24 bits. */
const mostPlaces = 2 ** 22;
/** Maximum number of 32-bit words for the inputs of a node or the channels of a row, for selection *shared* and for the others. */
const mostWords = { shared: 8, chosen: 1 } as const;
/** Maximum number of outputs of a node: an 8-bit port number is stored next to the packet number. */
const mostOutputs = 256;
/** Maximum number of nodes where masks take one word: a node number is stored together with an input, a position in a row and a sign. */
const mostNodes = 2 ** 21;

/** 32-bit words for one bit per input of any node, and for one bit per channel of any row. */
export function wordsOf(network: Network, { size }: RoutingRows): readonly [ofInputs: number, ofRows: number] {
  const most = (a: number, b: number) => Math.max(a, b);
  return [Math.ceil(inputsOf(network).reduce(most, 1) / 32), Math.ceil(size.reduce(most, 1) / 32)];
}

/** [nodes] Number of channels into each switch. */
function inputsOf({ head, terminals, switches }: Network): Int32Array {
  const inputs = new Int32Array(terminals + switches);
  for (const n of head) if (n >= terminals) inputs[n]++;
  return inputs;
}

/** Whether a plan can run on the engines for rows under these rules. */
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
  // The inputs of a node are stored in the section of its outputs, so there may not be more of them.
  const inputs = inputsOf(network);
  for (let n = 0; n < nodes; n++) {
    const outputs = network.firstOut[n + 1] - network.firstOut[n];
    if (outputs > mostOutputs || inputs[n] > outputs) return false;
  }
  if (network.head.length * powerOfTwo(rules.queue) > mostPlaces) return false;
  // Fullness and position in a row have to fit into one number.
  return powerOfTwo((rules.queue + 1) * packetPhits) * 64 <= 2 ** 28;
}
