/**
 * Groups of ranks that communicate in the same phases of their program, derived from the pairs that communicate, and named by those phases.
 */
import { lately } from "../lately.ts";
import type { Meetings } from "../../core/programs/meetings.ts";
import { anded } from "../../core/base/words.ts";

export interface RankGroup {
  /** `no communication`, `step 1 only`, `step 1 and step 2`. */
  readonly title: string;
  /** Indices of those phases. */
  readonly phases: readonly number[];
  /** Its ranks in ascending order. */
  readonly ranks: readonly number[];
}

/** With more groups than this no groups are formed. */
const mostGroups = 8;

/** The groups of a program's ranks, in the order of their first ranks. Empty if there is a single group or too many. */
export const groupsOf = lately(({ first, phases }: Meetings, names: readonly string[]): readonly RankGroup[] => {
  if (names.length !== phases) return [];
  const groups = new Map<string, { readonly own: readonly number[]; readonly ranks: number[] }>();
  const communicating = new Set<number>();
  for (let rank = 0; rank < (first.length - 1) / phases; rank++) {
    const own = names.flatMap((_, p) => (first[rank * phases + p + 1] > first[rank * phases + p] ? [p] : []));
    own.forEach((p) => communicating.add(p));
    const group = groups.get(own.join(" ")) ?? { own, ranks: [] };
    group.ranks.push(rank);
    groups.set(own.join(" "), group);
  }
  if (groups.size < 2 || groups.size > mostGroups) return [];
  return [...groups.values()].map(({ own, ranks }) => ({ title: titleOf(own, communicating.size, names), phases: own, ranks }));
});

function titleOf(own: readonly number[], all: number, names: readonly string[]): string {
  if (own.length === 0) return "no communication";
  if (own.length === all && all > 2) return "all phases";
  if (own.length > 3) return `${own.length} phases`;
  return `${anded(own.map((p) => names[p]))}${own.length === 1 && all > 1 ? " only" : ""}`;
}
