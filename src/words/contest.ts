/** Sentences about a contest: which algorithm is fastest at which message sizes. */
import { joinWithAnd, capitalize } from "../core/base/words.ts";
import { type SizeWinner, type WinningRange, winningRangesOf } from "../core/measures/contest.ts";
import type { SweepAxis } from "../core/measures/sweep.ts";
import { formatMeasure, sayPercent } from "./numbers.ts";

/** With more intervals than this, the sentence counts sizes instead of listing the intervals. */
const maxListedReigns = 4;

/**
 * The intervals on which each algorithm is fastest, without a full stop: `up to 16 KiB, recursive doubling is fastest; from 64 KiB on, ring`.
 */
export function sayReigns(bests: readonly SizeWinner[], { labels: sizes }: SweepAxis, algorithms: readonly string[]): string {
  const reigns = winningRangesOf(bests);
  if (reigns.length > maxListedReigns) return sayCounts(bests, algorithms);
  return reigns.map(sayReign).join("; ");

  function sayReign({ contender, from, until }: WinningRange, i: number): string {
    const algorithm = algorithms[contender];
    if (reigns.length === 1)
      return `${algorithm} is fastest ${from === until ? `at ${sizes[from]}` : `from ${sizes[from]} to ${sizes[until]}`}`;
    if (i === 0) return `${from === until ? "at" : "up to"} ${sizes[until]}, ${algorithm} is fastest`;
    if (i === reigns.length - 1) return `${from === until ? `at ${sizes[from]}` : `from ${sizes[from]} on`}, ${algorithm}`;
    return `${from === until ? `at ${sizes[from]}` : `from ${sizes[from]} to ${sizes[until]}`}, ${algorithm}`;
  }
}

function sayCounts(bests: readonly SizeWinner[], algorithms: readonly string[]): string {
  const counts = algorithms
    .map((name, i) => ({ name, count: bests.filter(({ contender }) => contender === i).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [mostFrequent, ...others] = counts;
  return `${mostFrequent.name} is fastest at ${mostFrequent.count} of ${bests.length} sizes, ${joinWithAnd(others.map(({ name, count }) => `${name} at ${count}`))}`;
}

/** One clause for all networks about which the same is said: `on A and C, ring is fastest from 1 KiB to 1 GiB`. */
export function sayPerNetwork(networks: readonly { readonly letter: string; readonly clause: string }[]): readonly string[] {
  return [...new Set(networks.map(({ clause }) => clause))].map((text) => {
    const letters = networks.filter(({ clause }) => clause === text).map(({ letter }) => letter);
    return `on ${joinWithAnd(letters)}, ${text}`;
  });
}

/** The algorithms that are as fast as the best at the largest size, as a sentence; empty if there are none. */
export function sayEquallyFast(bests: readonly SizeWinner[], { labels: sizes }: SweepAxis, algorithms: readonly string[]): string {
  const largestSize = bests.at(-1);
  if (largestSize === undefined || largestSize.ties.length === 0) return "";
  const subject = joinWithAnd(largestSize.ties.map((each) => algorithms[each]));
  return capitalize(`${subject} ${largestSize.ties.length === 1 ? "is" : "are"} equally fast at ${sizes[largestSize.size]}.`);
}

/** The lead of the best: `tied with ring`; `1.8 times as fast as the next`. */
export function sayLead({ ties, leadFactor }: SizeWinner, algorithms: readonly string[]): string {
  if (ties.length > 0) return `tied with ${joinWithAnd(ties.map((each) => algorithms[each]))}`;
  if (leadFactor === Infinity) return "the only result";
  return leadFactor < 1.1 ? `${sayPercent(leadFactor - 1)} faster than the next` : `${formatMeasure(leadFactor)} times as fast as the next`;
}
