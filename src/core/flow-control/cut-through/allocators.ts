/**
 * Where outputs are allocated by a maximal matching, each node has an allocator, or each row of outputs that a routing treats
 * alike: a record of 32-bit numbers.
 */
import type { Plan } from "../../plan/plan.ts";
import { listOwn } from "./request-lists.ts";

// Record of a virtual channel: the allocator that its channel is an output of; and what the head of its queue requests: outputs as
// bits, where they are bits of one number; else the complement of a virtual channel, or the list that it requests by.
export const allocatorOf = 0;
export const request = 1;

// Record of an allocator. Its outputs are bits, 32 to a number, eight numbers for each 32: whose channel is free, which have
// credits, which are requested, which have one credit left, and which are escapes.
export const free = 0;
export const credited = 1;
export const requested = 2;
export const lastCredit = 3;
export const escapes = 4;
export const maskShift = 3;
/** Where the inputs of its node begin among all; only where they are bits of several numbers. */
export const firstInput = 5;
/** Else, in turn, for each output the bits of the inputs that request it, and for each input the queue that it is. */
export const requestsIn = 5;
export const queuesIn = 6;
// Before those: 1 while it is on the list of those that are due, its first virtual channel, the node, and the number that it draws by.
export const isDue = -4;
export const firstOutput = -3;
export const node = -2;
export const drawsBy = -1;
export const headLength = 4;

// Of a list of candidates: its outputs as bits where they are few, and the record of its allocator, 0 before that is known.
export const listOutputs = listOwn;
export const listAllocator = listOwn + 1;

/** log₂ of the numbers in a cache line. */
export const lineShift = 4;

export interface Allocators {
  /** Whether nothing but free channels, credits and chance decides, and all inputs and outputs of a node are bits of one number. */
  readonly isNarrow: boolean;
  /** Numbers of a record. */
  readonly stride: number;
  /** Whether each node has one, in the order of nodes. */
  readonly isByNode: boolean;
  /** [Q × words] Else the queue heads that request each virtual channel, one bit for each input. */
  readonly requestsAt: number;
  /** [Q] Inputs that are in the ring of a virtual channel, where they are bits of one number: all where it is in none. */
  readonly insidersAt: number;
  /** Those that are due: they have an output with a credit whose channel is free, and which is requested. */
  readonly dueAt: number;
  /** Of each output: the first one of its channel. */
  readonly firstBeside: Int32Array;
  /** Lines of memory with the beginning of one that is due, as bits. */
  readonly linesDue: Int32Array;
}

/**
 * [allocators + 1] The first channel of each; after the last, the number of channels.
 * @param isByNode nodes that have one allocator in any case
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

/** Channels of the allocator with most of them. */
export function mostChannels(firsts: readonly number[]): number {
  return firsts.reduce((most, first, i) => Math.max(most, first - (firsts[i - 1] ?? 0)), 1);
}
