/** Sentences about a contest: which algorithm is fastest at which message sizes. */
import { anded, capital } from "../core/base/words.ts";
import { type Best, type Reign, reignsOf } from "../core/measures/contest.ts";
import type { SweepAxis } from "../core/measures/sweep.ts";
import { formatMeasure, sayPercent } from "./numbers.ts";

/** With more intervals than this, the sentence counts sizes instead of listing the intervals. */
const mostReigns = 4;

/**
 * The intervals on which each algorithm is fastest, without a full stop: `up to 16 KiB recursive doubling is fastest, from 64 KiB on ring`.
 */
export function sayReigns(bests: readonly Best[], { labels: sizes }: SweepAxis, ways: readonly string[]): string {
  const reigns = reignsOf(bests);
  if (reigns.length > mostReigns) return sayCounts(bests, ways);
  return reigns.map(sayReign).join(", ");

  function sayReign({ contender, from, until }: Reign, i: number): string {
    const who = ways[contender];
    if (reigns.length === 1) return `${who} is fastest ${from === until ? `at ${sizes[from]}` : `from ${sizes[from]} to ${sizes[until]}`}`;
    if (i === 0) return `${from === until ? "at" : "up to"} ${sizes[until]} ${who} is fastest`;
    if (i === reigns.length - 1) return `${from === until ? `at ${sizes[from]}` : `from ${sizes[from]} on`} ${who}`;
    return from === until ? `at ${sizes[from]} ${who}` : `from ${sizes[from]} to ${sizes[until]} ${who}`;
  }
}

function sayCounts(bests: readonly Best[], ways: readonly string[]): string {
  const counts = ways
    .map((name, i) => ({ name, count: bests.filter(({ contender }) => contender === i).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [first, ...rest] = counts;
  return `${first.name} is fastest at ${first.count} of ${bests.length} sizes, ${anded(rest.map(({ name, count }) => `${name} at ${count}`))}`;
}

/** One clause for all networks about which the same is said: `on A and C, ring is fastest from 1 KiB to 1 GiB`. */
export function sayEach(networks: readonly { readonly letter: string; readonly said: string }[]): readonly string[] {
  return [...new Set(networks.map(({ said }) => said))].map((text) => {
    const letters = networks.filter(({ said }) => said === text).map(({ letter }) => letter);
    return `on ${anded(letters)}, ${text}`;
  });
}

/** The algorithms that are as fast as the best at the largest size, as a sentence; empty if there are none. */
export function sayEquals(bests: readonly Best[], { labels: sizes }: SweepAxis, ways: readonly string[]): string {
  const last = bests.at(-1);
  if (last === undefined || last.equals.length === 0) return "";
  const who = anded(last.equals.map((each) => ways[each]));
  return capital(`${who} ${last.equals.length === 1 ? "is" : "are"} as fast at ${sizes[last.place]}.`);
}

/** The lead of the best: `as fast: ring`; `1.8 times as fast as the next`. */
export function sayAhead({ equals, ahead }: Best, ways: readonly string[]): string {
  if (equals.length > 0) return `as fast: ${anded(equals.map((each) => ways[each]))}`;
  if (ahead === Infinity) return "alone";
  return ahead < 1.1 ? `${sayPercent(ahead - 1)} faster than the next` : `${formatMeasure(ahead)} times as fast as the next`;
}
