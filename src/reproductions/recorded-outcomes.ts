/**
 * What came out of every exhibit when it was last worked out, so that the page can show it before anything is run. Written by
 * `npm run reproduce -- --readme`; a test holds it to what comes out.
 */
import { defined } from "../core/base/defined.ts";
import type { Checked, Exhibit, Outcome, Value } from "./contract.ts";
import recorded from "./recorded-outcomes.json";

/** An outcome as it stands in the file. Of a value that has nothing beside it there is the number alone; null is infinite. */
export interface WrittenOutcome {
  readonly values: Readonly<Record<string, number | null | Value>>;
  readonly checked: Readonly<Record<string, Checked>>;
}

/** All that is recorded, by the exhibit's id; an exhibit that is new has nothing yet. */
export const recordedOutcomes = recorded as Readonly<Record<string, WrittenOutcome | undefined>>;

/** Digits that are written: more than any source prints, fewer than those in which two computers may differ. */
const digits = 12;
const rounded = (value: number) => (Number.isFinite(value) ? Number(value.toPrecision(digits)) : null);

/** A whole outcome as it is written. */
export function writeOutcome({ values, checked }: Outcome): WrittenOutcome {
  const written = [...values].map(([id, { value, spread, run }]) => {
    const alone = rounded(value);
    if (alone === null || (spread === undefined && run === undefined)) return [id, alone] as const;
    const error = rounded(spread?.error ?? 0) ?? 0;
    return [id, { value: alone, ...(spread === undefined ? {} : { spread: { ...spread, error } }), ...defined({ run }) }] as const;
  });
  return { values: Object.fromEntries(written), checked: Object.fromEntries(checked) };
}

/** What is recorded of an exhibit; null where nothing is, or where it has changed since. */
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
