/** The timeline of a program's ranks, with the times of its messages: the input of all drawings and texts of this view. */
import { lately } from "../lately.ts";
import type { MessageResult, Timeline } from "../../core/measures/results.ts";
import type { StretchKind, stretchKinds } from "../../core/measures/timeline.ts";

/** Cycle in which a message was handed over, and cycle in which it had arrived completely; −1 where it has not. */
export type MessageTimes = Pick<MessageResult, "created" | "delivered">;

/** A timeline with the times of its messages, cycles. */
export interface Told {
  readonly timeline: Timeline;
  /** [M] By message. */
  readonly messages: readonly MessageTimes[];
  /** End of the last interval, at least 1. */
  readonly end: number;
}

/** Names of the interval kinds, by number: a copy of {@link stretchKinds}, so that the view need not load its module. */
export const kinds: typeof stretchKinds = ["compute", "send", "receive", "wait"];

/** A timeline with its messages; memoized. */
export const toldOf = lately((timeline: Timeline, messages: readonly MessageTimes[]): Told => ({
  timeline,
  messages,
  end: timeline.to.reduce((end, to) => Math.max(end, to), 1),
}));

/** Number of ranks. */
export const ranksIn = ({ terminals }: Timeline): number => terminals.length;

export const kindOf = ({ kind }: Timeline, stretch: number): StretchKind => kinds[kind[stretch]];

/**
 * Whether a rank does a piece of work in an interval. If the program names its tasks, computations without a task only prepare the tasks.
 */
export function isWork({ kind, task, tasks }: Timeline, stretch: number): boolean {
  return kinds[kind[stretch]] === "compute" && (tasks.length === 0 || task[stretch] >= 0);
}

/** The sorts of work that a program names, in their order: `forward`, `backward`. */
export const sortsOf = lately((timeline: Timeline): readonly string[] => [
  ...new Set(timeline.tasks.filter(({ step }) => step < 0).map(({ name }) => name)),
]);

/** Index of the sort of work of an interval in {@link workSortsOf}; −1 for none. */
export function sortOf(timeline: Timeline, stretch: number): number {
  const { task, tasks } = timeline;
  return task[stretch] < 0 || stepOf(timeline, stretch) >= 0 ? -1 : sortsOf(timeline).indexOf(tasks[task[stretch]].name);
}

export const lengthOf = ({ from, to }: Timeline, stretch: number): number => to[stretch] - from[stretch];

/** The rank of an interval, by binary search. */
export function rankOf({ first }: Timeline, stretch: number): number {
  let [low, high] = [0, first.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first[middle] <= stretch) low = middle;
    else high = middle;
  }
  return low;
}

/** The first interval of a rank that ends after a cycle; the first interval of the next rank if there is none. */
export function stretchAfter({ first, to }: Timeline, rank: number, cycle: number): number {
  let [low, high] = [first[rank], first[rank + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (to[middle] > cycle) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rank at the other end of an interval's message; −1 where it has no message. */
export function peerOf({ message, source, destination }: Timeline, stretch: number, rank: number): number {
  const own = message[stretch];
  if (own < 0) return -1;
  return source[own] === rank ? destination[own] : source[own];
}

/**
 * Name of the task or sort of work of an interval; empty where the program names none. A computation that only prepares tasks is `start`.
 */
export function taskOf(timeline: Timeline, stretch: number): string {
  const { kind, task, tasks } = timeline;
  if (task[stretch] >= 0) return tasks[task[stretch]].name;
  return kinds[kind[stretch]] === "compute" && !isWork(timeline, stretch) ? "start" : "";
}

/** Name of the task of an interval; empty for a sort of work, because that is no single task that a rank could wait for. */
export function pieceOf(timeline: Timeline, stretch: number): string {
  return sortOf(timeline, stretch) >= 0 ? "" : taskOf(timeline, stretch);
}

/** The step of the task of an interval; −1 for none. */
export function stepOf({ task, tasks }: Timeline, stretch: number): number {
  return tasks[task[stretch]]?.step ?? -1;
}
