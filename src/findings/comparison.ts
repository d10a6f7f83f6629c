/** The finding of a comparison: which network delivers the most and which the least, or which finishes first, and by how much. */
import type { Bill } from "../core/costs/bill.ts";
import { isDeadlocked, type Results, senderName } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/registry.ts";
import { joinWithAnd } from "../core/base/words.ts";
import { formatCount, formatMeasure, formatPercent, withUnit } from "../words/numbers.ts";
import { sayBandwidths } from "./collective.ts";
import type { Finding } from "./traffic.ts";
import { deliversAll } from "./key-figure.ts";
import { letterAndName } from "../words/networks.ts";
import { scenarioLoad } from "../core/scenario/load.ts";
import type { Units } from "../words/units.ts";

/** A network of the comparison with its results; results are null until the run has finished. */
export interface ComparedNetwork {
  readonly letter: string;
  readonly name: string;
  readonly links: number;
  /** The cost of the network at the document's prices; null if unknown. */
  readonly bill: Bill | null;
  readonly scenario: Scenario;
  /** The offered load of the network, in phits per cycle of the first network; null for a finite workload. */
  readonly load: number | null;
  readonly results: Results | null;
}

/** The finding of a comparison, relative to the baseline; null until all results are available. */
export function comparisonFinding(units: Units, networks: readonly ComparedNetwork[], baseline: number): Finding | null {
  const finished = networks.flatMap((each) => (each.results === null ? [] : [{ ...each, results: each.results }]));
  if (finished.length < networks.length) return null;
  const deadlocked = finished.filter(({ results }) => isDeadlocked(results));
  if (deadlocked.length > 0) {
    const deadlockClause = deadlocked.length === 1 ? "deadlocks and delivers" : "deadlock and deliver";
    return {
      answer: `${joinClauses([...sayNetworksWithoutDeadlock(units, finished), `${joinWithAnd(deadlocked.map(letterAndName))} ${deadlockClause} nothing more`])}.`,
      evidence: [],
    };
  }
  const isFinite = finished.every(({ results }) => results.makespan !== null);
  if (finished.length > 2) return isFinite ? findingOfTimes(units, finished) : findingOfLoads(units, finished);
  const [base, other] = [finished[baseline], finished[baseline === 0 ? 1 : 0]];
  if (isFinite) return findingOfTwoTimes(units, finished, other, base);
  return { answer: sayDeliveries(units, finished), evidence: sayTrafficRatio(units, other, base) };
}

type FinishedNetwork = ComparedNetwork & { readonly results: Results };

function findingOfTwoTimes(units: Units, finished: readonly FinishedNetwork[], other: FinishedNetwork, base: FinishedNetwork): Finding {
  const longest = Math.max(...finished.map(({ results }) => results.makespan!));
  const byTime = finished.toSorted((a, b) => a.results.makespan! - b.results.makespan!);
  const times = byTime.map((each, i) => {
    const time = withUnit(units.formatTime(each.results.makespan!, longest), units.timeUnit(longest).name);
    return `${letterAndName(each)}${i === 0 ? ` ${sayCompletion(finished, "s")}` : ""} in ${time}`;
  });
  return {
    answer: `${joinClauses(times)}.`,
    evidence: [sayTimeRatio(other, base), ...sayBandwidths(units, finished), ...sayPrices(other, base)],
  };
}

/** The time of a network relative to the baseline, and its relative cost. */
function sayTimeRatio(other: FinishedNetwork, base: FinishedNetwork): string {
  const timeRatio = other.results.makespan! / base.results.makespan!;
  const timeClause =
    timeRatio < 1
      ? `${withUnit(formatMeasure(100 * timeRatio), "%")} of ${base.letter}’s time`
      : formatMeasure(timeRatio) === "1"
        ? `as long as ${base.letter}`
        : `${formatMeasure(timeRatio)} times ${base.letter}’s time`;
  return `${other.letter} takes ${timeClause}${sayRelativeCost(other, base)}.`;
}

/**
 * What all networks have completed at the end: the same program, or the delivery of all packets.
 * @param ending of the verb: `s` for one network, empty for several
 */
function sayCompletion(finished: readonly FinishedNetwork[], ending: "s" | ""): string {
  const [first, ...others] = finished;
  const { kind } = first.scenario.workload;
  const count = first.results.ranks?.count;
  const isSame = others.every(({ scenario, results }) => scenario.workload.kind === kind && results.ranks?.count === count);
  if (count === undefined || !isSame) return `deliver${ending} all packets`;
  return `finish${ending === "" ? "" : "es"} the ${workloads.get(kind).title} of ${formatCount(count)} ranks`;
}

