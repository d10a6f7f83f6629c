/** The finding of a rank program: when it finishes, and how that compares with an empty network. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Causality } from "../core/analysis/analysis.ts";
import type { BlockedRank } from "../core/analysis/programs/blocked-ranks.ts";
import type { Congestion } from "../core/analysis/programs/congestion.ts";
import { isDeadlocked, type RankResults, type Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloadFactsOf } from "../core/scenario/workload-facts.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import { workloads } from "../core/workloads/registry.ts";
import { joinWithAnd } from "../core/base/words.ts";
import { countOf, formatCount, formatMeasure, formatPercent, sayPercent, withUnit } from "../words/numbers.ts";
import { sayLeastTime } from "../words/program.ts";
import { hasExchangeIn } from "../core/programs/exchanges.ts";
import { waitingPhase } from "../core/programs/program.ts";
import { sayBusiestChannels } from "./busiest.ts";
import { sayCollective } from "./collective.ts";
import { capitalize } from "../words/params.ts";
import type { Finding } from "./traffic.ts";
import { rankSkewOf, sayRankSkew, sayRendezvousRemedy } from "./skew.ts";
import { noticeableExcess, sayWhyLonger } from "./why-longer.ts";
import { sayInCycles, sayMissingLatency, sayWithTechnology } from "../words/units-of-work.ts";
import type { Units } from "../words/units.ts";

/**
 * The finding of a run of rank programs: the answer in one sentence with its key figure, and sentences of evidence. The run has ended, is
 * deadlocked, or was stopped before its end.
 * @param network the network as the subject of a sentence
 * @param analysis properties computed without simulation; null if they are not known yet
 */
export function findingOfProgram(units: Units, scenario: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { workload } = scenario;
  const { makespan, packets, arrived, cycles, ranks = null, load } = results;
  const rankCount = ranks?.count ?? analysis?.program?.ranks;
  const ranksClause = rankCount === undefined ? "" : ` of ${formatCount(rankCount)} ranks`;
  const programName = `the ${workloads.get(workload.kind).title}${ranksClause}`;
  if (isDeadlocked(results)) return findingOfBlockedRanks(programName, results, analysis?.program?.stuck ?? []);
  const collective = sayCollective(units, results, analysis);
  // The answer: the time, or how much has been delivered so far.
  const answer =
    collective?.answer ??
    (makespan === null
      ? `After ${units.sayTime(cycles)}, ${network} has delivered ${formatPercent(packets === 0 ? 0 : arrived / packets)}\u00a0% of the ${countOf(packets, "packet", "packets")} of ${programName}.`
      : `${capitalize(network)} finishes ${programName} in ${units.sayTime(makespan)}.`);
  const steps = results.collective?.steps ?? analysis?.program?.chain.length ?? null;
  // The evidence: what delays the program, its bounds, and where its time goes.
  const skew = rankSkewOf(scenario, results, analysis?.program?.inStep ?? null);
  const evidence = [
    ...(skew === null ? [] : [sayRankSkew(units, skew), sayRendezvousRemedy(), collective?.bandwidth ?? ""]),
    ...(collective?.delays ?? []),
    ...(makespan === null || steps === null ? [] : [sayMissingLatency(units, scenario, makespan, steps)]),
    ...(makespan === null ? [] : sayNetworkTime(units, scenario, makespan)),
    ...(makespan === null
      ? []
      : sayLowerBound(units, makespan, scenario, analysis?.program, skew !== null, results.collective?.bound?.cycles ?? 0)),
    ...(makespan === null || ranks === null ? [] : sayRankTimes(units, makespan, ranks, analysis?.program)),
    ...(collective?.lowerBound ?? []),
    ...(makespan === null ? [] : [sayInCycles(units, makespan), sayWithTechnology(scenario, makespan, collective?.busBandwidth ?? null)]),
    sayContentionFree(analysis?.program?.congestion ?? null),
    ...sayBusiestChannels(units, load),
    rankCount === undefined ? "" : sayIdleTerminals(results.terminals - rankCount, results.terminals),
  ];
  const figure =
    makespan === null
      ? {
          value: `${formatPercent(packets === 0 ? 0 : arrived / packets)}\u00a0%`,
          words: `of ${countOf(packets, "packet", "packets")} delivered`,
        }
      : { value: units.sayTime(makespan), words: `for ${programName}` };
  // If ranks are skewed, that is the cause, and the page has space for one cause only.
  const collectiveCause =
    collective === null || skew !== null ? {} : { besides: { head: collective.bandwidth, rest: collective.delays[0] ?? "" } };
  return { answer, figure, ...collectiveCause, evidence: evidence.filter((each) => each !== "") };
}

