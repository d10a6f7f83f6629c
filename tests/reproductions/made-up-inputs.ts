/** Made-up inputs for the rows and statements of an exhibit. */
import type { ExhibitInputs } from "../../src/reproductions/contract.ts";
import { createMemo } from "../../src/reproductions/memo.ts";

const unexpectedRequest = () => {
  throw new Error("nothing is meant to be asked for");
};

/** Inputs with the given parts. Absent results throw if they are requested, published results are empty, and constants are NaN. */
export const madeUpInputs = (parts: Partial<ExhibitInputs>): ExhibitInputs => ({
  results: unexpectedRequest,
  recorded: () => [],
  constantOf: () => NaN,
  memoized: createMemo(),
  ...parts,
});
