/**
 * Record layout for outputs that are allocated by a maximal matching. There is one allocator per node, or one per group of parallel
 * outputs; each has a record of 32-bit words.
 */
import type { Plan } from "../../plan/plan.ts";
import { listEngineWords } from "./candidate-lists.ts";

// Record of a virtual channel: the allocator of its channel; and the request of the head of its queue. The request is a bit mask of outputs
// where they fit into one word. Otherwise it is the complement of a virtual channel, or a candidate list.
export const vcAllocator = 0;
export const headRequest = 1;

// Record of an allocator. Outputs are bits, 32 to a mask, in groups of eight words: channel free, credit available, requested, one credit
// left, escape channel.
export const freeMask = 0;
export const creditMask = 1;
export const requestMask = 2;
export const lastCreditMask = 3;
export const escapeMask = 4;
export const maskShift = 3;
/** Start of the node's inputs among all inputs; only where inputs take several words. */
export const allocatorFirstInput = 5;
/** Where inputs fit into one word: alternating words, for each output the mask of requesting inputs, and for each input its queue. */
export const outputRequesters = 5;
export const inputQueues = 6;
// Header words before the masks: 1 while the allocator is listed as due, its first virtual channel, its node, and the key of its random
// draws.
export const allocatorIsDue = -4;
export const allocatorFirstVc = -3;
export const allocatorNode = -2;
export const allocatorDrawKey = -1;
export const allocatorHeaderWords = 4;

// Of a candidate list: its outputs as a mask where they fit into one word, and its allocator's record, 0 before that is known.
export const listOutputMask = listEngineWords;
export const listAllocator = listEngineWords + 1;

/** log₂ of the 32-bit words in a cache line. */
export const cacheLineShift = 4;

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
  readonly ringInputsAt: number;
  /** Start of the list of due allocators: those with a requested output whose channel is free and that has a credit. */
  readonly dueAllocatorsAt: number;
  /** By output: the first output of the same channel. */
  readonly firstOutputOfChannel: Int32Array;
  /** Scratch mask of the cache lines where records of due allocators begin. */
  readonly dueCacheLines: Int32Array;
}

/**
 * [allocators + 1] The first channel of each allocator; last, the number of channels.
 * @param hasOneAllocator Nodes that have a single allocator even if the routing has parallel outputs.
 */
export function allocatorFirstChannels(
  { network, routing }: Plan,
  hasOneAllocator: (node: number) => boolean = () => false,
): readonly number[] {
  const { firstOut, head, tail } = network;
  const { parallelOutputs } = routing;
  if (parallelOutputs === undefined) return Array.from(firstOut);
  const firstOfAllocators: number[] = [];
  for (let channel = 0; channel < head.length;) {
    firstOfAllocators.push(channel);
    channel = hasOneAllocator(tail[channel]) ? firstOut[tail[channel] + 1] : channel + Math.max(1, parallelOutputs.width[channel]);
  }
  return [...firstOfAllocators, head.length];
}

/** The largest number of channels of any allocator. */
export function maxChannelsPerAllocator(firstOfAllocators: readonly number[]): number {
  return firstOfAllocators.reduce((most, first, i) => Math.max(most, first - (firstOfAllocators[i - 1] ?? 0)), 1);
}