/** At most this many waiting ranks are described. */
const maxWaitingRanks = 4;

/**
 * Which ranks wait forever, and for what. The observed waits take precedence over those expected from the program, because the program does
 * not determine which message arrives first.
 * @param expectedRanks ranks that block according to the program, for results that do not hold the waiting ranks
 */
function findingOfBlockedRanks(programName: string, { waitingRanks, packets }: Results, expectedRanks: readonly BlockedRank[]): Finding {
  const [cause, ...others] = (waitingRanks?.first ?? expectedRanks).map(({ why }) => why);
  const countSentence =
    waitingRanks === undefined
      ? ""
      : `${formatCount(waitingRanks.count)} of ${countOf(waitingRanks.of, "rank", "ranks")} ${waitingRanks.count === 1 ? "waits" : "wait"} forever.`;
  const endsClause = `${programName} never ends`;
  return {
    answer:
      cause === undefined
        ? `${capitalize(endsClause)}: ranks wait for messages that never arrive.`
        : `${cause.replace(/\.$/, "")}: ${endsClause}.`,
    figure: { value: formatCount(packets), words: `${packets === 1 ? "packet" : "packets"} sent, then no progress` },
    evidence: [...(countSentence === "" ? [] : [countSentence]), ...others.slice(0, maxWaitingRanks)],
  };
}

/**
 * The time that the network adds to work that takes the same time on any network, such as the computing of a training step. Empty if that
 * time is unknown.
 */
function sayNetworkTime(units: Units, scenario: Scenario, makespan: number): readonly string[] {
  const leastSeconds = workloadFactsOf(scenario).find(({ id }) => id === "least-seconds")?.value ?? null;
  const cycleSeconds = cycleSecondsOf(scenario);
  if (leastSeconds === null || leastSeconds === 0 || cycleSeconds === null) return [];
  const computingCycles = leastSeconds / cycleSeconds;
  const networkCycles = Math.max(0, makespan - computingCycles);
  return [
    `Computing and the pipeline bubble take ${units.sayTime(computingCycles)}; the network adds ${units.sayTime(networkCycles)}, ${sayPercent(networkCycles / computingCycles)} more.`,
  ];
}

/** A sentence with the number of terminals without a rank; empty if every terminal has a rank. */
function sayIdleTerminals(idle: number, terminals: number): string {
  return idle <= 0 ? "" : `${formatCount(idle)} of ${formatCount(terminals)} terminals ${idle === 1 ? "has" : "have"} no rank.`;
}

/**
 * Sentences on the makespan of a program relative to its lower bound, with the reason for the difference, and on the longest chain of
 * dependent messages. All times are cycles.
 * @param program the dependencies of the program's messages; `leastCycles` is the bound for this program on this network
 * @param isSkewed whether other sentences explain the delay by ranks that are not in lockstep
 * @param algorithmBound the bound for any algorithm of a collective operation; 0 if there is none
 */
function sayLowerBound(
  units: Units,
  makespan: number,
  scenario: Scenario,
  program: Causality | undefined,
  isSkewed: boolean,
  algorithmBound: number,
): readonly string[] {
  const { leastCycles = null, chain = [] } = program ?? {};
  if (program === undefined || leastCycles === null || leastCycles === 0) return [];
  const chainClause =
    chain.length === 1 ? "No message depends on another" : `The longest dependency chain has ${formatCount(chain.length)} messages`;
  if (makespan <= leastCycles * (1 + noticeableExcess))
    return [
      `The makespan is within ${withUnit(formatMeasure(100 * noticeableExcess), "%")} of its lower bound in an empty network.`,
      `${chainClause}.`,
    ];
  // Report only the larger of the two bounds. The bound of any algorithm is printed next to this sentence, and a smaller bound here would
  // contradict it.
  if (algorithmBound > leastCycles)
    return [
      isSkewed || makespan <= algorithmBound * (1 + noticeableExcess)
        ? ""
        : `${capitalize(sayWhyLonger(scenario, program))} it take ${formatMeasure(makespan / algorithmBound)} times as long as the lower bound.`,
      `${chainClause}.`,
    ];
  const slowdown = formatMeasure(makespan / leastCycles);
  return [
    // For skewed ranks, the reason has already been given.
    `${capitalize(sayLeastTime(units, leastCycles))}${isSkewed ? "" : `; ${sayWhyLonger(scenario, program)} it ${slowdown} times as long`}.`,
    `${chainClause}; the bound assumes that each terminal sends and receives one message at a time.`,
  ];
}

