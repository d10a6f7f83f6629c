/**
 * Exact deadlock detection, including partial deadlocks while the rest of the network still moves. A queue can advance if its head is in
 * transit, or if one of the head's candidate channels leads to a queue with a credit or to a queue that can itself advance. All other
 * queues are deadlocked.
 */

/** The wait-for graph of an engine, by queue number. */
export interface WaitGraph {
  /** Number of queues. */
  readonly count: number;
  /** True if the head of the queue waits for a channel: the packet is here, at least in part, and has no grant. */
  isWaiting(queue: number): boolean;
  /**
   * Writes the queues in which the head needs a credit, or −1 for a candidate channel that has a credit, and returns the number of entries.
   */
  writeCandidates(queue: number, out: Int32Array): number;
  readonly maxCandidates: number;
}

/**
 * Finds a cycle of queues that wait for each other, each for the next and the last for the first; empty if there is no deadlock. First
 * removes all queues that may advance: the head has a credit, or waits for a queue that may advance. The queues that remain are deadlocked;
 * each of them waits only for other deadlocked queues, so following any wait leads into a cycle.
 */
export function findWaitCycle(graph: WaitGraph): readonly number[] {
  const { count, maxCandidates } = graph;
  const candidates = new Int32Array(maxCandidates);
  const isBlocked = new Uint8Array(count);
  let waiting: number[] = [];
  // Queues that wait.
  for (let queue = 0; queue < count; queue++) {
    if (!graph.isWaiting(queue)) continue;
    isBlocked[queue] = 1;
    waiting.push(queue);
  }
  // Remove queues that may advance, until no more are found. A negative candidate has a credit.
  const mayAdvance = (queue: number) => {
    const candidateCount = graph.writeCandidates(queue, candidates);
    for (let i = 0; i < candidateCount; i++) if (candidates[i] < 0 || isBlocked[candidates[i]] === 0) return true;
    return false;
  };
  for (let previousCount = -1; previousCount !== waiting.length;) {
    previousCount = waiting.length;
    waiting = waiting.filter((queue) => {
      if (!mayAdvance(queue)) return true;
      isBlocked[queue] = 0;
      return false;
    });
  }
  if (waiting.length === 0) return [];
  // Follow the waits until a queue comes a second time.
  const path: number[] = [];
  const pathIndex = new Map<number, number>();
  for (let queue = waiting[0]; ;) {
    const firstVisit = pathIndex.get(queue);
    if (firstVisit !== undefined) return path.slice(firstVisit);
    pathIndex.set(queue, path.length);
    path.push(queue);
    graph.writeCandidates(queue, candidates);
    queue = candidates[0];
  }
}
