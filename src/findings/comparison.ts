/** The finding of a comparison: who gives most and who least, and by how much. */
import type { Bill } from "../core/costs/bill.ts";
import { type Results, senderOf } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { anded } from "../core/base/words.ts";
import { formatCount, formatMeasure, formatPercent, withUnit } from "../words/numbers.ts";
import type { Finding } from "./traffic.ts";
import { called } from "../words/networks.ts";
import { loadOf } from "../core/scenario/load.ts";
import type { Units } from "../words/units.ts";

/** One of several scenarios and what it came to; null while that is not in. */
export interface Compared {
  readonly letter: string;
  readonly name: string;
  readonly links: number;
  /** What it costs by the document's prices; null where that is not known. */
  readonly bill: Bill | null;
  readonly scenario: Scenario;
  /** Its own offered load, phits per cycle of the page; null for a finite workload. */
  readonly load: number | null;
  readonly results: Results | null;
}

/** What a comparison found, against its baseline; null while not all of it is in. */
export function comparisonFinding(units: Units, compared: readonly Compared[], baseline: number): Finding | null {
  const known = compared.flatMap((each) => (each.results === null ? [] : [{ ...each, results: each.results }]));
  if (known.length < compared.length) return null;
  const stuck = known.filter(({ results }) => results.deadlock !== null);
  if (stuck.length > 0) {
    const who = listed(stuck.map(called));
    return {
      answer: `${who} ${stuck.length === 1 ? "deadlocks" : "deadlock"} and ${stuck.length === 1 ? "delivers" : "deliver"} nothing more.`,
      evidence: sayMoving(units, known),
    };
  }
  const isFinite = known.every(({ results }) => results.makespan !== null);
  if (known.length > 2) return isFinite ? timesOfMany(units, known) : loadsOfMany(units, known);
  const [base, other] = [known[baseline], known[baseline === 0 ? 1 : 0]];
  return isFinite ? timesOfTwo(units, known, other, base) : { answer: loadsOf(units, known), evidence: sayRatio(units, other, base) };
}

type Known = Compared & { readonly results: Results };

function timesOfTwo(units: Units, known: readonly Known[], other: Known, base: Known): Finding {
  const longest = Math.max(...known.map(({ results }) => results.makespan!));
  const times = known.map((each, i) => {
    const time = units.formatTime(each.results.makespan!, longest);
    return i === 0
      ? `${called(each)} ${sayDone(known, "s")} in ${withUnit(time, units.timeUnit(longest).name)}`
      : `${called(each)} in ${time}`;
  });
  const part = other.results.makespan! / base.results.makespan!;
  const time =
    part < 1
      ? `${withUnit(formatMeasure(100 * part), "%")} of ${base.letter}’s time`
      : `${formatMeasure(part) === "1" ? "" : `${formatMeasure(part)} times `}${base.letter}’s time`;
  return { answer: `${listed(times)}.`, evidence: [`${other.letter} takes ${time} with ${takes(other, base, "its")}.`] };
}

/**
 * What all of them have done at the end: one and the same program, or the delivery of everything that was sent.
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

function loadsOf(units: Units, known: readonly Known[]): string {
  const said = known.map((each, i) => `${called(each)} ${i === 0 ? "delivers " : ""}${units.formatLoad(each.results.acceptedPerSender)}`);
  return `${offeredTo(units, known)}${listed(said)}.`;
}

/** What is offered to all of them, as the beginning of a sentence; where that differs, the unit. */
function offeredTo(units: Units, known: readonly Known[]): string {
  const loads = [...new Set(known.map(({ load, results }) => load ?? results.offeredPerSender))];
  const nouns = [...new Set(known.map(({ results }) => senderOf(results)))];
  const who = nouns.length === 1 ? nouns[0] : "sending terminal";
  const [own, ...others] = new Set(known.map(({ scenario }) => loadOf(scenario)));
  // One load is unlike bytes a second where channels are unlike.
  if (loads.length > 1 && others.length === 0 && own !== null)
    return `Each offered ${withUnit(formatMeasure(100 * own), "%")} of its own channel; in ${units.headOf("phits/cycle")} per ${who}, `;
  return loads.length === 1 ? `Offered ${units.sayLoad(loads[0])} per ${who}, ` : `In ${units.headOf("phits/cycle")} per sender, `;
}

/** Those that have the same value as people read it, from the best to the worst. */
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

/** One by letter and name, several by their letters alone. */
function whoOf({ those }: Rank): string {
  return those.length === 1 ? called(those[0]) : anded(those.map((each) => each.letter).sort());
}