/** The load that each network delivers: the best first, or in the order of the document if their offered loads differ. */
function sayDeliveries(units: Units, finished: readonly FinishedNetwork[]): string {
  const offered = commonLoadOf(finished);
  if (offered !== null) return sayTiers(units, finished, tiersByLoad(units, finished), offered);
  const clauses = finished.map(
    (each, i) => `${letterAndName(each)} ${i === 0 ? "delivers " : ""}${units.formatLoad(each.results.acceptedPerSender)}`,
  );
  return `${sayOfferedLoads(units, finished)}${joinClauses(clauses)}.`;
}

/** The load offered to every network, in phits per cycle and sender; null if it differs between networks. */
function commonLoadOf(finished: readonly FinishedNetwork[]): number | null {
  const [first, ...others] = new Set(finished.map(({ load, results }) => load ?? results.offeredPerSender));
  return others.length === 0 ? first : null;
}

/** The noun for the senders of all networks. */
function senderNounOf(finished: readonly FinishedNetwork[]): string {
  const [noun, ...others] = new Set(finished.map(({ results }) => senderName(results)));
  return others.length === 0 ? noun : "sending terminal";
}

/** The beginning of a sentence that names the offered load, or the unit of the loads that follow, if the offered loads differ. */
function sayOfferedLoads(units: Units, finished: readonly FinishedNetwork[]): string {
  const [commonLoad, ...others] = new Set(finished.map(({ scenario }) => scenarioLoad(scenario)));
  // The same fraction of a channel is a different number of bytes per second where channels have different rates.
  return others.length === 0 && commonLoad !== null
    ? `Each network is offered ${withUnit(formatMeasure(100 * commonLoad), "%")} of its own channel rate; in ${units.headOf("phits/cycle")} per ${senderNounOf(finished)}, `
    : `In ${units.headOf("phits/cycle")} per sender, `;
}

/** With more tiers than this, only the best and the worst are listed. */
const maxListedTiers = 3;

/** Which networks deliver all that is offered, or most of it, and what the others deliver. */
function sayTiers(units: Units, finished: readonly FinishedNetwork[], tiers: readonly Tier[], offered: number): string {
  const [best, ...others] = tiers;
  const perSender = `per ${senderNounOf(finished)}`;
  const isAllNetworks = others.length === 0 && finished.length > 2;
  const subject = isAllNetworks ? `All ${finished.length} networks` : nameTier(best);
  const verb = best.networks.length === 1 ? "delivers" : "deliver";
  const bestClause =
    best.text === allText
      ? `the full offered load, ${units.sayLoad(offered)} ${perSender}`
      : sayDeliveredOfOffered(units, best, offered, perSender);
  const listedTiers = tiers.length > maxListedTiers ? others.slice(-1) : others;
  const otherClauses = listedTiers.map((tier) => `${nameTier(tier)} ${tiers.length > maxListedTiers ? "the least, " : ""}${tier.text}`);
  return `${joinClauses([`${subject} ${verb} ${bestClause}`, ...otherClauses])}.`;
}

function sayDeliveredOfOffered(units: Units, { text, networks: [{ results }] }: Tier, offered: number, perSender: string): string {
  return `${results.acceptedPerSender === 0 ? text : units.sayLoad(results.acceptedPerSender)} ${perSender} of ${units.formatLoad(offered)} offered`;
}

/** Networks whose values read the same on the page. Tiers are sorted from best to worst. */
interface Tier {
  readonly networks: readonly FinishedNetwork[];
  readonly value: number;
  readonly text: string;
}

function tiersOf(
  finished: readonly FinishedNetwork[],
  valueOf: (each: FinishedNetwork) => number,
  format: (value: number) => string,
): readonly Tier[] {
  const tiers: { networks: FinishedNetwork[]; value: number; text: string }[] = [];
  for (const each of finished.toSorted((a, b) => valueOf(b) - valueOf(a))) {
    const [lastTier, text] = [tiers[tiers.length - 1], format(valueOf(each))];
    if (lastTier?.text === text) lastTier.networks.push(each);
    else tiers.push({ networks: [each], value: valueOf(each), text });
  }
  return tiers;
}

/** The text for networks that deliver all of their offered load. */
const allText = "all";

