/** Computing an exhibit: first what needs no run, then row after row as the runs it is measured on come in. */
import type { Results } from "../core/measures/results.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import type { Document, Exhibit, Outcome, Row, Value } from "./contract.ts";

/** Runs a scenario to its end, somewhere. */
export type Runner = (scenario: Scenario) => Promise<Results>;

/** The outcome before anything is computed. */
export const nothingYet: Outcome = { values: new Map(), isComplete: false };

/**
 * Computes an exhibit with as many runs at once as the runner takes, and tells every outcome on the way.
 * @throws whatever a run fails with
 */
export async function outcomeOf(
  { rows, runs }: Exhibit,
  run: Runner,
  told: (outcome: Outcome) => void = () => undefined,
): Promise<Outcome> {
  const results = new Map<string, Results>();
  let outcome = extended(nothingYet, rows, results);
  told(outcome);
  await Promise.all(
    runs.map(async ({ id, document }) => {
      results.set(id, await run(readScenario(document)));
      outcome = extended(outcome, rows, results);
      told(outcome);
    }),
  );
  return outcome;
}

/** The outcome with every row that now can be computed. */
function extended({ values: known }: Outcome, rows: readonly Row[], results: ReadonlyMap<string, Results>): Outcome {
  const values = new Map<string, Value>(known);
  for (const row of rows) {
    if (!values.has(row.id) && row.runs.every((id) => results.has(id))) {
      values.set(
        row.id,
        row.value((id) => results.get(id) as Results),
      );
    }
  }
  return { values, isComplete: values.size === rows.length };
}

/** The document that shows a row in the workbench: its own, else that of its first run; undefined where there is none. */
export function documentOf({ runs }: Exhibit, row: Row): Document | undefined {
  return row.document ?? runs.find(({ id }) => id === row.runs[0])?.document;
}

/** A number as it is shown beside the printed one: with its decimals, or those that the row asks for. */
export function shownValue({ decimals, published }: Row, { value }: Value): string {
  const digits = decimals ?? Math.min(4, published?.decimals ?? 2);
  return value.toFixed(digits).replace("-", "−");
}
