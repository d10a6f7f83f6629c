/** The finding of a contest: which algorithm of a collective operation is fastest at which message size, and on which network. */
import { capitalize } from "../core/base/words.ts";
import { type SizeWinner, winnersOf, type Contest, contestOf, contenderNamesOf, type ContestAxes } from "../core/measures/contest.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { sayPerNetwork, sayEquallyFast, sayReigns } from "../words/contest.ts";
import { letterAndName } from "../words/networks.ts";
import { formatMeasure } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";
import type { SweptNetwork } from "./sweep.ts";
import type { Finding } from "./traffic.ts";

/**
 * The finding of a sweep that compares algorithms at growing sizes: in which ranges of sizes which algorithm is the fastest. With several
 * networks, it compares the networks, each with its fastest algorithm at each size. Null until all algorithms (the contenders) have results
 * at some size.
 * @param roles which axis of the sweep has the sizes, and which the contenders
 */
export function contestFinding(
  units: Units,
  table: SweepTable,
  roles: ContestAxes,
  networks: readonly SweptNetwork[],
): Pick<Finding, "answer" | "evidence"> | null {
  const [sizes, algorithms] = [table.axes[roles.sizeAxis], table.axes[roles.contenderAxis]];
  const names = contenderNamesOf(algorithms);
  const contests = networks.map((_, variant) => contestOf(table, roles, variant));
  const bestPerSize = contests.map(winnersOf);
  if (bestPerSize.every(({ length }) => length === 0)) return null;
  if (networks.length === 1) {
    const equalsSentence = sayEquallyFast(bestPerSize[0], sizes, names);
    const slowestSentence = saySlowest(units, contests[0], bestPerSize[0].at(-1)!, sizes.labels, names);
    return {
      answer: `${sayReigns(bestPerSize[0], sizes, names)}.`,
      evidence: [equalsSentence, slowestSentence].filter((texts) => texts !== ""),
    };
  }
  // Leave out networks that have no size with results of all contenders.
  const sentences = networks.flatMap(({ letter }, i) =>
    bestPerSize[i].length === 0 ? [] : [{ letter, clause: sayReigns(bestPerSize[i], sizes, names) }],
  );
  const texts = sayPerNetwork(sentences).map((sentence) => `${sentence}.`);
  // Compare the networks with each other, each with its fastest algorithm at each size.
  const means = bestPerSize.map((networkBests) => new Map(networkBests.map(({ size: sizeIndex, time }) => [sizeIndex, time] as const)));
  const bestNetworks = winnersOf({ sizeOrder: contests[0].sizeOrder, times: means });
  if (bestNetworks.length === 0) return { answer: texts[0], evidence: texts.slice(1).map(capitalize) };
  const networkNames = networks.map(letterAndName);
  const equalsSentence = sayEquallyFast(bestNetworks, sizes, networkNames);
  return {
    answer: `with the best algorithm for each network, ${sayReigns(bestNetworks, sizes, networkNames)}.`,
    evidence: [...(equalsSentence === "" ? [] : [equalsSentence]), ...texts.map(capitalize)],
  };
}

/** `At 1 GiB, ring takes 1.98 s; the slowest, recursive doubling, takes 5.2 times as long.` */
function saySlowest(
  units: Units,
  { times: means }: Contest,
  { size: sizeIndex, contender, time }: SizeWinner,
  sizes: readonly string[],
  algorithms: readonly string[],
): string {
  const times = means.map((meansBySize) => meansBySize.get(sizeIndex) ?? 0);
  const slowest = times.indexOf(Math.max(...times));
  const fastestClause = `At ${sizes[sizeIndex]}, ${algorithms[contender]} takes ${units.sayTime(time)}`;
  return times[slowest] < 1.1 * time
    ? `${fastestClause}.`
    : `${fastestClause}; the slowest, ${algorithms[slowest]}, takes ${formatMeasure(times[slowest] / time)} times as long.`;
}
