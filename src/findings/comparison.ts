/** The finding of a comparison: which network delivers the most and which the least, or which finishes first, and by how much. */
import type { Bill } from "../core/costs/bill.ts";
import { isDeadlocked, type Results, senderOf } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { anded } from "../core/base/words.ts";
import { formatCount, formatMeasure, formatPercent, withUnit } from "../words/numbers.ts";
import { sayBandwidths } from "./collective.ts";
import type { Finding } from "./traffic.ts";
import { deliversAll } from "./figure.ts";
import { called } from "../words/networks.ts";
import { loadOf } from "../core/scenario/load.ts";
import type { Units } from "../words/units.ts";

/** A network of the comparison with its results; results are null until the run has finished. */
export interface Compared {
  readonly letter: string;
  readonly name: string;
  readonly links: number;
  /** Its cost at the document's prices; null if unknown. */
  readonly bill: Bill | null;
  readonly scenario: Scenario;
  /** Its offered load, in phits per cycle of the page's clock; null for a finite workload. */
  readonly load: number | null;
  readonly results: Results | null;
}

/** The finding of a comparison, relative to the baseline; null until all results are available. */
export function comparisonFinding(units: Units, compared: readonly Compared[], baseline: number): Finding | null {
  const known = compared.flatMap((each) => (each.results === null ? [] : [{ ...each, results: each.results }]));
  if (known.length < compared.length) return null;
  const stuck = known.filter(({ results }) => isDeadlocked(results));
  if (stuck.length > 0) {
    const dies = stuck.length === 1 ? "deadlocks and delivers" : "deadlock and deliver";
    return { answer: `${listed([...moving(units, known), `${listed(stuck.map(called))} ${dies} nothing more`])}.`, evidence: [] };
  }
  const isFinite = known.every(({ results }) => results.makespan !== null);
  if (known.length > 2) return isFinite ? timesOfMany(units, known) : loadsOfMany(units, known);
  const [base, other] = [known[baseline], known[baseline === 0 ? 1 : 0]];
  if (isFinite) return timesOfTwo(units, known, other, base);
  return { answer: loadsOf(units, known), evidence: sayRatio(units, other, base) };
}

type Known = Compared & { readonly results: Results };

function timesOfTwo(units: Units, known: readonly Known[], other: Known, base: Known): Finding {
  const longest = Math.max(...known.map(({ results }) => results.makespan!));
  const soonestFirst = known.toSorted((a, b) => a.results.makespan! - b.results.makespan!);
  const times = soonestFirst.map((each, i) => {
    const time = withUnit(units.formatTime(each.results.makespan!, longest), units.timeUnit(longest).name);
    return `${called(each)}${i === 0 ? ` ${sayDone(known, "s")}` : ""} in ${time}`;
  });
  return { answer: `${listed(times)}.`, evidence: [againstTime(other, base), ...sayBandwidths(units, known), ...sayPrices(other, base)] };
}

/** The time of a network relative to the baseline, and its relative cost. */
function againstTime(other: Known, base: Known): string {
  const part = other.results.makespan! / base.results.makespan!;
  const time =
    part < 1
      ? `${withUnit(formatMeasure(100 * part), "%")} of ${base.letter}’s time`
      : `${formatMeasure(part) === "1" ? "" : `${formatMeasure(part)} times `}${base.letter}’s time`;
  return `${other.letter} takes ${time}${takes(other, base)}.`;
}

/**
 * What all networks have completed at the end: the same program, or the delivery of all packets.
 * @param ending of the verb: `s` for one network, empty for several
 */
function sayDone(known: readonly Known[], ending: "s" | ""): string {
  const [first, ...others] = known;
  const { kind } = first.scenario.workload;
  const count = first.results.ranks?.count;
  const isSame = others.every(({ scenario, results }) => scenario.workload.kind === kind && results.ranks?.count === count);
  if (count === undefined || !isSame) return `deliver${ending} everything`;
  return `finish${ending === "" ? "" : "es"} the ${workloads.get(kind).title} of ${formatCount(count)} ranks`;
}

/** The load that each network delivers: the best first, or in the order of the document if their offered loads differ. */
function loadsOf(units: Units, known: readonly Known[]): string {
  const offered = oneLoadOf(known);
  if (offered !== null) return deliveries(units, known, rankedByLoad(units, known), offered);
  const said = known.map((each, i) => `${called(each)} ${i === 0 ? "delivers " : ""}${units.formatLoad(each.results.acceptedPerSender)}`);
  return `${eachOffered(units, known)}${listed(said)}.`;
}

/** The load offered to every network, in phits per cycle and sender; null if it differs between networks. */
function oneLoadOf(known: readonly Known[]): number | null {
  const [first, ...others] = new Set(known.map(({ load, results }) => load ?? results.offeredPerSender));
  return others.length === 0 ? first : null;
}

