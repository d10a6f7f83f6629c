/** Amounts in table cells, with or without a unit: `4096`, `4 KiB`, `1.5us`. */
import { numberIn, type Separator } from "../cells.ts";
import { times } from "../units.ts";

/**
 * Parses the amount in a cell, in its own unit or else in that of the column.
 * @param factorOf returns the factor of a unit, null for an unknown one
 * @param columnFactor factor of the column's unit
 * @returns NaN if the cell has no amount
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
