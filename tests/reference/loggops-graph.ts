/**
 * Reference simulator of dependency graphs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine,
 * HPDC 2010): one list of events ordered by time and age. An event whose processor or adapter is busy is postponed until both are free, and
 * keeps its age. Each message has one receiver; barriers, phases and waits are not supported.
 */
import { op, opWords, type Program, when, whens } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";

interface Operation {
  readonly place: number;
  readonly rank: number;
  readonly code: number;
  readonly operands: readonly [a: number, b: number, c: number];
  readonly cpu: number;
  readonly nic: number;
  readonly after: readonly { readonly place: number; readonly when: number }[];
  /**
   * The times at which it ended, began, left its processor, and at which all its messages had arrived. undefined until known, which may be
   * before that time.
   */
  readonly at: (number | undefined)[];
  isKnown: boolean;
}

interface Message {
  readonly sender: Operation;
  readonly bytes: number;
  readonly asks: boolean;
}

interface Event {
  time: number;
  readonly age: number;
  ready(time: number): number;
  occur(time: number): void;
}

/** The time at which each rank's program ended, on a network of this latency; −1 if it never did. */
export function simulateLogGOPSGraph(program: Program, latency: number): readonly number[] {
  const { overhead: o, overheadPerByte: O, gap: g, gapPerByte: G } = program.host;
  const graph = program.graph!;
  const operations = times(program.first[program.ranks], (place): Operation => {
    const [code, a, b, c] = program.ops.subarray(place * opWords, (place + 1) * opWords);
    const entries = [...graph.after.subarray(graph.firstAfter[place], graph.firstAfter[place + 1])];
    return {
      place,
      rank: times(program.ranks, (r) => r).find((r) => place < program.first[r + 1])!,
      code,
      operands: [a, b, c],
      cpu: graph.cpu[place],
      nic: graph.nic[place],
      after: entries.map((entry) => ({ place: Math.floor(entry / whens), when: entry % whens })),
      at: times(whens, () => undefined),
      isKnown: false,
    };
  });
  const ranks = times(program.ranks, () => ({
    processor: times(graph.cpus, () => 0),
    out: times(graph.nics, () => 0),
    into: times(graph.nics, () => 0),
    posted: [] as Operation[],
    come: [] as Message[],
    done: -1,
  }));
  const events: Event[] = [];
  let ages = 0;
  const at = (time: number, ready: Event["ready"], occur: Event["occur"]) => events.push({ time, age: ages++, ready, occur });
  const takers = (box: number) => [...graph.takers.subarray(graph.firstTaker[box], graph.firstTaker[box + 1])];
  const fits = (receive: Operation, { sender }: Message) =>
    sender.operands[0] === receive.rank && takers(sender.operands[2]).includes(receive.operands[2]);

  for (;;) {
    learn();
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

  /** Schedules the operations whose dependencies are known by now, and marks ranks as done that have no operation left. */
  function learn(): void {
    const order = [op.send, op.receive, op.compute] as readonly number[];
    const fresh = operations
      .filter((each) => !each.isKnown && each.after.every(({ place, when: what }) => operations[place].at[what] !== undefined))
      .toSorted((a, b) => a.rank - b.rank || order.indexOf(a.code) - order.indexOf(b.code) || a.place - b.place);
    for (const each of fresh) {
      each.isKnown = true;
      const notBefore = Math.max(0, ...each.after.map(({ place, when: what }) => operations[place].at[what]!));
      const own = ranks[each.rank];
      const free = () => Math.max(own.processor[each.cpu], each.code === op.send ? own.out[each.nic] : 0);
      at(
        Math.max(notBefore, free()),
        (time) => (each.code === op.receive ? time : free()),
        (time) => occur(each, time),
      );
    }
    ranks.forEach((rank, r) => {
      const own = operations.filter((each) => each.rank === r);
      if (rank.done >= 0 || own.some((each) => each.at[when.ended] === undefined)) return;
      rank.done = Math.max(0, ...own.map((each) => each.at[when.ended]!), ...rank.processor);
    });
  }

  /** Executes an operation whose resources are free at time t. */
  function occur(each: Operation, t: number): void {
    const own = ranks[each.rank];
    const [a, b] = each.operands;
    each.at[when.begun] = t;
    if (each.code === op.compute) {
      own.processor[each.cpu] = t + a + b * 2 ** 31;
      each.at[when.left] = each.at[when.ended] = own.processor[each.cpu];
    } else if (each.code === op.send) {
      const bytes = program.sizes.bytes[b];
      const message = { sender: each, bytes, asks: program.sizes.asks[b] === 1 };
      const to = ranks[a];
      own.processor[each.cpu] = t + o + (bytes - 1) * O;
      own.out[each.nic] = t + g + (bytes - 1) * G;
      each.at[when.left] = own.processor[each.cpu];
      if (!message.asks) each.at[when.ended] = own.processor[each.cpu];
      at(
        t + o + latency,
        () => Math.max(to.processor[each.cpu], to.into[each.nic]),
        (time) => comeIn(message, time),
      );
    } else {
      const message = own.come.find((come) => fits(each, come));
      if (message === undefined) own.posted.push(each);
      else {
        own.come = own.come.filter((come) => come !== message);
        match(message, t);
        each.at[when.left] = each.at[when.ended] = t;
      }
    }
  }

  /** A message arrives at time t, when the processor and the adapter of its receiver are free. */
  function comeIn(message: Message, t: number): void {
    const { sender, bytes } = message;
    const rank = ranks[sender.operands[0]];
    rank.processor[sender.cpu] = t + o + (bytes - 1) * Math.max(O, G);
    rank.into[sender.nic] = t + g + (bytes - 1) * G;
    const receive = rank.posted.find((each) => fits(each, message));
    if (receive === undefined) {
      rank.come.push(message);
      return;
    }
    rank.posted = rank.posted.filter((each) => each !== receive);
    match(message, t);
    receive.at[when.left] = receive.at[when.ended] = rank.processor[sender.cpu];
  }

  /** A message and its receive have been matched. This ends a rendezvous send. */
  function match({ sender, asks }: Message, t: number): void {
    if (!asks) return;
    const rank = ranks[sender.rank];
    sender.at[when.ended] = t;
    rank.processor[sender.cpu] = Math.max(rank.processor[sender.cpu], t);
    rank.out[sender.nic] = Math.max(rank.out[sender.nic], t);
  }
}
