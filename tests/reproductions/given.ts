/** Made-up inputs for the rows and statements of an exhibit. */
import type { Given } from "../../src/reproductions/contract.ts";
import { rememberer } from "../../src/reproductions/once.ts";

const unmeant = () => {
  throw new Error("nothing is meant to be asked for");
};

/** Inputs with the given parts. Absent results throw if they are requested, published results are empty, and constants are NaN. */
export const given = (some: Partial<Given>): Given => ({
  results: unmeant,
  recorded: () => [],
  constants: () => NaN,
  once: rememberer(),
  ...some,
});
