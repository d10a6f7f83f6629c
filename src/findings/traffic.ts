/** The finding of a run: the answer in one sentence, and the evidence for it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { isDeadlocked, type Results, senderOf } from "../core/measures/results.ts";
import { routings } from "../core/routings/shelf.ts";
import { type Scenario, factsIfValid } from "../core/scenario/scenario.ts";
import { cycleSecondsOf } from "../core/scenario/clock.ts";
import type { Total } from "../core/workloads/contract.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { countOf, formatCount, formatPercent } from "../words/numbers.ts";
import { askedOf, isShort } from "./bottleneck.ts";
import { allOfIt, type Figure, figureOf } from "./figure.ts";
import { sayBusiest } from "./busiest.ts";
import { withComponents } from "./in-parts.ts";
import { capital } from "../words/params.ts";
import { trafficOf } from "../words/traffic.ts";
import { wordsOfTotal } from "../words/totals.ts";
import { networkOf } from "../words/networks.ts";
import type { Units } from "../words/units.ts";

export interface Finding {
  /** The answer in a sentence. */
  readonly answer: string;
  /** The answer as a number, shown in place of the sentence; absent if no single number answers. */
  readonly figure?: Figure;
  /** The cause that a collective operation provides itself, shown below the number; absent for other workloads. */
  readonly besides?: { readonly head: string; readonly rest: string };
  /** Evidence, one sentence each. The first is shown muted, the others on request. */
  readonly evidence: readonly string[];
  /** The part of the network that takes part, if it is not connected. Also the last sentence of the evidence. */
  readonly scope?: string;
  /** True if results that may change the finding are still missing. */
  readonly isPartial?: boolean;
}

/** The finding at the shown point of a sweep, used until the sweep as a whole has a finding. */
export function foundAt(point: string, finding: Finding): Finding {
  return point === "" ? finding : { ...finding, answer: `At ${point}: ${finding.answer}` };
}

/** Relative difference between the nominal and the created load above which a sentence mentions it. */
const noticeable = 0.05;

/** The finding of a run with packet traffic. The analysis, if available, adds the zero-load latency. */
export function findingOfTraffic(units: Units, scenario: Scenario, results: Results, analysis: Analysis | null): Finding {
  const network = networkOf(scenario);
  const { endless: isEndless } = workloads.get(scenario.workload.kind);
  const found = isDeadlocked(results)
    ? deadlock(units, scenario, results)
    : isEndless
      ? endless(units, scenario, network, results, analysis)
      : finite(units, network, trafficOf(scenario), results);
  return withComponents(scenario, found);
}

function endless(units: Units, scenario: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { offeredPerSender: offered, acceptedPerSender: accepted, latency, terminals, sending, lost = 0 } = results;
  const who = senderOf(results);
  const isAll = accepted >= allOfIt * offered && !isShort(results, analysis, scenario);
  const asked = askedOf(scenario, results);
  const total = totalOf(scenario);
  const painted = total === null ? null : wordsOfTotal(total);
  const waiting = total === null ? 0 : totalOf(scenario, false)!.load - total.load;
  const write = loadWriter(units, scenario, results);
  const nominal = asked ?? (total === null || lost > 0 ? offered : total.load / sending);
  const lead =
    painted !== null
      ? `Of ${painted.whole} of ${trafficOf(scenario)},`
      : asked === null
        ? `The jobs created ${trafficOf(scenario)} of ${units.sayLoad(offered)} per ${who};`
        : `Offered ${trafficOf(scenario)} of ${units.sayLoad(asked)} per ${who},`;
  const whole = Math.abs(offered - nominal) > noticeable * nominal ? offered : nominal;
  const known = figureOf(units, whole, accepted, isAll);
  // Say “all of it” only if the delivered load reads the same as the offered load that is printed next to it.
  const isTold = isAll && (painted !== null || write(Math.min(accepted, whole)) === write(whole));
  const delivered = lost === 0 && isTold ? "all of it" : write(accepted);
  const figure =
    painted === null ? known : { ...known, value: write(known.loads!.delivered), words: `of ${painted.say(whole * sending)} delivered` };
  const apart = lost === 0 ? "" : sayLost(write, lost, isAll ? null : offered);
  const answer = `${lead} ${network} delivers ${delivered}${apart}.`;
  const evidence = [
    latency === null ? "None of the packets created while measuring has arrived." : latencySentence(units, results, analysis),
    knownSentence(units, results),
    lost === 0 && Math.abs(offered - nominal) > noticeable * nominal
      ? `${scenario.workload.values["process"] === "in-step" ? "In whole messages" : "By chance"}, ${write(offered)} was created in the measured window.`
      : "",
    waiting > 0 ? `${painted!.say(waiting)} more is painted for terminals that are not connected yet.` : "",
    ...sayBusiest(units, results.load),
    sending < terminals ? silentSentence(terminals - sending, terminals, painted === null ? units.formatLoad(results.accepted) : null) : "",
  ];
  return { answer, figure, evidence: evidence.filter((each) => each !== "") };
}

