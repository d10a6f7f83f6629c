/** The finding of a contest: which algorithm of a collective operation is fastest at which message size, and on which network. */
import { capital } from "../core/base/words.ts";
import { type Best, bestsOf, type Contest, contestOf, namesOf, type Sides } from "../core/measures/contest.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { sayEach, sayEquals, sayReigns } from "../words/contest.ts";
import { called } from "../words/networks.ts";
import { formatMeasure } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";
import type { Swept } from "./sweep.ts";
import type { Finding } from "./traffic.ts";

/** The finding so far; null until all contenders have results at some size. */
export function contestFinding(
  units: Units,
  table: SweepTable,
  sides: Sides,
  swept: readonly Swept[],
): Pick<Finding, "answer" | "evidence"> | null {
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const names = namesOf(ways);
  const contests = swept.map((_, variant) => contestOf(table, sides, variant));
  const bests = contests.map(bestsOf);
  if (bests.every(({ length }) => length === 0)) return null;
  if (swept.length === 1) {
    const equals = sayEquals(bests[0], sizes, names);
    const slowest = saySlowest(units, contests[0], bests[0].at(-1)!, sizes.labels, names);
    return { answer: `${sayReigns(bests[0], sizes, names)}.`, evidence: [equals, slowest].filter((each) => each !== "") };
  }
  // Leave out networks that have no size with results of all contenders.
  const told = swept.flatMap(({ letter }, i) => (bests[i].length === 0 ? [] : [{ letter, said: sayReigns(bests[i], sizes, names) }]));
  const each = sayEach(told).map((said) => `${said}.`);
  // Compare the networks with each other, each with its fastest algorithm at each size.
  const means = bests.map((own) => new Map(own.map(({ place, mean }) => [place, mean] as const)));
  const first = bestsOf({ order: contests[0].order, means });
  if (first.length === 0) return { answer: each[0], evidence: each.slice(1).map(capital) };
  const networks = swept.map(called);
  const equals = sayEquals(first, sizes, networks);
  return {
    answer: `each at its best, ${sayReigns(first, sizes, networks)}.`,
    evidence: [...(equals === "" ? [] : [equals]), ...each.map(capital)],
  };
}

/** `At 1 GiB ring takes 1.98 s; recursive doubling, the slowest, takes 5.2 times as long.` */
function saySlowest(
  units: Units,
  { means }: Contest,
  { place, contender, mean }: Best,
  sizes: readonly string[],
  ways: readonly string[],
): string {
  const times = means.map((own) => own.get(place) ?? 0);
  const slowest = times.indexOf(Math.max(...times));
  const took = `At ${sizes[place]} ${ways[contender]} takes ${units.sayTime(mean)}`;
  return times[slowest] < 1.1 * mean
    ? `${took}.`
    : `${took}; ${ways[slowest]}, the slowest, ${formatMeasure(times[slowest] / mean)} times as long.`;
}
