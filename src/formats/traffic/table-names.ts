/** Detects which sides of a square table have names. */
import { type Decimal, readCell, readTable } from "../spreadsheet.ts";

export interface TableNames {
  /** Whether the first row, and the first column, contain names. */
  readonly hasHeadings: boolean;
  readonly hasRowNames: boolean;
  readonly decimal: Decimal;
  /** Text of the corner cell above the row names; empty if there is none. */
  readonly corner: string;
}

/** Distinguishes names from values in the first rows of a table. */
export function tableNamesOf(rows: readonly (readonly string[])[]): TableNames {
  const { columnNames, rowNames, decimal } = readTable(rows);
  const corner = rows[0]?.[0] ?? "";
  // A word in the corner cell indicates names, even if the names are numbers.
  const hasCornerWord =
    rows.length > 1 && rows[0].length === rows[1].length && !isEmptyValue(corner) && typeof readCell(corner, decimal) === "string";
  const [hasHead, hasSide] = [hasCornerWord || columnNames !== null, hasCornerWord || rowNames !== null];
  return { hasHeadings: hasHead, hasRowNames: hasSide, decimal, corner: hasHead && hasSide ? corner : "" };
}

/** Whether a cell means that there is no value. */
export const isEmptyValue = (cell: string) => emptyValue.test(cell);

const emptyValue = /^(|-|–|\.|x|n\/a|nan|null)$/i;
