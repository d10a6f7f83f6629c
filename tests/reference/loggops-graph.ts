/**
 * Reference simulator of dependency graphs on LogGOPS hosts and an ideal network, by the rules of LogGOPSim (Hoefler, Schneider, Lumsdaine,
 * HPDC 2010): one list of events ordered by time and age. An event whose processor or adapter is busy is postponed until both are free, and
 * keeps its age. Each message has one receiver; barriers, phases and waits are not supported.
 */
import { op, opWords, type Program, dependencyKind, dependencyKinds } from "../../src/core/programs/program.ts";
import { times } from "./creation.ts";

interface LogGOPSOperation {
  readonly index: number;
  readonly rank: number;
  readonly code: number;
  readonly operands: readonly [a: number, b: number, c: number];
  readonly cpu: number;
  readonly nic: number;
  readonly dependencies: readonly { readonly place: number; readonly when: number }[];
  /**
   * The times at which it ended, began, left its processor, and at which all its messages had arrived. undefined until known, which may be
   * before that time.
   */
  readonly eventTimes: (number | undefined)[];
  isKnown: boolean;
}

interface LogGOPSMessage {
  readonly sender: LogGOPSOperation;
  readonly bytes: number;
  readonly isRendezvous: boolean;
}

interface LogGOPSEvent {
  time: number;
  readonly age: number;
  readyTime(time: number): number;
  execute(time: number): void;
}