/** The noun for the senders of all networks. */
function sendersOf(known: readonly Known[]): string {
  const [noun, ...others] = new Set(known.map(({ results }) => senderOf(results)));
  return others.length === 0 ? noun : "sending terminal";
}

/** The beginning of a sentence that names the offered load, or the unit of the loads that follow, if the offered loads differ. */
function eachOffered(units: Units, known: readonly Known[]): string {
  const [own, ...others] = new Set(known.map(({ scenario }) => loadOf(scenario)));
  // The same fraction of a channel is a different number of bytes per second where channels have different rates.
  return others.length === 0 && own !== null
    ? `Each offered ${withUnit(formatMeasure(100 * own), "%")} of its own channel; in ${units.headOf("phits/cycle")} per ${sendersOf(known)}, `
    : `In ${units.headOf("phits/cycle")} per sender, `;
}

/** With more tiers than this, only the best and the worst are listed. */
const mostTold = 3;

/** Which networks deliver all that is offered, or most of it, and what the others deliver. */
function deliveries(units: Units, known: readonly Known[], ranks: readonly Rank[], offered: number): string {
  const [best, ...others] = ranks;
  const per = `per ${sendersOf(known)}`;
  const isOfAll = others.length === 0 && known.length > 2;
  const who = isOfAll ? `All ${known.length} networks` : whoOf(best);
  const verb = best.those.length === 1 ? "delivers" : "deliver";
  const most = best.text === all ? `all that is offered, ${units.sayLoad(offered)} ${per}` : ofOffered(units, best, offered, per);
  const told = ranks.length > mostTold ? others.slice(-1) : others;
  const rest = told.map((rank) => `${whoOf(rank)} ${ranks.length > mostTold ? "least, " : ""}${rank.text}`);
  return `${listed([`${who} ${verb} ${most}`, ...rest])}.`;
}

function ofOffered(units: Units, { text, those: [{ results }] }: Rank, offered: number, per: string): string {
  return `${results.acceptedPerSender === 0 ? text : units.sayLoad(results.acceptedPerSender)} ${per} of ${units.formatLoad(offered)} offered`;
}

/** Networks whose values read the same on the page. Tiers are sorted from best to worst. */
interface Rank {
  readonly those: readonly Known[];
  readonly value: number;
  readonly text: string;
}

function ranked(known: readonly Known[], of: (each: Known) => number, write: (value: number) => string): readonly Rank[] {
  const ranks: { those: Known[]; value: number; text: string }[] = [];
  for (const each of known.toSorted((a, b) => of(b) - of(a))) {
    const [last, text] = [ranks[ranks.length - 1], write(of(each))];
    if (last?.text === text) last.those.push(each);
    else ranks.push({ those: [each], value: of(each), text });
  }
  return ranks;
}

/** The text for networks that deliver all of their offered load. */
const all = "all";

function rankedByLoad(units: Units, known: readonly Known[]): readonly Rank[] {
  return ranked(
    known,
    ({ results }) => (deliversAll(results) ? Infinity : results.acceptedPerSender),
    (load) => (load === Infinity ? all : units.formatLoad(load)),
  );
}

/** One network by letter and name, several by their letters. */
function whoOf({ those }: Rank): string {
  return those.length === 1 ? called(those[0]) : anded(those.map((each) => each.letter).sort());
}

const between = (ranks: readonly Rank[]): readonly string[] => {
  const middle = ranks.slice(1, -1).map((rank) => `${whoOf(rank)} ${rank.text}`);
  return middle.length === 0 ? [] : [`Between them: ${listed(middle)}.`];
};

function loadsOfMany(units: Units, known: readonly Known[]): Finding {
  const offered = oneLoadOf(known);
  const ranks = offered === null ? ranked(known, ({ results }) => results.acceptedPerSender, units.formatLoad) : rankedByLoad(units, known);
  const [best, worst] = [ranks[0], ranks[ranks.length - 1]];
  const prices = sayPrices(worst.those[0], best.those[0]);
  if (offered !== null) {
    const answer = deliveries(units, known, ranks, offered);
    if (best === worst) return { answer, evidence: sayFastest(units, known) };
    return { answer, evidence: [againstBest(worst, best), ...(ranks.length > mostTold ? between(ranks) : []), ...prices] };
  }
  const lead = eachOffered(units, known);
  if (best === worst) return { answer: `${lead}all ${known.length} networks deliver ${best.text}.`, evidence: sayFastest(units, known) };
  const verb = best.those.length === 1 ? "delivers" : "deliver";
  const answer = `${lead}${whoOf(best)} ${verb} most, ${best.text}; ${whoOf(worst)} least, ${worst.text}.`;
  return { answer, evidence: [againstBest(worst, best), ...between(ranks), ...prices] };
}

/** The load that the worst network delivers relative to the best, and its relative cost. */
function againstBest({ those: [worst] }: Rank, { those: [best] }: Rank): string {
  const [own, its] = [worst.results.acceptedPerSender, best.results.acceptedPerSender];
  return `${worst.letter} delivers ${share(own, its)} of ${best.letter}’s load${takes(worst, best)}.`;
}

