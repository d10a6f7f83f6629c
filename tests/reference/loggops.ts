/**
 * Reference simulator of rank programs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine,
 * HPDC 2010): one list of events ordered by time and age. An event whose processor or adapter is busy is postponed until both are free, and
 * keeps its age. Broadcasts on a shared medium are not supported.
 */
import { op, type Program } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";
import { type Instruction, instructionsOf, jobOfRank } from "./ranks.ts";

interface RankMessage {
  readonly from: number;
  readonly to: number;
  readonly mailbox: number;
  readonly bytes: number;
  readonly isRendezvous: boolean;
  /** Whether the sender of the message no longer has to wait for it. */
  isSendComplete: boolean;
  isTaken: boolean;
}

interface LogGOPSEvent {
  time: number;
  readonly age: number;
  /** The time at which the resources of the event are free. */
  readyTime(time: number): number;
  execute(time: number): void;
}

/** [R] The time at which each rank's program ended, on a network of this latency; −1 if it never did. */
export function simulateLogGOPS(program: Program, latency: number): readonly number[] {
  const { overhead: o, overheadPerByte: O, gap: g, gapPerByte: G } = program.host;
  const ranks = times(program.ranks, (r) => ({
    r,
    code: instructionsOf(program, r),
    next: 0,
    processorFree: jobOfRank(program, r).begin,
    sendAdapterFree: 0,
    receiveAdapterFree: 0,
    /** The mailbox of the receive that blocks the rank, or the other reason why it is blocked; `no` if it is not. */
    blockedBy: "no" as number | "no" | "wait" | "barrier" | "end",
    sent: [] as RankMessage[],
    arrivedMessages: [] as RankMessage[],
    done: -1,
  }));
  type Rank = (typeof ranks)[number];
  const events: LogGOPSEvent[] = [];
  let nextAge = 0;
  const schedule = (time: number, ready: LogGOPSEvent["readyTime"], execute: LogGOPSEvent["execute"]) =>
    events.push({ time, age: nextAge++, readyTime: ready, execute });
  for (const rank of ranks) scheduleNext(rank, rank.processorFree);
  for (;;) {
    events.sort((a, b) => a.time - b.time || a.age - b.age);
    const [event] = events;
    if (event === undefined) return ranks.map(({ done }) => done);
    const ready = event.readyTime(event.time);
    if (ready > event.time) event.time = ready;
    else {
      events.shift();
      event.execute(event.time);
    }
  }

  /** Schedules the next instruction of a rank, after the previous one has ended. */
  function scheduleNext(rank: Rank, time: number): void {
    rank.blockedBy = "no";
    const instruction = rank.code[rank.next];
    if (instruction === undefined) return endIfOver(rank, time);
    const [code] = instruction;
    rank.processorFree = Math.max(rank.processorFree, time);
    const freeTime = () => (code === op.send ? Math.max(rank.processorFree, rank.sendAdapterFree) : rank.processorFree);
    schedule(
      freeTime(),
      (t) => (code === op.send || code === op.compute ? freeTime() : t),
      (t) => execute(rank, instruction, t),
    );
  }

  /** Executes an instruction whose resources are free at time t. */
  function execute(rank: Rank, [code, a, b, c, bytes = 0, asks = 0]: Instruction, t: number): void {
    if (code === op.send) {
      const message = { from: rank.r, to: a, mailbox: c, bytes, isRendezvous: asks === 1, isSendComplete: false, isTaken: false };
      rank.sent.push(message);
      rank.processorFree = t + o + (bytes - 1) * O;
      rank.sendAdapterFree = t + g + (bytes - 1) * G;
      const to = ranks[a];
      schedule(
        t + o + latency,
        () => Math.max(to.processorFree, to.receiveAdapterFree),
        (time) => receiveMessage(message, time),
      );
      endInstruction(rank, rank.processorFree);
    } else if (code === op.receive) {
      const message = rank.arrivedMessages.find(({ mailbox, isTaken }) => mailbox === c && !isTaken);
      if (message === undefined) rank.blockedBy = c;
      else {
        matchMessage(message, t);
        endInstruction(rank, t);
      }
    } else if (code === op.compute) endInstruction(rank, (rank.processorFree = t + a + b * 2 ** 31));
    else if (code === op.wait) {
      if (rank.sent.every(({ isSendComplete }) => isSendComplete)) endInstruction(rank, t);
      else rank.blockedBy = "wait";
    } else if (code === op.barrier) {
      rank.blockedBy = "barrier";
      const { first, ranks: count } = jobOfRank(program, rank.r);
      const all = ranks.slice(first, first + count);
      if (all.some(({ blockedBy }) => blockedBy !== "barrier")) return;
      for (const each of all) endInstruction(each, t);
    }
  }

  /** Ends the current instruction of a rank. */
  function endInstruction(rank: Rank, time: number): void {
    rank.next++;
    scheduleNext(rank, time);
  }

  /** A message arrives at time t, when the processor and the adapter of its receiver are free. */
  function receiveMessage(message: RankMessage, t: number): void {
    const rank = ranks[message.to];
    const sender = ranks[message.from];
    const extraBytes = message.bytes - 1;
    rank.processorFree = t + o + extraBytes * Math.max(O, G);
    rank.receiveAdapterFree = t + g + extraBytes * G;
    rank.arrivedMessages.push(message);
    if (!message.isRendezvous) {
      message.isSendComplete = true;
      continueAfterWait(sender, t + extraBytes * G);
    }
    if (rank.blockedBy !== message.mailbox) return;
    matchMessage(message, t);
    endInstruction(rank, rank.processorFree);
  }

  /** A message and its receive have been matched. This ends a rendezvous send. */
  function matchMessage(message: RankMessage, t: number): void {
    message.isTaken = true;
    if (!message.isRendezvous) return;
    const sender = ranks[message.from];
    message.isSendComplete = true;
    sender.processorFree = Math.max(sender.processorFree, t);
    sender.sendAdapterFree = Math.max(sender.sendAdapterFree, t);
    continueAfterWait(sender, t);
    if (sender.blockedBy === "end") endIfOver(sender, t);
  }

  /** Continues a rank that waits for its sends, if all of them have ended. */
  function continueAfterWait(rank: Rank, t: number): void {
    if (rank.blockedBy === "wait" && rank.sent.every(({ isSendComplete }) => isSendComplete)) endInstruction(rank, t);
  }

  /** Marks a rank as done if all its rendezvous sends have ended. */
  function endIfOver(rank: Rank, t: number): void {
    rank.blockedBy = "end";
    if (rank.sent.every(({ isRendezvous, isSendComplete }) => !isRendezvous || isSendComplete)) rank.done = Math.max(t, rank.processorFree);
  }
}
