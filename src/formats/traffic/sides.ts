/** Which sides of a square table have names. */
import { type Decimal, readCell, readTable } from "../spreadsheet.ts";

export interface Sides {
  /** Whether the first row is names, and whether the first column is. */
  readonly hasHead: boolean;
  readonly hasSide: boolean;
  readonly decimal: Decimal;
  /** What stands above the names of rows; empty where nothing does. */
  readonly corner: string;
}

/** Tells names from values by the first rows of a table. */
export function sidesOf(rows: readonly (readonly string[])[]): Sides {
  const { columnNames, rowNames, decimal } = readTable(rows);
  const corner = rows[0]?.[0] ?? "";
  // A word in the corner stands above names, be they numbers.
  const isNamed =
    rows.length > 1 && rows[0].length === rows[1].length && !isNothing(corner) && typeof readCell(corner, decimal) === "string";
  const [hasHead, hasSide] = [isNamed || columnNames !== null, isNamed || rowNames !== null];
  return { hasHead, hasSide, decimal, corner: hasHead && hasSide ? corner : "" };
}

/** Whether a cell says that there is nothing. */
export const isNothing = (cell: string) => nothing.test(cell);

const nothing = /^(|-|–|\.|x|n\/a|nan|null)$/i;
