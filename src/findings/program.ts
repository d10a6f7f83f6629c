/** The finding of a rank program: when it finishes, and how that compares with an empty network. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Causality } from "../core/analysis/analysis.ts";
import type { Stuck } from "../core/analysis/programs/stuck.ts";
import type { Congestion } from "../core/analysis/programs/congestion.ts";
import { isDeadlocked, type RankResults, type Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloadFactsOf } from "../core/scenario/before-running.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { anded } from "../core/base/words.ts";
import { countOf, formatCount, formatMeasure, formatPercent, sayPercent } from "../words/numbers.ts";
import { sayLeast } from "../words/program.ts";
import { isMetIn } from "../core/programs/meetings.ts";
import { waitingPhase } from "../core/programs/program.ts";
import { sayBusiest } from "./busiest.ts";
import { sayCollective } from "./collective.ts";
import { capital } from "../words/params.ts";
import type { Finding } from "./traffic.ts";
import { driftOf, sayDrift, sayTogether } from "./drift.ts";
import { sayWhyLonger } from "./why-longer.ts";
import type { Units } from "../words/units.ts";

/** Smaller relative differences from an empty network are not mentioned. */
const noticeable = 0.005;

/** The finding of a program's run. Its results have ranks, or some ranks have not finished. */
export function programFinding(units: Units, scenario: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { workload } = scenario;
  const { makespan, packets, arrived, cycles, ranks = null, load } = results;
  const count = ranks?.count ?? analysis?.program?.ranks;
  const of = count === undefined ? "" : ` of ${formatCount(count)} ranks`;
  const name = `the ${workloads.get(workload.kind).title}${of}`;
  if (isDeadlocked(results)) return sayWaiting(name, results, analysis?.program?.stuck ?? []);
  const collective = sayCollective(units, results, analysis);
  const answer =
    collective?.answer ??
    (makespan === null
      ? `After ${units.sayTime(cycles)}, ${network} has delivered ${formatPercent(packets === 0 ? 0 : arrived / packets)}\u00a0% of the ${countOf(packets, "packet", "packets")} of ${name}.`
      : `${capital(network)} finishes ${name} in ${units.sayTime(makespan)}.`);
  const drift = driftOf(scenario, results, analysis?.program?.inStep ?? null);
  const evidence = [
    ...(drift === null ? [] : [sayDrift(units, drift), sayTogether(), collective?.besides ?? ""]),
    ...(collective?.heldUp ?? []),
    ...(makespan === null ? [] : sayAdded(units, scenario, makespan)),
    ...(makespan === null
      ? []
      : againstEmpty(units, makespan, scenario, analysis?.program, drift !== null, results.collective?.bound?.cycles ?? 0)),
    ...(makespan === null || ranks === null ? [] : sayTimes(units, makespan, ranks, analysis?.program)),
    ...(collective?.least ?? []),
    sayFree(analysis?.program?.congestion ?? null),
    ...sayBusiest(units, load),
    count === undefined ? "" : sayIdle(results.terminals - count, results.terminals),
  ];
  const figure =
    makespan === null
      ? {
          value: `${formatPercent(packets === 0 ? 0 : arrived / packets)}\u00a0%`,
          words: `of ${countOf(packets, "packet", "packets")} delivered`,
        }
      : { value: units.sayTime(makespan), words: `for ${name}` };
  // Skewed ranks are the cause then, and the space shows only one.
  const besides = collective === null || drift !== null ? {} : { besides: { head: collective.besides, rest: collective.heldUp[0] ?? "" } };
  return { answer, figure, ...besides, evidence: evidence.filter((each) => each !== "") };
}

/** At most this many waiting ranks are described. */
const mostWaiting = 4;

/**
 * Which ranks wait forever, and for what. The observed waits take precedence over those expected from the program alone, because the
 * program does not determine which message arrives first.
 * @param expectedRanks ranks that block by the program alone, for results that do not hold the waiting ranks
 */
function sayWaiting(name: string, { waitingRanks, packets }: Results, expected: readonly Stuck[]): Finding {
  const [cause, ...others] = (waitingRanks?.first ?? expected).map(({ why }) => why);
  const count =
    waitingRanks === undefined
      ? ""
      : `${formatCount(waitingRanks.count)} of ${countOf(waitingRanks.of, "rank", "ranks")} ${waitingRanks.count === 1 ? "waits" : "wait"} for ever.`;
  const ends = `${name} never ends`;
  return {
    answer: cause === undefined ? `${capital(ends)}: ranks wait for messages that never come.` : `${cause.replace(/\.$/, "")}: ${ends}.`,
    figure: { value: formatCount(packets), words: `${packets === 1 ? "packet" : "packets"} sent, and then nothing more` },
    evidence: [...(count === "" ? [] : [count]), ...others.slice(0, mostWaiting)],
  };
}

/**
 * The time that the network adds to work that takes the same time on any network, such as the computing of a training step. Empty if that
 * time is unknown.
 */
function sayAdded(units: Units, scenario: Scenario, makespan: number): readonly string[] {
  const least = workloadFactsOf(scenario).find(({ id }) => id === "least-seconds")?.value ?? null;
  const cycleSeconds = cycleSecondsOf(scenario);
  if (least === null || least === 0 || cycleSeconds === null) return [];
  const alone = least / cycleSeconds;
  const added = Math.max(0, makespan - alone);
  return [
    `Computing and the pipeline bubble take ${units.sayTime(alone)}; the network adds ${units.sayTime(added)}, ${sayPercent(added / alone)} more.`,
  ];
}