const between = (ranks: readonly Rank[]): readonly string[] => {
  const middle = ranks.slice(1, -1).map((rank) => `${whoOf(rank)} ${rank.text}`);
  return middle.length === 0 ? [] : [`Between them: ${listed(middle)}.`];
};

function loadsOfMany(units: Units, known: readonly Known[]): Finding {
  const ranks = ranked(known, ({ results }) => results.acceptedPerSender, units.formatLoad);
  const [best, worst] = [ranks[0], ranks[ranks.length - 1]];
  const lead = offeredTo(units, known);
  if (best === worst) return { answer: `${lead}all ${known.length} networks deliver ${best.text}.`, evidence: sayFastest(units, known) };
  const verb = best.those.length === 1 ? "delivers" : "deliver";
  const part = best.value === 0 ? "" : `, or ${share(worst.value, best.value)} of that`;
  const answer = `${lead}${whoOf(best)} ${verb} most, ${best.text}; ${whoOf(worst)} least, ${worst.text}${part}.`;
  return { answer, evidence: [...between(ranks), sayLinks(best, worst)] };
}

function timesOfMany(units: Units, known: readonly Known[]): Finding {
  const longest = Math.max(...known.map(({ results }) => results.makespan!));
  const ranks = ranked(
    known,
    ({ results }) => -results.makespan!,
    (value) => units.formatTime(-value, longest),
  );
  const [best, worst] = [ranks[0], ranks[ranks.length - 1]];
  const soonest = withUnit(best.text, units.timeUnit(longest).name);
  if (best === worst) return { answer: `All ${known.length} networks ${sayDone(known, "")} in ${soonest}.`, evidence: [] };
  const verb = best.those.length === 1 ? "finishes" : "finish";
  const answer = `${whoOf(best)} ${verb} first, in ${soonest}; ${whoOf(worst)} last, in ${worst.text}, ${formatMeasure(worst.value / best.value)} times as long.`;
  return { answer, evidence: [...between(ranks), sayLinks(best, worst)] };
}

/** What the worst saves, compared with the best. */
function sayLinks({ those: [best] }: Rank, { those: [worst] }: Rank): string {
  return `${worst.letter} has ${takes(worst, best, `${best.letter}’s`)}.`;
}

/** What one takes in links and in money, as a part of what another does: `58 % of A’s links and 45 % of its cost at Myrinet 2000 prices`. */
function takes(other: Known, base: Known, whose: string): string {
  const links = other.links === base.links ? "as many links" : `${share(other.links, base.links)} of ${whose} links`;
  if (other.bill === null || base.bill === null || base.bill.total === 0) return links;
  const isLike = other.bill.terminals === base.bill.terminals;
  const [own, its] = [other.bill.perTerminal, base.bill.perTerminal];
  return own === its
    ? `${links}, at the same cost${isLike ? "" : " per terminal"}`
    : `${links} and ${share(own, its)} of its cost${isLike ? "" : " per terminal"} at ${base.bill.prices}`;
}

/** Where all deliver the same, how soon. */
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
  return best === worst ? [`${soonest} in each.`] : [`${soonest} in ${whoOf(best)}, ${worst.text} in ${whoOf(worst)}.`];
}

function sayRatio(units: Units, other: Known, base: Known): readonly string[] {
  // Of all that crosses the network: patterns may leave different numbers of terminals silent.
  const [own, its] = [other.results.accepted, base.results.accepted];
  if (its === 0) return [];
  const isLike = other.results.terminals === base.results.terminals;
  const part = own > 2 * its ? `${formatMeasure(own / its)} times` : `${share(own, its)} of`;
  const traffic = `${part} ${base.letter}’s traffic${isLike ? "" : " per terminal"}`;
  const slower =
    other.results.latency === null || base.results.latency === null || !other.results.steady.is || !base.results.steady.is
      ? []
      : [
          `A packet takes ${units.sayTime(Math.round(other.results.latency.mean))} there, ${units.sayTimeAfter(Math.round(base.results.latency.mean), other.results.latency.mean)} in ${base.letter}.`,
        ];
  return [`${other.letter} delivers ${traffic} with ${takes(other, base, "its")}.`, ...slower];
}

/** What those deliver that do not deadlock. */
function sayMoving(units: Units, known: readonly Known[]): readonly string[] {
  const moving = known.filter(({ results }) => results.deadlock === null);
  const said = moving.map((each, i) => `${called(each)} ${i === 0 ? "delivers " : ""}${units.formatLoad(each.results.acceptedPerSender)}`);
  return moving.length === 0 ? [] : [`${listed(said)}.`];
}

const share = (a: number, b: number) => `${formatPercent(a / b)}\u00a0%`;
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join("; ")}; ${parts[parts.length - 1]}`;
