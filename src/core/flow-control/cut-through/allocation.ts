/**
 * Interface of the output allocation on any network, between the engine (`cycle.ts`) and its two implementations (`sharing.ts`,
 * `arbitration.ts`).
 */
import type { Allocators } from "./allocators.ts";
import type { Arbiters } from "./arbiters.ts";
import type { CutThrough } from "./cycle.ts";

/** Virtual-channel and switch allocation. The loop of the engine does the common cases itself, on the records given here. */
export interface Allocation {
  /** Records of the allocators of a maximal matching; null where outputs have arbiters. */
  readonly allocators: Allocators | null;
  /** Records of the arbiters; null where outputs are matched. */
  readonly arbiters: Arbiters | null;
  /**
   * Allocates outputs where the loop of the engine does not. Log entries `begin` to `end` have completed, `newHeadCount` new queue heads
   * request, and the grants of cycle `cycle` are appended to the log.
   * @returns The end of the log afterwards.
   */
  allocate(begin: number, end: number, newHeadCount: number, cycle: number): number;
  /** Adds the requests of candidate lists that are due; returns the new end of the list of due arbiters. */
  requestFromLists(cycle: number, dueEnd: number): number;
  /** For a sticky selection: the one virtual channel of a candidate set that the head of `queue` requests from now on. */
  chooseOnce(queue: number, candidateSet: number, cycle: number): number;
  /** Time jumps over idle cycles, so nothing may stay scheduled on the wheel. */
  onTimeJump(): void;

  /**
   * Requesters of virtual channel `vc`, one bit for each input of its node, for inputs 32·`word` to 32·`word` + 31. With arbiters, requests
   * through candidate lists are not included.
   */
  vcRequesters(vc: number, word: number): number;
  /**
   * Requesters of any virtual channel of a channel, as bits like those of {@link vcRequesters}; also those that request through candidate
   * lists.
   */
  channelRequesters(channel: number, word: number): number;
  /** [queues] Request of each queue head: a virtual channel, queueCount + a candidate list, or −1 for none. */
  requestedSets(): Int32Array;
}

/** Memory layout that an allocation asks of the engine, and its constructor. */
export interface AllocationLayout {
  /**
   * Whether the state and the record of a virtual channel are stored together, so a hop touches few cache lines. Otherwise the states of a
   * node's outputs are, so comparing many outputs touches few.
   */
  readonly isStateInRecord: boolean;
  /** 32-bit words that the allocation needs for itself. @param words 32-bit words for one bit per input of a node. */
  wordCount(words: number): number;
  start(engine: CutThrough): Allocation;
}
