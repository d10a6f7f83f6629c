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

/** A difference from an empty network that is smaller than this part is not mentioned. */
const noticeable = 0.005;

/** What a run of a program found; its results have ranks, or not all of them have come to their end. */
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
  // Where ranks drift apart, that is the cause, and there is no room for more beside it.
  const besides = collective === null || drift !== null ? {} : { besides: { head: collective.besides, rest: collective.heldUp[0] ?? "" } };
  return { answer, figure, ...besides, evidence: evidence.filter((each) => each !== "") };
}

/** Most ranks of which it is said what they wait for. */
const mostWaiting = 4;

/**
 * Which ranks wait for ever, and for what. What the run met goes before what the program alone lets one expect, which knows nothing of which
 * message comes first.
 * @param expected ranks that the program alone lets wait for ever, for results without the ranks that did
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

/** How much longer the network makes what would take some time on any network, as a training step computes; empty where that is not known. */
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

/** That some terminals have no part in the program; empty where all have. */
function sayIdle(idle: number, terminals: number): string {
  return idle <= 0 ? "" : `${formatCount(idle)} of ${formatCount(terminals)} terminals ${idle === 1 ? "has" : "have"} no rank.`;
}

/** How much of the time the program's own order takes, and what makes it longer; then how far that order is a chain. */
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
  // The larger bound is the bound: what no algorithm beats is told beside this, and a smaller time of this one would contradict it.
  if (least > leastCycles)
    return [
      isApart || makespan <= least * (1 + noticeable)
        ? ""
        : `${capital(sayWhyLonger(scenario, program))} it take ${formatMeasure(makespan / least)} times as long as the least time.`,
      `${longest}.`,
    ];
  const times = formatMeasure(makespan / leastCycles);
  return [
    // Why it is longer has been said of ranks that have drifted apart.
    `${capital(sayLeast(units, leastCycles))}${isApart ? "" : `; ${sayWhyLonger(scenario, program)} that ${times} times as long`}.`,
    `${longest}; the bound counts one message at a time at each terminal, each way.`,
  ];
}

/** That nothing can meet in a channel, and through which switches each phase goes; empty where something can, or where none are shared. */
function sayFree(congestion: Congestion | null): string {
  const through = congestion?.isFree === true ? congestion.phases.filter(({ families }) => families.length > 0) : [];
  if (through.length === 0) return "";
  const phases = through.map(
    ({ name, families }) =>
      `${name === "" ? "all goes" : `${name} ${name.startsWith("steps ") ? "go" : "goes"}`} through ${families.join(" or ")} switches`,
  );
  return `No two ranks’ messages can meet in a channel: ${anded(phases)}.`;
}

/** Where a rank's time goes on average, and that some finish long before the last. */
function sayTimes(units: Units, makespan: number, ranks: RankResults, program: Causality | undefined): readonly string[] {
  const { meanDone, meanBusy, firstDone } = ranks;
  const share = (cycles: number) => `${formatPercent(cycles / makespan)}\u00a0%`;
  // Where nothing is computed and no phase is named, ranks do nothing but exchange messages and wait for them.
  const spent = sayPhases(makespan, ranks, program, share) ?? (meanBusy > 0 ? saySpent(share, makespan, meanDone, meanBusy) : "");
  // Ranks of most programs finish together; one that finishes long before the last is worth a mention.
  const early = firstDone > 0 && firstDone < 0.5 * makespan ? `The first rank finishes after ${units.sayTime(firstDone)}.` : "";
  return [spent, early];
}

/**
 * How long ranks that compute do something else, on average. A rank that has handed over its last message is done, while its terminal still sends
 * it: then nothing is said of the time after that.
 */
function saySpent(share: (cycles: number) => string, makespan: number, meanDone: number, meanBusy: number): string {
  const spent = `sends, receives or waits for messages ${share(Math.max(0, meanDone - meanBusy))} of the time`;
  if (meanDone >= (1 - noticeable) * makespan) return `A rank ${spent}.`;
  return `On average, a rank ${spent} and is done after ${share(meanDone)} of it; what it sent may still be under way.`;
}

/** `Of a rank’s time, 5 % goes into computing, …`, by the phases that the program names; null where these do not tell. */
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
  // Where a rank computes while it exchanges, phases do not part the one from the other.
  if (Math.abs(sums[0] - meanBusy) > noticeable * makespan) return null;
  if (sums[0] + sums[2] === 0) return null;
  const rest = makespan - sums.reduce((a, b) => a + b, 0);
  const parts = into.flatMap((word, i) => (sums[i] > 0 ? [`${share(sums[i])} into ${word}`] : []));
  const done = rest > noticeable * makespan ? `; for the last ${share(rest)} it has finished` : "";
  return `Of a rank’s time, ${anded(parts).replace(" into", " goes into")}${done}.`;
}
