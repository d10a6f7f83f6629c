/**
 * Reference interpreter of rank programs: every rank is examined in every cycle. It implements the definitions of programs/program.ts and
 * the two protocols of programs/hosts.ts independently. A message beyond the eager limit consists of a request, a reply and data, each sent
 * when the previous one has been received. The handovers of one cycle are returned in the order in which they leave a terminal: first the
 * reply, then requests; then data, by destination rank; then eager messages in the order of the program.
 */
import { op, opWords, type Program, type ProgramJob } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";

/** A message that a rank sends. */
export interface RankMessage {
  readonly from: number;
  readonly to: number;
  readonly packets: number;
  readonly mailbox: number;
  /** Cycle in which the rank passed the message to the terminal. */
  readonly created: number;
  /** Number of the message: the k-th message of rank r has the number firstMessage[r] + k. */
  readonly number: number;
  /** Whether the message is sent by rendezvous. */
  readonly isRendezvous: boolean;
  /** Cycles in which the request of the message arrived, the receiver replied, and the reply arrived; Infinity before. */
  requestArrivedAt: number;
  repliedAt: number;
  replyArrivedAt: number;
  packetsLeft: number;
  /** Cycle in which the last packet of the message was consumed; Infinity before. */
  arrived: number;
  /** Whether a receive has taken the message. */
  isTaken: boolean;
  /** The reduction tree to which the message contributes. */
  readonly tree?: number;
}

/** A unit that a rank passes to its terminal: an eager message; or the request, the reply or the data of a rendezvous message. */
export interface Handover {
  readonly kind: "request" | "answer" | "data" | "eager";
  readonly message: RankMessage;
  /** Sending and receiving rank. */
  readonly from: number;
  readonly to: number;
  readonly packets: number;
}

/** An operation with its operands. For a send: the rank or tree, packets, mailbox, bytes, and 1 if it goes by rendezvous. */
export type Instruction = readonly [code: number, a: number, b: number, c: number, bytes?: number, asks?: number];

/** Initial state of an eager message. */
const eagerState = {
  isRendezvous: false,
  requestArrivedAt: Infinity,
  repliedAt: Infinity,
  replyArrivedAt: Infinity,
  arrived: Infinity,
  isTaken: false,
};

