/** Which plans can be run by the engines for rows of interchangeable channels. */
import { powerOfTwo } from "../../base/arrays.ts";
import type { Plan } from "../../plan/plan.ts";
import { type CutThroughRules, selections } from "./rules.ts";

/** Most places of all queues together: 64 MB, and packets have numbers of less than 24 bits. */
const mostPlaces = 2 ** 22;
/** Inputs of a node, and channels of a row, that are bits of one number. */
const mostBits = 32;
/** Outputs of a node: the place of one stands beside the number of a packet. */
const mostOutputs = 256;
/** Most nodes: their numbers stand beside ten bits and a sign. */
const mostNodes = 2 ** 21;

/** Whether a plan can be run on rows under these rules. */
export function fitsRows(rules: CutThroughRules, { network, routing, packetPhits }: Plan): boolean {
  const { rows } = routing;
  if (rows === undefined || routing.classes !== 1 || routing.rings !== undefined) return false;
  if (routing.begin !== undefined || routing.next !== undefined || routing.adapt !== undefined) return false;
  if (rules.storeAndForward || rules.arbitration !== "random" || rules.injectionSlots !== 1) return false;
  if (network.forwards || network.groupCapacity.length > 0) return false;
  const nodes = network.terminals + network.switches;
  if (nodes > mostNodes || rows.size.some((size) => size > mostBits)) return false;
  const hasChoice = rows.size.some((size) => size > 1);
  if (hasChoice && selections[rules.selection].keeps) return false;
  for (let t = 0; t < network.terminals; t++) if (network.firstOut[t + 1] - network.firstOut[t] > 1) return false;
  const inputsOf = new Int32Array(nodes);
  for (const n of network.head) inputsOf[n]++;
  if (inputsOf.some((count, n) => n >= network.terminals && count > mostBits)) return false;
  for (let n = 0; n < nodes; n++) if (network.firstOut[n + 1] - network.firstOut[n] > mostOutputs) return false;
  if (network.head.length * powerOfTwo(rules.queue) > mostPlaces) return false;
  // Fullness and a place in a row have to fit into one number.
  return powerOfTwo((rules.queue + 1) * packetPhits) * 64 <= 2 ** 28;
}
