/** Tables of measures: columns with unit and formula, and rows computed from a frame. */
import type { Plan } from "../plan/plan.ts";
import type { Frame } from "../simulation/frame.ts";

export interface TableColumn {
  readonly id: string;
  readonly unit: string;
  /** How the number is computed; within the window unless noted otherwise. */
  readonly formula: string;
}

/** One row: a value for each column; null for none. */
export type MeasureRow = readonly (string | number | null)[];

/** Rows, with their columns if these differ from the table's; or a sentence why there are no rows. */
export type MeasureRows =
  | { readonly rows: readonly MeasureRow[]; readonly columns?: readonly TableColumn[]; readonly why: null }
  | { readonly rows: null; readonly why: string };

export interface MeasureTable {
  readonly id: string;
  readonly title: string;
  /** The columns of most runs. */
  readonly columns: readonly TableColumn[];
  /** Pure: the same frame always gives the same rows. */
  measure(plan: Plan, frame: Frame): MeasureRows;
}