/**
 * Returns the function that writes loads per sender in the finding of a scenario. If the traffic matrix is painted as rates of pairs, it
 * writes the total of all senders instead.
 */
export function loadWriter(units: Units, scenario: Scenario, { sending }: Pick<Results, "sending">): (perSender: number) => string {
  const total = totalOf(scenario);
  const painted = total === null ? null : wordsOfTotal(total);
  return painted === null ? units.formatLoad : (load) => painted.write(load * sending);
}

/**
 * The total offered load of a workload that is not defined per terminal; null for other workloads.
 * @param isPresentOnly whether to count only the terminals that take part, or also those that are not connected yet
 */
function totalOf(scenario: Scenario, isOfThose = true): Total | null {
  const { kind, values } = scenario.workload;
  const facts = factsIfValid(scenario);
  if (facts === null) return null;
  const { present, ...all } = facts;
  const site = isOfThose && present !== undefined ? facts : all;
  return workloads.get(kind).total?.(values, site, cycleSecondsOf(scenario)) ?? null;
}

/**
 * The share of traffic without a path in a disconnected network, and the remaining offered load if that is not fully delivered either.
 * @param reachableLoad the offered load that has a path; null if all of it is delivered
 */
function sayLost(write: (load: number) => string, lost: number, left: number | null): string {
  const part = `no path is left for ${formatPercent(lost)}\u00a0% of the traffic`;
  return left === null ? `: ${part}` : ` of ${write(left)}; ${part}`;
}

/** The mean latency is shown only if at least this fraction of the packets created in the measurement window has arrived. */
const tooFew = 0.25;

function latencySentence(
  units: Units,
  { latency, steady, packets, arrived, accepted, offered }: Results,
  analysis: Analysis | null,
): string {
  const mean = `A packet takes ${units.sayTime(Math.round(latency!.mean))} on average`;
  if (arrived < packets) {
    const part = formatPercent(arrived / packets);
    const share = arrived < 0.005 * packets ? "less than 1" : part === "100" ? "more than 99" : `only ${part}`;
    const those = `The queues grow: ${share}\u00a0% of the packets created while measuring arrived before the run ended`;
    // The first packets to arrive are the fastest, so a mean over few arrivals is biased.
    return arrived < tooFew * packets ? `${those}.` : `${those}, after ${units.sayTime(Math.round(latency!.mean))} on average.`;
  }
  if (!steady.is)
    return accepted < allOfIt * offered ? `${mean}, and the queues grow.` : `${mean}, and that is still changing: measure longer.`;
  return analysis === null
    ? `${mean}.`
    : `${mean}, ${units.sayTimeAfter(Math.round(analysis.zeroLoadLatency), latency!.mean)} in an empty network.`;
}

