/**
 * Reference interpreter of programs whose operations form a dependency graph: every operation is examined in every cycle. It implements the
 * definitions of `Dependencies` in programs/program.ts and of programs/hosts.ts independently.
 *
 * In each cycle, first all messages, requests and replies of the previous cycle become known, in the order of the ranks that sent the
 * messages and of their sends. Then each rank repeatedly executes one operation: among the operations that are ready and whose processor is
 * free, the one that became ready first; on a tie, the first in the text. When no rank can execute anything more, barriers open that all
 * ranks have reached.
 */
import { op, opWords, type Program, dependencyKind, dependencyKinds } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";
import { type Handover, jobOfRank, type RankMessage } from "./ranks.ts";

interface GraphOperation {
  readonly index: number;
  readonly code: number;
  readonly operands: readonly [a: number, b: number, c: number];
  readonly cpu: number;
  readonly dependencies: readonly { readonly place: number; readonly when: number }[];
  /**
   * The cycles in which the operation ended, began, left its processor, and in which all its messages had arrived; Infinity until known.
   */
  readonly eventCycles: [ended: number, begun: number, left: number, arrived: number];
  /**
   * For a receive: its number among the receives that its rank has posted, the message that it takes, and the cycle from which it could
   * take the message.
   */
  postNumber: number;
  taken: GraphMessage | undefined;
  canTakeFrom: number;
  isTaking: boolean;
  isAtBarrier: boolean;
}

interface GraphMessage extends RankMessage {
  readonly bytes: number;
  readonly sender: GraphOperation;
  /** Number of messages that the sending rank had sent before this one. */
  readonly sendNumber: number;
  isKnown: boolean;
  isRequestKnown: boolean;
  receive: GraphOperation | undefined;
}

