/** What programs on matrices share: how large these are, and how they are dealt out. */
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

/** The k-th of so many shares of a whole number, k from 0, dealt out as evenly as they can be. */
export function shareOf(all: number, shares: number, k: number): number {
  return Math.floor(((k + 1) * all) / shares) - Math.floor((k * all) / shares);
}
