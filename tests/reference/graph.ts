/**
 * Reference interpreter of programs whose operations form a dependency graph: every operation is examined in every cycle. It implements the
 * definitions of `Dependencies` in programs/program.ts and of programs/hosts.ts independently.
 *
 * In each cycle, first all messages, requests and replies of the previous cycle become known, in the order of the ranks that sent the
 * messages and of their sends. Then each rank repeatedly executes one operation: among the operations that are ready and whose processor is
 * free, the one that became ready first; on a tie, the first in the text. When no rank can execute anything more, barriers open that all
 * ranks have reached.
 */
import { op, opWords, type Program, when, whens } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";
import { type Handed, jobOf, type Sent } from "./ranks.ts";

interface Operation {
  readonly place: number;
  readonly code: number;
  readonly operands: readonly [a: number, b: number, c: number];
  readonly cpu: number;
  readonly after: readonly { readonly place: number; readonly when: number }[];
  /** The cycles in which it ended, began, left its processor, and in which all its messages had arrived; Infinity until known. */
  readonly at: [ended: number, begun: number, left: number, arrived: number];
  /**
   * For a receive: its number among the receives that its rank has posted, the message that it takes, and the cycle from which it could
   * take it.
   */
  posted: number;
  takes: GraphMessage | undefined;
  couldTake: number;
  isTaking: boolean;
  isAtBarrier: boolean;
}

interface GraphMessage extends Sent {
  readonly bytes: number;
  readonly sender: Operation;
  /** Number of messages that its rank had sent before. */
  readonly order: number;
  isKnown: boolean;
  isAskKnown: boolean;
  boundTo: Operation | undefined;
}