/** Runs the programs of all ranks, cycle by cycle. */
export function startRankInterpreter(program: Program) {
  const { firstMessage, phases } = program;
  const codes = times(program.ranks, (r) => instructionsOf(program, r));
  const ranks = codes.map((code, r) => {
    const { begin } = jobOfRank(program, r);
    const own = { code, r, begin, next: 0, readyAt: begin, waited: 0, busy: 0, done: -1, phase: -1, sent: 0, barriers: 0, passed: 0 };
    return { ...own, phaseCycles: phases.map(() => 0), takenRendezvous: undefined as RankMessage | undefined };
  });
  const messages: RankMessage[] = [];
  /** Results of reduction trees, one for each receiver. */
  const treeResults: RankMessage[] = [];
  const originalOf = new Map<RankMessage, RankMessage>();
  let latestStep: { readonly now: number; readonly sent: readonly Handover[] } = { now: -1, sent: [] };

  /**
   * Executes everything that the ranks can do in a cycle, and returns their handovers. Ranks do not know yet the events of this cycle or
   * later. Further calls in the same cycle only return the result again.
   */
  function step(cycle: number): readonly Handover[] {
    if (latestStep.now !== cycle) latestStep = { now: cycle, sent: computeStep(cycle) };
    return latestStep.sent;
  }

  /** Executes all ranks until each of them waits, and returns their handovers in the order in which they leave a terminal. */
  function computeStep(cycle: number): readonly Handover[] {
    const sent: Handover[] = [];
    const hasArrived = (message: RankMessage) => message.arrived < cycle;
    /** The cycle in which a message, or its request, arrived. */
    const arrivalCycle = ({ isRendezvous, requestArrivedAt, arrived }: RankMessage) => (isRendezvous ? requestArrivedAt : arrived);
    // Data whose reply arrived in the previous cycle.
    for (const message of messages) if (message.replyArrivedAt === cycle - 1) sent.push({ ...message, kind: "data", message });
    /** Executes the next instruction of a rank; returns false if it has to wait. */
    const executeNext = (rank: (typeof ranks)[number]): boolean => {
      if (rank.next === rank.code.length || rank.readyAt > cycle) return false;
      const [code, a, b, c, , asks = 0] = rank.code[rank.next];
      if (code === op.send) {
        const number = firstMessage[rank.r] + rank.sent++;
        const message = {
          from: rank.r,
          to: a,
          packets: b,
          mailbox: c,
          created: cycle,
          number,
          isRendezvous: asks === 1 && !isOverheardSend(rank.code[rank.next + 1]),
          requestArrivedAt: Infinity,
          repliedAt: Infinity,
          replyArrivedAt: Infinity,
          packetsLeft: b,
          arrived: Infinity,
          isTaken: false,
        };
        // A send of no packets is a copy of the previous message, as another rank on the medium hears it.
        if (b > 0)
          sent.push(message.isRendezvous ? { ...message, packets: 1, kind: "request", message } : { ...message, kind: "eager", message });
        else
          originalOf.set(
            message,
            messages.findLast((each) => each.from === rank.r && each.packets > 0)!,
          );
        messages.push(message);
      } else if (code === op.sendToTree) {
        const { from, to } = program.trees![a];
        const base = { from: rank.r, to: to[(from.indexOf(rank.r) + 1) % to.length], packets: b, mailbox: -1, created: cycle };
        const message = { ...base, ...eagerState, number: firstMessage[rank.r] + rank.sent++, packetsLeft: b, tree: a };
        sent.push({ ...message, kind: "eager", message });
        messages.push(message);
      } else if (code === op.receive) {
        if (rank.takenRendezvous === undefined) {
          const arrivedMessages = [...messages, ...treeResults].filter(
            (each) => each.mailbox === c && !each.isTaken && arrivalCycle(each) < cycle,
          );
          const message = arrivedMessages.sort((one, other) => arrivalCycle(one) - arrivalCycle(other))[0];
          if (message === undefined) return false;
          message.isTaken = true;
          if (message.isRendezvous) {
            rank.takenRendezvous = message;
            message.repliedAt = cycle;
            sent.push({ kind: "answer", message, from: message.to, to: message.from, packets: 1 });
          }
        }
        if (rank.takenRendezvous !== undefined && !hasArrived(rank.takenRendezvous)) return false;
        rank.takenRendezvous = undefined;
      } else if (code === op.compute) rank.readyAt = cycle + a + b * 2 ** 31;
      else if (code === op.wait) {
        if (messages.some((each) => each.from === rank.r && !hasArrived(each))) return false;
      } else if (code === op.barrier) {
        rank.barriers = rank.passed + 1;
        const { first, ranks: count } = jobOfRank(program, rank.r);
        if (ranks.slice(first, first + count).some(({ barriers }) => barriers < rank.barriers)) return false;
        rank.passed++;
      } else if (code === op.phase) rank.phase = a;
      rank.next++;
      return true;
    };
    while (ranks.filter(executeNext).length > 0);
    for (const rank of ranks) {
      const hasOpenRendezvous = messages.some((each) => each.from === rank.r && each.isRendezvous && !hasArrived(each));
      if (rank.next === rank.code.length && rank.readyAt <= cycle && !hasOpenRendezvous && rank.done < 0) rank.done = cycle;
    }
    const orderOf = ({ kind, to }: Handover) => ({ answer: -2, request: -1, data: to, eager: ranks.length })[kind];
    return sent.sort((one, other) => orderOf(one) - orderOf(other));
  }

  return {
    ranks,
    messages,
    step,
    /** Whether nothing will ever happen again; lists of operations do not report it. */
    hasStopped: (_now: number) => false,
    /** A receiver of a reduction tree, by its index among the receivers, has the complete result of a round. */
    deliverTreeResult(tree: number, receiverIndex: number, cycle: number): void {
      const { to, mailbox } = program.trees![tree];
      const base = { from: -1, to: to[receiverIndex], packets: 0, mailbox: mailbox[receiverIndex], created: cycle };
      treeResults.push({ ...base, ...eagerState, number: -1, packetsLeft: 0, tree, arrived: cycle });
    },
    /** Counts a cycle of every rank as busy or waiting, and in its phase. */
    countCycle(cycle: number): void {
      for (const rank of ranks) {
        if (rank.done >= 0 || cycle < rank.begin) continue;
        if (rank.readyAt > cycle) rank.busy++;
        else rank.waited++;
        if (rank.phase >= 0) rank.phaseCycles[rank.phase]++;
      }
    },
    /** The numbers of a message and of its copies that other ranks on the medium hear. */
    withCopies: (number: number) => [
      number,
      ...[...originalOf].flatMap(([copy, original]) => (original.number === number ? copy.number : [])),
    ],
    /** The request or the reply of a message is consumed in a cycle. */
    receiveControl(number: number, cycle: number): void {
      const message = messages.find((each) => each.number === number)!;
      if (message.requestArrivedAt === Infinity) message.requestArrivedAt = cycle;
      else message.replyArrivedAt = cycle;
    },
    /** A packet of a message is consumed in a cycle; returns the number of packets still to come. */
    receivePacket(number: number, cycle: number): number {
      const message = messages.find((each) => each.number === number)!;
      if (--message.packetsLeft === 0) message.arrived = cycle;
      for (const [copy, original] of originalOf) copy.arrived = original.arrived;
      return message.packetsLeft;
    },
  };
}

