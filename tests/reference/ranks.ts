/**
 * Reference interpreter of rank programs: every rank is examined in every cycle. It implements the definitions of programs/program.ts and
 * the two protocols of programs/hosts.ts independently. A message beyond the eager limit consists of a request, a reply and data, each sent
 * when the previous one has been received. The handovers of one cycle are returned in the order in which they leave a terminal: first the
 * reply, then requests; then data, by destination rank; then eager messages in the order of the program.
 */
import { op, opWords, type Program, type ProgramJob } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";

/** A message that a rank sends. */
export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly packets: number;
  readonly mailbox: number;
  /** Cycle in which the rank passed it to the terminal. */
  readonly created: number;
  /** Its number: the k-th message of rank r has the number firstMessage[r] + k. */
  readonly number: number;
  /** Whether it goes by rendezvous. */
  readonly asks: boolean;
  /** Cycles in which its request arrived, the receiver replied, and the reply arrived; Infinity before. */
  asked: number;
  answered: number;
  agreed: number;
  packetsLeft: number;
  /** Cycle in which its last packet was consumed; Infinity before. */
  arrived: number;
  /** Whether a receive has taken it. */
  isTaken: boolean;
  /** The reduction tree to which it contributes. */
  readonly tree?: number;
}

/** A unit that a rank passes to its terminal: an eager message; or the request, the reply or the data of a rendezvous message. */
export interface Handed {
  readonly is: "request" | "answer" | "data" | "eager";
  readonly message: Sent;
  /** Sending and receiving rank. */
  readonly from: number;
  readonly to: number;
  readonly packets: number;
}

/** An operation with its operands. For a send: the rank or tree, packets, mailbox, bytes, and 1 if it goes by rendezvous. */
export type Instruction = readonly [code: number, a: number, b: number, c: number, bytes?: number, asks?: number];

/** Initial state of an eager message. */
const eager = { asks: false, asked: Infinity, answered: Infinity, agreed: Infinity, arrived: Infinity, isTaken: false };

