/** Text search for intervals: `rank 3`, `C(4, 1)`, `wave 5`, `wait`, `with 2`, `computing dependency`. */
import { lately } from "../lately.ts";
import { once } from "../../core/base/once.ts";
import type { Found } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { type Cause, causes, reasonsOf } from "./causes.ts";
import { kinds, kindOf, lengthOf, peerOf, rankOf, stretchAfter, type Told } from "./told.ts";
import type { Units } from "../../words/units.ts";

/** A condition on an interval. */
type Wanted = (told: Told, stretch: number, rank: number) => boolean;

/** Search words for causes. */
const causeWords: Readonly<Record<string, Cause>> = { filling: "filling", dependency: "dependency", transfer: "transfer", emptying: "end" };

/** Conditions for words that are followed by a number. */
const numbered: Readonly<Record<string, (number: number) => Wanted>> = {
  rank: (number) => (_, _stretch, rank) => rank === number,
  terminal:
    (number) =>
    ({ timeline }, _stretch, rank) =>
      timeline.terminals[rank] === number,
  wave: stepIs,
  step: stepIs,
  with:
    (number) =>
    ({ timeline }, s, rank) =>
      peerOf(timeline, s, rank) === number,
  message:
    (number) =>
    ({ timeline }, s) =>
      timeline.message[s] === number,
};

function stepIs(number: number): Wanted {
  return ({ timeline: { task, tasks } }, s) => task[s] >= 0 && tasks[task[s]].step === number;
}

/**
 * The conditions that a search text means; an interval must fulfill all of them. Null where the text contains no condition. A word with a
 * number is a rank, terminal, wave, step, partner or message. A word alone is a kind, a cause, or part of a task's name.
 */
export function wantedBy(words: string): readonly Wanted[] | null {
  const wanted: Wanted[] = [];
  // Task names may contain spaces within parentheses. They are removed, because conditions are separated by spaces.
  const tight = words.toLowerCase().replaceAll(/\(([^)]*)\)?/g, (all) => all.replaceAll(/\s+/g, ""));
  const rest = tight.replaceAll(/\b(rank|terminal|wave|step|with|from|to|peer|message)\s*(\d+)\b/g, (_, word: string, digits: string) => {
    wanted.push(numbered[/^(from|to|peer)$/.test(word) ? "with" : word](Number(digits)));
    return " ";
  });
  for (const word of rest.split(/[\s;]+/).filter((each) => !/^(|pipeline|computing|and|of)$/.test(each))) {
    const kind = kinds.find((each) => word === each || word === `${each}s` || word === `${each}ing`);
    const cause = causeWords[word];
    if (kind !== undefined) wanted.push(({ timeline }, s) => kindOf(timeline, s) === kind);
    else if (cause !== undefined) wanted.push((told, s) => isBecause(told, s, cause));
    else
      wanted.push(
        ({ timeline: { task, tasks } }, s) => task[s] >= 0 && tasks[task[s]].name.toLowerCase().replaceAll(" ", "").includes(word),
      );
  }
  return wanted.length === 0 ? null : wanted;
}

/** Whether a rank does not compute in an interval, at least partly because of a cause. */
function isBecause(told: Told, stretch: number, cause: Cause): boolean {
  return kindOf(told.timeline, stretch) !== "compute" && becauseOf(told)[causes.indexOf(cause)].has(stretch);
}

/** The intervals of each cause, in the order of {@link idleCauses}. */
const becauseOf = once((told: Told): readonly ReadonlySet<number>[] => {
  const made = causes.map(() => new Set<number>());
  const { timeline } = told;
  reasonsOf(told).forEach((reasons, rank) => {
    for (const { from, to, cause } of reasons) {
      for (let s = stretchAfter(timeline, rank, from); s < timeline.first[rank + 1] && timeline.from[s] < to; s++) {
        made[causes.indexOf(cause)].add(s);
      }
    }
  });
  return made;
});

/**
 * The intervals that match a search text, rank by rank in order of time; null where the text contains no condition. Memoized, because
 * playback repeats the same search for every frame.
 */
export const stretchesFor = lately((told: Told, words: string): readonly number[] | null => {
  const wanted = wantedBy(words);
  if (wanted === null) return null;
  const { timeline } = told;
  const found: number[] = [];
  for (let rank = 0; rank + 1 < timeline.first.length; rank++) {
    for (let s = timeline.first[rank]; s < timeline.first[rank + 1]; s++) {
      if (lengthOf(timeline, s) > 0 && wanted.every((is) => is(told, s, rank))) found.push(s);
    }
  }
  return found;
});

/** The matching intervals in order of time, with a summary. */
export function foundIn(units: Units, told: Told, words: string): Found {
  const stretches = stretchesFor(told, words);
  if (stretches === null) return { said: "", hits: [] };
  const { timeline } = told;
  const sum = stretches.reduce((all, s) => all + lengthOf(timeline, s), 0);
  const hits = [...stretches]
    .sort((a, b) => timeline.from[a] - timeline.from[b] || a - b)
    .map((stretch) => ({
      picks: { is: "stretch", stretch, terminal: timeline.terminals[rankOf(timeline, stretch)] } as const,
      from: timeline.from[stretch],
      to: timeline.to[stretch],
    }));
  return { said: hits.length === 0 ? "none" : `${countOf(hits.length, "stretch", "stretches")}, ${units.sayTime(sum)} in all`, hits };
}
