/** What ranks did and when, as the drawings of it need it: the stretches with the times of their messages. */
import { lately } from "../lately.ts";
import type { MessageResult, Timeline } from "../../core/measures/results.ts";
import type { StretchKind, stretchKinds } from "../../core/measures/timeline.ts";

/** When a message was handed over, and in which cycle it had arrived whole; −1 where it has not. */
export type MessageTimes = Pick<MessageResult, "created" | "delivered">;

/** A timeline with the times of its messages, cycles. */
export interface Told {
  readonly timeline: Timeline;
  /** [M] */
  readonly messages: readonly MessageTimes[];
  /** Where the last stretch ends, at least 1. */
  readonly end: number;
}

/** The kinds of stretches, in the order of their numbers: those of {@link stretchKinds}. */
export const kinds: typeof stretchKinds = ["compute", "send", "receive", "wait"];

/** A timeline with its messages; worked out once for each. */
export const toldOf = lately((timeline: Timeline, messages: readonly MessageTimes[]): Told => ({
  timeline,
  messages,
  end: timeline.to.reduce((end, to) => Math.max(end, to), 1),
}));

/** How many ranks there are. */
export const ranksIn = ({ terminals }: Timeline): number => terminals.length;

export const kindOf = ({ kind }: Timeline, stretch: number): StretchKind => kinds[kind[stretch]];

/** Whether a rank computes a piece of the work in a stretch: where a program names its tasks, what belongs to none only prepares them. */
export function isWork({ kind, task, tasks }: Timeline, stretch: number): boolean {
  return kinds[kind[stretch]] === "compute" && (tasks.length === 0 || task[stretch] >= 0);
}

/** The sorts of work that a program names, in their order: `forward`, `backward`. */
export const sortsOf = lately((timeline: Timeline): readonly string[] => [
  ...new Set(timeline.tasks.filter(({ step }) => step < 0).map(({ name }) => name)),
]);

/** The sort of work that a stretch belongs to, by its place among {@link sortsOf}; −1 for none. */
export function sortOf(timeline: Timeline, stretch: number): number {
  const { task, tasks } = timeline;
  return task[stretch] < 0 || stepOf(timeline, stretch) >= 0 ? -1 : sortsOf(timeline).indexOf(tasks[task[stretch]].name);
}

export const lengthOf = ({ from, to }: Timeline, stretch: number): number => to[stretch] - from[stretch];

/** The rank that a stretch belongs to. */
export function rankOf({ first }: Timeline, stretch: number): number {
  let [low, high] = [0, first.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (first[middle] <= stretch) low = middle;
    else high = middle;
  }
  return low;
}

/** The first stretch of a rank that ends after a cycle; that of the next rank where none does. */
export function stretchAfter({ first, to }: Timeline, rank: number, cycle: number): number {
  let [low, high] = [first[rank], first[rank + 1]];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (to[middle] > cycle) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rank at the other end of a stretch's message; −1 where it has none. */
export function peerOf({ message, source, destination }: Timeline, stretch: number, rank: number): number {
  const own = message[stretch];
  if (own < 0) return -1;
  return source[own] === rank ? destination[own] : source[own];
}

/** Name of the piece or sort of work that a stretch belongs to; empty where the program does not say. What only prepares the tasks is the start. */
export function taskOf(timeline: Timeline, stretch: number): string {
  const { kind, task, tasks } = timeline;
  if (task[stretch] >= 0) return tasks[task[stretch]].name;
  return kinds[kind[stretch]] === "compute" && !isWork(timeline, stretch) ? "start" : "";
}

/** The same of pieces alone: a sort of work is no single thing that can be waited for. */
export function pieceOf(timeline: Timeline, stretch: number): string {
  return sortOf(timeline, stretch) >= 0 ? "" : taskOf(timeline, stretch);
}

/** The step of the piece of work that a stretch belongs to; −1 for none. */
export function stepOf({ task, tasks }: Timeline, stretch: number): number {
  return tasks[task[stretch]]?.step ?? -1;
}
