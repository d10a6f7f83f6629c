/** Amounts in cells of tables, with or without a unit: `4096`, `4 KiB`, `1.5us`. */
import { numberIn, type Separator } from "../cells.ts";
import { times } from "../units.ts";

/**
 * The amount in a cell: in the unit that it says, else in the column's.
 * @param unit what one of a unit is; null for what is none
 * @param ofColumn what one is where the cell says no unit
 * @returns NaN for what is no amount
 */
export function amountIn(cell: string, separator: Separator, unit: (text: string) => number | null, ofColumn: number): number {
  const value = numberIn(cell, separator);
  if (!Number.isNaN(value)) return times(value, ofColumn);
  let at = Math.min(cell.length, longestCell);
  while (at > 0 && !/[\d.]/.test(cell[at - 1])) at--;
  const factor = cell.length > longestCell ? null : unit(cell.slice(at).trim());
  return factor === null ? Number.NaN : times(numberIn(cell.slice(0, at).trim(), separator), factor);
}

const longestCell = 40;
