/** The timeline of a program's ranks, with the times of its messages: the input of all drawings and texts of this view. */
import { memoizeLast } from "../memoize-last.ts";
import type { MessageResult, Timeline } from "../../core/measures/results.ts";
import type { ActivityKind, activityKinds } from "../../core/measures/timeline.ts";

/** Cycle in which a message was handed over, and cycle in which it had arrived completely; −1 if this has not happened. */
export type MessageTimes = Pick<MessageResult, "created" | "delivered">;

/** A timeline with the times of its messages, cycles. */
export interface RankTimeline {
  readonly timeline: Timeline;
  /** [M] By message. */
  readonly messages: readonly MessageTimes[];
  /** End of the last interval, at least 1. */
  readonly end: number;
}

/** Names of the interval kinds, by number: a copy of {@link activityKinds}, so that the view need not load its module. */
export const intervalKinds: typeof activityKinds = ["compute", "send", "receive", "wait"];

/** A timeline with its messages; memoized. */
export const rankTimelineOf = memoizeLast((timeline: Timeline, messages: readonly MessageTimes[]): RankTimeline => ({
  timeline,
  messages,
  end: timeline.to.reduce((end, to) => Math.max(end, to), 1),
}));

/** Number of ranks. */
export const rankCount = ({ terminals }: Timeline): number => terminals.length;

export const intervalKind = ({ kind }: Timeline, interval: number): ActivityKind => intervalKinds[kind[interval]];

/**
 * Whether a rank does a piece of work in an interval. If the program names its tasks, computations without a task only prepare the tasks.
 */
export function isWork({ kind, task, tasks }: Timeline, interval: number): boolean {
  return intervalKinds[kind[interval]] === "compute" && (tasks.length === 0 || task[interval] >= 0);
}

/** The sorts of work that a program names, in their order: `forward`, `backward`. */
export const workSortsOf = memoizeLast((timeline: Timeline): readonly string[] => [
  ...new Set(timeline.tasks.filter(({ step }) => step < 0).map(({ name }) => name)),
]);

/** Index of the sort of work of an interval in {@link workSortsOf}; −1 for none. */
export function workSortOf(timeline: Timeline, interval: number): number {
  const { task, tasks } = timeline;
  return task[interval] < 0 || taskStepOf(timeline, interval) >= 0 ? -1 : workSortsOf(timeline).indexOf(tasks[task[interval]].name);
}

export const intervalLength = ({ from, to }: Timeline, interval: number): number => to[interval] - from[interval];

/** The rank of an interval, by binary search. */
export function rankOfInterval({ first }: Timeline, interval: number): number {
  let [low, high] = [0, first.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first[middle] <= interval) low = middle;
    else high = middle;
  }
  return low;
}

/** The first interval of a rank that ends after a cycle; the first interval of the next rank if there is none. */
export function intervalAfter({ first, to }: Timeline, rank: number, cycle: number): number {
  let [low, high] = [first[rank], first[rank + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (to[middle] > cycle) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rank at the other end of an interval's message; −1 where it has no message. */
export function peerOf({ message, source, destination }: Timeline, interval: number, rank: number): number {
  const messageIndex = message[interval];
  if (messageIndex < 0) return -1;
  return source[messageIndex] === rank ? destination[messageIndex] : source[messageIndex];
}

/**
 * Name of the task or sort of work of an interval; empty where the program names none. A computation that only prepares tasks is `start`.
 */
export function taskNameOf(timeline: Timeline, interval: number): string {
  const { kind, task, tasks } = timeline;
  if (task[interval] >= 0) return tasks[task[interval]].name;
  return intervalKinds[kind[interval]] === "compute" && !isWork(timeline, interval) ? "start" : "";
}

/** Name of the task of an interval; empty for a sort of work, because that is no single task that a rank could wait for. */
export function namedTaskOf(timeline: Timeline, interval: number): string {
  return workSortOf(timeline, interval) >= 0 ? "" : taskNameOf(timeline, interval);
}

/** The step of the task of an interval; −1 for none. */
export function taskStepOf({ task, tasks }: Timeline, interval: number): number {
  return tasks[task[interval]]?.step ?? -1;
}
