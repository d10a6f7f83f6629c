/** What rows and statements are worked out from, as tests make it up. */
import type { Given } from "../../src/reproductions/contract.ts";
import { rememberer } from "../../src/reproductions/once.ts";

const unmeant = () => {
  throw new Error("nothing is meant to be asked for");
};

/** What is left out must not be asked for; nothing is recorded, and constants are no numbers. */
export const given = (some: Partial<Given>): Given => ({
  results: unmeant,
  recorded: () => [],
  constants: () => NaN,
  once: rememberer(),
  ...some,
});
