/**
 * Reference simulator of rank programs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine,
 * HPDC 2010): one list of events ordered by time and age. An event whose processor or adapter is busy is postponed until both are free, and
 * keeps its age. Broadcasts on a shared medium are not supported.
 */
import { op, type Program } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";
import { type Instruction, instructionsOf, jobOf } from "./ranks.ts";

interface Message {
  readonly from: number;
  readonly to: number;
  readonly mailbox: number;
  readonly bytes: number;
  readonly asks: boolean;
  /** Whether its sender no longer has to wait for it. */
  isOver: boolean;
  isTaken: boolean;
}

interface Event {
  time: number;
  readonly age: number;
  /** The time at which the resources of the event are free. */
  ready(time: number): number;
  occur(time: number): void;
}

/** [R] The time at which each rank's program ended, on a network of this latency; −1 if it never did. */
export function simulateLogGOPS(program: Program, latency: number): readonly number[] {
  const { overhead: o, overheadPerByte: O, gap: g, gapPerByte: G } = program.host;
  const ranks = times(program.ranks, (r) => ({
    r,
    code: instructionsOf(program, r),
    next: 0,
    processor: jobOf(program, r).begin,
    out: 0,
    into: 0,
    /** The mailbox of the receive that blocks the rank, or the other reason why it is blocked; `no` if it is not. */
    stands: "no" as number | "no" | "wait" | "barrier" | "end",
    sent: [] as Message[],
    come: [] as Message[],
    done: -1,
  }));
  type Rank = (typeof ranks)[number];
  const events: Event[] = [];
  let ages = 0;
  const at = (time: number, ready: Event["ready"], occur: Event["occur"]) => events.push({ time, age: ages++, ready, occur });
  for (const rank of ranks) follow(rank, rank.processor);
  for (;;) {
    events.sort((a, b) => a.time - b.time || a.age - b.age);
    const [event] = events;
    if (event === undefined) return ranks.map(({ done }) => done);
    const ready = event.ready(event.time);
    if (ready > event.time) event.time = ready;
    else {
      events.shift();
      event.occur(event.time);
    }
  }

  /** Schedules the next instruction of a rank, after the previous one has ended. */
  function follow(rank: Rank, time: number): void {
    rank.stands = "no";
    const instruction = rank.code[rank.next];
    if (instruction === undefined) return endIfOver(rank, time);
    const [code] = instruction;
    rank.processor = Math.max(rank.processor, time);
    const free = () => (code === op.send ? Math.max(rank.processor, rank.out) : rank.processor);
    at(
      free(),
      (t) => (code === op.send || code === op.compute ? free() : t),
      (t) => occur(rank, instruction, t),
    );
  }

  /** Executes an instruction whose resources are free at time t. */
  function occur(rank: Rank, [code, a, b, c, bytes = 0, asks = 0]: Instruction, t: number): void {
    if (code === op.send) {
      const message = { from: rank.r, to: a, mailbox: c, bytes, asks: asks === 1, isOver: false, isTaken: false };
      rank.sent.push(message);
      rank.processor = t + o + (bytes - 1) * O;
      rank.out = t + g + (bytes - 1) * G;
      const to = ranks[a];
      at(
        t + o + latency,
        () => Math.max(to.processor, to.into),
        (time) => comeIn(message, time),
      );
      over(rank, rank.processor);
    } else if (code === op.receive) {
      const message = rank.come.find(({ mailbox, isTaken }) => mailbox === c && !isTaken);
      if (message === undefined) rank.stands = c;
      else {
        match(message, t);
        over(rank, t);
      }
    } else if (code === op.compute) over(rank, (rank.processor = t + a + b * 2 ** 31));
    else if (code === op.wait) {
      if (rank.sent.every(({ isOver }) => isOver)) over(rank, t);
      else rank.stands = "wait";
    } else if (code === op.barrier) {
      rank.stands = "barrier";
      const { first, ranks: count } = jobOf(program, rank.r);
      const all = ranks.slice(first, first + count);
      if (all.some(({ stands }) => stands !== "barrier")) return;
      for (const each of all) over(each, t);
    }
  }

  /** Ends the current instruction of a rank. */
  function over(rank: Rank, time: number): void {
    rank.next++;
    follow(rank, time);
  }

  /** A message arrives at time t, when the processor and the adapter of its receiver are free. */
  function comeIn(message: Message, t: number): void {
    const rank = ranks[message.to];
    const sender = ranks[message.from];
    const more = message.bytes - 1;
    rank.processor = t + o + more * Math.max(O, G);
    rank.into = t + g + more * G;
    rank.come.push(message);
    if (!message.asks) {
      message.isOver = true;
      goOnAfterWait(sender, t + more * G);
    }
    if (rank.stands !== message.mailbox) return;
    match(message, t);
    over(rank, rank.processor);
  }

  /** A message and its receive have been matched. This ends a rendezvous send. */
  function match(message: Message, t: number): void {
    message.isTaken = true;
    if (!message.asks) return;
    const sender = ranks[message.from];
    message.isOver = true;
    sender.processor = Math.max(sender.processor, t);
    sender.out = Math.max(sender.out, t);
    goOnAfterWait(sender, t);
    if (sender.stands === "end") endIfOver(sender, t);
  }

  /** Continues a rank that waits for its sends, if all of them have ended. */
  function goOnAfterWait(rank: Rank, t: number): void {
    if (rank.stands === "wait" && rank.sent.every(({ isOver }) => isOver)) over(rank, t);
  }

  /** Marks a rank as done if all its rendezvous sends have ended. */
  function endIfOver(rank: Rank, t: number): void {
    rank.stands = "end";
    if (rank.sent.every(({ asks, isOver }) => !asks || isOver)) rank.done = Math.max(t, rank.processor);
  }
}
