/**
 * What ranks do, as a dependency graph in the style of GOAL (Hoefler, Siebert, Lumsdaine: *Group Operation Assembly Language*, ICPP 2009):
 * an operation begins when all its dependencies are satisfied, one without dependencies at time 0.
 */

/** Operation codes, as in {@link ProgramGraph.code}. */
export const graphOp = { send: 0, receive: 1, compute: 2 } as const;

/** A graph of R ranks with O operations, in the order of the ranks. */
export interface ProgramGraph {
  readonly ranks: number;
  /** [R + 1] Index of each rank's first operation. */
  readonly first: Int32Array;
  /** [O] See {@link graphOp}. */
  readonly code: Uint8Array;
  /** [O] Rank at the other end; {@link any} for a receive from any rank, and for a compute. */
  readonly peer: Int32Array;
  /** [O] Bytes of a message, or nanoseconds of a compute; a whole number ≥ 0. */
  readonly amount: Float64Array;
  /** [O] Tag ≥ 0; {@link any} for a receive with any tag; 0 for a compute. */
  readonly tag: Int32Array;
  /** [O] The processor and the adapter of its rank that the operation uses. */
  readonly cpu: Uint8Array;
  readonly nic: Uint8Array;
  /** [O + 1] Index of each operation's first entry in {@link dependencies}. */
  readonly firstAfter: Int32Array;
  /** Operations of the same rank that each operation waits for: 2 p for the end of operation p, 2 p + 1 for its beginning. */
  readonly after: Int32Array;
}

/** Wildcard of a receive: any rank (MPI_ANY_SOURCE) or any tag (MPI_ANY_TAG). */
export const any = -1;

/** An operation on a dependency cycle; null if there is none. */
export function cycleIn({ code, firstAfter, after }: Pick<ProgramGraph, "code" | "firstAfter" | "after">): number | null {
  // If all operations depend on earlier ones only, as in most graphs, there is no cycle.
  let isOrdered = true;
  for (let i = 0; i < code.length && isOrdered; i++)
    for (let k = firstAfter[i]; k < firstAfter[i + 1]; k++) if (after[k] >> 1 >= i) isOrdered = false;
  if (isOrdered) return null;
  const waiting = new Int32Array(code.length);
  const firstBefore = new Int32Array(code.length + 1);
  for (const each of after) firstBefore[(each >> 1) + 1]++;
  for (let i = 0; i < code.length; i++) firstBefore[i + 1] += firstBefore[i];
  const next = firstBefore.slice();
  const before = new Int32Array(after.length);
  for (let i = 0; i < code.length; i++) {
    waiting[i] = firstAfter[i + 1] - firstAfter[i];
    for (let k = firstAfter[i]; k < firstAfter[i + 1]; k++) before[next[after[k] >> 1]++] = i;
  }
  const ready: number[] = [];
  for (let i = 0; i < code.length; i++) if (waiting[i] === 0) ready.push(i);
  for (let done = ready.pop(); done !== undefined; done = ready.pop())
    for (let k = firstBefore[done]; k < firstBefore[done + 1]; k++) if (--waiting[before[k]] === 0) ready.push(before[k]);
  // Every remaining operation waits for another remaining one, so following dependencies must run into a cycle.
  let at = waiting.findIndex((count) => count > 0);
  if (at < 0) return null;
  const seen = new Set<number>();
  while (!seen.has(at)) {
    seen.add(at);
    let k = firstAfter[at];
    while (waiting[after[k] >> 1] === 0) k++;
    at = after[k] >> 1;
  }
  return at;
}