/** Runs the programs of all ranks, cycle by cycle. */
export function startRanks(program: Program) {
  const { firstMessage, phases } = program;
  const codes = times(program.ranks, (r) => instructionsOf(program, r));
  const ranks = codes.map((code, r) => {
    const { begin } = jobOf(program, r);
    const own = { code, r, begin, next: 0, readyAt: begin, waited: 0, busy: 0, done: -1, phase: -1, sent: 0, barriers: 0, passed: 0 };
    return { ...own, phaseCycles: phases.map(() => 0), answers: undefined as Sent | undefined };
  });
  const messages: Sent[] = [];
  /** Results of reduction trees, one for each receiver. */
  const results: Sent[] = [];
  const heardWith = new Map<Sent, Sent>();
  let latest: { readonly now: number; readonly sent: readonly Handed[] } = { now: -1, sent: [] };

  /**
   * Executes everything that the ranks can do in a cycle, and returns their handovers. Ranks do not know yet the events of this cycle or
   * later. Further calls in the same cycle only return the result again.
   */
  function step(now: number): readonly Handed[] {
    if (latest.now !== now) latest = { now, sent: stepTo(now) };
    return latest.sent;
  }

  /** Executes all ranks until each of them waits, and returns their handovers in the order in which they leave a terminal. */
  function stepTo(now: number): readonly Handed[] {
    const sent: Handed[] = [];
    const isKnown = (message: Sent) => message.arrived < now;
    /** The cycle in which a message, or its request, arrived. */
    const cameAt = ({ asks, asked, arrived }: Sent) => (asks ? asked : arrived);
    // Data whose reply arrived in the previous cycle.
    for (const message of messages) if (message.agreed === now - 1) sent.push({ ...message, is: "data", message });
    /** Executes the next instruction of a rank; returns false if it has to wait. */
    const go = (rank: (typeof ranks)[number]): boolean => {
      if (rank.next === rank.code.length || rank.readyAt > now) return false;
      const [code, a, b, c, , asks = 0] = rank.code[rank.next];
      if (code === op.send) {
        const number = firstMessage[rank.r] + rank.sent++;
        const message = {
          from: rank.r,
          to: a,
          packets: b,
          mailbox: c,
          created: now,
          number,
          asks: asks === 1 && !isHeardByOthers(rank.code[rank.next + 1]),
          asked: Infinity,
          answered: Infinity,
          agreed: Infinity,
          packetsLeft: b,
          arrived: Infinity,
          isTaken: false,
        };
        // A send of no packets is a copy of the previous message, as another rank on the medium hears it.
        if (b > 0) sent.push(message.asks ? { ...message, packets: 1, is: "request", message } : { ...message, is: "eager", message });
        else
          heardWith.set(
            message,
            messages.findLast((each) => each.from === rank.r && each.packets > 0)!,
          );
        messages.push(message);
      } else if (code === op.sendToTree) {
        const { from, to } = program.trees![a];
        const told = { from: rank.r, to: to[(from.indexOf(rank.r) + 1) % to.length], packets: b, mailbox: -1, created: now };
        const message = { ...told, ...eager, number: firstMessage[rank.r] + rank.sent++, packetsLeft: b, tree: a };
        sent.push({ ...message, is: "eager", message });
        messages.push(message);
      } else if (code === op.receive) {
        if (rank.answers === undefined) {
          const come = [...messages, ...results].filter((each) => each.mailbox === c && !each.isTaken && cameAt(each) < now);
          const message = come.sort((one, other) => cameAt(one) - cameAt(other))[0];
          if (message === undefined) return false;
          message.isTaken = true;
          if (message.asks) {
            rank.answers = message;
            message.answered = now;
            sent.push({ is: "answer", message, from: message.to, to: message.from, packets: 1 });
          }
        }
        if (rank.answers !== undefined && !isKnown(rank.answers)) return false;
        rank.answers = undefined;
      } else if (code === op.compute) rank.readyAt = now + a + b * 2 ** 31;
      else if (code === op.wait) {
        if (messages.some((each) => each.from === rank.r && !isKnown(each))) return false;
      } else if (code === op.barrier) {
        rank.barriers = rank.passed + 1;
        const { first, ranks: count } = jobOf(program, rank.r);
        if (ranks.slice(first, first + count).some(({ barriers }) => barriers < rank.barriers)) return false;
        rank.passed++;
      } else if (code === op.phase) rank.phase = a;
      rank.next++;
      return true;
    };
    while (ranks.filter(go).length > 0);
    for (const rank of ranks) {
      const isLeft = messages.some((each) => each.from === rank.r && each.asks && !isKnown(each));
      if (rank.next === rank.code.length && rank.readyAt <= now && !isLeft && rank.done < 0) rank.done = now;
    }
    const orderOf = ({ is, to }: Handed) => ({ answer: -2, request: -1, data: to, eager: ranks.length })[is];
    return sent.sort((one, other) => orderOf(one) - orderOf(other));
  }

  return {
    ranks,
    messages,
    step,
    /** Whether nothing will ever happen again; lists of operations do not report it. */
    isStill: (_now: number) => false,
    /** A receiver of a reduction tree, by its index among the receivers, has the complete result of a round. */
    comeOut(tree: number, place: number, now: number): void {
      const { to, mailbox } = program.trees![tree];
      const told = { from: -1, to: to[place], packets: 0, mailbox: mailbox[place], created: now };
      results.push({ ...told, ...eager, number: -1, packetsLeft: 0, tree, arrived: now });
    },
    /** Counts a cycle of every rank as busy or waiting, and in its phase. */
    count(now: number): void {
      for (const rank of ranks) {
        if (rank.done >= 0 || now < rank.begin) continue;
        if (rank.readyAt > now) rank.busy++;
        else rank.waited++;
        if (rank.phase >= 0) rank.phaseCycles[rank.phase]++;
      }
    },
    /** The numbers of a message and of its copies that other ranks on the medium hear. */
    heardWith: (number: number) => [number, ...[...heardWith].flatMap(([heard, of]) => (of.number === number ? heard.number : []))],
    /** The request or the reply of a message is consumed in a cycle. */
    meet(number: number, now: number): void {
      const message = messages.find((each) => each.number === number)!;
      if (message.asked === Infinity) message.asked = now;
      else message.agreed = now;
    },
    /** A packet of a message is consumed in a cycle; returns the number of packets still to come. */
    arrive(number: number, now: number): number {
      const message = messages.find((each) => each.number === number)!;
      if (--message.packetsLeft === 0) message.arrived = now;
      for (const [heard, original] of heardWith) heard.arrived = original.arrived;
      return message.packetsLeft;
    },
  };
}

