/**
 * The outcomes of all exhibits when they were last computed, so that the page can show them immediately. The file is written by `npm run
 * reproduce -- --readme`, and a test compares it with computed outcomes.
 */
import { defined } from "../core/base/defined.ts";
import type { Checked, Exhibit, Outcome, Value } from "./contract.ts";
import recorded from "./recorded-outcomes.json";

/** An outcome as stored in the file. A value without error and run is stored as a plain number; null stands for infinity. */
export interface WrittenOutcome {
  readonly values: Readonly<Record<string, number | null | Value>>;
  readonly checked: Readonly<Record<string, Checked>>;
}

/** All recorded outcomes, by exhibit id. A new exhibit has none. */
export const recordedOutcomes = recorded as Readonly<Record<string, WrittenOutcome | undefined>>;

/** Number of stored digits: more than any source prints, and fewer than those in which two computers may differ. */
const digits = 12;
const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(digits)) : null);

/** A complete outcome in the form of the file. */
export function writeOutcome({ values, checked }: Outcome): WrittenOutcome {
  const written = [...values].map(([id, { value, spread, run }]) => {
    const alone = rounded(value);
    if (alone === null || (spread === undefined && run === undefined)) return [id, alone] as const;
    const error = rounded(spread?.error ?? 0) ?? 0;
    return [id, { value: alone, ...(spread === undefined ? {} : { spread: { ...spread, error } }), ...defined({ run }) }] as const;
  });
  return { values: Object.fromEntries(written), checked: Object.fromEntries(checked) };
}

/** The recorded outcome of an exhibit; null if there is none, or if the exhibit has got new rows or statements since. */
export function recordedOutcome({ id, rows, statements = [] }: Exhibit): Outcome | null {
  const written = recordedOutcomes[id];
  if (written === undefined || rows.some((row) => written.values[row.id] === undefined)) return null;
  if (statements.some((statement) => written.checked[statement.id] === undefined)) return null;
  const values = Object.entries(written.values).map(([row, value]): [string, Value] => [
    row,
    typeof value === "number" ? { value } : (value ?? { value: Infinity }),
  ]);
  return { values: new Map(values), checked: new Map(Object.entries(written.checked)), isComplete: true };
}
