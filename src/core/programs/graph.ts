/**
 * What ranks do, as a dependency graph in the style of GOAL (Hoefler, Siebert, Lumsdaine: *Group Operation Assembly Language*, ICPP 2009):
 * an operation begins when all its dependencies are satisfied, an operation without dependencies at time 0.
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
  readonly firstDependency: Int32Array;
  /** Operations of the same rank that each operation waits for: 2 p for the end of operation p, 2 p + 1 for its beginning. */
  readonly dependencies: Int32Array;
}

/** Wildcard of a receive: any rank (MPI_ANY_SOURCE) or any tag (MPI_ANY_TAG). */
export const any = -1;

/**
 * Finds an operation that waits, through other operations, for itself; null if there is none. It executes the graph in topological order;
 * operations that remain unsatisfied lead to a cycle. A dependency on operation p is stored as 2p or 2p + 1, so `>> 1` gives p.
 */
export function operationOnCycle({
  code,
  firstDependency,
  dependencies,
}: Pick<ProgramGraph, "code" | "firstDependency" | "dependencies">): number | null {
  // If all operations depend on earlier ones only, as in most graphs, there is no cycle.
  let isOrdered = true;
  for (let i = 0; i < code.length && isOrdered; i++)
    for (let k = firstDependency[i]; k < firstDependency[i + 1]; k++) if (dependencies[k] >> 1 >= i) isOrdered = false;
  if (isOrdered) return null;
  // Invert the dependencies: the operations that depend on each operation, and the number of dependencies that each still waits for.
  const unsatisfied = new Int32Array(code.length);
  const firstDependent = new Int32Array(code.length + 1);
  for (const dependency of dependencies) firstDependent[(dependency >> 1) + 1]++;
  for (let i = 0; i < code.length; i++) firstDependent[i + 1] += firstDependent[i];
  const nextFree = firstDependent.slice();
  const dependents = new Int32Array(dependencies.length);
  for (let i = 0; i < code.length; i++) {
    unsatisfied[i] = firstDependency[i + 1] - firstDependency[i];
    for (let k = firstDependency[i]; k < firstDependency[i + 1]; k++) dependents[nextFree[dependencies[k] >> 1]++] = i;
  }
  // Finish the operations without unsatisfied dependencies until none is left.
  const ready: number[] = [];
  for (let i = 0; i < code.length; i++) if (unsatisfied[i] === 0) ready.push(i);
  for (let finished = ready.pop(); finished !== undefined; finished = ready.pop())
    for (let k = firstDependent[finished]; k < firstDependent[finished + 1]; k++)
      if (--unsatisfied[dependents[k]] === 0) ready.push(dependents[k]);
  // Every remaining operation waits for another remaining one, so following dependencies must run into a cycle.
  let operation = unsatisfied.findIndex((count) => count > 0);
  if (operation < 0) return null;
  const visited = new Set<number>();
  while (!visited.has(operation)) {
    visited.add(operation);
    let k = firstDependency[operation];
    while (unsatisfied[dependencies[k] >> 1] === 0) k++;
    operation = dependencies[k] >> 1;
  }
  return operation;
}
