/** What programs on matrices share: the size of a matrix, and its distribution. */
import { integer, quantity } from "../base/params.ts";

/** The parameters of square matrices, with a default number of rows. */
export const matrixParams = (symbol: string, rows: number, help: string) => ({
  rows: integer({ title: "Rows", symbol, help, unit: "rows", min: 1, max: 1_048_576, default: rows }),
  element: quantity({
    title: "Element",
    word: "elements of #",
    help: "Bytes of an element: 8 for double precision, 4 for single.",
    dimension: "bytes",
    min: 1,
    max: 1024,
    multipleOf: 1,
    default: 8,
  }),
});

/** Part k, from 0, of a whole number that is distributed as evenly as possible over a number of shares. */
export function evenShare(total: number, shares: number, part: number): number {
  return Math.floor(((part + 1) * total) / shares) - Math.floor((part * total) / shares);
}
