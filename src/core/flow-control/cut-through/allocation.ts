/** How outputs are allocated on any network, by one of two classes beside the engine. */
import type { Allocators } from "./allocators.ts";
import type { Arbiters } from "./arbiters.ts";
import type { CutThrough } from "./cycle.ts";

/** Virtual-channel and switch allocation. The loop of the engine does itself what most plans need, on these records. */
export interface Allocation {
  /** What makes a maximal matching; null where outputs have arbiters. */
  readonly allocators: Allocators | null;
  /** What arbiters grant by; null where outputs are matched. */
  readonly arbiters: Arbiters | null;
  /**
   * Allocates where neither the matching nor the arbiters of the loop do it: grants `begin` to `end` of the log are over, `fresh` new queue
   * heads request, and the grants of cycle `t` are logged.
   * @returns where the log ends then
   */
  allocate(begin: number, end: number, fresh: number, t: number): number;
  /** Lists of candidates that are to be looked at request one each; returns where the list of arbiters to be looked at ends then. */
  requestByLists(t: number, asked: number): number;
  /** The virtual channel that the head of queue `q` keeps requesting, of its candidates, where the selection chooses once. */
  chosenOf(q: number, candidates: number, t: number): number;
  /** Time jumps: nothing that was to be looked at later is left. */
  forget(): void;

  /** Heads that request virtual channel `id` and nothing else, or all that they may take: those of inputs 32 w to 32 w + 31. */
  requestsFor(id: number, w: number): number;
  /** Heads that wait for any virtual channel of a channel, likewise. */
  requestsToAny(channel: number, w: number): number;
  /** [Q] What the head of each queue requests: a virtual channel, Q + a list, or −1 for nothing. */
  whatIsAskedFor(): Int32Array;
}

/** What the engine lays out for an allocation, and how that begins. */
export interface AllocationLayout {
  /**
   * Whether state and record of a virtual channel lie together, so that a hop touches few lines of memory; else the states of a node's
   * outputs do, so that to compare many of them touches few.
   */
  readonly isTogether: boolean;
  /** Numbers that the allocation needs for itself. @param words 32-bit numbers that hold the inputs of a node as bits */
  numbers(words: number): number;
  start(engine: CutThrough): Allocation;
}
