/**
 * LogGOPS on an ideal network, plainly: one list of events by time, and every rule as plan/hosts.ts says it. A rank does one thing
 * after another; what it hands over waits at its adapter; what leaves is at its destination after the latency, and there the adapter
 * takes in one message after the other. Requests and answers pass adapters by.
 */
import { op, type Program } from "../../src/core/plan/program.ts";
import { times } from "./creation.ts";
import { instructionsOf, isHeardByOthers, jobOf } from "./ranks.ts";

interface Message {
  readonly from: number;
  readonly to: number;
  readonly mailbox: number;
  readonly bytes: number;
  readonly asks: boolean;
  /** The cycle it was handed over in, its request where it asks. */
  created: number;
  /** When the adapter of its receiver begins to take it in, and has it; Infinity before. */
  begin: number;
  there: number;
  isTaken: boolean;
}

/** What waits at an adapter, or is on its way. */
interface Item {
  readonly is: "answer" | "request" | "data" | "eager";
  readonly message: Message;
  readonly from: number;
  readonly to: number;
  readonly handed: number;
}

export interface LogGOPSResult {
  /** [R] The cycle in which each rank ended; −1 for one that never did. */
  readonly done: readonly number[];
  /** [M] The cycle in which each message was handed over, rank by rank in the order in which they are sent. */
  readonly created: readonly number[];
}

/** Runs a program on hosts that an ideal network of this latency joins, cycles. What all hear is not known here. */
export function simulateLogGOPS(program: Program, latency: number): LogGOPSResult {
  const { overhead, overheadPerByte, gap, gapPerByte, eager } = program.host;
  const gapOf = (bytes: number) => gap + (bytes - 1) * gapPerByte;
  const ranks = times(program.ranks, (r) => ({
    r,
    code: instructionsOf(program, r),
    next: 0,
    /** What it waits for its turn to hand over, and what it has answered. */
    mayHandOver: 0,
    answers: undefined as Message | undefined,
    sent: [] as Message[],
    /** What has come to its mailboxes, in that order: messages, or their requests. */
    come: [] as Message[],
    isBusy: false,
    barriers: 0,
    passed: 0,
    done: -1,
    // Its adapter.
    line: [] as Item[],
    freeOut: 0,
    freeIn: 0,
  }));
  type Rank = (typeof ranks)[number];
  let events: { readonly time: number; readonly isLeaving: boolean; readonly occur: () => void }[] = [];
  let now = 0;
  /** What leaves at an instant does so once all that is handed over at it has been. */
  const at = (time: number, occur: () => void, isLeaving = false) => {
    events.push({ time: Math.max(time, now), isLeaving, occur });
    events = events.sort((a, b) => a.time - b.time || Number(a.isLeaving) - Number(b.isLeaving));
  };
  for (const rank of ranks) at(jobOf(program, rank.r).begin, () => go(rank));
  for (let event = events.shift(); event !== undefined; event = events.shift()) {
    now = event.time;
    event.occur();
  }
  return { done: ranks.map(({ done }) => done), created: ranks.flatMap(({ sent }) => sent.map(({ created }) => created)) };

  /** A rank is busy up to a cycle, and then goes on. */
  function busyUntil(rank: Rank, time: number): void {
    rank.isBusy = true;
    at(time, () => {
      rank.isBusy = false;
      go(rank);
    });
  }

  /** A rank does all that it can. */
  function go(rank: Rank): void {
    while (!rank.isBusy && rank.next < rank.code.length) if (!step(rank)) return;
    if (rank.isBusy || rank.done >= 0) return;
    const end = Math.max(now, ...rank.sent.filter(({ asks }) => asks).map(({ there }) => there));
    if (end < Infinity) rank.done = end;
  }

  /** Does the next instruction; false where the rank has to wait, to be asked again when something has come. */
  function step(rank: Rank): boolean {
    const [code, a, b, c, bytes = 0] = rank.code[rank.next];
    if (code === op.send) {
      if (rank.mayHandOver > now) {
        busyUntil(rank, rank.mayHandOver);
        return true;
      }
      const asks = bytes > eager;
      if (isHeardByOthers(rank.code[rank.next + 1])) throw new Error("what all hear is not known here");
      const message = { from: rank.r, to: a, mailbox: c, bytes, asks, created: now + overhead, begin: 0, there: Infinity, isTaken: false };
      rank.sent.push(message);
      if (!asks) rank.mayHandOver = now + gapOf(bytes);
      handOver({ is: asks ? "request" : "eager", message, from: rank.r, to: a, handed: now + overhead });
      busyUntil(rank, now + overhead + (bytes - 1) * overheadPerByte);
    } else if (code === op.receive) {
      if (rank.answers === undefined) {
        const found = rank.come.find((message) => message.mailbox === a && !message.isTaken);
        if (found === undefined) return false;
        found.isTaken = true;
        if (found.asks) {
          rank.answers = found;
          handOver({ is: "answer", message: found, from: rank.r, to: found.from, handed: now });
          return false;
        }
        take(rank, found);
      } else {
        if (rank.answers.there === Infinity) return false;
        take(rank, rank.answers);
        rank.answers = undefined;
      }
    } else if (code === op.compute) busyUntil(rank, now + a + b * 2 ** 31);
    else if (code === op.wait) {
      const last = Math.max(now, ...rank.sent.map(({ there }) => there));
      if (last === Infinity) return false;
      if (last > now) busyUntil(rank, last);
    } else if (code === op.barrier) {
      rank.barriers = rank.passed + 1;
      const { first, ranks: count } = jobOf(program, rank.r);
      const all = ranks.slice(first, first + count);
      if (all.some(({ barriers, passed }) => barriers <= rank.passed && passed <= rank.passed)) return false;
      rank.passed++;
      for (const other of all) if (other !== rank) at(now, () => go(other));
    }
    rank.next++;
    return true;
  }

  /** A rank takes a message: all of its bytes, then it is busy for the message. */
  function take(rank: Rank, { there, begin, bytes }: Message): void {
    busyUntil(rank, Math.max(there, Math.max(now, begin) + (bytes - 1) * overheadPerByte) + overhead);
  }

  function handOver(item: Item): void {
    at(item.handed, () => {
      const rank = ranks[item.from];
      if (item.is === "request" || item.is === "answer") return at(now + latency, () => arrive(item));
      rank.line.push(item);
      at(now, () => leave(rank), true);
    });
  }

  /** The adapter sends the next message, when it may: what was handed over first, of one instant data by the rank they go to, then what is eager. */
  function leave(rank: Rank): void {
    const place = ({ is, to }: Item) => (is === "data" ? to : ranks.length);
    if (rank.line.length === 0) return;
    if (rank.freeOut > now) return at(rank.freeOut, () => leave(rank), true);
    const [item] = rank.line.sort((a, b) => a.handed - b.handed || place(a) - place(b));
    rank.line.shift();
    rank.freeOut = now + gapOf(item.message.bytes);
    at(now + latency, () => arrive(item));
    leave(rank);
  }

  function arrive({ is, message, to }: Item): void {
    const rank = ranks[to];
    if (is === "answer") return handOver({ is: "data", message, from: to, to: message.to, handed: now });
    if (is !== "request") {
      message.begin = Math.max(now, rank.freeIn);
      rank.freeIn = message.begin + gapOf(message.bytes);
      message.there = Math.max(now, message.begin + (message.bytes - 1) * gapPerByte);
      at(now, () => go(ranks[message.from]));
    }
    if (is !== "data") rank.come.push(message);
    go(rank);
  }
}
