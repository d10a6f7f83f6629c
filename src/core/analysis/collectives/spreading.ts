/** How long it takes until all know what one knows, where everybody tells one at a time: the postal model. */
import { TimeHeap } from "../../base/time-heap.ts";

/**
 * Cycles until p ranks know it (Bar-Noy, Kipnis, Math. Syst. Theory 27, 1994): whoever knows tells another one, and the next when its
 * channel is free again. By time reversed, until one has heard of all.
 * @param busy cycles that a packet takes a rank's channels
 * @param way cycles from the beginning of a packet until all of it has come
 */
export function spreadingTime(ranks: number, busy: number, way: number): number {
  const next = new TimeHeap();
  next.set(0, 0);
  let latest = 0;
  for (let known = 1; known < ranks; known++) {
    const teller = next.first;
    const begin = next.next;
    latest = begin + way;
    next.set(teller, begin + busy);
    next.set(known, latest);
  }
  return latest;
}
