/** Inverts the dependencies of a program: which operations wait for each operation. */
import { type Dependencies, whens } from "./program.ts";

/** The operations that wait for each event of an operation. */
export interface Dependents {
  /** [operations] Number of dependencies that are not satisfied yet. */
  readonly left: Int32Array;
  /**
   * [{@link dependencyKinds} × operations + 1] Index in {@link waiting} of the first operation that waits for the end, beginning, … of each
   * operation; see `dependencyKind`.
   */
  readonly first: Int32Array;
  readonly waiting: Int32Array;
}

/** Inverts the dependency lists by counting sort: count the dependents of each event, form prefix sums, and fill the lists. */
export function dependentsOf({ firstAfter, after }: Pick<Dependencies, "firstAfter" | "after">): Dependents {
  const count = firstAfter.length - 1;
  const left = new Int32Array(count);
  const first = new Int32Array(whens * count + 1);
  for (let i = 0; i < after.length; i++) first[after[i] + 1]++;
  for (let i = 0; i < whens * count; i++) first[i + 1] += first[i];
  const next = first.slice();
  const waiting = new Int32Array(after.length);
  for (let o = 0; o < count; o++) {
    left[o] = firstAfter[o + 1] - firstAfter[o];
    for (let i = firstAfter[o]; i < firstAfter[o + 1]; i++) waiting[next[after[i]]++] = o;
  }
  return { left, first, waiting };
}
