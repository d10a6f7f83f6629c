/** A program's dependencies the other way round: which operations wait for each one. */
import { type Dependencies, whens } from "./program.ts";

export interface Dependents {
  /** [operations] How much each one still waits for. */
  readonly left: Int32Array;
  /** [{@link whens} × operations + 1] Place of the first that waits for each one's end, beginning, …; see `when`. */
  readonly first: Int32Array;
  readonly waiting: Int32Array;
}

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
