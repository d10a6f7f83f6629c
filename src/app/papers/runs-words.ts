import type { Exhibit } from "../../reproductions/contract.ts";
import { countOf } from "../../views/shared/format.ts";

/** What there is to run of an exhibit, or that it has been run: `6 runs`, `recorded`. */
export function sayRuns({ runs }: Exhibit): string {
  return runs.length === 0 ? "recorded" : countOf(runs.length, "run", "runs");
}
