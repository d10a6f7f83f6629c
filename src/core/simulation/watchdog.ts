/**
 * Exact deadlock detection, including partial deadlocks while the rest of the network still moves. A queue can advance if its head is in
 * transit, or if one of the head's candidate channels leads to a queue with a credit or to a queue that can itself advance. All other
 * queues are deadlocked.
 */

/** The wait-for graph of an engine, by queue number. */
export interface Queues {
  /** Number of queues. */
  readonly count: number;
  /** True if the head of the queue waits for a channel: the packet is here, at least in part, and has no grant. */
  waits(queue: number): boolean;
  /** Writes the queues in which the head needs a credit, or −1 for a candidate that has one, and returns their number. */
  wanted(queue: number, out: Int32Array): number;
  readonly maxCandidates: number;
}

/** A cycle of queues in which each waits for the next, and the last for the first; empty if there is no deadlock. */
export function circleOfWaits(queues: Queues): readonly number[] {
  const { count, maxCandidates } = queues;
  const out = new Int32Array(maxCandidates);
  const stuck = new Uint8Array(count);
  let waiting: number[] = [];
  for (let q = 0; q < count; q++) {
    if (!queues.waits(q)) continue;
    stuck[q] = 1;
    waiting.push(q);
  }
  const mayGo = (q: number) => {
    const wanted = queues.wanted(q, out);
    for (let i = 0; i < wanted; i++) if (out[i] < 0 || stuck[out[i]] === 0) return true;
    return false;
  };
  for (let before = -1; before !== waiting.length;) {
    before = waiting.length;
    waiting = waiting.filter((q) => {
      if (!mayGo(q)) return true;
      stuck[q] = 0;
      return false;
    });
  }
  if (waiting.length === 0) return [];
  const path: number[] = [];
  const place = new Map<number, number>();
  for (let q = waiting[0]; ;) {
    const seen = place.get(q);
    if (seen !== undefined) return path.slice(seen);
    place.set(q, path.length);
    path.push(q);
    queues.wanted(q, out);
    q = out[0];
  }
}
