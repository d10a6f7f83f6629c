import type { Exhibit } from "../../../../reproductions/contract.ts";
import { countOf } from "../../../../words/numbers.ts";

/** Runs that a page waits for: not those that it finds recorded. */
const liveRuns = ({ runs }: Exhibit): number => runs.filter(({ recorded }) => recorded === undefined).length;

/** What there is to run of an exhibit, or that it has been run: `6 runs`, `recorded`. */
export function sayRuns(exhibit: Exhibit): string {
  const count = liveRuns(exhibit);
  return count === 0 ? "recorded" : countOf(count, "run", "runs");
}

/** What an exhibit's numbers are made of: `21 numbers`, `20 numbers, 10 runs, recorded`. */
export function sayNumbers(exhibit: Exhibit): string {
  const count = liveRuns(exhibit);
  const parts = [
    `${exhibit.rows.length} numbers`,
    ...(count > 0 ? [countOf(count, "run", "runs")] : []),
    ...(exhibit.recordings === undefined ? [] : ["recorded"]),
  ];
  return parts.join(", ");
}