/**
 * A sentence that no two messages can meet in a channel, and through which switches each phase goes. Empty if messages can meet, or if no
 * channels are shared.
 */
function sayContentionFree(congestion: Congestion | null): string {
  const switchPhases = congestion?.isFree === true ? congestion.phases.filter(({ families }) => families.length > 0) : [];
  if (switchPhases.length === 0) return "";
  const phaseClauses = switchPhases.map(
    ({ name, families }) =>
      `${name === "" ? "all of them use" : `${name} ${name.startsWith("steps ") ? "use" : "uses"}`} ${families.join(" or ")} switches`,
  );
  return `The messages of two ranks never share a channel: ${joinWithAnd(phaseClauses)}.`;
}

/** How the ranks spend their time on average, and whether some finish long before the last one. */
function sayRankTimes(units: Units, makespan: number, ranks: RankResults, program: Causality | undefined): readonly string[] {
  const { meanDone, meanBusy, firstDone } = ranks;
  const shareOfTime = (cycles: number) => `${formatPercent(cycles / makespan)}\u00a0%`;
  // Without computing and without named phases, ranks only exchange messages and wait for them.
  const timeSentence =
    sayPhaseTimes(makespan, ranks, program, shareOfTime) ??
    (meanBusy > 0 ? sayCommunicationTime(shareOfTime, makespan, meanDone, meanBusy) : "");
  // In most programs the ranks finish together, so a rank that finishes long before the last is worth a mention.
  const firstRankSentence = firstDone > 0 && firstDone < 0.5 * makespan ? `The first rank finishes after ${units.sayTime(firstDone)}.` : "";
  return [timeSentence, firstRankSentence];
}

/**
 * The share of time that computing ranks spend on communication, on average. A rank is done when it has handed over its last message, while
 * its terminal may still be sending it. Nothing is said about the time after that.
 */
function sayCommunicationTime(shareOfTime: (cycles: number) => string, makespan: number, meanDone: number, meanBusy: number): string {
  const activity = `sends, receives or waits for messages ${shareOfTime(Math.max(0, meanDone - meanBusy))} of the time`;
  if (meanDone >= (1 - noticeableExcess) * makespan) return `A rank ${activity}.`;
  return `On average, a rank ${activity} and finishes after ${shareOfTime(meanDone)} of the time; its last messages may still be in flight.`;
}

/**
 * A sentence on the phases that the program names: `On average, a rank spends 5 % of the time computing, …`. A phase counts as waiting at
 * the barrier, as exchanging if messages are exchanged in it (`meetings`), otherwise as computing. Null if the phases do not separate
 * computing from communication. Times are cycles.
 * @param meanBusy mean cycles for which a rank computes
 * @param shareOfTime writes cycles as a share of the makespan
 */
function sayPhaseTimes(
  makespan: number,
  { phases = [], meanBusy }: RankResults,
  program: Causality | undefined,
  shareOfTime: (cycles: number) => string,
): string | null {
  const meetings = program?.meetings ?? null;
  if (meetings === null || phases.length === 0) return null;
  const activities = ["computing", "exchanging messages", "waiting at the barrier"];
  /** Index of the activity of a phase. */
  const activityOf = (name: string, phaseIndex: number) => {
    if (name === waitingPhase) return 2;
    return hasExchangeIn(meetings, phaseIndex) ? 1 : 0;
  };
  const cyclesByActivity = activities.map(() => 0);
  for (const [phaseIndex, { name, cycles }] of phases.entries())
    cyclesByActivity[activityOf(name, phaseIndex)] += cycles.reduce((a, b) => a + b, 0) / cycles.length;
  // If a rank computes while it exchanges messages, phases cannot separate the two.
  const [computing, , waiting] = cyclesByActivity;
  if (Math.abs(computing - meanBusy) > noticeableExcess * makespan) return null;
  if (computing + waiting === 0) return null;
  const idleCycles = makespan - cyclesByActivity.reduce((a, b) => a + b, 0);
  const clauses = activities.flatMap((activity, i) => (cyclesByActivity[i] > 0 ? [`${shareOfTime(cyclesByActivity[i])} ${activity}`] : []));
  const idleClause = idleCycles > noticeableExcess * makespan ? `; it is finished in the last ${shareOfTime(idleCycles)}` : "";
  return `On average, a rank spends ${joinWithAnd(clauses).replace("% ", "% of the time ")}${idleClause}.`;
}
