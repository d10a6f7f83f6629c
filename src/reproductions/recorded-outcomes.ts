/**
 * The outcomes of all exhibits when they were last computed, so that the page can show them immediately. The file is written by `npm run
 * reproduce -- --readme`, and a test compares it with computed outcomes.
 */
import { withoutUndefined } from "../core/base/defined.ts";
import type { StatementCheck, Exhibit, Outcome, ComputedValue } from "./contract.ts";
import recorded from "./recorded-outcomes.json";

/** An outcome as stored in the file. A value without error and run is stored as a plain number; null means infinity. */
export interface StoredOutcome {
  readonly values: Readonly<Record<string, number | null | ComputedValue>>;
  readonly checked: Readonly<Record<string, StatementCheck>>;
}

/** All recorded outcomes, by exhibit id. A new exhibit has none. */
export const recordedOutcomes = recorded as Readonly<Record<string, StoredOutcome | undefined>>;

/** Number of stored digits: more than any source prints, and fewer than those in which two computers may differ. */
const storedDigits = 12;
const roundToStoredDigits = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(storedDigits)) : null);

/** A complete outcome in the form of the file. */
export function storedOutcomeOf({ values, checked }: Outcome): StoredOutcome {
  const storedValues = [...values].map(([id, { value, spread, run }]) => {
    const roundedValue = roundToStoredDigits(value);
    if (roundedValue === null || (spread === undefined && run === undefined)) return [id, roundedValue] as const;
    const error = roundToStoredDigits(spread?.error ?? 0) ?? 0;
    return [
      id,
      { value: roundedValue, ...(spread === undefined ? {} : { spread: { ...spread, error } }), ...withoutUndefined({ run }) },
    ] as const;
  });
  return { values: Object.fromEntries(storedValues), checked: Object.fromEntries(checked) };
}

/** The recorded outcome of an exhibit; null if there is none, or if the exhibit has got new rows or statements since. */
export function recordedOutcome({ id, rows, statements = [] }: Exhibit): Outcome | null {
  const stored = recordedOutcomes[id];
  if (stored === undefined || rows.some((row) => stored.values[row.id] === undefined)) return null;
  if (statements.some((statement) => stored.checked[statement.id] === undefined)) return null;
  const values = Object.entries(stored.values).map(([row, value]): [string, ComputedValue] => [
    row,
    typeof value === "number" ? { value } : (value ?? { value: Infinity }),
  ]);
  return { values: new Map(values), checked: new Map(Object.entries(stored.checked)), isComplete: true };
}
