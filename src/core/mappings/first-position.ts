/** The parameter for the start position in the order of terminals, which several mappings share. */
import type { ValidationIssue } from "../base/errors.ts";
import { integer } from "../base/params.ts";
import type { MappingNetwork } from "./contract.ts";

/** Position of rank 0 in the order; the other ranks follow. Several jobs can thus use disjoint parts of the same order. */
export const firstPositionParam = integer({
  title: "First position",
  word: "from position #",
  help: "Position of rank 0 in the order of terminals, from 0. Jobs on different parts of one order share no terminal.",
  min: 0,
  max: 65535,
  default: 0,
});

/** Issues with a start position that does not exist. */
export function checkFirstPosition(first: number, terminals: number): readonly ValidationIssue[] {
  if (first < terminals) return [];
  return [
    {
      path: "first",
      message: `position ${first} does not exist; there are ${terminals} positions, 0 to ${terminals - 1}.`,
      remedy: `Use ${terminals - 1} or less.`,
      nearest: terminals - 1,
    },
  ];
}

/** Capacity and check of mappings that use the terminals from the start position to the end of the order. */
export const fromFirstPosition = {
  places: ({ first }: { readonly first: number }, { terminals }: Pick<MappingNetwork, "terminals">) => terminals - first,
  check: ({ first }: { readonly first: number }, { terminals }: Pick<MappingNetwork, "terminals">) => checkFirstPosition(first, terminals),
};