function timesOfMany(units: Units, known: readonly Known[]): Finding {
  const longest = Math.max(...known.map(({ results }) => results.makespan!));
  const ranks = ranked(
    known,
    ({ results }) => -results.makespan!,
    (value) => units.formatTime(-value, longest),
  );
  const [best, worst] = [ranks[0], ranks[ranks.length - 1]];
  const inTime = ({ text }: Rank) => withUnit(text, units.timeUnit(longest).name);
  if (best === worst) return { answer: `All ${known.length} networks ${sayDone(known, "")} in ${inTime(best)}.`, evidence: [] };
  const verb = best.those.length === 1 ? "finishes" : "finish";
  const answer = `${whoOf(best)} ${verb} first, in ${inTime(best)}; ${whoOf(worst)} last, in ${inTime(worst)}.`;
  const [slow, quick] = [worst.those[0], best.those[0]];
  return { answer, evidence: [againstTime(slow, quick), ...between(ranks), ...sayBandwidths(units, known), ...sayPrices(slow, quick)] };
}

/** The cost of a network relative to another, or its relative number of links if no prices are known. Empty if both are equal. */
function takes(other: Known, base: Known): string {
  const links = other.links === base.links ? "" : `with ${share(other.links, base.links)} of ${base.letter}’s links`;
  if (other.bill === null || base.bill === null || base.bill.total === 0) return links === "" ? "" : ` ${links}`;
  const perTerminal = other.bill.terminals === base.bill.terminals ? "" : " per terminal";
  const [own, its] = [other.bill.perTerminal, base.bill.perTerminal];
  if (own !== its) return ` at ${share(own, its)} of ${base.letter}’s cost${perTerminal}`;
  return links === "" ? "" : ` at the same cost${perTerminal}, ${links}`;
}

/** The numbers of links behind a difference in cost, and the price list used. */
function sayPrices(other: Known, base: Known): readonly string[] {
  if (other.bill === null || base.bill === null || base.bill.total === 0) return [];
  if (other.bill.perTerminal === base.bill.perTerminal) return [];
  const links = other.links === base.links ? "as many links as" : `${share(other.links, base.links)} of the links of`;
  return [`${other.letter} has ${links} ${base.letter}; costs are at ${base.bill.prices}.`];
}

/** The mean latencies, if all networks deliver the same load. */
function sayFastest(units: Units, known: readonly Known[]): readonly string[] {
  if (known.some(({ results }) => results.latency === null || !results.steady.is)) return [];
  const longest = Math.max(...known.map(({ results }) => results.latency!.mean));
  const ranks = ranked(
    known,
    ({ results }) => -results.latency!.mean,
    (value) => units.formatTime(Math.round(-value), longest),
  );
  const [best, worst] = [ranks[0], ranks[ranks.length - 1]];
  const soonest = `A packet takes ${withUnit(best.text, units.timeUnit(longest).name)} on average`;
  return best === worst
    ? [`${soonest} in each.`]
    : [`${soonest} in ${whoOf(best)}, ${withUnit(worst.text, units.timeUnit(longest).name)} in ${whoOf(worst)}.`];
}

function sayRatio(units: Units, other: Known, base: Known): readonly string[] {
  // Compare the totals of the networks: patterns may leave different numbers of terminals silent.
  const [own, its] = [other.results.accepted, base.results.accepted];
  if (its === 0) return [];
  const isLike = other.results.terminals === base.results.terminals;
  const isAsMuch = Math.round((100 * own) / its) === 100;
  const part = own > 2 * its ? `${formatMeasure(own / its)} times` : `${share(own, its)} of`;
  const traffic = `${isAsMuch ? `as much as ${base.letter}` : `${part} ${base.letter}’s traffic`}${isLike ? "" : " per terminal"}`;
  const slower =
    other.results.latency === null || base.results.latency === null || !other.results.steady.is || !base.results.steady.is
      ? []
      : [
          `A packet takes ${units.sayTime(Math.round(other.results.latency.mean))} there, ${units.sayTimeAfter(Math.round(base.results.latency.mean), other.results.latency.mean)} in ${base.letter}.`,
        ];
  return [`${other.letter} delivers ${traffic}${takes(other, base)}.`, ...slower, ...sayPrices(other, base)];
}

/** The loads that the networks without a deadlock deliver, the best first. */
function moving(units: Units, known: readonly Known[]): readonly string[] {
  return known
    .filter(({ results }) => !isDeadlocked(results))
    .toSorted((a, b) => b.results.acceptedPerSender - a.results.acceptedPerSender)
    .map((each, i) => `${called(each)} ${i === 0 ? "delivers " : ""}${units.formatLoad(each.results.acceptedPerSender)}`);
}

const share = (a: number, b: number) => `${formatPercent(a / b)}\u00a0%`;
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join("; ")}; ${parts[parts.length - 1]}`;