/** Whether an instruction is a copy of the previous send, as another rank on the medium hears it. */
export function isOverheardSend(instruction: Instruction | undefined): boolean {
  return instruction !== undefined && instruction[0] === op.send && instruction[2] === 0;
}

/** The job of a rank. A program without jobs is one job of all ranks from cycle 0. */
export function jobOfRank({ jobs = [], ranks, isRoundRobin }: Program, rank: number): ProgramJob {
  return (
    jobs.find(({ first, ranks: count }) => rank >= first && rank < first + count) ?? {
      first: 0,
      ranks,
      begin: 0,
      isRoundRobin: isRoundRobin === true,
    }
  );
}

/** A rank's instructions with all loops unrolled and rotating partners resolved: rank + k and rank − k, or rank XOR k. */
export function instructionsOf(program: Program, r: number): readonly Instruction[] {
  const { first, ops, sizes, ranks, owner } = program;
  const job = jobOfRank(program, r);
  const instructions = times(
    first[r + 1] - first[r],
    (i) => [...ops.subarray((first[r] + i) * opWords, (first[r] + i + 1) * opWords)] as unknown as Instruction,
  );
  return unrolled(instructions, 0).map(withPackets);

  /** Unrolls the loops of a part of the program that is in the given iteration of the loop around it. */
  function unrolled(block: readonly Instruction[], iteration: number): readonly Instruction[] {
    const from = block.findIndex(([code]) => code === op.repeat);
    if (from < 0) return block.map((each) => withPartner(each, iteration));
    // A loop ends at the operation where the number of ends equals the number of begins.
    const openLoops = block.map((_, i) =>
      block.slice(from, i + 1).reduce((sum, [code]) => sum + Number(code === op.repeat) - Number(code === op.end), 0),
    );
    const end = openLoops.findIndex((count, i) => i > from && count === 0);
    const loop = times(block[from][1], (t) => unrolled(block.slice(from + 1, end), t)).flat();
    return [...unrolled(block.slice(0, from), iteration), ...loop, ...unrolled(block.slice(end + 1), iteration)];
  }

  /** Replaces the size index of a send by its packets, and appends its bytes and protocol; other instructions stay as they are. */
  function withPackets(each: Instruction): Instruction {
    const [code, to, size, mailbox] = each;
    return code === op.send || code === op.sendToTree
      ? [code, to, sizes.packets[size], mailbox, sizes.bytes[size], sizes.isRendezvous[size]]
      : each;
  }

  /** Replaces an operation with a rotating partner by a send or receive of that iteration. */
  function withPartner([code, a, b, c]: Instruction, iteration: number): Instruction {
    const k = 1 + (iteration % (job.ranks - 1));
    const rankInJob = r - job.first;
    // The mailboxes of rotating partners only have to be distinct for each receiver and iteration; the engine numbers them differently.
    const mailbox = (rank: number, slot: number) => owner.length + (slot + iteration) * ranks + rank;
    if (code === op.receiveFromPartner) return [op.receive, 0, 0, mailbox(r, c)];
    if (code !== op.sendToPartner) return [code, a, b, c];
    const to = job.first + (a === 1 ? rankInJob ^ k : (rankInJob + k) % job.ranks);
    return [op.send, to, b, mailbox(to, c)];
  }
}
