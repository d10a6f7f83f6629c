/** What of a paper cannot be run yet, in few words: by what is missing for it. */
import type { Paper } from "../../../reproductions/papers.ts";
import { exhibitOf } from "../../../reproductions/index.ts";

/** Tables and figures that wait for the same; null for drawings, which wait for nothing. */
export interface Still {
  readonly labels: string;
  readonly count: number;
  readonly needs: string | null;
}

/** A paper's tables and figures without an exhibit, those that wait for most others' lack first, drawings last. */
export function stillOf({ id, cards }: Paper): readonly Still[] {
  const byNeed = group(
    cards.filter(({ label }) => exhibitOf(id, label) === undefined),
    ({ needs }) => needs,
  );
  return [...byNeed]
    .toSorted(([a, some], [b, others]) => Number(a === null) - Number(b === null) || others.length - some.length)
    .map(([needs, waiting]) => ({ needs, labels: inShort(waiting.map(({ label }) => label)), count: waiting.length }));
}

/** Labels without the words they share: `Figures 3 and 5 to 8, Table 1`. */
export function inShort(labels: readonly string[]): string {
  const byWord = group(labels, (label) => label.split(" ")[0]);
  return [...byWord]
    .map(([word, own]) => {
      if (own.length === 1) return own[0];
      const parts = inRuns(own.map((label) => label.slice(word.length + 1)));
      return `${word}s ${[parts.slice(0, -1).join(", "), parts[parts.length - 1]].filter((part) => part !== "").join(" and ")}`;
    })
    .join(", ");
}

/** Three numbers and more that follow each other become `5 to 8`. */
function inRuns(numbers: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run !== undefined && Number(number) === Number(run[run.length - 1]) + 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]} to ${run[run.length - 1]}`]));
}

/** `Map.groupBy`, which the oldest browsers we serve do not have. */
function group<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, readonly Item[]> {
  const found = new Map<Key, Item[]>();
  for (const item of items) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}
