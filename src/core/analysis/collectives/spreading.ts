/** Time to inform all ranks if every informed rank informs one at a time: the postal model. */
import { TimeHeap } from "../../base/time-heap.ts";

/**
 * Cycles until p ranks are informed (Bar-Noy, Kipnis, Math. Syst. Theory 27, 1994): an informed rank informs another one, and the next when
 * its channel is free again. With time reversed, the time until one rank has heard from all.
 * @param sendInterval Cycles that a packet occupies a rank's channels.
 * @param latency Cycles from the start of a packet until it has arrived completely.
 */
export function spreadingTime(ranks: number, sendInterval: number, latency: number): number {
  const freeTimes = new TimeHeap();
  freeTimes.set(0, 0);
  let latest = 0;
  for (let informed = 1; informed < ranks; informed++) {
    const sender = freeTimes.firstId;
    const begin = freeTimes.nextTime;
    latest = begin + latency;
    freeTimes.set(sender, begin + sendInterval);
    freeTimes.set(informed, latest);
  }
  return latest;
}