/** The precision that was reached, if the scenario sets one; empty if it does not, and while the run goes on. */
function knownSentence(units: Units, { precision, latency, acceptedPerSender: mean }: Results): string {
  if (precision === undefined || precision.verdict === "going-on") return "";
  const { verdict, asked, warmUp, measured } = precision;
  const errors = [
    ...(precision.latency === null || latency === null ? [] : [precision.latency / latency.mean]),
    ...(precision.accepted === null || mean === 0 ? [] : [precision.accepted / mean]),
  ];
  const reached = errors.length === 0 ? null : formatPercent(Math.max(...errors));
  const after = `${units.sayTime(warmUp)} of warm-up and ${units.sayTime(measured)} measured`;
  if (verdict === "full") return `The accepted load is known to ±\u00a0${reached ?? asked}\u00a0%, after ${after}.`;
  if (verdict === "known") return `Both means are known to ±\u00a0${reached ?? asked}\u00a0%, after ${after}.`;
  return `±\u00a0${asked}\u00a0% was asked for; after ${after}, all that may be, ${reached === null ? "nothing is known" : `it is ±\u00a0${reached}\u00a0%`}.`;
}

/** The number of silent terminals, and the delivered load averaged over all terminals if loads are given per sender. */
function silentSentence(silent: number, terminals: number, delivered: string | null): string {
  const who = `${formatCount(silent)} of ${formatCount(terminals)} terminals ${silent === 1 ? "sends" : "send"} nothing`;
  return delivered === null ? `${who}.` : `${who}; averaged over all ${formatCount(terminals)}, ${delivered} is delivered.`;
}

function finite(units: Units, network: string, traffic: string, results: Results): Finding {
  const { packets, arrived, makespan, latency, cycles } = results;
  const answer =
    makespan === null
      ? `After ${units.sayTime(cycles)}, ${network} has delivered ${formatCount(arrived)} of ${countOf(packets, "packet", "packets")} of ${traffic}.`
      : `${capital(network)} delivers ${packets === 1 ? "the packet" : `${packets === 2 ? "both" : `all ${formatCount(packets)}`} packets`} of ${traffic} in ${units.sayTime(makespan)}.`;
  const evidence = [
    ...(latency === null || packets === 1
      ? []
      : [
          `A packet takes ${units.sayTime(Math.round(latency.mean))} on average, ${units.sayTimeAfter(latency.max, latency.mean)} at most.`,
        ]),
    ...sayBusiest(units, results.load),
  ];
  const figure =
    makespan === null
      ? { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` }
      : {
          value: units.sayTime(makespan),
          words: packets === 1 ? "to deliver the packet" : `to deliver ${countOf(packets, "packet", "packets")}`,
        };
  return { answer, figure, evidence };
}

function deadlock(units: Units, { topology, routing, ...rest }: Scenario, results: Results): Finding {
  const waiting = results.deadlock ?? [];
  const { offeredPerSender, packets, arrived } = results;
  const figure = workloads.get(rest.workload.kind).endless
    ? figureOf(units, askedOf({ topology, routing, ...rest }, results) ?? offeredPerSender, 0, false)
    : { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` };
  const facts = factsIfValid({ topology, routing, ...rest });
  const why = facts === null ? null : routings.get(routing.kind).canDeadlock(routing.values, facts);
  return {
    answer: `Under ${trafficOf(rest)}, the network deadlocked at ${units.sayMoment(results.cycles, results.cycles)}: ${sayCircle(waiting.length)}.`,
    figure,
    evidence: [...waiting.slice(0, 1), ...(why === null ? [] : [why])],
  };
}

/** The length of the cycle of waiting packets. It is 0 if the cycle was not found. */
function sayCircle(packets: number): string {
  return packets === 0
    ? "no packet moves any more"
    : packets === 1
      ? "1 packet waits for itself in a circle"
      : `${countOf(packets, "packet", "packets")} wait for each other in a circle`;
}
