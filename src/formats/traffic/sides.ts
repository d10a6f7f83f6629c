/** Detects which sides of a square table have names. */
import { type Decimal, readCell, readTable } from "../spreadsheet.ts";

export interface Sides {
  /** Whether the first row, and the first column, contain names. */
  readonly hasHead: boolean;
  readonly hasSide: boolean;
  readonly decimal: Decimal;
  /** Text of the corner cell above the row names; empty if there is none. */
  readonly corner: string;
}

/** Distinguishes names from values in the first rows of a table. */
export function sidesOf(rows: readonly (readonly string[])[]): Sides {
  const { columnNames, rowNames, decimal } = readTable(rows);
  const corner = rows[0]?.[0] ?? "";
  // A word in the corner cell indicates names, even if the names are numbers.
  const isNamed =
    rows.length > 1 && rows[0].length === rows[1].length && !isNothing(corner) && typeof readCell(corner, decimal) === "string";
  const [hasHead, hasSide] = [isNamed || columnNames !== null, isNamed || rowNames !== null];
  return { hasHead, hasSide, decimal, corner: hasHead && hasSide ? corner : "" };
}

/** Whether a cell means that there is no value. */
export const isNothing = (cell: string) => nothing.test(cell);

const nothing = /^(|-|–|\.|x|n\/a|nan|null)$/i;
