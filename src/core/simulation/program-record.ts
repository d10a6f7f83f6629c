/** How much of a demand is recorded: of a program every message by itself, every phase and operation, where they are few enough. */
import type { Demand } from "../plan/demand.ts";
import { takesTimeToSend } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import { op, type Program, unsent } from "../programs/program.ts";
import type { FrameSize } from "./frame.ts";

/** Most messages of a program that are recorded one by one. */
const mostTracked = 4096;
/** Most numbers kept for the phases of all ranks. */
const mostPhaseCycles = 16384;
/** Most operations of which each is timed by itself. */
const mostTimed = 16384;

/** What of a demand is recorded one by one, as a frame has room for it. */
export function recordedOf(demand: Demand): Pick<FrameSize, "messages" | "ranks" | "phaseNumbers" | "timed"> {
  if (demand.form === "open-loop") return { messages: 0 };
  if (demand.form === "messages") return { messages: demand.source.length };
  return {
    messages: trackedMessages(demand),
    ranks: demand.ranks,
    phaseNumbers: phaseNumbers(demand),
    timed: timedOperations(demand),
  };
}

/** How many messages of a program are recorded one by one: all of them, or none. */
export function trackedMessages({ firstMessage, ranks }: Program): number {
  return firstMessage[ranks] <= mostTracked ? firstMessage[ranks] : 0;
}

/** How many numbers tell the time of each rank in each phase, rank by rank; 0 where that would be too many. */
export function phaseNumbers({ ranks, phases }: Program): number {
  return ranks * phases.length <= mostPhaseCycles ? ranks * phases.length : 0;
}

/**
 * How many operations of a program are timed one by one: all that take or may take time, rank by rank in the order in
 * which they are done, or none. Those are the ones that compute, receive, wait or meet at a barrier, and the ones that
 * send where that keeps a rank busy.
 */
export function timedOperations(program: Program): number {
  if (trackedMessages(program) === 0) return 0;
  const count = firstTimed(program)[program.ranks];
  return count <= mostTimed ? count : 0;
}

/** [R + 1] Where the timed operations of each rank begin. */
export function firstTimed(program: Program): Int32Array {
  const isBusy = takesTimeToSend(program.host);
  const cursor = new Cursor(program);
  const found = new Int32Array(program.ranks + 1);
  for (let r = 0; r < program.ranks; r++) {
    let count = 0;
    while (cursor.nextWritten(r)) {
      cursor.skipTurns();
      if (isTimed(cursor.code, cursor.size, isBusy)) count += cursor.times * cursor.turns;
    }
    found[r + 1] = found[r] + count;
  }
  return found;
}

/**
 * Whether an operation may take time: a send where it keeps a rank busy, and is not the one before as others hear it.
 * @param isBusy whether sends take time
 */
export function isTimed(code: number, size: number, isBusy: boolean): boolean {
  if (code === op.send || code === op.sendToTree) return isBusy && size !== unsent;
  return code === op.receive || code === op.compute || code === op.wait || code === op.barrier;
}
