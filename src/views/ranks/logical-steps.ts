/**
 * Logical time: every compute takes one step, messages take none. What is left of a run is its order alone: how many steps
 * the program takes however fast the network is.
 */
import { once } from "../../core/base/once.ts";
import { isWork, kinds, kindOf, ranksIn, type Told } from "./told.ts";

const [compute, wait] = [kinds.indexOf("compute"), kinds.indexOf("wait")];

/**
 * The same run in logical steps; what only prepares the tasks of a program is none. A stretch ends where the one before it in its rank ends, a receive not before that after
 * which its message was handed over; a compute ends one step later. What a rank waits through is a stretch of kind `wait`,
 * all other stretches but computes have no length. `end` is how many steps the program takes.
 */
export const inSteps = once((told: Told): Told => {
  const { timeline } = told;
  const { first, message, after } = timeline;
  const to = Array.from(timeline.to, () => -1);
  const next = first.slice(0, -1);
  // A rank goes on until it takes what another one has not yet handed over.
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
    // An arrow leads to where the message is taken; how long it was under way does not count.
    messages: told.messages.map((_, m) => ({ created: created(m), delivered: created(m) - 1 })),
    end: to.reduce((end, each) => Math.max(end, each), 1),
  };
});

/** Most computes that one rank does: in fewer steps no order of the program could be done. */
export function mostComputes({ timeline }: Told): number {
  const counts = Array.from({ length: ranksIn(timeline) }, () => 0);
  for (let rank = 0; rank < counts.length; rank++) {
    for (let s = timeline.first[rank]; s < timeline.first[rank + 1]; s++) counts[rank] += isWork(timeline, s) ? 1 : 0;
  }
  return Math.max(0, ...counts);
}