/** The time at which each rank's program ended, on a network of this latency; −1 if it never did. */
export function simulateLogGOPSGraph(program: Program, latency: number): readonly number[] {
  const { overhead: o, overheadPerByte: O, gap: g, gapPerByte: G } = program.host;
  const graph = program.graph!;
  const operations = times(program.first[program.ranks], (place): LogGOPSOperation => {
    const [code, a, b, c] = program.ops.subarray(place * opWords, (place + 1) * opWords);
    const entries = [...graph.dependencies.subarray(graph.firstDependency[place], graph.firstDependency[place + 1])];
    return {
      index: place,
      rank: times(program.ranks, (r) => r).find((r) => place < program.first[r + 1])!,
      code,
      operands: [a, b, c],
      cpu: graph.cpu[place],
      nic: graph.nic[place],
      dependencies: entries.map((entry) => ({ place: Math.floor(entry / dependencyKinds), when: entry % dependencyKinds })),
      eventTimes: times(dependencyKinds, () => undefined),
      isKnown: false,
    };
  });
  const ranks = times(program.ranks, () => ({
    processorFree: times(graph.cpus, () => 0),
    sendAdapterFree: times(graph.nics, () => 0),
    receiveAdapterFree: times(graph.nics, () => 0),
    posted: [] as LogGOPSOperation[],
    arrivedMessages: [] as LogGOPSMessage[],
    done: -1,
  }));
  const events: LogGOPSEvent[] = [];
  let nextAge = 0;
  const schedule = (time: number, ready: LogGOPSEvent["readyTime"], execute: LogGOPSEvent["execute"]) =>
    events.push({ time, age: nextAge++, readyTime: ready, execute });
  const takersOf = (box: number) => [...graph.takers.subarray(graph.firstTaker[box], graph.firstTaker[box + 1])];
  const canTake = (receive: LogGOPSOperation, { sender }: LogGOPSMessage) =>
    sender.operands[0] === receive.rank && takersOf(sender.operands[2]).includes(receive.operands[2]);

  for (;;) {
    scheduleReadyOperations();
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

  /** Schedules the operations whose dependencies are known by now, and marks ranks as done that have no operation left. */
  function scheduleReadyOperations(): void {
    const order = [op.send, op.receive, op.compute] as readonly number[];
    const readyOperations = operations
      .filter(
        (each) => !each.isKnown && each.dependencies.every(({ place, when: what }) => operations[place].eventTimes[what] !== undefined),
      )
      .toSorted((a, b) => a.rank - b.rank || order.indexOf(a.code) - order.indexOf(b.code) || a.index - b.index);
    for (const each of readyOperations) {
      each.isKnown = true;
      const earliestTime = Math.max(0, ...each.dependencies.map(({ place, when: what }) => operations[place].eventTimes[what]!));
      const own = ranks[each.rank];
      const freeTime = () => Math.max(own.processorFree[each.cpu], each.code === op.send ? own.sendAdapterFree[each.nic] : 0);
      schedule(
        Math.max(earliestTime, freeTime()),
        (time) => (each.code === op.receive ? time : freeTime()),
        (time) => execute(each, time),
      );
    }
    ranks.forEach((rank, r) => {
      const own = operations.filter((each) => each.rank === r);
      if (rank.done >= 0 || own.some((each) => each.eventTimes[dependencyKind.ended] === undefined)) return;
      rank.done = Math.max(0, ...own.map((each) => each.eventTimes[dependencyKind.ended]!), ...rank.processorFree);
    });
  }

  /** Executes an operation whose resources are free at time t. */
  function execute(each: LogGOPSOperation, t: number): void {
    const own = ranks[each.rank];
    const [a, b] = each.operands;
    each.eventTimes[dependencyKind.begun] = t;
    if (each.code === op.compute) {
      own.processorFree[each.cpu] = t + a + b * 2 ** 31;
      each.eventTimes[dependencyKind.left] = each.eventTimes[dependencyKind.ended] = own.processorFree[each.cpu];
    } else if (each.code === op.send) {
      const bytes = program.sizes.bytes[b];
      const message = { sender: each, bytes, isRendezvous: program.sizes.isRendezvous[b] === 1 };
      const to = ranks[a];
      own.processorFree[each.cpu] = t + o + (bytes - 1) * O;
      own.sendAdapterFree[each.nic] = t + g + (bytes - 1) * G;
      each.eventTimes[dependencyKind.left] = own.processorFree[each.cpu];
      if (!message.isRendezvous) each.eventTimes[dependencyKind.ended] = own.processorFree[each.cpu];
      schedule(
        t + o + latency,
        () => Math.max(to.processorFree[each.cpu], to.receiveAdapterFree[each.nic]),
        (time) => receiveMessage(message, time),
      );
    } else {
      const message = own.arrivedMessages.find((candidate) => canTake(each, candidate));
      if (message === undefined) own.posted.push(each);
      else {
        own.arrivedMessages = own.arrivedMessages.filter((candidate) => candidate !== message);
        endRendezvous(message, t);
        each.eventTimes[dependencyKind.left] = each.eventTimes[dependencyKind.ended] = t;
      }
    }
  }

  /** A message arrives at time t, when the processor and the adapter of its receiver are free. */
  function receiveMessage(message: LogGOPSMessage, t: number): void {
    const { sender, bytes } = message;
    const rank = ranks[sender.operands[0]];
    rank.processorFree[sender.cpu] = t + o + (bytes - 1) * Math.max(O, G);
    rank.receiveAdapterFree[sender.nic] = t + g + (bytes - 1) * G;
    const receive = rank.posted.find((each) => canTake(each, message));
    if (receive === undefined) {
      rank.arrivedMessages.push(message);
      return;
    }
    rank.posted = rank.posted.filter((each) => each !== receive);
    endRendezvous(message, t);
    receive.eventTimes[dependencyKind.left] = receive.eventTimes[dependencyKind.ended] = rank.processorFree[sender.cpu];
  }

  /** A message and its receive have been matched. This ends a rendezvous send. */
  function endRendezvous({ sender, isRendezvous }: LogGOPSMessage, t: number): void {
    if (!isRendezvous) return;
    const rank = ranks[sender.rank];
    sender.eventTimes[dependencyKind.ended] = t;
    rank.processorFree[sender.cpu] = Math.max(rank.processorFree[sender.cpu], t);
    rank.sendAdapterFree[sender.nic] = Math.max(rank.sendAdapterFree[sender.nic], t);
  }
}