function tiersByLoad(units: Units, finished: readonly FinishedNetwork[]): readonly Tier[] {
  // Networks that deliver nearly all, but print less, are listed with their load.
  const readsAsAll = ({ acceptedPerSender: accepted, offeredPerSender: created }: Results, offered: number) =>
    [offered, created].some((load) => units.formatLoad(Math.min(accepted, load)) === units.formatLoad(load));
  return tiersOf(
    finished,
    ({ load, results }) =>
      deliversAll(results) && readsAsAll(results, load ?? results.offeredPerSender) ? Infinity : results.acceptedPerSender,
    (load) => (load === Infinity ? allText : units.formatLoad(load)),
  );
}

/** One network by letter and name, several by their letters. */
function nameTier({ networks }: Tier): string {
  return networks.length === 1 ? letterAndName(networks[0]) : joinWithAnd(networks.map((each) => each.letter).sort());
}

const sayMiddleTiers = (tiers: readonly Tier[]): readonly string[] => {
  const clauses = tiers.slice(1, -1).map((rank) => `${nameTier(rank)} ${rank.text}`);
  return clauses.length === 0 ? [] : [`Between them: ${joinClauses(clauses)}.`];
};

/**
 * The finding of a comparison of more than two networks under open-loop traffic: which deliver most and least. Networks whose values read
 * the same are one tier. With the same offered load for all networks, those that deliver all of it are the best tier. The evidence gives
 * ratios and prices of the best and the worst.
 */
function findingOfLoads(units: Units, finished: readonly FinishedNetwork[]): Finding {
  const offered = commonLoadOf(finished);
  const tiers =
    offered === null ? tiersOf(finished, ({ results }) => results.acceptedPerSender, units.formatLoad) : tiersByLoad(units, finished);
  const [best, worst] = [tiers[0], tiers[tiers.length - 1]];
  const prices = sayPrices(worst.networks[0], best.networks[0]);
  if (offered !== null) {
    const answer = sayTiers(units, finished, tiers, offered);
    if (best === worst) return { answer, evidence: sayMeanLatencies(units, finished) };
    return { answer, evidence: [sayLoadRatio(worst, best), ...(tiers.length > maxListedTiers ? sayMiddleTiers(tiers) : []), ...prices] };
  }
  const introduction = sayOfferedLoads(units, finished);
  if (best === worst)
    return { answer: `${introduction}all ${finished.length} networks deliver ${best.text}.`, evidence: sayMeanLatencies(units, finished) };
  const verb = best.networks.length === 1 ? "delivers" : "deliver";
  const answer = `${introduction}${nameTier(best)} ${verb} the most, ${best.text}; ${nameTier(worst)} the least, ${worst.text}.`;
  return { answer, evidence: [sayLoadRatio(worst, best), ...sayMiddleTiers(tiers), ...prices] };
}

/** The load that the worst network delivers relative to the best, and its relative cost. */
function sayLoadRatio({ networks: [worst] }: Tier, { networks: [best] }: Tier): string {
  const [worstLoad, bestLoad] = [worst.results.acceptedPerSender, best.results.acceptedPerSender];
  return `${worst.letter} delivers ${percentOf(worstLoad, bestLoad)} of ${best.letter}’s load${sayRelativeCost(worst, best)}.`;
}

/**
 * The finding of a comparison of more than two networks with a finite workload: which finish first and last, in tiers of networks whose
 * times read the same. The evidence gives ratios, bandwidths and prices of the slowest and the fastest.
 */
function findingOfTimes(units: Units, finished: readonly FinishedNetwork[]): Finding {
  const longest = Math.max(...finished.map(({ results }) => results.makespan!));
  const tiers = tiersOf(
    finished,
    ({ results }) => -results.makespan!,
    (value) => units.formatTime(-value, longest),
  );
  const [best, worst] = [tiers[0], tiers[tiers.length - 1]];
  const sayTierTime = ({ text }: Tier) => withUnit(text, units.timeUnit(longest).name);
  if (best === worst)
    return { answer: `All ${finished.length} networks ${sayCompletion(finished, "")} in ${sayTierTime(best)}.`, evidence: [] };
  const verb = best.networks.length === 1 ? "finishes" : "finish";
  const answer = `${nameTier(best)} ${verb} first, in ${sayTierTime(best)}; ${nameTier(worst)} last, in ${sayTierTime(worst)}.`;
  const [slowest, fastest] = [worst.networks[0], best.networks[0]];
  return {
    answer,
    evidence: [sayTimeRatio(slowest, fastest), ...sayMiddleTiers(tiers), ...sayBandwidths(units, finished), ...sayPrices(slowest, fastest)],
  };
}

