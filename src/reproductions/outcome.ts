/** Computing an exhibit: first what needs no run, then row after row as the runs it is measured on come in. */
import type { Results } from "../core/measures/results.ts";
import { readScenario, type Scenario } from "../core/scenario/scenario.ts";
import type { ScenarioDocument, Exhibit, Outcome, Row, Value } from "./contract.ts";

/** Runs a scenario to its end, somewhere. */
export type Runner = (scenario: Scenario) => Promise<Results>;

/** Who computes an exhibit, and how. */
export interface Bench {
  readonly run: Runner;
  /** Hears of the outcome as it grows. */
  readonly told?: (outcome: Outcome) => void;
  /** Called between two rows: whoever shares its thread with a page lets that draw. */
  readonly breathe?: () => Promise<void>;
}

/** The outcome before anything is computed. */
export const nothingYet: Outcome = { values: new Map(), isComplete: false };

/**
 * Computes an exhibit: asks for all its runs at once, and works out each row as soon as it can be.
 * @throws whatever a run fails with
 */
export async function outcomeOf({ rows, runs }: Exhibit, { run, told, breathe }: Bench): Promise<Outcome> {
  const results = new Map<string, Results>();
  let outcome = nothingYet;
  const settle = async (ready: readonly Row[]) => {
    for (const row of ready) {
      const values = new Map(outcome.values).set(
        row.id,
        row.value((id) => results.get(id) as Results),
      );
      outcome = { values, isComplete: values.size === rows.length };
      told?.(outcome);
      await breathe?.();
    }
  };
  const asked = runs.map(async ({ id, document }) => {
    results.set(id, await run(readScenario(document)));
    await settle(rows.filter((row) => row.runs.includes(id) && row.runs.every((each) => results.has(each))));
  });
  // A run that fails before the last row is worked out is told with the others.
  const all = Promise.all(asked);
  all.catch(() => undefined);
  await settle(rows.filter((row) => row.runs.length === 0));
  await all;
  return outcome;
}

/** The document that shows a row in the workbench: its own, else that of its first run; undefined where there is none. */
export function documentOf({ runs }: Exhibit, row: Row): ScenarioDocument | undefined {
  return row.document ?? runs.find(({ id }) => id === row.runs[0])?.document;
}

/** A number as it is shown beside the printed one: with its decimals, or those that the row asks for. */
export function shownValue({ decimals, published }: Row, { value }: Value): string {
  const digits = decimals ?? Math.min(4, published?.decimals ?? 2);
  return value.toFixed(digits).replace("-", "−");
}
