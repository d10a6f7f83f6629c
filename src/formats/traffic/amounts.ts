/** Amounts in table cells, with or without a unit: `4096`, `4 KiB`, `1.5us`. */
import { parseNumber, type Separator } from "../cells.ts";
import { multiplyRounded } from "../units.ts";

/**
 * Parses the amount in a cell, in its own unit or else in that of the column.
 * @param factorOf returns the factor of a unit, null for an unknown one
 * @param columnFactor factor of the column's unit
 * @returns NaN if the cell has no amount
 */
export function parseAmount(cell: string, separator: Separator, factorOf: (text: string) => number | null, columnFactor: number): number {
  const value = parseNumber(cell, separator);
  if (!Number.isNaN(value)) return multiplyRounded(value, columnFactor);
  let unitStart = Math.min(cell.length, maxCellLength);
  while (unitStart > 0 && !/[\d.]/.test(cell[unitStart - 1])) unitStart--;
  const factor = cell.length > maxCellLength ? null : factorOf(cell.slice(unitStart).trim());
  return factor === null ? Number.NaN : multiplyRounded(parseNumber(cell.slice(0, unitStart).trim(), separator), factor);
}

const maxCellLength = 40;