/** Runs the dependency graphs of all ranks, cycle by cycle; the counterpart of `startRankInterpreter` for lists of operations. */
export function startGraph(program: Program) {
  const { host, phases, firstMessage, sizes } = program;
  const graph = program.graph!;
  const operations = times(program.first[program.ranks], (place): Operation => {
    const [code, a, b, c] = program.ops.subarray(place * opWords, (place + 1) * opWords);
    const entries = [...graph.after.subarray(graph.firstAfter[place], graph.firstAfter[place + 1])];
    return {
      place,
      code,
      operands: [a, b, c],
      cpu: graph.cpu[place],
      after: entries.map((entry) => ({ place: Math.floor(entry / whens), when: entry % whens })),
      at: [Infinity, Infinity, Infinity, Infinity],
      posted: Infinity,
      takes: undefined,
      couldTake: Infinity,
      isTaking: false,
      isAtBarrier: false,
    };
  });
  const ranks = times(program.ranks, (r) => {
    const { begin } = jobOf(program, r);
    const own = operations.slice(program.first[r], program.first[r + 1]);
    const numbers = own.filter(({ code }) => code === op.send).map(({ place }, k) => [place, firstMessage[r] + k] as const);
    return {
      r,
      begin,
      own,
      numberOf: new Map(numbers),
      /** [processor] The cycle until which it is busy. */
      taken: times(graph.cpus, () => 0),
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
  const heardWith = new Map<GraphMessage, GraphMessage>();
  /** Messages, requests, replies and data that ranks pass to their terminals, with the cycle. */
  const handing: { readonly at: number; readonly handed: Handed }[] = [];
  let latest: { readonly now: number; readonly sent: readonly Handed[] } = { now: -1, sent: [] };

  const takesFrom = (box: number) => [...graph.takers.subarray(graph.firstTaker[box], graph.firstTaker[box + 1])];
  const fits = (receive: Operation, message: GraphMessage) => takesFrom(message.mailbox).includes(receive.operands[2]);
  const hostCycles = (bytes: number) => host.overhead + Math.max(0, bytes - 1) * host.overheadPerByte;

  function step(now: number): readonly Handed[] {
    if (latest.now !== now) latest = { now, sent: stepTo(now) };
    return latest.sent;
  }

  /** Arrivals, then operations until none is ready, then the ends of ranks; returns the handovers to terminals, in order. */
  function stepTo(now: number): readonly Handed[] {
    hearOf(now);
    do for (const rank of ranks) while (goOn(rank, now));
    while (openBarriers(now));
    for (const rank of ranks) {
      const isOver = now >= rank.begin && rank.own.every(({ at: [ended] }) => ended <= now);
      if (isOver && rank.done < 0) rank.done = now;
    }
    const orderOf = ({ is, to }: Handed) => ({ answer: -2, request: -1, data: to, eager: ranks.length })[is];
    return handing.flatMap(({ at, handed }) => (at === now ? handed : [])).sort((one, other) => orderOf(one) - orderOf(other));
  }

  /** Processes everything that arrived in the previous cycle. */
  function hearOf(now: number): void {
    const ordered = messages.toSorted((a, b) => a.from - b.from || a.order - b.order);
    for (const message of ordered) {
      if (message.asked === now - 1 && !message.isAskKnown) {
        message.isAskKnown = true;
        meetReceive(message, now);
      }
      if (message.agreed === now - 1) handing.push({ at: now, handed: { ...message, is: "data", message } });
      if (message.arrived !== now - 1 || message.isKnown) continue;
      message.isKnown = true;
      message.sender.at[when.arrived] = now;
      if (message.asks) {
        message.sender.at[when.ended] = now;
        message.boundTo!.couldTake = now;
      } else meetReceive(message, now);
    }
  }

  /** A message or a request has arrived: the receive that was posted first takes it. */
  function meetReceive(message: GraphMessage, now: number): void {
    const own = ranks[message.to].own.filter((each) => each.posted < Infinity && each.takes === undefined && fits(each, message));
    const receive = own.toSorted((a, b) => a.posted - b.posted)[0];
    if (receive !== undefined) meet(receive, message, now);
    else come.push(message);
  }
  /** Messages and requests that have arrived and are not taken, in their order. */
  const come: GraphMessage[] = [];

  /** A receive takes a message. If only the request has arrived, the receiver replies. */
  function meet(receive: Operation, message: GraphMessage, now: number): void {
    receive.takes = message;
    message.isTaken = true;
    if (!message.asks) receive.couldTake = now;
    else {
      message.boundTo = receive;
      message.answered = now;
      handing.push({ at: now, handed: { is: "answer", message, from: message.to, to: message.from, packets: 1 } });
    }
  }

  /** Executes one operation of a rank; returns false if none is ready. */
  function goOn(rank: Rank, now: number): boolean {
    if (now < rank.begin) return false;
    const able = rank.own.flatMap((each) => {
      const isNext = each.at[when.begun] === Infinity;
      const since = isNext
        ? Math.max(rank.begin, ...each.after.map(({ place, when: what }) => operations[place].at[what]))
        : each.isTaking
          ? Infinity
          : each.couldTake;
      const needs = each.code === op.compute || (each.code === op.send && each.operands[1] !== 0) || (each.code === op.receive && !isNext);
      return since <= now && (!needs || rank.taken[each.cpu] <= now) ? [{ each, since }] : [];
    });
    const first = able.toSorted((a, b) => a.since - b.since || a.each.place - b.each.place)[0];
    if (first === undefined) return false;
    doIt(rank, first.each, now);
    return true;
  }

  /** Executes an operation: begins it, or, for a receive whose message has arrived, takes the message. */
  function doIt(rank: Rank, each: Operation, now: number): void {
    const { code, operands } = each;
    const [a, b, c] = operands;
    if (code === op.receive && each.at[when.begun] < Infinity) {
      each.isTaking = true;
      return occupy(rank, each, now, hostCycles(each.takes!.bytes));
    }
    each.at[when.begun] = now;
    if (code === op.receive) {
      each.posted = rank.posts++;
      const k = come.findIndex((message) => message.to === rank.r && fits(each, message));
      if (k >= 0) meet(each, come.splice(k, 1)[0], now);
    } else if (code === op.compute) {
      const cycles = a + b * 2 ** 31;
      rank.computesUntil = Math.max(rank.computesUntil, now + cycles);
      occupy(rank, each, now, cycles);
    } else if (code === op.send) {
      const bytes = sizes.bytes[b];
      const isHeardToo = operations[each.place + 1]?.code === op.send && operations[each.place + 1].operands[1] === 0;
      const packets = sizes.packets[b];
      const message: GraphMessage = {
        from: rank.r,
        to: a,
        packets,
        mailbox: c,
        created: now + (b === 0 ? 0 : host.overhead),
        number: rank.numberOf.get(each.place)!,
        asks: b > 0 && sizes.asks[b] === 1 && !isHeardToo,
        asked: Infinity,
        answered: Infinity,
        agreed: Infinity,
        packetsLeft: packets,
        arrived: Infinity,
        isTaken: false,
        bytes: b === 0 ? messages.findLast((of) => of.from === rank.r && of.packets > 0)!.bytes : bytes,
        sender: each,
        order: rank.sends++,
        isKnown: false,
        isAskKnown: false,
        boundTo: undefined,
      };
      if (b === 0)
        heardWith.set(
          message,
          messages.findLast((of) => of.from === rank.r && of.packets > 0)!,
        );
      else {
        const handed = message.asks
          ? { ...message, packets: 1, is: "request" as const, message }
          : { ...message, is: "eager" as const, message };
        handing.push({ at: message.created, handed });
      }
      messages.push(message);
      if (b === 0) each.at[when.left] = each.at[when.ended] = now;
      else occupy(rank, each, now, hostCycles(bytes), message.asks);
    } else if (code === op.barrier) each.isAtBarrier = true;
    else {
      if (code === op.phase) rank.phase = a;
      each.at[when.left] = each.at[when.ended] = now;
    }
  }

  /** Keeps the operation's processor busy for some cycles. The operation ends then, except for the send of a rendezvous message. */
  function occupy(rank: Rank, each: Operation, now: number, cycles: number, asks = false): void {
    rank.taken[each.cpu] = now + cycles;
    each.at[when.left] = now + cycles;
    if (!asks) each.at[when.ended] = now + cycles;
  }

  /** Opens the barriers of all jobs whose ranks have all reached one; returns false if there are none. */
  function openBarriers(now: number): boolean {
    const jobs = [...new Set(ranks.map(({ r }) => jobOf(program, r).first))];
    const open = jobs.filter((first) => {
      const own = ranks.filter(({ r }) => jobOf(program, r).first === first);
      return own.every((rank) => rank.own.some(({ isAtBarrier }) => isAtBarrier));
    });
    for (const rank of ranks.filter(({ r }) => open.includes(jobOf(program, r).first))) {
      const each = rank.own.find(({ isAtBarrier }) => isAtBarrier)!;
      each.isAtBarrier = false;
      each.at[when.left] = each.at[when.ended] = now;
    }
    return open.length > 0;
  }

  return {
    ranks,
    messages,
    step,
    /** Whether nothing will ever happen again. */
    isStill(now: number): boolean {
      const isOver = ({ at }: Operation) => at.every((time) => time === Infinity || time <= now);
      const isQuiet = ({ asks, asked, answered, agreed, arrived }: GraphMessage) =>
        arrived < now || (asks && asked < now && answered === Infinity && agreed === Infinity);
      return operations.every(isOver) && messages.every(isQuiet) && handing.every(({ at }) => at < now);
    },
    /** Counts a cycle of every rank as busy or waiting, and in its phase. */
    count(now: number): void {
      for (const rank of ranks) {
        if (rank.done >= 0 || now < rank.begin) continue;
        if (rank.computesUntil > now) rank.busy++;
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
