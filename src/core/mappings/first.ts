/** What mappings share that give out terminals in some order: where in that order they begin. */
import type { ValidationIssue } from "../base/errors.ts";
import { integer } from "../base/params.ts";
import type { Ground } from "./contract.ts";

/** Place of rank 0 in the order; others follow. So several jobs take parts of one order and never meet. */
export const first = integer({
  title: "First place",
  word: "from place #",
  help: "Position of rank 0 in the order, from 0. Jobs on different parts of one order share no terminal.",
  min: 0,
  max: 65535,
  default: 0,
});

/** Complaints about a first place that does not exist. */
export function checkFirst(first: number, terminals: number): readonly ValidationIssue[] {
  if (first < terminals) return [];
  return [
    {
      path: "first",
      message: `place ${first} does not exist; there are ${terminals}, 0 to ${terminals - 1}.`,
      remedy: `Use ${terminals - 1} or less.`,
      nearest: terminals - 1,
    },
  ];
}

/** What a mapping says of where ranks find room: from the first place of its order to the last. */
export const fromFirst = {
  places: ({ first }: { readonly first: number }, { terminals }: Pick<Ground, "terminals">) => terminals - first,
  check: ({ first }: { readonly first: number }, { terminals }: Pick<Ground, "terminals">) => checkFirst(first, terminals),
};
