/** Records of requests where each output has an arbiter. */
import { listOwn } from "./request-lists.ts";

// Record of a virtual channel. Queue heads that request it and no other, and those that chose it in this cycle from a list: input bits.
export const requests = 0;
export const chosen = 1;

// Of a list of candidates. Queue heads that request by it, one bit for each input of the node (where a number has enough bits for all).
export const listRequests = listOwn;
/** 1 while the list is in a slot of the wheel of due lists; and the record of the next list in that slot, −1 for none. */
export const listIsLinked = listOwn + 1;
export const listNext = listOwn + 2;

export interface Arbiters {
  /** Channels whose arbiters are to be looked at in this cycle; and, for one of them, requests for each of its virtual channels. */
  readonly askedAt: number;
  readonly lanesAt: number;
}