/** Runs the dependency graphs of all ranks, cycle by cycle; the counterpart of `startRankInterpreter` for lists of operations. */
export function startGraphInterpreter(program: Program) {
  const { host, phases, firstMessage, sizes } = program;
  const graph = program.graph!;
  const operations = times(program.first[program.ranks], (place): GraphOperation => {
    const [code, a, b, c] = program.ops.subarray(place * opWords, (place + 1) * opWords);
    const entries = [...graph.dependencies.subarray(graph.firstDependency[place], graph.firstDependency[place + 1])];
    return {
      index: place,
      code,
      operands: [a, b, c],
      cpu: graph.cpu[place],
      dependencies: entries.map((entry) => ({ place: Math.floor(entry / dependencyKinds), when: entry % dependencyKinds })),
      eventCycles: [Infinity, Infinity, Infinity, Infinity],
      postNumber: Infinity,
      taken: undefined,
      canTakeFrom: Infinity,
      isTaking: false,
      isAtBarrier: false,
    };
  });
  const ranks = times(program.ranks, (r) => {
    const { begin } = jobOfRank(program, r);
    const own = operations.slice(program.first[r], program.first[r + 1]);
    const numbers = own.filter(({ code }) => code === op.send).map(({ index }, k) => [index, firstMessage[r] + k] as const);
    return {
      r,
      begin,
      own,
      numberOf: new Map(numbers),
      /** [processor] The cycle until which it is busy. */
      busyUntil: times(graph.cpus, () => 0),
      computesUntil: begin,
      posts: 0,
      sends: 0,
      waited: 0,
      busy: 0,
      done: -1,
      phase: -1,
      phaseCycles: phases.map(() => 0),
    };
  });
  type Rank = (typeof ranks)[number];
  const messages: GraphMessage[] = [];
  const originalOf = new Map<GraphMessage, GraphMessage>();
  /** Messages, requests, replies and data that ranks pass to their terminals, with the cycle. */
  const handovers: { readonly at: number; readonly handover: Handover }[] = [];
  let latestStep: { readonly now: number; readonly sent: readonly Handover[] } = { now: -1, sent: [] };

  const takersOf = (box: number) => [...graph.takers.subarray(graph.firstTaker[box], graph.firstTaker[box + 1])];
  const canTake = (receive: GraphOperation, message: GraphMessage) => takersOf(message.mailbox).includes(receive.operands[2]);
  const hostCycles = (bytes: number) => host.overhead + Math.max(0, bytes - 1) * host.overheadPerByte;

  function step(cycle: number): readonly Handover[] {
    if (latestStep.now !== cycle) latestStep = { now: cycle, sent: computeStep(cycle) };
    return latestStep.sent;
  }

  /** Arrivals, then operations until none is ready, then the ends of ranks; returns the handovers to terminals, in order. */
  function computeStep(cycle: number): readonly Handover[] {
    processArrivals(cycle);
    do for (const rank of ranks) while (executeNext(rank, cycle));
    while (openBarriers(cycle));
    for (const rank of ranks) {
      const isOver = cycle >= rank.begin && rank.own.every(({ eventCycles: [ended] }) => ended <= cycle);
      if (isOver && rank.done < 0) rank.done = cycle;
    }
    const orderOf = ({ kind, to }: Handover) => ({ answer: -2, request: -1, data: to, eager: ranks.length })[kind];
    return handovers.flatMap(({ at, handover }) => (at === cycle ? handover : [])).sort((one, other) => orderOf(one) - orderOf(other));
  }

  /** Processes everything that arrived in the previous cycle. */
  function processArrivals(cycle: number): void {
    const ordered = messages.toSorted((a, b) => a.from - b.from || a.sendNumber - b.sendNumber);
    for (const message of ordered) {
      if (message.requestArrivedAt === cycle - 1 && !message.isRequestKnown) {
        message.isRequestKnown = true;
        matchReceive(message, cycle);
      }
      if (message.replyArrivedAt === cycle - 1) handovers.push({ at: cycle, handover: { ...message, kind: "data", message } });
      if (message.arrived !== cycle - 1 || message.isKnown) continue;
      message.isKnown = true;
      message.sender.eventCycles[dependencyKind.arrived] = cycle;
      if (message.isRendezvous) {
        message.sender.eventCycles[dependencyKind.ended] = cycle;
        message.receive!.canTakeFrom = cycle;
      } else matchReceive(message, cycle);
    }
  }

  /** A message or a request has arrived: the receive that was posted first takes it. */
  function matchReceive(message: GraphMessage, cycle: number): void {
    const own = ranks[message.to].own.filter((each) => each.postNumber < Infinity && each.taken === undefined && canTake(each, message));
    const receive = own.toSorted((a, b) => a.postNumber - b.postNumber)[0];
    if (receive !== undefined) matchMessage(receive, message, cycle);
    else arrivedMessages.push(message);
  }
  /** Messages and requests that have arrived and are not taken, in their order. */
  const arrivedMessages: GraphMessage[] = [];

  /** A receive takes a message. If only the request has arrived, the receiver replies. */
  function matchMessage(receive: GraphOperation, message: GraphMessage, cycle: number): void {
    receive.taken = message;
    message.isTaken = true;
    if (!message.isRendezvous) receive.canTakeFrom = cycle;
    else {
      message.receive = receive;
      message.repliedAt = cycle;
      handovers.push({ at: cycle, handover: { kind: "answer", message, from: message.to, to: message.from, packets: 1 } });
    }
  }

  /** Executes one operation of a rank; returns false if none is ready. */
  function executeNext(rank: Rank, cycle: number): boolean {
    if (cycle < rank.begin) return false;
    const readyOperations = rank.own.flatMap((each) => {
      const isNotBegun = each.eventCycles[dependencyKind.begun] === Infinity;
      const readyAt = isNotBegun
        ? Math.max(rank.begin, ...each.dependencies.map(({ place, when: what }) => operations[place].eventCycles[what]))
        : each.isTaking
          ? Infinity
          : each.canTakeFrom;
      const needsProcessor =
        each.code === op.compute || (each.code === op.send && each.operands[1] !== 0) || (each.code === op.receive && !isNotBegun);
      return readyAt <= cycle && (!needsProcessor || rank.busyUntil[each.cpu] <= cycle) ? [{ each, since: readyAt }] : [];
    });
    const first = readyOperations.toSorted((a, b) => a.since - b.since || a.each.index - b.each.index)[0];
    if (first === undefined) return false;
    executeOperation(rank, first.each, cycle);
    return true;
  }

  /** Executes an operation: begins it, or, for a receive whose message has arrived, takes the message. */
  function executeOperation(rank: Rank, each: GraphOperation, cycle: number): void {
    const { code, operands } = each;
    const [a, b, c] = operands;
    if (code === op.receive && each.eventCycles[dependencyKind.begun] < Infinity) {
      each.isTaking = true;
      return occupy(rank, each, cycle, hostCycles(each.taken!.bytes));
    }
    each.eventCycles[dependencyKind.begun] = cycle;
    if (code === op.receive) {
      each.postNumber = rank.posts++;
      const k = arrivedMessages.findIndex((message) => message.to === rank.r && canTake(each, message));
      if (k >= 0) matchMessage(each, arrivedMessages.splice(k, 1)[0], cycle);
    } else if (code === op.compute) {
      const cycles = a + b * 2 ** 31;
      rank.computesUntil = Math.max(rank.computesUntil, cycle + cycles);
      occupy(rank, each, cycle, cycles);
    } else if (code === op.send) {
      const bytes = sizes.bytes[b];
      const isBroadcast = operations[each.index + 1]?.code === op.send && operations[each.index + 1].operands[1] === 0;
      const packets = sizes.packets[b];
      const message: GraphMessage = {
        from: rank.r,
        to: a,
        packets,
        mailbox: c,
        created: cycle + (b === 0 ? 0 : host.overhead),
        number: rank.numberOf.get(each.index)!,
        isRendezvous: b > 0 && sizes.isRendezvous[b] === 1 && !isBroadcast,
        requestArrivedAt: Infinity,
        repliedAt: Infinity,
        replyArrivedAt: Infinity,
        packetsLeft: packets,
        arrived: Infinity,
        isTaken: false,
        bytes: b === 0 ? messages.findLast((sent) => sent.from === rank.r && sent.packets > 0)!.bytes : bytes,
        sender: each,
        sendNumber: rank.sends++,
        isKnown: false,
        isRequestKnown: false,
        receive: undefined,
      };
      if (b === 0)
        originalOf.set(
          message,
          messages.findLast((sent) => sent.from === rank.r && sent.packets > 0)!,
        );
      else {
        const handover = message.isRendezvous
          ? { ...message, packets: 1, kind: "request" as const, message }
          : { ...message, kind: "eager" as const, message };
        handovers.push({ at: message.created, handover });
      }
      messages.push(message);
      if (b === 0) each.eventCycles[dependencyKind.left] = each.eventCycles[dependencyKind.ended] = cycle;
      else occupy(rank, each, cycle, hostCycles(bytes), message.isRendezvous);
    } else if (code === op.barrier) each.isAtBarrier = true;
    else {
      if (code === op.phase) rank.phase = a;
      each.eventCycles[dependencyKind.left] = each.eventCycles[dependencyKind.ended] = cycle;
    }
  }

  /** Keeps the operation's processor busy for some cycles. The operation ends then, except for the send of a rendezvous message. */
  function occupy(rank: Rank, each: GraphOperation, cycle: number, cycles: number, asks = false): void {
    rank.busyUntil[each.cpu] = cycle + cycles;
    each.eventCycles[dependencyKind.left] = cycle + cycles;
    if (!asks) each.eventCycles[dependencyKind.ended] = cycle + cycles;
  }

  /** Opens the barriers of all jobs whose ranks have all reached one; returns false if there are none. */
  function openBarriers(cycle: number): boolean {
    const jobs = [...new Set(ranks.map(({ r }) => jobOfRank(program, r).first))];
    const openJobs = jobs.filter((first) => {
      const own = ranks.filter(({ r }) => jobOfRank(program, r).first === first);
      return own.every((rank) => rank.own.some(({ isAtBarrier }) => isAtBarrier));
    });
    for (const rank of ranks.filter(({ r }) => openJobs.includes(jobOfRank(program, r).first))) {
      const each = rank.own.find(({ isAtBarrier }) => isAtBarrier)!;
      each.isAtBarrier = false;
      each.eventCycles[dependencyKind.left] = each.eventCycles[dependencyKind.ended] = cycle;
    }
    return openJobs.length > 0;
  }

  return {
    ranks,
    messages,
    step,
    /** Whether nothing will ever happen again. */
    hasStopped(cycle: number): boolean {
      const isOver = ({ eventCycles }: GraphOperation) => eventCycles.every((time) => time === Infinity || time <= cycle);
      const isQuiet = ({ isRendezvous, requestArrivedAt, repliedAt, replyArrivedAt, arrived }: GraphMessage) =>
        arrived < cycle || (isRendezvous && requestArrivedAt < cycle && repliedAt === Infinity && replyArrivedAt === Infinity);
      return operations.every(isOver) && messages.every(isQuiet) && handovers.every(({ at }) => at < cycle);
    },
    /** Counts a cycle of every rank as busy or waiting, and in its phase. */
    countCycle(cycle: number): void {
      for (const rank of ranks) {
        if (rank.done >= 0 || cycle < rank.begin) continue;
        if (rank.computesUntil > cycle) rank.busy++;
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
