/**
 * Logical time: every computation takes one step, messages take none. Only the order of a run remains: the number of steps that the program
 * takes on an infinitely fast network.
 */
import { once } from "../../core/base/once.ts";
import { isWork, kinds, kindOf, ranksIn, type Told } from "./told.ts";

const [compute, wait] = [kinds.indexOf("compute"), kinds.indexOf("wait")];

/**
 * The same run in logical steps. Computations that only prepare the tasks of a program take no step. An interval ends where the previous
 * one of its rank ends; a receive ends no earlier than the interval after which its message was handed over; a computation ends one step
 * later. The time that a rank waits becomes intervals of kind `wait`; all other intervals except computations have no length. `end` is the
 * number of steps of the program.
 */
export const inSteps = once((told: Told): Told => {
  const { timeline } = told;
  const { first, message, after } = timeline;
  const to = Array.from(timeline.to, () => -1);
  const next = first.slice(0, -1);
  // Each rank advances until it receives a message that its sender has not handed over yet. Repeat until no rank advances.
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (let rank = 0; rank < next.length; rank++) {
      for (; next[rank] < first[rank + 1]; next[rank]++) {
        const s = next[rank];
        const before = s > first[rank] ? to[s - 1] : 0;
        const cause = kindOf(timeline, s) === "receive" && message[s] >= 0 ? after[message[s]] : -1;
        if (cause >= 0 && to[cause] < 0) break;
        to[s] = Math.max(before, cause < 0 ? 0 : to[cause]) + (isWork(timeline, s) ? 1 : 0);
        isMoving = true;
      }
    }
  }
  const isFirst = new Set(first);
  const from = to.map((end, s) => (isWork(timeline, s) ? end - 1 : isFirst.has(s) ? 0 : to[s - 1]));
  const kind = timeline.kind.map((each, s) => (each !== compute && to[s] > from[s] ? wait : each));
  const created = (m: number) => (after[m] < 0 ? 0 : to[after[m]]);
  return {
    timeline: { ...timeline, from, to, kind },
    // Arrows end where the message is received; the transfer takes no time.
    messages: told.messages.map((_, m) => ({ created: created(m), delivered: created(m) - 1 })),
    end: to.reduce((end, each) => Math.max(end, each), 1),
  };
});

/** Maximum number of computations of a rank: a lower bound of the number of steps for any order of the program. */
export function mostComputes({ timeline }: Told): number {
  const counts = Array.from({ length: ranksIn(timeline) }, () => 0);
  for (let rank = 0; rank < counts.length; rank++) {
    for (let s = timeline.first[rank]; s < timeline.first[rank + 1]; s++) counts[rank] += isWork(timeline, s) ? 1 : 0;
  }
  return Math.max(0, ...counts);
}
