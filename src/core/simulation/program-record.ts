/** Which parts of a demand a frame records individually: messages, phases and operations of a program, if there are few enough. */
import type { Demand } from "../plan/demand.ts";
import { isSendingCostly } from "../programs/hosts.ts";
import { Cursor } from "../programs/cursor.ts";
import { op, type Program, noMessage } from "../programs/program.ts";
import type { FrameSize } from "./frame.ts";

/** Largest number of messages of a program that are recorded individually. */
const maxTrackedMessages = 4096;
/** Largest number of entries of the time by rank and phase. */
const maxPhaseEntries = 16384;
/** Largest number of operations that are timed individually. */
const maxTimedOperations = 16384;

/** Numbers of messages, ranks, phases and operations that the frame of a demand has entries for. */
export function recordedSizes(demand: Demand): Pick<FrameSize, "messages" | "ranks" | "phaseEntries" | "timed"> {
  if (demand.form === "open-loop") return { messages: 0 };
  if (demand.form === "messages") return { messages: demand.source.length };
  return {
    messages: trackedMessages(demand),
    ranks: demand.ranks,
    phaseEntries: phaseEntryCount(demand),
    timed: timedOperations(demand),
  };
}

/** Number of messages of a program that are recorded individually: all or 0. */
export function trackedMessages({ firstMessage, ranks }: Program): number {
  return firstMessage[ranks] <= maxTrackedMessages ? firstMessage[ranks] : 0;
}

/** Number of entries of the column that has the time of each rank in each phase; 0 if there would be too many. */
export function phaseEntryCount({ ranks, phases }: Program): number {
  return ranks * phases.length <= maxPhaseEntries ? ranks * phases.length : 0;
}

/**
 * Number of operations of a program that are timed individually, rank by rank in the order of execution: all that may take time, or 0.
 * These are computations, receives, waits and barriers, and sends if a send occupies the rank.
 */
export function timedOperations(program: Program): number {
  if (trackedMessages(program) === 0) return 0;
  const count = firstTimedOperations(program)[program.ranks];
  return count <= maxTimedOperations ? count : 0;
}

/** [R + 1] Index of the first timed operation of each rank. */
export function firstTimedOperations(program: Program): Int32Array {
  const isSendTimed = isSendingCostly(program.host);
  const cursor = new Cursor(program);
  const firstOperations = new Int32Array(program.ranks + 1);
  for (let rank = 0; rank < program.ranks; rank++) {
    let count = 0;
    while (cursor.nextWritten(rank)) {
      cursor.skipPartners();
      if (isTimed(cursor.code, cursor.size, isSendTimed)) count += cursor.executions * cursor.partnerCount;
    }
    firstOperations[rank + 1] = firstOperations[rank] + count;
  }
  return firstOperations;
}

/**
 * Whether an operation may take time: a send only if sends occupy the rank and it is not an overheard copy.
 * @param isSendTimed Whether sends take time.
 */
export function isTimed(code: number, size: number, isSendTimed: boolean): boolean {
  if (code === op.send || code === op.sendToTree) return isSendTimed && size !== noMessage;
  return code === op.receive || code === op.compute || code === op.wait || code === op.barrier;
}