/** The number of terminals without a rank; empty if all have one. */
function sayIdle(idle: number, terminals: number): string {
  return idle <= 0 ? "" : `${formatCount(idle)} of ${formatCount(terminals)} terminals ${idle === 1 ? "has" : "have"} no rank.`;
}

/** The makespan relative to its lower bound and the reason for the difference, then the length of the longest dependency chain. */
function againstEmpty(
  units: Units,
  makespan: number,
  scenario: Scenario,
  program: Causality | undefined,
  isApart: boolean,
  least: number,
): readonly string[] {
  const { leastCycles = null, chain = [] } = program ?? {};
  if (program === undefined || leastCycles === null || leastCycles === 0) return [];
  const longest =
    chain.length === 1 ? "No message waits for another" : `Its longest chain has ${formatCount(chain.length)} dependent messages`;
  if (makespan <= leastCycles * (1 + noticeable))
    return ["Its messages, sent in this order, could hardly arrive sooner on this network.", `${longest}.`];
  // Report only the larger of the two bounds. The bound of any algorithm is printed next to this sentence, and a smaller bound here would
  // contradict it.
  if (least > leastCycles)
    return [
      isApart || makespan <= least * (1 + noticeable)
        ? ""
        : `${capital(sayWhyLonger(scenario, program))} it take ${formatMeasure(makespan / least)} times as long as the least time.`,
      `${longest}.`,
    ];
  const times = formatMeasure(makespan / leastCycles);
  return [
    // For skewed ranks, the reason has already been given.
    `${capital(sayLeast(units, leastCycles))}${isApart ? "" : `; ${sayWhyLonger(scenario, program)} that ${times} times as long`}.`,
    `${longest}; the bound counts one message at a time at each terminal, each way.`,
  ];
}

/**
 * That no two messages can meet in a channel, and through which switches each phase goes. Empty if they can meet, or if no channels are
 * shared.
 */
function sayFree(congestion: Congestion | null): string {
  const through = congestion?.isFree === true ? congestion.phases.filter(({ families }) => families.length > 0) : [];
  if (through.length === 0) return "";
  const phases = through.map(
    ({ name, families }) =>
      `${name === "" ? "all goes" : `${name} ${name.startsWith("steps ") ? "go" : "goes"}`} through ${families.join(" or ")} switches`,
  );
  return `No two ranks’ messages can meet in a channel: ${anded(phases)}.`;
}

/** How the ranks spend their time on average, and whether some finish long before the last one. */
function sayTimes(units: Units, makespan: number, ranks: RankResults, program: Causality | undefined): readonly string[] {
  const { meanDone, meanBusy, firstDone } = ranks;
  const share = (cycles: number) => `${formatPercent(cycles / makespan)}\u00a0%`;
  // Without computing and without named phases, ranks only exchange messages and wait for them.
  const spent = sayPhases(makespan, ranks, program, share) ?? (meanBusy > 0 ? saySpent(share, makespan, meanDone, meanBusy) : "");
  // In most programs the ranks finish together, so a rank that finishes long before the last is worth a mention.
  const early = firstDone > 0 && firstDone < 0.5 * makespan ? `The first rank finishes after ${units.sayTime(firstDone)}.` : "";
  return [spent, early];
}

/**
 * The share of time that computing ranks spend on communication, on average. A rank is done when it has handed over its last message, while
 * its terminal may still be sending it. Nothing is said about the time after that.
 */
function saySpent(share: (cycles: number) => string, makespan: number, meanDone: number, meanBusy: number): string {
  const spent = `sends, receives or waits for messages ${share(Math.max(0, meanDone - meanBusy))} of the time`;
  if (meanDone >= (1 - noticeable) * makespan) return `A rank ${spent}.`;
  return `On average, a rank ${spent} and is done after ${share(meanDone)} of it; what it sent may still be under way.`;
}

/**
 * `Of a rank’s time, 5 % goes into computing, …`, by the phases that the program names. Null if the phases do not separate computing from
 * communication.
 */
function sayPhases(
  makespan: number,
  { phases = [], meanBusy }: RankResults,
  program: Causality | undefined,
  share: (cycles: number) => string,
): string | null {
  const meetings = program?.meetings ?? null;
  if (meetings === null || phases.length === 0) return null;
  const into = ["computing", "exchanging", "waiting at the barrier"];
  const sums = into.map(() => 0);
  for (const [p, { name, cycles }] of phases.entries()) {
    sums[name === waitingPhase ? 2 : isMetIn(meetings, p) ? 1 : 0] += cycles.reduce((a, b) => a + b, 0) / cycles.length;
  }
  // If a rank computes while it exchanges messages, phases cannot separate the two.
  if (Math.abs(sums[0] - meanBusy) > noticeable * makespan) return null;
  if (sums[0] + sums[2] === 0) return null;
  const rest = makespan - sums.reduce((a, b) => a + b, 0);
  const parts = into.flatMap((word, i) => (sums[i] > 0 ? [`${share(sums[i])} into ${word}`] : []));
  const done = rest > noticeable * makespan ? `; for the last ${share(rest)} it has finished` : "";
  return `Of a rank’s time, ${anded(parts).replace(" into", " goes into")}${done}.`;
}
