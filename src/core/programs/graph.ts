/**
 * What ranks do, as a graph of dependencies, the way GOAL has it (Hoefler, Siebert, Lumsdaine: *Group Operation Assembly Language*,
 * ICPP 2009): an operation begins when all that it waits for has come to pass; one that waits for nothing begins at once.
 */

/** What an operation does, as it stands in {@link ProgramGraph.code}. */
export const graphOp = { send: 0, receive: 1, compute: 2 } as const;

/** A graph of R ranks with O operations, rank after rank. */
export interface ProgramGraph {
  readonly ranks: number;
  /** [R + 1] Place of each rank's first operation. */
  readonly first: Int32Array;
  /** [O] See {@link graphOp}. */
  readonly code: Uint8Array;
  /** [O] Rank at the other end, {@link any} for every one; {@link any} for a compute. */
  readonly peer: Int32Array;
  /** [O] Bytes of a message, or nanoseconds of a compute: whole, 0 or more. */
  readonly amount: Float64Array;
  /** [O] 0 or more, {@link any} for every one; 0 for a compute. */
  readonly tag: Int32Array;
  /** [O] The processor and the adapter that it takes. */
  readonly cpu: Uint8Array;
  readonly nic: Uint8Array;
  /** [O + 1] Place of each operation's first entry in {@link after}. */
  readonly firstAfter: Int32Array;
  /** Operations of the same rank, as places among all, that it waits for: for the end of p as 2 p, for its beginning as 2 p + 1. */
  readonly after: Int32Array;
}

/** A receive takes a message from every rank, or with every tag. */
export const any = -1;

/** An operation that waits for itself, if only through others; null where none does. */
export function cycleIn({ code, firstAfter, after }: Pick<ProgramGraph, "code" | "firstAfter" | "after">): number | null {
  // What waits only for what stands before it, as most do, cannot.
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
  // What is left waits for what is left: going back that way comes round.
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
