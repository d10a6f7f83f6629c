/**
 * Rank programs, plainly: every rank is looked at in every cycle. The reference's own reading of plan/program.ts, and of the two
 * protocols of plan/hosts.ts: a message beyond the eager limit is a request, an answer and data, each sent when what was before it is
 * known. What ranks send in one cycle is given in the order in which it leaves a terminal: requests and answers come first, the
 * answer before all requests; then data, by the rank they go to; then what is eager, in the order of the program.
 */
import { op, opWords, type Program, type ProgramJob } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";

/** A message that a rank sends. */
export interface Sent {
  readonly from: number;
  readonly to: number;
  readonly packets: number;
  readonly mailbox: number;
  /** Cycle in which it was handed to the terminal. */
  readonly created: number;
  /** Its number: the k-th message of rank r is number firstMessage[r] + k. */
  readonly number: number;
  /** Whether it waits for its receiver. */
  readonly asks: boolean;
  /** Cycles in which its request came, it was answered, and the answer came; Infinity before. */
  asked: number;
  answered: number;
  agreed: number;
  packetsLeft: number;
  /** Cycle in which its last packet was consumed; Infinity before. */
  arrived: number;
  /** Whether its receiver has taken it. */
  isTaken: boolean;
  /** The tree that it is given to. */
  readonly tree?: number;
}

/** What a rank hands over to its terminal: a message, or for one that asks a request, an answer, or its data. */
export interface Handed {
  readonly is: "request" | "answer" | "data" | "eager";
  readonly message: Sent;
  /** Ranks. */
  readonly from: number;
  readonly to: number;
  readonly packets: number;
}

/** An operation with its operands; of a send the rank or the tree it goes to, its packets, its mailbox, its bytes, and 1 if it goes by rendezvous. */
export type Instruction = readonly [code: number, a: number, b: number, c: number, bytes?: number, asks?: number];

/** What has come of a message that asks nobody when it is handed over. */
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
  /** What has come out of trees, by the mailboxes of those that hear it. */
  const results: Sent[] = [];
  const heardWith = new Map<Sent, Sent>();
  let latest: { readonly now: number; readonly sent: readonly Handed[] } = { now: -1, sent: [] };

  /** Does all that can be done in a cycle, once; what happens in it or later is not known to the ranks yet. Gives what they send. */
  function step(now: number): readonly Handed[] {
    if (latest.now !== now) latest = { now, sent: stepTo(now) };
    return latest.sent;
  }

  function stepTo(now: number): readonly Handed[] {
    const sent: Handed[] = [];
    const isKnown = (message: Sent) => message.arrived < now;
    /** When a message, or its request, came to the mailbox. */
    const cameAt = ({ asks, asked, arrived }: Sent) => (asks ? asked : arrived);
    for (const message of messages) if (message.agreed === now - 1) sent.push({ ...message, is: "data", message });
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
        // One of no packets is the message before, as another rank hears it.
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
    /** Whether nothing will ever happen again; not told of lists. */
    isStill: (_now: number) => false,
    /** What a tree has made of a round comes, whole, to one of those that hear it, by its place among them. */
    comeOut(tree: number, place: number, now: number): void {
      const { to, mailbox } = program.trees![tree];
      const told = { from: -1, to: to[place], packets: 0, mailbox: mailbox[place], created: now };
      results.push({ ...told, ...eager, number: -1, packetsLeft: 0, tree, arrived: now });
    },
    /** Counts what the ranks do in a cycle. */
    count(now: number): void {
      for (const rank of ranks) {
        if (rank.done >= 0 || now < rank.begin) continue;
        if (rank.readyAt > now) rank.busy++;
        else rank.waited++;
        if (rank.phase >= 0) rank.phaseCycles[rank.phase]++;
      }
    },
    /** The numbers of a message and of all that are this one as other ranks hear it. */
    heardWith: (number: number) => [number, ...[...heardWith].flatMap(([heard, of]) => (of.number === number ? heard.number : []))],
    /** The request or the answer of a message is consumed in a cycle. */
    meet(number: number, now: number): void {
      const message = messages.find((each) => each.number === number)!;
      if (message.asked === Infinity) message.asked = now;
      else message.agreed = now;
    },
    /** A packet of a message is consumed in a cycle; gives how many of its packets are still to come. */
    arrive(number: number, now: number): number {
      const message = messages.find((each) => each.number === number)!;
      if (--message.packetsLeft === 0) message.arrived = now;
      for (const [heard, original] of heardWith) heard.arrived = original.arrived;
      return message.packetsLeft;
    },
  };
}

/** Whether an instruction is the send before, as another rank hears it. */
export function isHeardByOthers(instruction: Instruction | undefined): boolean {
  return instruction !== undefined && instruction[0] === op.send && instruction[2] === 0;
}

/** The job that a rank belongs to: all ranks from cycle 0 on, unless the program says otherwise. */
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

/** A rank's instructions with all loops written out, partners in turn by their names: rank + k and rank − k, or rank XOR k. */
export function instructionsOf(program: Program, r: number): readonly Instruction[] {
  const { first, ops, sizes, ranks, owner } = program;
  const job = jobOf(program, r);
  const all = times(
    first[r + 1] - first[r],
    (i) => [...ops.subarray((first[r] + i) * opWords, (first[r] + i + 1) * opWords)] as unknown as Instruction,
  );
  return written(all, 0).map(sized);

  /** A piece of a program, which stands in the turn of a loop, with its loops written out. */
  function written(piece: readonly Instruction[], turn: number): readonly Instruction[] {
    const from = piece.findIndex(([code]) => code === op.repeat);
    if (from < 0) return piece.map((each) => inTurn(each, turn));
    // A loop ends where as many have ended as have begun.
    const open = piece.map((_, i) =>
      piece.slice(from, i + 1).reduce((sum, [code]) => sum + Number(code === op.repeat) - Number(code === op.end), 0),
    );
    const end = open.findIndex((count, i) => i > from && count === 0);
    const loop = times(piece[from][1], (t) => written(piece.slice(from + 1, end), t)).flat();
    return [...written(piece.slice(0, from), turn), ...loop, ...written(piece.slice(end + 1), turn)];
  }

  /** A send with its packets in place of its size; any other as it is. */
  function sized(each: Instruction): Instruction {
    const [code, to, size, mailbox] = each;
    return code === op.send || code === op.sendToTree
      ? [code, to, sizes.packets[size], mailbox, sizes.bytes[size], sizes.asks[size]]
      : each;
  }

  function inTurn([code, a, b, c]: Instruction, turn: number): Instruction {
    const k = 1 + (turn % (job.ranks - 1));
    const own = r - job.first;
    // Mailboxes of turns, wherever they are numbered: one for each receiver and place.
    const mailbox = (rank: number, place: number) => owner.length + (place + turn) * ranks + rank;
    if (code === op.receiveInTurn) return [op.receive, 0, 0, mailbox(r, c)];
    if (code !== op.sendInTurn) return [code, a, b, c];
    const to = job.first + (a === 1 ? own ^ k : (own + k) % job.ranks);
    return [op.send, to, b, mailbox(to, c)];
  }
}
