/** Inverts the dependencies of a program: which operations wait for each operation. */
import { type Dependencies, dependencyKinds } from "./program.ts";

/** The operations that wait for each event of an operation. */
export interface Dependents {
  /** [operations] Number of dependencies that are not satisfied yet. */
  readonly unsatisfied: Int32Array;
  /**
   * [{@link dependencyKinds} × operations + 1] Index in {@link waiting} of the first operation that waits for the end, beginning, … of each
   * operation; see `dependencyKind`.
   */
  readonly firstWaiting: Int32Array;
  readonly waiting: Int32Array;
}

/** Inverts the dependency lists by counting sort: count the dependents of each event, form prefix sums, and fill the lists. */
export function dependentsOf({ firstDependency, dependencies }: Pick<Dependencies, "firstDependency" | "dependencies">): Dependents {
  const operations = firstDependency.length - 1;
  const unsatisfied = new Int32Array(operations);
  const firstWaiting = new Int32Array(dependencyKinds * operations + 1);
  for (let i = 0; i < dependencies.length; i++) firstWaiting[dependencies[i] + 1]++;
  for (let i = 0; i < dependencyKinds * operations; i++) firstWaiting[i + 1] += firstWaiting[i];
  const nextFree = firstWaiting.slice();
  const waiting = new Int32Array(dependencies.length);
  for (let operation = 0; operation < operations; operation++) {
    unsatisfied[operation] = firstDependency[operation + 1] - firstDependency[operation];
    for (let i = firstDependency[operation]; i < firstDependency[operation + 1]; i++) waiting[nextFree[dependencies[i]]++] = operation;
  }
  return { unsatisfied, firstWaiting, waiting };
}
