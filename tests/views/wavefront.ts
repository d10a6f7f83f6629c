/** A made-up run of the wavefront algorithm, as a timeline for tests of the rank view: ranks that exchange blocks and compute. */
import type { MessageResult, Timeline } from "../../src/core/measures/results.ts";
import { type Told, toldOf } from "../../src/views/ranks/told.ts";

/** Durations in cycles: of a compute on each rank, of sending a message, and of its transfer. */
export interface Pace {
  readonly compute: (rank: number) => number;
  readonly send: number;
  readonly transfer: number;
}

type Op =
  | { readonly is: "compute"; readonly task: number }
  | { readonly is: "send" | "receive"; readonly task: number; readonly message: number };

const kindNumbers = { compute: 0, send: 1, receive: 2, wait: 3 };

/** An interval of a rank's timeline, in cycles. Task and message are −1 if there is none. */
interface Stretch {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  readonly task: number;
  readonly message: number;
}

/**
 * Runs ranks that execute their operations in order. A receive waits until its message has been sent and transferred.
 * @param lists Operations of each rank.
 * @param endpoints Source and destination rank of each message.
 */
export function play(
  lists: readonly (readonly Op[])[],
  ends: readonly (readonly [number, number])[],
  tasks: Timeline["tasks"],
  pace: Pace,
) {
  const stretches = lists.map((): Stretch[] => []);
  const [clock, next] = [lists.map(() => 0), lists.map(() => 0)];
  const created = ends.map(() => -1);
  const after = ends.map((): readonly [rank: number, place: number] => [-1, -1]);
  const push = (rank: number, kind: keyof typeof kindNumbers, to: number, task: number, message: number) => {
    stretches[rank].push({ kind: kindNumbers[kind], from: clock[rank], to, task, message });
    clock[rank] = to;
  };
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (const [rank, list] of lists.entries()) {
      while (next[rank] < list.length) {
        const op = list[next[rank]];
        if (op.is === "receive" && created[op.message] < 0) break;
        if (op.is === "compute") push(rank, "compute", clock[rank] + pace.compute(rank), op.task, -1);
        else if (op.is === "send") {
          if (pace.send > 0) push(rank, "send", clock[rank] + pace.send, op.task, op.message);
          created[op.message] = clock[rank];
          after[op.message] = [rank, stretches[rank].length - 1];
        } else {
          const sent = created[op.message];
          if (sent > clock[rank]) push(rank, "wait", sent, op.task, op.message);
          push(rank, "receive", Math.max(clock[rank], sent + pace.transfer), op.task, op.message);
        }
        next[rank]++;
        isMoving = true;
      }
    }
  }
  const first = stretches.reduce((all, own) => [...all, all[all.length - 1] + own.length], [0]);
  const flat = stretches.flat();
  const timeline: Timeline = {
    terminals: lists.map((_, rank) => rank),
    first,
    kind: flat.map(({ kind }) => kind),
    from: flat.map(({ from }) => from),
    to: flat.map(({ to }) => to),
    task: flat.map(({ task }) => task),
    message: flat.map(({ message }) => message),
    source: ends.map(([source]) => source),
    destination: ends.map(([, destination]) => destination),
    after: after.map(([rank, place]) => (place < 0 ? -1 : first[rank] + place)),
    tasks,
  };
  const messages = ends.map(([source, destination], m): MessageResult => ({
    source,
    destination,
    packets: 1,
    created: created[m],
    injected: created[m],
    delivered: created[m] + pace.transfer - 1,
    latency: pace.transfer,
  }));
  return { timeline, messages, told: toldOf(timeline, messages) as Told };
}

/**
 * The wavefront algorithm on a matrix of blocks × blocks blocks, whose rows are dealt to the ranks cyclically. In wave w each rank computes
 * its blocks C(i, j) with i + j = w, the last row first. Before each block it sends the message its partner of that turn needs, and
 * receives its own.
 */
export function wavefront(ranks: number, blocks: number, pace: Pace) {
  const tasks: { name: string; step: number }[] = [];
  const ends: [number, number][] = [];
  const lists = Array.from({ length: ranks }, (): Op[] => []);
  for (let wave = 0; wave <= 2 * blocks - 2; wave++) {
    const own = lists.map((_, rank) =>
      Array.from({ length: blocks }, (_, k) => blocks - 1 - k).filter((i) => i % ranks === rank && wave - i >= 0 && wave - i < blocks),
    );
    for (let turn = 0; own.some((each) => turn < each.length); turn++) {
      const doing = own.flatMap((each, rank) => (turn < each.length ? [{ rank, i: each[turn], j: wave - each[turn] }] : []));
      const begun = doing.map(({ rank, i, j }) => {
        const task = tasks.push({ name: `C(${i}, ${j})`, step: wave }) - 1;
        const partner = j % ranks;
        const message = partner === rank ? -1 : ends.push([partner, rank]) - 1;
        return { rank, partner, task, message };
      });
      for (const { rank, partner, task, message } of begun) {
        const theirs = begun.find((each) => each.rank === partner && each.partner === rank);
        if (message >= 0 && theirs !== undefined) {
          lists[rank].push({ is: "send", task, message: theirs.message }, { is: "receive", task, message });
        }
        lists[rank].push({ is: "compute", task });
      }
    }
  }
  return play(lists, ends, tasks, pace);
}