/** The cost of a network relative to another, or its relative number of links if no prices are known. Empty if both are equal. */
function sayRelativeCost(other: FinishedNetwork, base: FinishedNetwork): string {
  const linksClause = other.links === base.links ? "" : `with ${percentOf(other.links, base.links)} of ${base.letter}’s links`;
  if (other.bill === null || base.bill === null || base.bill.total === 0) return linksClause === "" ? "" : ` ${linksClause}`;
  const perTerminal = other.bill.terminals === base.bill.terminals ? "" : " per terminal";
  const [cost, baseCost] = [other.bill.perTerminal, base.bill.perTerminal];
  if (cost !== baseCost) return ` at ${percentOf(cost, baseCost)} of ${base.letter}’s cost${perTerminal}`;
  return linksClause === "" ? "" : ` at the same cost${perTerminal}, ${linksClause}`;
}

/** The numbers of links that explain a difference in cost, and the price list used. */
function sayPrices(other: FinishedNetwork, base: FinishedNetwork): readonly string[] {
  if (other.bill === null || base.bill === null || base.bill.total === 0) return [];
  if (other.bill.perTerminal === base.bill.perTerminal) return [];
  const linksClause = other.links === base.links ? "as many links as" : `${percentOf(other.links, base.links)} of the links of`;
  return [`${other.letter} has ${linksClause} ${base.letter}; costs are at ${base.bill.prices}.`];
}

/** The mean latencies, if all networks deliver the same load. */
function sayMeanLatencies(units: Units, finished: readonly FinishedNetwork[]): readonly string[] {
  if (finished.some(({ results }) => results.latency === null || !results.steady.is)) return [];
  const longest = Math.max(...finished.map(({ results }) => results.latency!.mean));
  const tiers = tiersOf(
    finished,
    ({ results }) => -results.latency!.mean,
    (value) => units.formatTime(Math.round(-value), longest),
  );
  const [best, worst] = [tiers[0], tiers[tiers.length - 1]];
  const bestClause = `The mean latency is ${withUnit(best.text, units.timeUnit(longest).name)}`;
  return best === worst
    ? [`${bestClause} in each network.`]
    : [`${bestClause} in ${nameTier(best)} and ${withUnit(worst.text, units.timeUnit(longest).name)} in ${nameTier(worst)}.`];
}

function sayTrafficRatio(units: Units, other: FinishedNetwork, base: FinishedNetwork): readonly string[] {
  // Compare the totals of the networks: patterns may leave different numbers of terminals silent.
  const [accepted, baseAccepted] = [other.results.accepted, base.results.accepted];
  if (baseAccepted === 0) return [];
  const haveSameTerminals = other.results.terminals === base.results.terminals;
  const readsAlike = units.formatLoad(accepted) === units.formatLoad(baseAccepted);
  const isAbout = Math.round((100 * accepted) / baseAccepted) === 100;
  const ratioText =
    accepted > 2 * baseAccepted ? `${formatMeasure(accepted / baseAccepted)} times` : `${percentOf(accepted, baseAccepted)} of`;
  const trafficClause = `${readsAlike || isAbout ? `${readsAlike ? "" : "about "}as much as ${base.letter}` : `${ratioText} ${base.letter}’s traffic`}${haveSameTerminals ? "" : " per terminal"}`;
  const latencySentences =
    other.results.latency === null || base.results.latency === null || !other.results.steady.is || !base.results.steady.is
      ? []
      : [
          `The mean latency is ${units.sayTime(Math.round(other.results.latency.mean))} in ${other.letter} and ${units.sayTimeAfter(Math.round(base.results.latency.mean), other.results.latency.mean)} in ${base.letter}.`,
        ];
  return [`${other.letter} delivers ${trafficClause}${sayRelativeCost(other, base)}.`, ...latencySentences, ...sayPrices(other, base)];
}

/** The loads that the networks without a deadlock deliver, the best first. */
function sayNetworksWithoutDeadlock(units: Units, finished: readonly FinishedNetwork[]): readonly string[] {
  return finished
    .filter(({ results }) => !isDeadlocked(results))
    .toSorted((a, b) => b.results.acceptedPerSender - a.results.acceptedPerSender)
    .map(
      (each, i) =>
        `${letterAndName(each)} ${i === 0 ? `delivers ${units.sayLoad(each.results.acceptedPerSender)}` : units.formatLoad(each.results.acceptedPerSender)}`,
    );
}

const percentOf = (a: number, b: number) => `${formatPercent(a / b)}\u00a0%`;
const joinClauses = (clauses: readonly string[]) =>
  clauses.length < 2 ? (clauses[0] ?? "") : `${clauses.slice(0, -1).join("; ")}; ${clauses[clauses.length - 1]}`;
