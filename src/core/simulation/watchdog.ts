/**
 * Finds deadlocks exactly, partial ones too, while the rest of the network still moves. A queue is free to move when
 * its front packet is under way, or may take some channel whose next queue has room or is itself free to move. What is
 * left can never move again.
 */

/** What the watchdog must know of a queue. */
export interface Queues {
  /** How many there are. */
  readonly count: number;
  /** True when the front packet waits for a channel: it stands there whole or in part and has none. */
  waits(queue: number): boolean;
  /** Writes the queues whose room would let the front packet go, −1 for one that has room for it; returns how many. */
  wanted(queue: number, out: Int32Array): number;
  readonly maxCandidates: number;
}

/** Queues that wait for each other in a circle, each for the next, the last for the first; empty when none do. */
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
