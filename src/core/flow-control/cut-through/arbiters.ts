/** Record layout for outputs that have an arbiter each. */
import { listEngineWords } from "./candidate-lists.ts";

// Record of a virtual channel: mask of inputs whose queue heads request only this virtual channel; and mask of inputs whose heads chose it
// in this cycle from a candidate list.
export const vcRequests = 0;
export const vcChosenBy = 1;

// Record of a candidate list: mask of the inputs whose queue heads request through this list, where the inputs of a node fit into one word.
export const listRequests = listEngineWords;
/** 1 while the list is on the wheel; and the next list in the same slot, −1 for none. */
export const listIsLinked = listEngineWords + 1;
export const listNext = listEngineWords + 2;

export interface Arbiters {
  /**
   * Start of the list of channels whose arbiters are due in this cycle; and scratch words for the requests of each virtual channel of one
   * channel.
   */
  readonly dueArbitersAt: number;
  readonly requestsPerVcAt: number;
}
