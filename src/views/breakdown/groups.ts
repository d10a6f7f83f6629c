/**
 * Groups of ranks that communicate in the same phases of their program, derived from the pairs that communicate, and named by those phases.
 */
import { memoizeLast } from "../memoize-last.ts";
import type { Exchanges } from "../../core/programs/exchanges.ts";
import { joinWithAnd } from "../../core/base/words.ts";

export interface RankGroup {
  /** Names the phases in which the ranks communicate: `no communication`, `step 1 only`, `step 1 and step 2`. */
  readonly title: string;
  /** Indices of the phases in which the ranks communicate. */
  readonly phases: readonly number[];
  /** Ranks of the group in ascending order. */
  readonly ranks: readonly number[];
}

/** If there were more groups than this, no groups are formed. */
const maxGroups = 8;

/**
 * Groups the ranks of a program that exchange messages in the same phases. The groups are in the order of their first ranks; empty if there
 * is a single group or too many. The list of exchanges is sorted by rank and phase: `firstExchange[rank * phases + phase]` is the index of
 * the first one.
 * @param names Name of each phase.
 */
export const rankGroupsOf = memoizeLast(({ firstExchange, phases }: Exchanges, names: readonly string[]): readonly RankGroup[] => {
  if (names.length !== phases) return [];
  const groups = new Map<string, { readonly phases: readonly number[]; readonly ranks: number[] }>();
  const communicationPhases = new Set<number>();
  for (let rank = 0; rank < (firstExchange.length - 1) / phases; rank++) {
    const phasesOfRank = names.flatMap((_, phaseIndex) => {
      const entry = rank * phases + phaseIndex;
      return firstExchange[entry + 1] > firstExchange[entry] ? [phaseIndex] : [];
    });
    phasesOfRank.forEach((phaseIndex) => communicationPhases.add(phaseIndex));
    const group = groups.get(phasesOfRank.join(" ")) ?? { phases: phasesOfRank, ranks: [] };
    group.ranks.push(rank);
    groups.set(phasesOfRank.join(" "), group);
  }
  if (groups.size < 2 || groups.size > maxGroups) return [];
  return [...groups.values()].map(({ phases: phasesOfRank, ranks }) => ({
    title: groupTitle(phasesOfRank, communicationPhases.size, names),
    phases: phasesOfRank,
    ranks,
  }));
});

function groupTitle(ownPhases: readonly number[], communicatingCount: number, names: readonly string[]): string {
  if (ownPhases.length === 0) return "no communication";
  if (ownPhases.length === communicatingCount && communicatingCount > 2) return "all phases";
  if (ownPhases.length > 3) return `${ownPhases.length} phases`;
  return `${joinWithAnd(ownPhases.map((phaseIndex) => names[phaseIndex]))}${ownPhases.length === 1 && communicatingCount > 1 ? " only" : ""}`;
}
