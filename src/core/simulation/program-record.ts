/** Which parts of a demand a frame records individually: messages, phases and operations of a program, if there are few enough. */
import type { Demand } from "../plan/demand.ts";
import { takesTimeToSend } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import { op, type Program, unsent } from "../programs/program.ts";
import type { FrameSize } from "./frame.ts";

/** Largest number of messages of a program that are recorded individually. */
const mostTracked = 4096;
/** Largest number of entries of the time by rank and phase. */
const mostPhaseCycles = 16384;
/** Largest number of operations that are timed individually. */
const mostTimed = 16384;

/** Numbers of messages, ranks, phases and operations that the frame of a demand has entries for. */
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

/** Number of messages of a program that are recorded individually: all or 0. */
export function trackedMessages({ firstMessage, ranks }: Program): number {
  return firstMessage[ranks] <= mostTracked ? firstMessage[ranks] : 0;
}

/** Number of entries of the time by rank and phase, rank by rank; 0 if there would be too many. */
export function phaseNumbers({ ranks, phases }: Program): number {
  return ranks * phases.length <= mostPhaseCycles ? ranks * phases.length : 0;
}

/**
 * Number of operations of a program that are timed individually, rank by rank in the order of execution: all that may take time, or 0.
 * These are computations, receives, waits and barriers, and sends if a send occupies the rank.
 */
export function timedOperations(program: Program): number {
  if (trackedMessages(program) === 0) return 0;
  const count = firstTimed(program)[program.ranks];
  return count <= mostTimed ? count : 0;
}

/** [R + 1] Index of the first timed operation of each rank. */
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
 * Whether an operation may take time: a send only if sends occupy the rank and it is not an overheard copy.
 * @param isSendTimed Whether sends take time.
 */
export function isTimed(code: number, size: number, isBusy: boolean): boolean {
  if (code === op.send || code === op.sendToTree) return isBusy && size !== unsent;
  return code === op.receive || code === op.compute || code === op.wait || code === op.barrier;
}