/** Whether an instruction is a copy of the previous send, as another rank on the medium hears it. */
export function isHeardByOthers(instruction: Instruction | undefined): boolean {
  return instruction !== undefined && instruction[0] === op.send && instruction[2] === 0;
}

/** The job of a rank. A program without jobs is one job of all ranks from cycle 0. */
export function jobOf({ jobs = [], ranks, takesTurns }: Program, rank: number): ProgramJob {
  return (
    jobs.find(({ first, ranks: count }) => rank >= first && rank < first + count) ?? {
      first: 0,
      ranks,
      begin: 0,
      takesTurns: takesTurns === true,
    }
  );
}

/** A rank's instructions with all loops unrolled and rotating partners resolved: rank + k and rank − k, or rank XOR k. */
export function instructionsOf(program: Program, r: number): readonly Instruction[] {
  const { first, ops, sizes, ranks, owner } = program;
  const job = jobOf(program, r);
  const all = times(
    first[r + 1] - first[r],
    (i) => [...ops.subarray((first[r] + i) * opWords, (first[r] + i + 1) * opWords)] as unknown as Instruction,
  );
  return written(all, 0).map(sized);

  /** Unrolls the loops of a part of the program that is in the given iteration of the loop around it. */
  function written(piece: readonly Instruction[], turn: number): readonly Instruction[] {
    const from = piece.findIndex(([code]) => code === op.repeat);
    if (from < 0) return piece.map((each) => inTurn(each, turn));
    // A loop ends at the operation where the number of ends equals the number of begins.
    const open = piece.map((_, i) =>
      piece.slice(from, i + 1).reduce((sum, [code]) => sum + Number(code === op.repeat) - Number(code === op.end), 0),
    );
    const end = open.findIndex((count, i) => i > from && count === 0);
    const loop = times(piece[from][1], (t) => written(piece.slice(from + 1, end), t)).flat();
    return [...written(piece.slice(0, from), turn), ...loop, ...written(piece.slice(end + 1), turn)];
  }

  /** Replaces the size index of a send by its packets, and appends its bytes and protocol; other instructions stay as they are. */
  function sized(each: Instruction): Instruction {
    const [code, to, size, mailbox] = each;
    return code === op.send || code === op.sendToTree
      ? [code, to, sizes.packets[size], mailbox, sizes.bytes[size], sizes.asks[size]]
      : each;
  }

  /** Replaces an operation with a rotating partner by a send or receive of that iteration. */
  function inTurn([code, a, b, c]: Instruction, turn: number): Instruction {
    const k = 1 + (turn % (job.ranks - 1));
    const own = r - job.first;
    // The mailboxes of rotating partners only have to be distinct for each receiver and iteration; the engine numbers them differently.
    const mailbox = (rank: number, place: number) => owner.length + (place + turn) * ranks + rank;
    if (code === op.receiveInTurn) return [op.receive, 0, 0, mailbox(r, c)];
    if (code !== op.sendInTurn) return [code, a, b, c];
    const to = job.first + (a === 1 ? own ^ k : (own + k) % job.ranks);
    return [op.send, to, b, mailbox(to, c)];
  }
}
