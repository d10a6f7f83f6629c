/**
 * Record layout for outputs that are allocated by a maximal matching. There is one allocator per node, or one per group of parallel
 * outputs; each has a record of 32-bit words.
 */
import type { Plan } from "../../plan/plan.ts";
import { listOwn } from "./request-lists.ts";

// Record of a virtual channel: the allocator of its channel; and the request of the head of its queue. The request is a bit mask of outputs
// where they fit into one word. Otherwise it is the complement of a virtual channel, or a candidate list.
export const allocatorOf = 0;
export const request = 1;

// Record of an allocator. Outputs are bits, 32 to a mask, in groups of eight words: channel free, credit available, requested, one credit
// left, escape channel.
export const free = 0;
export const credited = 1;
export const requested = 2;
export const lastCredit = 3;
export const escapes = 4;
export const maskShift = 3;
/** Start of the node's inputs among all inputs; only where inputs take several words. */
export const firstInput = 5;
/** Where inputs fit into one word: alternating words, for each output the mask of requesting inputs, and for each input its queue. */
export const requestsIn = 5;
export const queuesIn = 6;
// Header words before the masks: 1 while the allocator is listed as due, its first virtual channel, its node, and the key of its random
// draws.
export const isDue = -4;
export const firstOutput = -3;
export const node = -2;
export const drawsBy = -1;
export const headLength = 4;

// Of a candidate list: its outputs as a mask where they fit into one word, and its allocator's record, 0 before that is known.
export const listOutputs = listOwn;
export const listAllocator = listOwn + 1;

/** log₂ of the 32-bit words in a cache line. */
export const lineShift = 4;

export interface Allocators {
  /**
   * Whether the loop of `cycle.ts` does the matching itself: only free channels, credits and chance decide, and the inputs and outputs of
   * each node fit into one word.
   */
  readonly isNarrow: boolean;
  /** 32-bit words of a record. */
  readonly stride: number;
  /** Whether each node has one allocator, in the order of nodes. */
  readonly isByNode: boolean;
  /** [virtual channels × words] Requesters of each virtual channel, one bit per input; only where {@link isNarrow} is false. */
  readonly requestsAt: number;
  /**
   * [virtual channels] Where inputs fit into one word: mask of the inputs in the ring of a virtual channel; all inputs where it is in no
   * ring.
   */
  readonly insidersAt: number;
  /** Start of the list of due allocators: those with a requested output whose channel is free and that has a credit. */
  readonly dueAt: number;
  /** By output: the first output of the same channel. */
  readonly firstBeside: Int32Array;
  /** Scratch mask of the cache lines where records of due allocators begin. */
  readonly linesDue: Int32Array;
}

/**
 * [allocators + 1] The first channel of each allocator; last, the number of channels.
 * @param hasOneAllocator Nodes that have a single allocator even if the routing has parallel outputs.
 */
export function firstChannels({ network, routing }: Plan, isByNode: (node: number) => boolean = () => false): readonly number[] {
  const { firstOut, head, tail } = network;
  const { rows } = routing;
  if (rows === undefined) return Array.from(firstOut);
  const firsts: number[] = [];
  for (let c = 0; c < head.length;) {
    firsts.push(c);
    c = isByNode(tail[c]) ? firstOut[tail[c] + 1] : c + Math.max(1, rows.size[c]);
  }
  return [...firsts, head.length];
}

/** The largest number of channels of any allocator. */
export function mostChannels(firsts: readonly number[]): number {
  return firsts.reduce((most, first, i) => Math.max(most, first - (firsts[i - 1] ?? 0)), 1);
}
