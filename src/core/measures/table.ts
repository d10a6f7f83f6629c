/** Tables of measures: columns with unit and formula, and rows made from a frame. */
import type { Plan } from "../plan/plan.ts";
import type { Frame } from "../simulation/frame.ts";

export interface TableColumn {
  readonly id: string;
  readonly unit: string;
  /** How the number comes about; within the window unless it says otherwise. */
  readonly formula: string;
}

/** One row: a value for each column, null where there is none. */
export type TableRow = readonly (string | number | null)[];

/** Rows, with their columns where these are not those of every run; or why there are none, as a sentence. */
export type TableRows =
  | { readonly rows: readonly TableRow[]; readonly columns?: readonly TableColumn[]; readonly why: null }
  | { readonly rows: null; readonly why: string };

export interface Table {
  readonly id: string;
  readonly title: string;
  /** Those of every run. */
  readonly columns: readonly TableColumn[];
  /** Pure: the same frame gives the same rows wherever it was made. */
  measure(plan: Plan, frame: Frame): TableRows;
}
