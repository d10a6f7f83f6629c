/** A made-up run of the wavefront algorithm, as a timeline for tests of the rank view: ranks that exchange blocks and compute. */
import type { MessageResult, Timeline } from "../../src/core/measures/results.ts";
import { type RankTimeline, rankTimelineOf } from "../../src/views/ranks/rank-timeline.ts";

/** Durations in cycles: of a compute on each rank, of sending a message, and of its transfer. */
export interface Durations {
  readonly compute: (rank: number) => number;
  readonly send: number;
  readonly transfer: number;
}

type Operation =
  | { readonly is: "compute"; readonly task: number }
  | { readonly is: "send" | "receive"; readonly task: number; readonly message: number };

const kindNumbers = { compute: 0, send: 1, receive: 2, wait: 3 };

/** An interval of a rank's timeline, in cycles. Task and message are −1 if there is none. */
interface RankInterval {
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
export function playRanks(
  lists: readonly (readonly Operation[])[],
  endpoints: readonly (readonly [number, number])[],
  tasks: Timeline["tasks"],
  durations: Durations,
) {
  const intervals = lists.map((): RankInterval[] => []);
  const [rankTimes, nextOperation] = [lists.map(() => 0), lists.map(() => 0)];
  const created = endpoints.map(() => -1);
  const sendIntervals = endpoints.map((): readonly [rank: number, place: number] => [-1, -1]);
  const addInterval = (rank: number, kind: keyof typeof kindNumbers, to: number, task: number, message: number) => {
    intervals[rank].push({ kind: kindNumbers[kind], from: rankTimes[rank], to, task, message });
    rankTimes[rank] = to;
  };
  for (let hasProgress = true; hasProgress;) {
    hasProgress = false;
    for (const [rank, operations] of lists.entries()) {
      while (nextOperation[rank] < operations.length) {
        const op = operations[nextOperation[rank]];
        if (op.is === "receive" && created[op.message] < 0) break;
        if (op.is === "compute") addInterval(rank, "compute", rankTimes[rank] + durations.compute(rank), op.task, -1);
        else if (op.is === "send") {
          if (durations.send > 0) addInterval(rank, "send", rankTimes[rank] + durations.send, op.task, op.message);
          created[op.message] = rankTimes[rank];
          sendIntervals[op.message] = [rank, intervals[rank].length - 1];
        } else {
          const sentAt = created[op.message];
          if (sentAt > rankTimes[rank]) addInterval(rank, "wait", sentAt, op.task, op.message);
          addInterval(rank, "receive", Math.max(rankTimes[rank], sentAt + durations.transfer), op.task, op.message);
        }
        nextOperation[rank]++;
        hasProgress = true;
      }
    }
  }
  const firstInterval = intervals.reduce((offsets, rankIntervals) => [...offsets, offsets[offsets.length - 1] + rankIntervals.length], [0]);
  const allIntervals = intervals.flat();
  const timeline: Timeline = {
    terminals: lists.map((_, rank) => rank),
    first: firstInterval,
    kind: allIntervals.map(({ kind }) => kind),
    from: allIntervals.map(({ from }) => from),
    to: allIntervals.map(({ to }) => to),
    task: allIntervals.map(({ task }) => task),
    message: allIntervals.map(({ message }) => message),
    source: endpoints.map(([source]) => source),
    destination: endpoints.map(([, destination]) => destination),
    after: sendIntervals.map(([rank, place]) => (place < 0 ? -1 : firstInterval[rank] + place)),
    tasks,
  };
  const messages = endpoints.map(([source, destination], m): MessageResult => ({
    source,
    destination,
    packets: 1,
    created: created[m],
    injected: created[m],
    delivered: created[m] + durations.transfer - 1,
    latency: durations.transfer,
  }));
  return { timeline, messages, rankTimeline: rankTimelineOf(timeline, messages) as RankTimeline };
}

/**
 * The wavefront algorithm on a matrix of blocks × blocks blocks, whose rows are dealt to the ranks cyclically. In wave w each rank computes
 * its blocks C(i, j) with i + j = w, the last row first. Before each block it sends the message that its current partner needs, and
 * receives its own.
 */
export function wavefrontRun(ranks: number, blocks: number, durations: Durations) {
  const tasks: { name: string; step: number }[] = [];
  const endpoints: [number, number][] = [];
  const lists = Array.from({ length: ranks }, (): Operation[] => []);
  for (let wave = 0; wave <= 2 * blocks - 2; wave++) {
    const rowsOfRanks = lists.map((_, rank) =>
      Array.from({ length: blocks }, (_, k) => blocks - 1 - k).filter((i) => i % ranks === rank && wave - i >= 0 && wave - i < blocks),
    );
    for (let turn = 0; rowsOfRanks.some((each) => turn < each.length); turn++) {
      const turnBlocks = rowsOfRanks.flatMap((each, rank) => (turn < each.length ? [{ rank, i: each[turn], j: wave - each[turn] }] : []));
      const startedBlocks = turnBlocks.map(({ rank, i, j }) => {
        const task = tasks.push({ name: `C(${i}, ${j})`, step: wave }) - 1;
        const partner = j % ranks;
        const message = partner === rank ? -1 : endpoints.push([partner, rank]) - 1;
        return { rank, partner, task, message };
      });
      for (const { rank, partner, task, message } of startedBlocks) {
        const partnerBlock = startedBlocks.find((each) => each.rank === partner && each.partner === rank);
        if (message >= 0 && partnerBlock !== undefined) {
          lists[rank].push({ is: "send", task, message: partnerBlock.message }, { is: "receive", task, message });
        }
        lists[rank].push({ is: "compute", task });
      }
    }
  }
  return playRanks(lists, endpoints, tasks, durations);
}
