/** How much of a program is recorded: every message by itself, and every phase, where they are few enough. */
import type { Program } from "../plan/program.ts";

/** Most messages of a program that are recorded one by one. */
const mostTracked = 4096;
/** Most numbers kept for the phases of all ranks. */
const mostPhaseCycles = 16384;

/** How many messages of a program are recorded one by one: all of them, or none. */
export function trackedMessages({ firstMessage, ranks }: Program): number {
  return firstMessage[ranks] <= mostTracked ? firstMessage[ranks] : 0;
}

/** How many numbers tell the time of each rank in each phase, rank by rank; 0 where that would be too many. */
export function phaseNumbers({ ranks, phases }: Program): number {
  return ranks * phases.length <= mostPhaseCycles ? ranks * phases.length : 0;
}
